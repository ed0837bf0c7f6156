import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { bundle } from '../../../../scripts/bundle.ts';

const root = join(import.meta.dirname, '../../../..');
const ofDynamoDB = /^dynamodb-sdk\.cjs$/;

describe.each(['api', 'events', 'ingest', 'sweeper'] as const)('the function %s', (name) => {
  it("signs by the SDK, and loads the SDK's client of DynamoDB only when it has to", async () => {
    const { metafile } = await bundle(name, root);
    const packagesOf = (files: readonly string[]) =>
      new Set(
        files.flatMap((file) =>
          Object.keys(metafile.outputs[file]!.inputs).map(
            (path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? '',
          ),
        ),
      );
    const files = Object.keys(metafile.outputs);
    const start = packagesOf(files.filter((file) => !ofDynamoDB.test(file)));
    const sdk = packagesOf(files.filter((file) => ofDynamoDB.test(file)));
    const packages = [...start, ...sdk];

    expect(start).toContain('@smithy/signature-v4');
    expect(start).not.toContain('@aws-sdk/client-dynamodb');
    expect(sdk).toContain('@aws-sdk/client-dynamodb');
    expect(sdk).toContain('@aws-sdk/credential-provider-env');
    // Asks nobody else for credentials, and knows no browsers.
    expect(
      packages.filter((path) => /credential-provider-(?!env$)|nested-clients|token-providers|bowser/.test(path)),
    ).toEqual([]);
  });
});
