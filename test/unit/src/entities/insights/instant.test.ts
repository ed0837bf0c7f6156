import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { instantOf, timeOf } from '../../../../../src/entities/insights/instant.ts';

describe('a moment', () => {
  it.each([
    ['1970-01-01T00:00:00Z', 0n],
    ['1970-01-01T00:00:00', 0n],
    ['1970-01-01 00:00:00.000000001Z', 1n],
    ['1970-01-01t01:00:00.5+01:00', 500_000_000n],
    ['1969-12-31T23:59:59-00:00', -1_000_000_000n],
    ['0001-01-01T00:00:00Z', -62_135_596_800_000_000_000n],
  ])('is read from %s', (text, nanoseconds) => {
    expect(timeOf(text)).toBe(nanoseconds);
  });

  it.each([
    '',
    '2024',
    '2023-02-29T00:00:00Z',
    '2024-01-01T24:00:00Z',
    '2024-01-01T00:00:60Z',
    '2024-01-01T00:00:00+24:00',
  ])('is not read from %j', (text) => {
    expect(timeOf(text)).toBeUndefined();
    expect(instantOf(text)).toBeUndefined();
  });

  it('may be a day, which begins in UTC', () => {
    expect(instantOf('1970-01-02')).toBe(86_400_000_000_000n);
    expect(instantOf('1970-02-30')).toBeUndefined();
    expect(instantOf(5)).toBeUndefined();
  });

  it('is the one that Date reads', () => {
    fc.assert(
      fc.property(
        fc.date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') }),
        (date) => {
          expect(timeOf(date.toISOString())).toBe(BigInt(date.getTime()) * 1_000_000n);
        },
      ),
    );
  });
});
