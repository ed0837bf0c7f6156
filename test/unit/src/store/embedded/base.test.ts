import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { encodeAttributes } from '../../../../../src/store/embedded/attributes.ts';
import { Base, PARTITION_BYTES } from '../../../../../src/store/embedded/base.ts';
import { GONE } from '../../../../../src/store/embedded/batch.ts';
import { compareUtf8 } from '../../../../../src/store/embedded/key.ts';
import type { PlacedItem } from '../../../../../src/store/embedded/partition.ts';

const NO_BYTES = Buffer.alloc(0);

/** A write of an item with one attribute, or its removal. */
function change(sk: string, v: string | undefined): PlacedItem {
  if (v === undefined) return { sk, bytes: NO_BYTES, start: 0, end: GONE };
  return { sk, ...encodeAttributes({ pk: 'p', sk, v }, (value) => value) };
}

const pk = fc.constantFrom('B#---0j3RQz0ZXmrD82R5Rhd', 'E#01M7YNDXP0ZHW03X72A8H7G1H4', 'R#1', 'p');
const sk = fc.oneof(
  fc.constantFrom('#', '\0', 'a', 'aa', 'ab', 'b', '\uffff', '\u{10000}'),
  fc.integer({ min: 1, max: 40 }).map((number) => `person-${number}\t01M7YNKKGAC9XZZXYM1SRRVX4N.0057`),
);
const v = fc.option(
  fc.oneof(
    fc.string(),
    // From one value of the partition to a key each.
    fc.integer({ min: 1, max: 2 * PARTITION_BYTES }).map((length) => 'x'.repeat(length)),
  ),
  { nil: undefined },
);
const changes = fc.dictionary(sk, v).map((map) => Object.entries(map).sort(([a], [b]) => compareUtf8(a, b)));

describe('Base', () => {
  let directory: string;
  let base: Base;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'entity-data-base-'));
    base = new Base(join(directory, 'base.mdb'));
  });
  afterEach(async () => {
    await base.close();
    rmSync(directory, { recursive: true });
  });

  it('has what was written last, whether a partition is small or large', () => {
    let round = 0;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(pk, changes), { maxLength: 12 }),
        sk,
        sk,
        fc.boolean(),
        (steps, prefix, from, isBehind) => {
          // Partitions of its own for every run.
          round++;
          const name = (pk: string) => (pk.length === 1 ? `${pk}${round}` : pk);
          const expected = new Map<string, Map<string, string>>();
          base.transaction(() => {
            for (const one of ['B#---0j3RQz0ZXmrD82R5Rhd', 'E#01M7YNDXP0ZHW03X72A8H7G1H4', 'R#1', 'p']) {
              const there = [...base.items(name(one), '', '', false)].map(({ sk }) => change(sk, undefined));
              base.write(name(one), there);
            }
            for (const [pk, entries] of steps) {
              base.write(
                name(pk),
                entries.map(([sk, v]) => change(sk, v)),
              );
              const items = expected.get(pk) ?? new Map<string, string>();
              expected.set(pk, items);
              for (const [sk, v] of entries) {
                if (v === undefined) items.delete(sk);
                else items.set(sk, v);
              }
            }
          });
          base.refresh();

          for (const one of ['B#---0j3RQz0ZXmrD82R5Rhd', 'E#01M7YNDXP0ZHW03X72A8H7G1H4', 'R#1', 'p']) {
            const items = [...(expected.get(one) ?? [])].sort(([a], [b]) => compareUtf8(a, b));
            const read = (...range: [string, string, boolean]) =>
              [...base.items(name(one), ...range)].map(({ sk, attributes }) => [sk, attributes['v']]);
            expect(read('', '', false)).toEqual(items);
            expect(read('', from, isBehind)).toEqual(
              items.filter(([sk]) => (isBehind ? compareUtf8(sk, from) > 0 : compareUtf8(sk, from) >= 0)),
            );
            expect(read(prefix, prefix, false)).toEqual(items.filter(([sk]) => sk.startsWith(prefix)));
            for (const sk of ['#', 'a', 'b', ...items.map(([sk]) => sk)]) {
              expect(base.get(name(one), sk)?.['v']).toBe(expected.get(one)?.get(sk));
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('holds one large item, and others beside it', () => {
    const large = 'x'.repeat(300_000);
    const write = (...items: PlacedItem[]) => base.transaction(() => base.write('p', items));

    write(change('b', large));
    expect(base.get('p', 'b')).toEqual({ v: large });
    write(change('a', 'small'), change('c', large));
    write(change('b', undefined));

    base.refresh();
    expect([...base.items('p', '', '', false)].map(({ sk }) => sk)).toEqual(['a', 'c']);
    expect(base.get('p', 'a')).toEqual({ v: 'small' });
    expect(base.get('p', 'b')).toBeUndefined();
    expect(base.get('p', 'c')).toEqual({ v: large });
  });
});
