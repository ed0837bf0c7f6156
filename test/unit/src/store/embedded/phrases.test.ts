import { beforeEach, describe, expect, it } from '@jest/globals';
import { type PhraseShelf, Phrases } from '../../../../../src/store/embedded/phrases.ts';

const value = (kind: string, number: number) =>
  Buffer.from(`\0${kind}1:${number},${kind}2:x${number},${kind}3:y${number},${kind}4:${number}`);

describe('Phrases', () => {
  let books: Buffer[];
  let shelf: PhraseShelf;
  beforeEach(() => {
    books = [];
    shelf = {
      book: (number) => books[number],
      put: (number, bytes) => {
        books[number] = Buffer.from(bytes);
      },
    };
  });

  const written = (phrases: Phrases, one: Buffer) => Buffer.from(phrases.write(one));
  const read = (phrases: Phrases, one: Buffer) => {
    // As LMDB gives it: in a longer buffer.
    const bytes = phrases.read(Buffer.concat([one, Buffer.from('behind')]), one.length);
    return Buffer.from(bytes.subarray(0, phrases.length));
  };
  const checkpoint = (phrases: Phrases, kind: string, count: number): Buffer[] => {
    const all = Array.from({ length: count }, (_, number) => written(phrases, value(kind, number)));
    phrases.learn();
    return all;
  };

  it('writes values as they are until it has learned from some', () => {
    const phrases = new Phrases(shelf);

    expect(checkpoint(phrases, 'first person', 40)).toEqual(
      Array.from({ length: 40 }, (_, number) => value('first person', number)),
    );
    expect(books).toHaveLength(0);
    checkpoint(phrases, 'first person', 60);

    expect(books).toHaveLength(1);
    const packed = written(phrases, value('first person', 7));
    expect(packed.length).toBeLessThan(0.7 * value('first person', 7).length);
    expect(read(phrases, packed)).toEqual(value('first person', 7));
  });

  it('reads what another process wrote', () => {
    const [here, there] = [new Phrases(shelf), new Phrases(shelf)];
    checkpoint(here, 'first person', 60);

    const packed = written(here, value('first person', 7));

    expect(read(there, packed)).toEqual(value('first person', 7));
    expect(written(there, value('first person', 7))).toEqual(packed);
  });

  it('reads what was written before a book that helps with other values', () => {
    const phrases = new Phrases(shelf);
    checkpoint(phrases, 'first person', 60);
    const early = written(phrases, value('first person', 7));

    checkpoint(phrases, 'organisation', 3_000);

    expect(books).toHaveLength(2);
    const late = written(phrases, value('organisation', 7));
    expect(late.length).toBeLessThan(0.7 * value('organisation', 7).length);
    expect(read(phrases, early)).toEqual(value('first person', 7));
    expect(read(phrases, late)).toEqual(value('organisation', 7));
  });

  it('makes no book without end', () => {
    const phrases = new Phrases(shelf);

    for (let kind = 0; kind < 20; kind++) checkpoint(phrases, `${kind}`.repeat(9), 2_100);

    expect(books.length).toBeLessThanOrEqual(16);
    expect(read(phrases, written(phrases, value('last', 1)))).toEqual(value('last', 1));
  });

  it('leaves short values and empty ones alone', () => {
    const phrases = new Phrases(shelf);
    checkpoint(phrases, 'first person', 60);

    for (const short of [Buffer.alloc(0), Buffer.from([1]), Buffer.from('short')]) {
      expect(written(phrases, short)).toEqual(short);
      expect(read(phrases, short)).toEqual(short);
    }
  });

  it('does not write with a book that was never committed', () => {
    const phrases = new Phrases(shelf);
    for (let number = 0; number < 60; number++) phrases.write(value('first person', number));
    phrases.learn();
    books.length = 0;

    phrases.forget();

    expect(written(phrases, value('first person', 7))).toEqual(value('first person', 7));
  });
});
