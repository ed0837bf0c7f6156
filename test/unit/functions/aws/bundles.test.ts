import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { bundle } from '../../../../scripts/bundle.ts';

const root = join(import.meta.dirname, '../../../..');

describe.each(['api', 'events', 'ingest', 'sweeper'] as const)('the function %s', (name) => {
  it('calls AWS by its SDK, and asks nobody else for credentials and knows no browsers', async () => {
    const { metafile } = await bundle(name, root);
    const packages = new Set(
      Object.keys(metafile.inputs).map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? ''),
    );

    expect([...packages]).toEqual(
      expect.arrayContaining(['@aws-sdk/client-dynamodb', '@smithy/signature-v4', '@aws-sdk/credential-provider-env']),
    );
    expect(
      [...packages].filter((path) => /credential-provider-(?!env$)|nested-clients|token-providers/.test(path)),
    ).toEqual([]);
    expect(Object.keys(metafile.inputs).filter((path) => /node_modules\/bowser/.test(path))).toEqual([]);
  });
});
