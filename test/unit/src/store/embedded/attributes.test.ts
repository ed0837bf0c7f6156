import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decodeAttributes, encodeAttributes } from '../../../../../src/store/embedded/attributes.ts';
import type { Item, Value } from '../../../../../src/store/port.ts';

const ulid = fc.stringMatching(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
const near = fc.stringMatching(/^01M7YNKKG[AB]C9XZZXYM1SRRVX[0-9A-Z]{2}$/);
const id = fc.oneof(
  ulid,
  near,
  near.map((text) => `${text}.0057`),
  near.map((text) => `${text} ${text}`),
  near.map((text) => text.toLowerCase()),
  fc.stringMatching(/^[0-9A-Za-z_-]{22}$/),
  fc.stringMatching(/^[0-9A-Za-z_-]{43}$/),
  fc.stringMatching(/^[0-9A-Za-z_.-]{20,45}$/),
);
const text = fc.oneof(
  id,
  fc.string({ unit: 'binary' }),
  fc.integer({ min: 0, max: 140_000 }).map((length) => 'x'.repeat(length)),
  fc.integer({ min: 0, max: 300 }).map((length) => 'ä'.repeat(length)),
);
const name = fc.oneof(
  fc.constantFrom('n', 'v', '', 'ä', '__proto__', 'constructor', '\x7f', '\x80', 'x'.repeat(126), 'x'.repeat(127)),
  fc.string({ unit: 'binary' }),
);
const number = fc.oneof(
  fc.constantFrom(0, 31, 32, 255, 256, 65_535, 65_536, 2 ** 32 - 1, 2 ** 32, -1, 0.5, 2 ** 53 - 1, -(2 ** 53) + 1),
  fc.double({ noNaN: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
  fc.maxSafeInteger(),
);
const leaf = fc.oneof(fc.constantFrom(null, true, false), number, text);
const value = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { weight: 4, arbitrary: leaf },
    { weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 40 }) },
    { weight: 1, arbitrary: fc.dictionary(name, tie('value'), { maxKeys: 20 }) },
  ),
})).value;
const sk = fc.oneof(
  near.map((text) => `s-1\t${text}.0001`),
  near.map((text) => `R#${text}`),
  fc.constantFrom('#', 'R#', 'C#01M7YNKKGAC9XZZXYM1SRRVX4N', 'a\t', '\t01M7YNKKGAC9XZZXYM1SRRVX4', 'x'),
  fc.string({ unit: 'binary', minLength: 1 }),
);
const attributes = fc
  .dictionary(name, value, { maxKeys: 20 })
  .filter((map) => !('pk' in map) && !('sk' in map))
  // As JSON.parse makes it: `__proto__` is a member like any other.
  .map((map) => JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(map)))) as Record<string, Value>);

const encoded = (map: Record<string, Value>, sortKey: string): Buffer => {
  const item = Object.fromEntries([['pk', 'p'], ['sk', sortKey], ...Object.entries(map)]) as Item;
  const { bytes, start, end } = encodeAttributes(item, (one) => one);
  return bytes.subarray(start, end);
};

describe('encodeAttributes', () => {
  it('gives every item back, in the order of its attributes', () => {
    fc.assert(
      fc.property(attributes, sk, (map, sortKey) => {
        const bytes = encoded(map, sortKey);
        const behind = Buffer.concat([Buffer.from('zz'), bytes, Buffer.from('zz')]);

        const read = decodeAttributes(behind, 2, 2 + bytes.length, sortKey);

        expect(Object.entries(read)).toEqual(Object.entries(map));
        expect(JSON.stringify(read)).toBe(JSON.stringify(map));
      }),
      { numRuns: 300 },
    );
  });

  it('keeps one item apart from another', () => {
    fc.assert(
      fc.property(attributes, attributes, sk, (a, b, sortKey) => {
        expect(encoded(a, sortKey).equals(encoded(b, sortKey))).toBe(JSON.stringify(a) === JSON.stringify(b));
      }),
    );
  });

  it('stores what the caller exchanges a value for', () => {
    const { bytes, start, end } = encodeAttributes({ pk: 'p', sk: 's', a: 1, b: 'x' }, (one) => (one === 1 ? 2 : one));

    expect(decodeAttributes(bytes, start, end, 's')).toEqual({ a: 2, b: 'x' });
  });

  it('leaves what it gave before as it is', () => {
    const early = Array.from({ length: 3_000 }, (_, number) => encoded({ v: `${number} ${'x'.repeat(50)}` }, '#'));
    encoded({ v: 'x'.repeat(300_000) }, '#');
    encoded({ v: 'y'.repeat(60_000) }, '#');

    const read = early.map((bytes) => decodeAttributes(bytes, 0, bytes.length, '#')['v']);

    expect(read).toEqual(early.map((_, number) => `${number} ${'x'.repeat(50)}`));
  });

  it('is not confused by an item that could not be encoded', () => {
    expect(() =>
      encodeAttributes({ pk: 'p', sk: 's', a: '01M7YNKKGAC9XZZXYM1SRRVX4N', b: 1 }, (one) => {
        if (one === 1) throw new Error('not this');
        return one;
      }),
    ).toThrow('not this');

    const bytes = encoded({ n: '01M7YNKKGAC9XZZXYM1SRRVX4N' }, '#');
    expect(decodeAttributes(bytes, 0, bytes.length, '#')).toEqual({ n: '01M7YNKKGAC9XZZXYM1SRRVX4N' });
  });

  it('takes few bytes for the items of the table', () => {
    const posting = { n: '01M7YNKKGB12Q2CRFYNWV6CCT8', v: [['kailee'], ['1973-06-17']] };
    // The fragment is of another moment than the operation in the sort key, or of the same.
    expect(encoded(posting, 's1-363456\t01M7YNKKGAC9XZZXYM1SRRVX4N.0057')).toHaveLength(35);
    expect(encoded(posting, 's1-363456\t01M7YNKKGB12Q2CRFYNWV6CCT3.0057')).toHaveLength(26);
    expect(encoded({}, 'R#s1-0')).toHaveLength(0);
  });
});
