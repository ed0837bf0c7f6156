import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import { print } from 'graphql';
import { serviceDefinitions } from '../../../functions/api/schema/service-definitions.ts';
import { parsedDefinitions } from '../../../scripts/parsed-definitions.ts';

const root = join(import.meta.dirname, '..', '..', '..');

describe('the definitions in a bundle', () => {
  it('are those of the service, without a parser', async () => {
    const { outputFiles } = await build({
      entryPoints: [join(root, 'functions', 'api', 'schema', 'service-definitions.ts')],
      bundle: true,
      write: false,
      format: 'esm',
      plugins: [parsedDefinitions(root)],
    });
    const text = outputFiles[0]!.text;

    const bundled = await import(`data:text/javascript,${encodeURIComponent(text)}`);

    expect(print(bundled.serviceDefinitions())).toBe(print(serviceDefinitions()));
    expect(text).not.toContain('graphql/language');
  });
});
