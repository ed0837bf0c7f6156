import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Bundle, bundle } from '../../../../scripts/bundle.ts';

let built: Bundle;

beforeAll(async () => {
  built = await bundle('guidance', join(import.meta.dirname, '../../../..'));
});

describe('the function of the guidance server', () => {
  it('cannot read files, open connections or start processes: it holds no module that could', () => {
    expect(
      built.nodeModules.filter((name) =>
        /^(?:fs|net|http|https|http2|tls|dgram|dns|child_process|worker_threads|cluster)\b/.test(name),
      ),
    ).toEqual([]);
  });

  it('knows no store and no AWS', () => {
    const sources = Object.keys(built.metafile.inputs);

    expect(sources.filter((path) => /@aws-sdk|@smithy|core\/store\/(?:dynamodb|embedded)|lmdb/.test(path))).toEqual([]);
  });
});
