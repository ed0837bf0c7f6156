import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { newestOf } from '../../../../../src/store/embedded/newest.ts';

interface Written {
  readonly sk: string;
  readonly source: number;
}

/** As they should be: by key, from the first source that has it, in the order of the bytes. */
function expected(sources: readonly (readonly Written[])[]): Written[] {
  const newest = new Map<string, Written>();
  for (const written of sources.flat()) if (!newest.has(written.sk)) newest.set(written.sk, written);
  return inOrder([...newest.values()]);
}

const inOrder = (items: readonly Written[]) =>
  [...items].sort((a, b) => Buffer.compare(Buffer.from(a.sk), Buffer.from(b.sk)));

/** Up to four sources of few keys, so that many are in several; characters beyond U+FFFF among them. */
const sourcesOfKeys = fc.array(
  fc.uniqueArray(fc.string({ unit: fc.constantFrom('a', 'b', '\ue000', '\u{1f600}'), maxLength: 3 })),
  { minLength: 1, maxLength: 4 },
);

describe('the newest of several sources', () => {
  it.each<[string, (list: readonly Written[]) => Iterable<Written>]>([
    ['lists', (list) => list],
    ['what comes one by one', (list) => list.values()],
  ])('is that of the first source which has a key, in the order of the bytes: %s', (_what, asSource) => {
    fc.assert(
      fc.property(sourcesOfKeys, (keys) => {
        const sources = keys.map((ofOne, source) => inOrder(ofOne.map((sk) => ({ sk, source }))));

        expect([...newestOf(sources.map((source) => asSource(source)))]).toEqual(expected(sources));
      }),
    );
  });

  it('lets go of all sources when no more is wanted', () => {
    const ended: string[] = [];
    function* source(name: string) {
      try {
        for (const sk of ['a', 'b', 'c']) yield { sk };
      } finally {
        ended.push(name);
      }
    }

    for (const { sk } of newestOf([source('first'), source('second')])) if (sk === 'b') break;

    expect(ended).toEqual(['first', 'second']);
  });
});
