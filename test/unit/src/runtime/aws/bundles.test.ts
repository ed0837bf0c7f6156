import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { bundle } from '../../../../../scripts/bundle.ts';

const root = join(import.meta.dirname, '../../../../..');

describe.each(['api', 'events', 'ingest', 'sweeper'] as const)('the function %s', (name) => {
  it('takes credentials from its environment alone', async () => {
    const { metafile } = await bundle(name, root);
    const packages = new Set(
      Object.keys(metafile.inputs).map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? ''),
    );

    expect([...packages]).toEqual(
      expect.arrayContaining(['@aws-sdk/client-dynamodb', '@aws-sdk/credential-provider-env']),
    );
    expect(
      [...packages].filter((path) => /credential-provider-(?!env$)|nested-clients|token-providers/.test(path)),
    ).toEqual([]);
  });
});
