import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { packedTextBytes, packText, unpackText } from '../../../../../src/store/embedded/packed-text.ts';

const ulid = fc.stringMatching(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
/** Pieces of which ids are made, and what nearly looks like them. */
const piece = fc.oneof(
  ulid,
  ulid.map((text) => text.toLowerCase()),
  ulid.map((text) => `8${text.slice(1)}`),
  ulid.map((text) => text.slice(0, 25)),
  fc.constantFrom(
    '#',
    '\t',
    '~',
    ' ',
    '.',
    'R#',
    '.0057',
    '.005',
    '.00570',
    '.12a4',
    '0',
    '7',
    'ä',
    '\u{10ffff}',
    '\0',
  ),
  fc.string({ unit: 'binary' }),
);
const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));

const packed = (one: string): Buffer => {
  const target = Buffer.alloc(packedTextBytes(one) + 2, 0xaa);
  const end = packText(one, target, 1);
  expect(end).toBeLessThanOrEqual(packedTextBytes(one) + 1);
  return target.subarray(1, end);
};

describe('packText', () => {
  it('gives every text back', () => {
    fc.assert(
      fc.property(text, (one) => {
        const bytes = packed(one);
        const behind = Buffer.concat([Buffer.from('zz'), bytes, Buffer.from('zz')]);

        expect(unpackText(behind, 2, 2 + bytes.length)).toBe(one);
      }),
      { numRuns: 500 },
    );
  });

  it('is never longer than the text', () => {
    fc.assert(
      fc.property(text, (one) => {
        expect(packed(one).length).toBeLessThanOrEqual(Buffer.byteLength(one));
      }),
    );
  });

  it('packs the ids in the sort keys of the table', () => {
    expect(packed('person-1\t01M7YNKKGAC9XZZXYM1SRRVX4N.0057')).toHaveLength(9 + 1 + 16 + 2);
    expect(packed('C#01M7YNKKGAC9XZZXYM1SRRVX4N')).toHaveLength(2 + 1 + 16);
    expect(packed('01M7YNKKGAC9XZZXYM1SRRVX4N.0057~01M7YNKKGAC9XZZXYM1SRRVX4N')).toHaveLength(19 + 1 + 17);
  });

  it('gives long texts back', () => {
    for (const length of [1_023, 1_024, 1_025, 5_000]) {
      const one = '01M7YNKKGAC9XZZXYM1SRRVX4N'.padEnd(length, 'ä');
      const bytes = packed(one);
      expect(unpackText(bytes, 0, bytes.length)).toBe(one);
    }
  });
});
