import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { openEmbeddedStore } from '../../../../../src/store/embedded/store.ts';
import { compareUtf8 } from '../../../../../src/store/items.ts';
import type { Item, Store, Value, Write } from '../../../../../src/store/port.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

const OPERATION = '01M7YNKKGAC9XZZXYM1SRRVX4N';
const few = fc.constantFrom(
  'B#---0j3RQz0ZXmrD82R5Rhd',
  'B#---0j3RQz0ZXmrD82R5Rh.',
  `E#${OPERATION}`,
  `E#${OPERATION.toLowerCase()}`,
  'R#person-1',
  'R#person-2',
  'J#3',
);
const many = fc
  .tuple(
    fc.constantFrom('B#---0j3RQz0ZXmrD82R5R', `E#${OPERATION.slice(0, 24)}`, 'R#'),
    fc.integer({ min: 10, max: 99 }),
  )
  .map(([beginning, number]) => beginning + number);
const pk = fc.oneof(few, many);
const sk = fc.oneof(
  fc.constantFrom('#', `C#${OPERATION}`, '\0', '\uffff', '\u{10000}'),
  fc.nat(60).map((number) => `person-${number}\t${OPERATION}.00${10 + (number % 7)}`),
);
const attributes: fc.Arbitrary<Record<string, Value>> = fc.oneof(
  fc.constant({}),
  fc.record({
    n: fc.constantFrom(OPERATION, `${OPERATION.slice(0, 25)}P`),
    v: fc.array(fc.string(), { maxLength: 3 }),
  }),
  fc.nat(900).map((length) => ({ d: `{"firstName":"${'x'.repeat(length)}","lastName":"y"}` })),
);
const write = fc.oneof(
  { weight: 3, arbitrary: fc.record({ pk, sk, attributes }) },
  { weight: 1, arbitrary: fc.record({ pk, sk, attributes: fc.constant(undefined) }) },
);
/** One by its name, or one of those that came last. */
const partition = fc.oneof(pk, fc.nat(9));
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      writes: fc.uniqueArray(write, { selector: ({ pk, sk }) => `${pk} ${sk}`, minLength: 1, maxLength: 12 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ query: partition, prefix: fc.constantFrom('', 'person-', 'person-1', 'C#'), from: sk }),
  },
  { weight: 2, arbitrary: fc.record({ get: partition, keys: fc.array(sk) }) },
  { weight: 1, arbitrary: fc.constant('reopen' as const) },
);
const steps = fc.array(fc.tuple(fc.nat(2), step), { minLength: 20, maxLength: 50, size: 'max' });

const directory = temporaryDirectory();

describe('stores on one directory that checkpoint all the time', () => {
  const stores: Store[] = [];
  afterEach(() => Promise.all(stores.map((store) => store.close())));
  const open = () => openEmbeddedStore({ directory: directory.path(), checkpointItems: 5 });

  it('are one table, across writes, checkpoints, closing and opening', async () => {
    for (let index = 0; index < 3; index++) stores.push(await open());
    const table = new Map<string, Map<string, Item>>();
    const partition = (pk: string) => {
      const items = table.get(pk) ?? new Map<string, Item>();
      table.set(pk, items);
      return items;
    };
    const nameOf = (named: string | number) =>
      typeof named === 'string' ? named : ([...table.keys()].at(-1 - named) ?? 'none');

    await fc.assert(
      // What earlier runs wrote stays.
      fc.asyncProperty(steps, async (all) => {
        for (const [which, one] of all) {
          const store = stores[which]!;
          if (one === 'reopen') {
            await store.close();
            stores[which] = await open();
          } else if ('writes' in one) {
            await store.write(
              one.writes.map(({ pk, sk, attributes }): Write => {
                if (attributes === undefined) {
                  partition(pk).delete(sk);
                  return { delete: { pk, sk } };
                }
                const put = { pk, sk, ...attributes };
                partition(pk).set(sk, put);
                return { put };
              }),
            );
          } else if ('query' in one) {
            const name = nameOf(one.query);
            const items = [...(table.get(name)?.values() ?? [])]
              .filter(({ sk }) => sk.startsWith(one.prefix))
              .sort((a, b) => compareUtf8(a.sk, b.sk));
            expect(await store.query(name, { prefix: one.prefix })).toEqual({ items });
            const behind = await store.query(name, { prefix: one.prefix, after: one.from });
            expect(behind.items).toEqual(items.filter(({ sk }) => compareUtf8(sk, one.from) > 0));
          } else {
            const pk = nameOf(one.get);
            expect(await store.getMany(one.keys.map((sk) => ({ pk, sk })))).toEqual(
              one.keys.map((sk) => table.get(pk)?.get(sk)),
            );
          }
        }
      }),
      { numRuns: 3, endOnFailure: true },
    );
  });
});
