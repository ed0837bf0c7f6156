import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BatchWriter } from '../../../../../../functions/core/store/embedded/batch.ts';
import { compareUtf8 } from '../../../../../../functions/core/store/embedded/key.ts';
import { isGone, Memtable, type Version } from '../../../../../../functions/core/store/embedded/memtable.ts';

const pk = fc.constantFrom('p', 'q');
const sk = fc.constantFrom('a', 'b', 'ba', 'c', '\uffff', '\u{10000}');
const batches = fc.array(fc.array(fc.record({ pk, sk, value: fc.option(fc.string(), { nil: undefined }) })));

/** The batches as the log would give them, the first with sequence 1. */
function logged(writes: readonly { pk: string; sk: string; value: string | undefined }[][]): BatchWriter[] {
  return writes.map((batch, index) => {
    const writer = new BatchWriter(index + 1);
    for (const { pk, sk, value } of batch) {
      writer.add({ pk, sk }, value === undefined ? undefined : Buffer.from(value));
    }
    writer.finish();
    return writer;
  });
}

const textOf = (version: Version) =>
  isGone(version) ? undefined : version.batch.bytes.toString('utf8', version.start, version.end);

describe('Memtable', () => {
  it('gives the last write of each item, in order, until its batch is forgotten', () => {
    fc.assert(
      fc.property(batches, fc.nat(20), pk, sk, fc.boolean(), (writes, forgotten, partition, from, isBehind) => {
        const table = new Memtable();
        for (const batch of logged(writes)) table.addBatch(batch);
        table.forget(forgotten);

        const last = new Map<string, { sequence: number; value: string | undefined }>();
        for (const [index, batch] of writes.entries()) {
          for (const write of batch) {
            if (write.pk === partition) last.set(write.sk, { sequence: index + 1, value: write.value });
          }
        }
        const expected = [...last]
          .filter(([, { sequence }]) => sequence > forgotten)
          .sort(([a], [b]) => compareUtf8(a, b))
          .map(([sk, { value }]) => [sk, value]);
        const isInRange = ([key]: (string | undefined)[]) => {
          const order = compareUtf8(key!, from);
          return isBehind ? order > 0 : order >= 0;
        };
        expect([...table.from(partition, from, isBehind)].map((one) => [one.sk, textOf(one)])).toEqual(
          expected.filter(isInRange),
        );
        for (const [key, value] of expected) {
          const version = table.get(partition, key!)!;
          expect(textOf(version)).toBe(value);
        }
        expect(table.has(partition)).toBe(expected.length > 0);
      }),
    );
  });

  it('takes over what another has, which was written later', () => {
    fc.assert(
      fc.property(batches, (writes) => {
        const all = new Memtable();
        const parts = new Memtable();
        for (const batch of logged(writes)) {
          all.addBatch(batch);
          const part = new Memtable();
          part.addBatch(batch);
          parts.addAll(part);
        }

        for (const partition of ['p', 'q']) {
          expect([...parts.from(partition, '', false)]).toEqual([...all.from(partition, '', false)]);
        }
        expect(parts.last).toBe(all.last);
      }),
    );
  });

  it('takes no memory when everything is forgotten', () => {
    const table = new Memtable();
    for (const batch of logged([[{ pk: 'p', sk: 'a', value: 'x' }]])) table.addBatch(batch);
    expect(table.bytes).toBeGreaterThan(0);

    table.forget(1);

    expect(table.bytes).toBe(0);
  });
});
