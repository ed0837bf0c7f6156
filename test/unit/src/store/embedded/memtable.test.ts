import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BatchWriter, GONE } from '../../../../../src/store/embedded/batch.ts';
import { compareUtf8, KeyBytes } from '../../../../../src/store/embedded/key.ts';
import { Memtable, NONE, type Version } from '../../../../../src/store/embedded/memtable.ts';

const pk = fc.constantFrom('p', 'q', 'pa');
const sk = fc.constantFrom('a', 'b', 'ba', 'c', '\uffff', '\u{10000}');
const batches = fc.array(fc.array(fc.record({ pk, sk, value: fc.option(fc.string(), { nil: undefined }) })));

const SEED = 5;
const keyOf = (pk: string, sk: string): KeyBytes => {
  const key = new KeyBytes(SEED);
  key.set(pk, sk);
  return key;
};

/** In the midst of other bytes. */
const encoded = (value: string) => {
  const bytes = Buffer.from(`before${value}behind`);
  return { bytes, start: 6, end: bytes.length - 6 };
};

/** The batches as the log would give them, the first with sequence 1. */
function logged(writes: readonly { pk: string; sk: string; value: string | undefined }[][]): BatchWriter[] {
  return writes.map((batch, index) => {
    const writer = new BatchWriter(index + 1);
    for (const { pk, sk, value } of batch) {
      writer.add(keyOf(pk, sk), value === undefined ? undefined : encoded(value));
    }
    writer.finish();
    return writer;
  });
}

const textOf = ({ bytes, start, end }: Version) => (end === GONE ? undefined : bytes.toString('utf8', start, end));
const found = (table: Memtable, pk: string, sk: string) => {
  const write = table.find(keyOf(pk, sk));
  return write === NONE
    ? NONE
    : textOf({ sk, bytes: table.bytesOf(write), start: table.startOf(write), end: table.endOf(write) });
};

describe('Memtable', () => {
  it('gives the last write of each item, in order, of the batches behind one', () => {
    fc.assert(
      fc.property(batches, fc.nat(20), pk, sk, fc.boolean(), (writes, forgotten, partition, from, isBehind) => {
        const whole = new Memtable(SEED);
        for (const batch of logged(writes)) whole.addBatch(batch);

        const table = whole.behind(forgotten);

        const last = new Map<string, { sequence: number; value: string | undefined }>();
        for (const [index, batch] of writes.entries()) {
          for (const write of batch) {
            if (write.pk === partition) last.set(write.sk, { sequence: index + 1, value: write.value });
          }
        }
        const expected = [...last]
          .filter(([, { sequence }]) => sequence > forgotten)
          .sort(([a], [b]) => compareUtf8(a, b))
          .map(([sk, { value }]) => [sk, value] as const);
        const isInRange = ([key]: readonly [string, ...unknown[]]) => {
          const order = compareUtf8(key, from);
          return isBehind ? order > 0 : order >= 0;
        };
        expect([...table.from(keyOf(partition, from), isBehind)].map((one) => [one.sk, textOf(one)])).toEqual(
          expected.filter(isInRange),
        );
        for (const [key, value] of expected) expect(found(table, partition, key)).toBe(value);
        for (const key of ['a', 'bb', 'c']) {
          if (!expected.some(([sk]) => sk === key)) expect(found(table, partition, key)).toBe(NONE);
        }
        expect(table.has(keyOf(partition, 'a'))).toBe(expected.length > 0);
      }),
    );
  });

  it('finds each of very many partitions, and those only', () => {
    const table = new Memtable(SEED);
    const writes = Array.from({ length: 5_000 }, (_, index) => ({ pk: `p${index}`, sk: 's', value: `${index}` }));
    for (const batch of logged([writes.slice(0, 1_000), writes.slice(1_000)])) table.addBatch(batch);

    for (let index = 0; index < 5_000; index++) expect(found(table, `p${index}`, 's')).toBe(`${index}`);
    for (let index = 5_000; index < 10_000; index++) expect(found(table, `p${index}`, 's')).toBe(NONE);
  });

  it('gives a large partition in order, however its items came', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(10_000), { minLength: 100, maxLength: 500 }), (numbers) => {
        const table = new Memtable(SEED);
        const writes = numbers.map((number) => ({ pk: 'p', sk: `${number}`, value: `${number}` }));
        for (const batch of logged([writes])) table.addBatch(batch);

        expect([...table.from(keyOf('p', '5'), false)].map(({ sk }) => sk)).toEqual(
          writes
            .map(({ sk }) => sk)
            .filter((sk) => sk >= '5')
            .sort(),
        );
      }),
      { numRuns: 20 },
    );
  });

  it('lists each of its partitions once, with its items in order', () => {
    fc.assert(
      fc.property(batches, (writes) => {
        const table = new Memtable(SEED);
        for (const batch of logged(writes)) table.addBatch(batch);

        const partitions = [...table.partitionsInOrder()];

        const names = [...new Set(writes.flat().map(({ pk }) => pk))];
        expect(partitions.map((partition) => table.partitionKey(partition)).sort()).toEqual(names.sort());
        for (const partition of partitions) {
          const versions = [...table.from(keyOf(table.partitionKey(partition), ''), false)];
          expect(table.versionsOf(partition)).toEqual(versions);
        }
      }),
    );
  });

  it('lists together what begins alike', () => {
    const table = new Memtable(SEED);
    const names = ['B#ba1', 'R#1', 'E#0', 'B#aa2', 'B#ba2', 'B#aa1', 'p', 'N#'];
    for (const batch of logged([names.map((pk) => ({ pk, sk: '#', value: '' }))])) table.addBatch(batch);

    const listed = Array.from(table.partitionsInOrder(), (partition) => table.partitionKey(partition));

    expect(listed.filter((name) => name.startsWith('B#')).map((name) => name.slice(2, 4))).toEqual([
      'aa',
      'aa',
      'ba',
      'ba',
    ]);
    expect(new Set(listed)).toEqual(new Set(names));
  });

  it('lists in order what begins alike, where it is much', () => {
    const table = new Memtable(SEED);
    const numbers = Array.from({ length: 2_000 }, (_, index) => 1 + ((index * 7) % 2_000));
    for (const batch of logged([numbers.map((number) => ({ pk: `R#p-${number}`, sk: '#', value: '' }))])) {
      table.addBatch(batch);
    }

    const listed = Array.from(table.partitionsInOrder(), (partition) => table.partitionKey(partition));

    // Shorter keys come first.
    expect(listed).toEqual(Array.from({ length: 2_000 }, (_, index) => `R#p-${index + 1}`));
  });

  it('sees a write at once, while its batch is still written', () => {
    const table = new Memtable(SEED);
    const batch = new BatchWriter(7);

    // More than the batch begins with, so that its bytes move.
    for (let index = 0; index < 500; index++) {
      table.add(batch, batch.add(keyOf('p', `${index}`), encoded(`value ${index}`)));
      expect(found(table, 'p', `${index}`)).toBe(`value ${index}`);
    }

    expect(found(table, 'p', '0')).toBe('value 0');
    expect(table.last).toBe(7);
  });

  it('takes no memory when nothing is behind', () => {
    const table = new Memtable(SEED);
    for (const batch of logged([[{ pk: 'p', sk: 'a', value: 'x' }]])) table.addBatch(batch);
    expect(table.bytes).toBeGreaterThan(0);

    expect(table.behind(1).bytes).toBe(0);
  });
});
