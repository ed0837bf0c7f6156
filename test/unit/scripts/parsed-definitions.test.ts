import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import { print } from 'graphql';
import { serviceDefinitions } from '../../../functions/api/schema/service-definitions.ts';
import { declaredDefinitions } from '../../../functions/core/schema/declared-definitions.ts';
import { parsedDefinitions } from '../../../scripts/parsed-definitions.ts';

const root = join(import.meta.dirname, '..', '..', '..');

describe('the definitions in a bundle', () => {
  it.each([
    ['the service', 'functions/api/schema/service-definitions.ts', { serviceDefinitions }],
    ['what record schemas may name', 'functions/core/schema/declared-definitions.ts', { declaredDefinitions }],
  ])('are those of %s, without a parser', async (_, source, unbuilt) => {
    const { outputFiles } = await build({
      entryPoints: [join(root, source)],
      bundle: true,
      write: false,
      format: 'esm',
      plugins: [parsedDefinitions(root)],
    });
    const text = outputFiles[0]!.text;

    const bundled = await import(`data:text/javascript,${encodeURIComponent(text)}`);

    for (const [name, definitions] of Object.entries(unbuilt)) {
      expect(print(bundled[name]())).toBe(print(definitions()));
    }
    expect(text).not.toContain('graphql/language');
  });
});
