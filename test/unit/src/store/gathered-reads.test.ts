import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DryRunStore } from '../../../../src/store/dry-run-store.ts';
import { gatherReads } from '../../../../src/store/gathered-reads.ts';
import { compareUtf8, keyOf } from '../../../../src/store/items.ts';
import { type Item, type Key, queryAll, type Store, type Write } from '../../../../src/store/port.ts';

import { interrupted } from '../../../setup/interrupted-store.ts';
import { MemoryStore } from '../../../setup/memory-store.ts';

const at = (sk: string): Key => ({ pk: 'p', sk });

describe('reads that are asked for at the same moment', () => {
  let store: MemoryStore;
  let reads: Store;
  /** Of the store, with their arguments. */
  let calls: (readonly unknown[])[];
  let failure: Error | undefined;
  beforeEach(async () => {
    store = new MemoryStore();
    await store.write(['a', 'b', 'c'].map((sk) => ({ put: { ...at(sk), value: sk } })));
    calls = [];
    failure = undefined;
    const watched = interrupted(store, (...call) => {
      calls.push(call);
      if (failure !== undefined) throw failure;
    });
    reads = gatherReads(watched);
  });

  it('go to the store in one call, and each gets its own items', async () => {
    const [first, second, third] = await Promise.all([
      reads.getMany([at('c'), at('x')]),
      reads.getMany([at('a')]),
      reads.getMany([at('c'), at('b')]),
    ]);

    expect(calls).toHaveLength(1);
    expect(first.map((item) => item?.['value'])).toEqual(['c', undefined]);
    expect(second.map((item) => item?.['value'])).toEqual(['a']);
    expect(third.map((item) => item?.['value'])).toEqual(['c', 'b']);
  });

  it('keep their rounds together', async () => {
    const twice = async (first: string, second: string) => {
      await reads.getMany([at(first)]);
      await Promise.resolve();
      return reads.getMany([at(second)]);
    };

    await Promise.all([twice('a', 'b'), twice('b', 'c'), twice('x', 'y')]);

    expect(calls.map(([, keys]) => (keys as Key[]).length)).toEqual([3, 3]);
  });

  it('stay apart when one may be older', async () => {
    await Promise.all([reads.getMany([at('a')]), reads.getMany([at('b')], { consistent: false })]);

    expect(calls.map(([, , options]) => options)).toEqual([{ consistent: true }, { consistent: false }]);
  });

  it('see what was written before they were asked for', async () => {
    const reading = reads.getMany([at('a')]);
    await store.write([{ delete: at('b') }]);
    const [[a], [b]] = await Promise.all([reading, reads.getMany([at('b')])]);

    expect(a?.['value']).toBe('a');
    expect(b).toBeUndefined();
  });

  it('fail together, look-ups and equal queries', async () => {
    failure = new Error('gone');

    const settled = await Promise.allSettled([
      reads.getMany([at('a')]),
      reads.getMany([at('b')]),
      reads.query('p'),
      reads.query('p'),
    ]);

    expect(settled.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
    expect(calls).toHaveLength(2);
    failure = undefined;
    expect(await reads.getMany([at('a')])).toHaveLength(1);
    expect((await reads.query('p')).items).toHaveLength(3);
  });

  it('are one query when they ask for the same, and others when not', async () => {
    const pages = await Promise.all([reads.query('p'), reads.query('p'), reads.query('p', { limit: 1 })]);

    expect(calls).toEqual([
      ['query', 'p', undefined],
      ['query', 'p', { limit: 1 }],
    ]);
    expect(pages.map(({ items }) => items.length)).toEqual([3, 3, 1]);
  });

  it('query again for who asks later', async () => {
    await reads.query('p');
    await store.write([{ delete: at('b') }]);
    const page = await reads.query('p');

    expect(page.items.map(({ sk }) => sk)).toEqual(['a', 'c']);
  });

  it('ask nothing for no key', async () => {
    expect(await reads.getMany([])).toEqual([]);
    expect(calls).toEqual([]);
  });
});

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

const text = fc.string({ unit: 'binary' });
const hard = fc.string({
  unit: fc.constantFrom('a', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{10ffff}'),
  maxLength: 4,
});

describe('compareUtf8', () => {
  it('orders texts as their UTF-8 bytes are ordered', () => {
    fc.assert(
      fc.property(fc.oneof(text, hard), fc.oneof(text, hard), (a, b) => {
        expect(Math.sign(compareUtf8(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
  });
});
