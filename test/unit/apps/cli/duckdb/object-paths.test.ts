import { describe, expect, it } from '@jest/globals';
import { ObjectPathFinder } from '../../../../../apps/cli/duckdb/object-paths.ts';

function pathsOf(...objects: readonly Readonly<Record<string, unknown>>[]) {
  const finder = new ObjectPathFinder();
  for (const object of objects) finder.add(object);
  const { usable, unusable } = finder.paths();
  return {
    usable: usable.map(({ steps, isList }) => `${steps.join('.')}${isList ? '[]' : ''}`),
    unusable: unusable.map(({ steps, reason }) => `${steps.join('.')}: ${reason}`),
  };
}

describe('ObjectPathFinder', () => {
  it('finds texts, numbers, lists and nested values in the order of their first occurrence', () => {
    expect(
      pathsOf(
        { id: 1, name: { first: 'a' } },
        { id: 'x', name: { last: 'b' }, tags: ['t'], emails: [{ at: 'c', n: 1 }] },
      ),
    ).toEqual({ usable: ['id', 'name.first', 'name.last', 'tags[]', 'emails.*.at', 'emails.*.n'], unusable: [] });
  });

  it('takes a text for a list of one', () => {
    expect(pathsOf({ tags: 'a' }, { tags: ['b', 'c'] }).usable).toEqual(['tags[]']);
  });

  it.each([
    [[{ a: 'x' }, { a: { b: 1 } }], 'a: it is an object in some records and a text or a list in others'],
    [[{ a: [[1]] }], 'a: it holds lists within lists'],
    [[{ a: [{ b: 1 }, 'x'] }], 'a: it holds objects and texts in one list'],
    [[{ a: null }, { a: '' }], 'a: it is always empty'],
    [[{ a: [] }, { a: [null] }], 'a: it is always empty'],
    [[{ a: {} }], 'a: it is always an empty object'],
    [
      [{ a: Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`k${index}`, index])) }],
      'a: it nests too deep, or its objects have too many different names',
    ],
  ])('says why %j is no column', (objects, reason) => {
    expect(pathsOf(...(objects as Record<string, unknown>[]))).toEqual({ usable: [], unusable: [reason] });
  });

  it('bounds the depth', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`) as Record<string, unknown>;

    expect(pathsOf(deep).unusable).toEqual([expect.stringContaining('nests too deep')]);
  });
});
