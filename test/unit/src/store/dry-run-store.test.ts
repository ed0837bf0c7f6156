import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DryRunStore } from '../../../../src/store/dry-run-store.ts';
import { keyOf } from '../../../../src/store/limits.ts';
import type { Item, Write } from '../../../../src/store/port.ts';
import { queryAll } from '../../../../src/store/port.ts';
import { MemoryStore } from '../../../setup/memory-store.ts';

const key = fc.record({ pk: fc.constantFrom('p', 'q'), sk: fc.constantFrom('a', 'b', 'c', 'd', 'é') });
const write: fc.Arbitrary<Write> = fc.oneof(
  fc.tuple(key, fc.nat(9)).map(([at, value]): Write => ({ put: { ...at, value } })),
  fc.tuple(key, fc.nat(9)).map(([at, value]): Write => ({ put: { ...at, value }, if: [{ item: 'absent' }] })),
  fc.tuple(key, fc.nat(9)).map(([at, value]): Write => ({ update: at, add: { value } })),
  key.map((at): Write => ({ delete: at, if: [{ item: 'present' }] })),
);
/** Writes of distinct keys, as one call takes them. */
const writes = fc.uniqueArray(write, {
  maxLength: 4,
  selector: (one) => {
    const { pk, sk } = keyOf(one);
    return `${pk} ${sk}`;
  },
});

async function contentOf(store: MemoryStore | DryRunStore, limit: number): Promise<Item[]> {
  const items: Item[] = [];
  for (const pk of ['p', 'q']) for await (const item of queryAll(store, pk, { limit })) items.push(item);
  return items;
}

describe('a dry run', () => {
  it('behaves like a store and leaves the one below as it was', async () => {
    await fc.assert(
      fc.asyncProperty(
        writes,
        fc.array(fc.tuple(fc.boolean(), writes)),
        fc.integer({ min: 1, max: 4 }),
        async (first, then, limit) => {
          const below = new MemoryStore();
          const model = new MemoryStore();
          await below.write(first);
          await model.write(first);
          const before = [...below.items];
          const dry = new DryRunStore(below);
          for (const [together, list] of then) {
            if (together) expect(await dry.transact(list)).toEqual(await model.transact(list));
            else
              expect((await dry.write(list)).map(({ applied }) => applied)).toEqual(
                (await model.write(list)).map(({ applied }) => applied),
              );
          }
          const byKey = (a: Item, b: Item) =>
            Buffer.compare(Buffer.from(a.pk), Buffer.from(b.pk)) ||
            Buffer.compare(Buffer.from(a.sk), Buffer.from(b.sk));
          const expected = [...model.items.values()].sort(byKey);
          expect(await contentOf(dry, limit)).toEqual(expected);
          const keys = expected.map(({ pk, sk }) => ({ pk, sk }));
          expect(await dry.getMany([...keys, { pk: 'none', sk: 'x' }])).toEqual([...expected, undefined]);
          expect([...below.items]).toEqual(before);
        },
      ),
    );
  });

  it('finds what begins with a prefix', async () => {
    const below = new MemoryStore();
    await below.write([{ put: { pk: 'p', sk: 'R#1' } }, { put: { pk: 'p', sk: 'R#2' } }]);
    const dry = new DryRunStore(below);

    await dry.write([{ put: { pk: 'p', sk: 'R#3' } }, { put: { pk: 'p', sk: 'C#1' } }]);
    await dry.discard([{ pk: 'p', sk: 'R#1' }]);

    expect((await dry.query('p', { prefix: 'R#' })).items.map(({ sk }) => sk)).toEqual(['R#2', 'R#3']);
    expect((await below.query('p')).items).toHaveLength(2);
  });

  it('takes steps in order', async () => {
    const below = new MemoryStore();
    const dry = new DryRunStore(below);
    const item = { pk: 'p', sk: 'a' };

    const outcomes = await dry.inOrder([
      { each: [{ put: item, if: [{ item: 'absent' }] }] },
      { all: [{ put: item, if: [{ item: 'absent' }] }] },
      { each: [{ delete: item }] },
    ]);

    expect(outcomes.map(({ applied }) => applied)).toEqual([true, false]);
    expect(below.items.size).toBe(0);
  });
});
