import { describe, expect, it } from '@jest/globals';
import { ownersOf, sharesOf } from '../../../../bench/cold-start/shares.ts';

const content = Buffer.from(
  [
    'var a = 1;',
    '// node_modules/@scope/name/dist/x.js',
    'function f() {}',
    '  // not a module',
    '// src/rules/transformers/split.ts',
    'function g() {}',
    '// functions/api/handler.ts',
    'function h() {}',
  ].join('\n'),
);

describe('the shares of a cold start', () => {
  it('know whose each line of a bundle is', () => {
    const ownerOf = ownersOf([{ path: 'handler.mjs', content }]);

    expect([0, 2, 3, 5, 7].map((line) => ownerOf('handler.mjs', line))).toEqual([
      'the rest of the bundle',
      '@scope/name',
      '@scope/name',
      'src/rules/transformers',
      'functions/api',
    ]);
  });

  it('sum the samples up by owner, without waiting and the profiler', () => {
    const frame = (functionName: string, url = '', lineNumber = 0) => ({ functionName, url, lineNumber });
    const profile = {
      nodes: [
        { id: 1, callFrame: frame('(idle)') },
        { id: 2, callFrame: frame('compileSourceTextModule', 'node:internal/modules/esm/utils') },
        { id: 3, callFrame: frame('g', 'file:///tmp/handler.mjs', 5) },
        { id: 4, callFrame: frame('connect', 'node:net') },
        { id: 5, callFrame: frame('(garbage collector)') },
        { id: 6, callFrame: frame('post', 'node:inspector') },
      ],
      samples: [1, 2, 3, 3, 4, 5, 6],
      timeDeltas: [9_000, 1_000, 2_000, 3_000, 4_000, 5_000, 8_000],
    };

    const shares = sharesOf(profile, ownersOf([{ path: 'handler.mjs', content }]));

    expect(Object.fromEntries(shares)).toEqual({
      'V8: reading and compiling the files': 1,
      'src/rules/transformers': 5,
      'Node.js: its own modules': 4,
      'V8: collecting garbage': 5,
    });
  });
});
