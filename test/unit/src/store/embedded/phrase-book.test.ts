import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PhraseBook, phrasesOf, roomFor, valueBytes } from '../../../../../src/store/embedded/phrase-book.ts';

const record = (number: number) =>
  Buffer.from(
    JSON.stringify({
      id: `person-${number}`,
      firstName: `Given${number * 7}`,
      lastName: `Family${number * 13}`,
      dateOfBirth: `19${10 + (number % 80)}-02-0${1 + (number % 9)}`,
      street: `${number} ${number % 2 === 0 ? 'Station Road' : 'Church Lane'}`,
    }),
  );
const records = Array.from({ length: 100 }, (_, number) => record(number));

/** The packed value between other bytes; undefined where it would not be smaller. */
function packed(book: PhraseBook, value: Buffer): Buffer | undefined {
  const target = Buffer.alloc(roomFor(value) + 2, 0xaa);
  const end = book.pack(value, target, 1);
  expect(target[roomFor(value) + 1]).toBe(0xaa);
  return end < 0 ? undefined : target.subarray(0, end);
}
function unpacked(book: PhraseBook, bytes: Buffer): Buffer {
  const target = Buffer.alloc(valueBytes(bytes, 1));
  book.unpack(Buffer.concat([bytes, Buffer.from('behind')]), 1, bytes.length, target);
  return target;
}

describe('PhraseBook', () => {
  it('gives every value back, and only what is smaller', () => {
    const bytes = fc.uint8Array({ max: 3, maxLength: 300 }).map((value) => Buffer.from(value));
    const long = fc.integer({ min: 0, max: 70_000 }).map((length) => Buffer.alloc(length, records[0]!));
    const value = fc.oneof(
      bytes,
      fc.uint8Array({ maxLength: 400 }).map(Buffer.from),
      fc.constantFrom(...records),
      long,
    );
    fc.assert(
      fc.property(fc.oneof(bytes, fc.constant(phrasesOf(records))), value, (phrases, one) => {
        const book = new PhraseBook(phrases);

        const result = packed(book, one);

        if (result === undefined) return;
        expect(result.length - 1).toBeLessThan(one.length);
        expect(unpacked(book, result).equals(one)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('writes what the values of a kind have in common in few bytes', () => {
    const book = new PhraseBook(phrasesOf(records));

    const result = packed(book, record(12_345))!;

    expect(unpacked(book, result).equals(record(12_345))).toBe(true);
    expect(result.length).toBeLessThan(0.7 * record(12_345).length);
  });

  it('leaves alone what has nothing in common with it', () => {
    const book = new PhraseBook(phrasesOf(records));

    expect(packed(book, Buffer.from('0123456789'.repeat(20)))).toBeUndefined();
    expect(packed(new PhraseBook(Buffer.alloc(0)), record(1))).toBeUndefined();
  });
});

describe('phrasesOf', () => {
  it('takes what many values have, once, and of no value what is its own', () => {
    const book = phrasesOf(records).toString();

    expect(book.split('","lastName":"')).toHaveLength(2);
    expect(book).toContain('Station Road');
    expect(book).not.toContain('Family1300');
  });

  it('takes nothing that fewer than twenty have: it may be the own of one who is erased', () => {
    const own = (count: number) =>
      Array.from({ length: 60 }, (_, number) =>
        Buffer.from(number < count ? 'ada.lovelace@example.org' : `${number}`.repeat(12)),
      );

    expect(phrasesOf(own(19)).toString()).not.toContain('lovelace');
    expect(phrasesOf(own(20)).toString()).toContain('lovelace');
  });

  it('is empty where values have nothing in common', () => {
    expect(phrasesOf([])).toHaveLength(0);
    expect(phrasesOf([Buffer.from('abcdefgh'), Buffer.from('ijklmnop'), Buffer.from('')])).toHaveLength(0);
  });

  it('takes no more than a book holds', () => {
    const values = Array.from({ length: 30 }, (_, number) =>
      Buffer.from(Array.from({ length: 4_000 }, (_, place) => (place * (1 + (number % 3))) % 251)),
    );

    expect(phrasesOf(values).length).toBeLessThanOrEqual(2_048);
  });
});
