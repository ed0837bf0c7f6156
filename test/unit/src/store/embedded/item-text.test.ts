import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { itemOf, itemText } from '../../../../../src/store/embedded/item-text.ts';
import type { Item, Value } from '../../../../../src/store/port.ts';

const text = fc.string({ unit: 'binary' });
const name = fc.oneof(fc.constantFrom('n', '', 'ä', '__proto__', 'constructor', 'toJSON', '\0'), text);
const number = fc.oneof(
  fc.constantFrom(0, 255, 2 ** 32, -1, 0.5, 2 ** 53 - 1, -(2 ** 53) + 1),
  fc.double({ noNaN: true, min: 1e-130, max: 9.9e125 }),
  fc.maxSafeInteger(),
);
const value = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { weight: 4, arbitrary: fc.oneof(fc.constantFrom(null, true, false), number, text) },
    { weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 20 }) },
    { weight: 1, arbitrary: fc.dictionary(name, tie('value'), { maxKeys: 10 }) },
  ),
})).value;
// As JSON.parse makes it: `__proto__` is a member like any other.
const attributes = fc
  .dictionary(name, value, { maxKeys: 10 })
  .filter((map) => !('pk' in map) && !('sk' in map))
  .map((map) => JSON.parse(JSON.stringify(map)) as Record<string, Value>);

describe('itemText', () => {
  it('keeps every attribute, of a text without line breaks and tabs', () => {
    fc.assert(
      fc.property(attributes, (map) => {
        const item = Object.fromEntries([['pk', 'p'], ['sk', 's'], ...Object.entries(map)]) as Item;

        const stored = itemText(item);
        const { pk, sk, ...read } = itemOf({ pk: 'p', sk: 's' }, stored);

        expect([pk, sk]).toEqual(['p', 's']);
        expect(Object.entries(read)).toEqual(Object.entries(map));
        expect(stored).not.toMatch(/[\n\t]/);
      }),
    );
  });
});
