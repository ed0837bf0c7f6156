import { PACKED } from './partition.ts';
import { PhraseBook, phrasesOf, roomFor, valueBytes } from './phrase-book.ts';

/** Where the books are kept; whoever reads one does so in the midst of reading a value. */
export interface PhraseShelf {
  /** A copy of a book's bytes. */
  book(number: number): Buffer | undefined;
  put(number: number, bytes: Buffer): void;
}

/** Behind {@link PACKED} stands the number of the book, then the packed value. */
const HEAD_BYTES = 2;
const BOOKS = 16;
const SHORTEST_VALUE = 64;
/** Values of which a book is made, and how many there must be. */
const MOST_SAMPLES = 200;
const LEAST_SAMPLES = 50;
/** Where values shrink by less than this, a new book is made of them, once there are as many. */
const WORTH = 0.1;
const ENOUGH_VALUES = 2_000;

/**
 * The values of records, written with the phrases that many of them have. The first book is made of the records of the
 * first checkpoint that has some; another when records come that the last one does not help.
 */
export class Phrases {
  readonly #shelf: PhraseShelf;
  /** Books that were read, by their number, from 0. */
  readonly #books: (PhraseBook | undefined)[] = [];
  /** The book to write with; undefined: not known. */
  #newest: number | undefined;
  #samples: Buffer[] = [];
  #values = 0;
  #bytes = 0;
  #packedBytes = 0;
  #packed = Buffer.allocUnsafeSlow(4_096);
  #unpacked = Buffer.allocUnsafeSlow(4_096);

  constructor(shelf: PhraseShelf) {
    this.#shelf = shelf;
  }

  /** What was read last by {@link read}. */
  length = 0;

  /** A value as it was written, in a buffer that the next call overwrites; {@link length} of its bytes are the value. */
  read(value: Buffer, length: number): Buffer {
    this.length = length;
    if (length < HEAD_BYTES || value[0] !== PACKED) return value;
    const number = value[1]!;
    let source = value;
    let book = this.#books[number];
    if (book === undefined) {
      // To read the book overwrites the value.
      source = Buffer.from(value.subarray(0, length));
      book = this.#read(number);
    }
    this.length = valueBytes(source, HEAD_BYTES);
    if (this.#unpacked.length < this.length) this.#unpacked = Buffer.allocUnsafeSlow(this.length);
    book.unpack(source, HEAD_BYTES, length, this.#unpacked);
    return this.#unpacked;
  }

  /** A value as it is to be written; the buffer may be overwritten by the next call. */
  write(value: Buffer): Buffer {
    if (value.length < SHORTEST_VALUE) return value;
    this.#newest ??= this.#findNewest();
    this.#values++;
    this.#bytes += value.length;
    if (this.#samples.length < MOST_SAMPLES) this.#samples.push(Buffer.from(value));
    const book = this.#newest < 0 ? undefined : (this.#books[this.#newest] ?? this.#read(this.#newest));
    const packed = book === undefined ? value : this.#pack(value, book);
    this.#packedBytes += packed.length;
    return packed;
  }

  /** At the end of a checkpoint, within its last transaction: learns from what was written. */
  learn(): void {
    this.#newest ??= this.#findNewest();
    const isFirst = this.#newest < 0 && this.#samples.length >= LEAST_SAMPLES;
    const isOutgrown = this.#values >= ENOUGH_VALUES && this.#packedBytes > (1 - WORTH) * this.#bytes;
    if ((isFirst || isOutgrown) && this.#newest + 1 < BOOKS) {
      this.#shelf.put(this.#newest + 1, phrasesOf(this.#samples));
    }
    this.forget();
  }

  /** Others may have put books on the shelf, and what was put there may not have been committed. */
  forget(): void {
    this.#newest = undefined;
    this.#samples = [];
    this.#values = 0;
    this.#bytes = 0;
    this.#packedBytes = 0;
  }

  #pack(value: Buffer, book: PhraseBook): Buffer {
    const room = HEAD_BYTES + roomFor(value);
    if (this.#packed.length < room) this.#packed = Buffer.allocUnsafeSlow(room);
    const end = book.pack(value, this.#packed, HEAD_BYTES);
    if (end < 0) return value;
    this.#packed[0] = PACKED;
    this.#packed[1] = this.#newest!;
    return this.#packed.subarray(0, end);
  }

  #read(number: number): PhraseBook {
    const bytes = this.#shelf.book(number);
    if (bytes === undefined) throw new Error(`The database has no book of phrases ${number}`);
    const book = new PhraseBook(bytes);
    this.#books[number] = book;
    return book;
  }

  #findNewest(): number {
    let number = 0;
    while (number < BOOKS && this.#shelf.book(number) !== undefined) number++;
    return number - 1;
  }
}
