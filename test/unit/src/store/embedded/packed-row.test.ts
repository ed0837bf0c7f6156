import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { attributesIn, itemsIn, spreadMark, withItem } from '../../../../../src/store/embedded/packed-row.ts';

const text = fc.oneof(
  fc.constantFrom('a', 'a"', '"a', 'a\n', '\n\n', 'a\t', '\t', '\\', '\0', '*', 'a spread', '😀'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 4 }),
);
const attributes = fc.dictionary(text, text).map((map) => JSON.stringify(map));
const change = fc.record({ pk: text, sk: text, attributes: fc.option(attributes, { nil: undefined }) });

describe('a row of small partitions', () => {
  it('has what was put last of every item, whatever characters the keys have', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), text, (changes, other) => {
        let row = '';
        const table = new Map<string, Map<string, string>>();
        for (const { pk, sk, attributes } of changes) {
          row = withItem(row, { pk, sk }, attributes);
          const partition = table.get(pk) ?? new Map<string, string>();
          table.set(pk, partition);
          if (attributes === undefined) partition.delete(sk);
          else partition.set(sk, attributes);
        }
        for (const [pk, partition] of table) {
          expect(new Map(itemsIn(row, pk).map(({ sk, text }) => [sk, text]))).toEqual(partition);
          for (const { sk } of changes) expect(attributesIn(row, { pk, sk })).toBe(partition.get(sk));
          expect(row.includes(spreadMark(pk))).toBe(false);
        }
        if ([...table.values()].every(({ size }) => size === 0)) expect(row).toBe('');
        const marked = row + spreadMark(other);
        for (const pk of table.keys()) expect(marked.includes(spreadMark(pk))).toBe(pk === other);
      }),
    );
  });
});
