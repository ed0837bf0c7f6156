/**
 * Phrases that most values of a kind have, such as the names of the fields of records, written as places in a book of
 * them. The book is made of values that are there already and is never changed. Of LZ77 (Ziv, Lempel: A universal
 * algorithm for sequential data compression, 1977) this is the part that helps with values of a few hundred bytes.
 *
 * A packed value is the length of the value in two bytes, and then pieces: a byte below 80 is one less than the number of
 * bytes that follow as they are; any other is 80 plus the length of a phrase, four less, and its place in the book
 * follows in two bytes.
 */
export class PhraseBook {
  readonly bytes: Buffer;
  /** Where a phrase stands, plus one, by a hash of its first bytes. */
  readonly #places = new Uint16Array(2 ** HASH_BITS);

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    for (let place = bytes.length - SHORTEST; place >= 0; place--) this.#places[hashAt(bytes, place)] = place + 1;
  }

  /**
   * Writes a value where there is room for {@link roomFor} it; answers where it ends, or -1 where that would not make it
   * smaller: what is written then is void.
   */
  pack(value: Buffer, target: Buffer, at: number): number {
    const { bytes } = this;
    const { length } = value;
    if (length > LONGEST_VALUE) return -1;
    let place = target.writeUInt16BE(length, at);
    let plain = 0;
    for (let index = 0; index + SHORTEST <= length; ) {
      const phrase = this.#places[hashAt(value, index)]! - 1;
      const common = phrase < 0 ? 0 : commonBytes(value, index, bytes, phrase);
      if (common < SHORTEST) {
        index++;
        continue;
      }
      place = writePlain(value, plain, index, target, place);
      target[place] = PHRASE + common - SHORTEST;
      target[place + 1] = phrase >>> 8;
      target[place + 2] = phrase & 0xff;
      place += PHRASE_BYTES;
      index += common;
      plain = index;
    }
    place = writePlain(value, plain, length, target, place);
    return place - at < length ? place : -1;
  }

  /** Reads a packed value into `target`, which has room for {@link valueBytes}. */
  unpack(source: Buffer, start: number, end: number, target: Buffer): void {
    const { bytes } = this;
    let to = 0;
    for (let place = start + LENGTH_BYTES; place < end; ) {
      const first = source[place]!;
      if (first < PHRASE) {
        const from = place + 1;
        const length = first + 1;
        for (let index = 0; index < length; index++) target[to + index] = source[from + index]!;
        to += length;
        place = from + length;
      } else {
        const phrase = (source[place + 1]! << 8) | source[place + 2]!;
        const length = first - PHRASE + SHORTEST;
        for (let index = 0; index < length; index++) target[to + index] = bytes[phrase + index]!;
        to += length;
        place += PHRASE_BYTES;
      }
    }
  }
}

/** A phrase and the beginning of what follows it need no more than the phrase had. */
export const roomFor = (value: Buffer): number => LENGTH_BYTES + value.length + Math.ceil(value.length / LONGEST_PLAIN);

/** Bytes of the value that is packed at a place. */
export const valueBytes = (source: Buffer, start: number): number => source.readUInt16BE(start);

const LENGTH_BYTES = 2;
const PHRASE = 0x80;
const PHRASE_BYTES = 3;
const SHORTEST = 4;
const LONGEST = 0xff - PHRASE + SHORTEST;
const LONGEST_PLAIN = PHRASE;
const LONGEST_VALUE = 0xffff;
const HASH_BITS = 12;
const FACTOR = 0x9e_37_79_b1;

function hashAt(bytes: Buffer, place: number): number {
  const word = bytes[place]! | (bytes[place + 1]! << 8) | (bytes[place + 2]! << 16) | (bytes[place + 3]! << 24);
  return Math.imul(word, FACTOR) >>> (32 - HASH_BITS);
}

function commonBytes(value: Buffer, index: number, bytes: Buffer, place: number): number {
  const most = Math.min(value.length - index, bytes.length - place, LONGEST);
  let common = 0;
  while (common < most && value[index + common] === bytes[place + common]) common++;
  return common;
}

function writePlain(value: Buffer, start: number, end: number, target: Buffer, at: number): number {
  let place = at;
  for (let from = start; from < end; from += LONGEST_PLAIN) {
    const length = Math.min(end - from, LONGEST_PLAIN);
    target[place++] = length - 1;
    for (let index = 0; index < length; index++) target[place++] = value[from + index]!;
  }
  return place;
}

/** What is counted. */
const GRAM = 6;
/** Shorter phrases gain little. */
const LEAST_GAIN = 8;
const BOOK_BYTES = 2_048;
/** Those that nearly all values have come first, then those of fewer; those of less than a tenth are not taken. */
const SHARES = [0.9, 0.5, 0.25, 0.1];
/** What fewer have may be somebody's own, and a book keeps it when they are erased. */
const LEAST_HOLDERS = 20;

/** A book of the phrases that many of some values have; empty where they have none. */
export function phrasesOf(values: readonly Buffer[]): Buffer {
  const texts = values.map((value) => value.toString('latin1'));
  const holders = new Map<string, number>();
  for (const text of texts) {
    const grams = new Set<string>();
    for (let place = 0; place + GRAM <= text.length; place++) grams.add(text.slice(place, place + GRAM));
    for (const gram of grams) holders.set(gram, (holders.get(gram) ?? 0) + 1);
  }
  let book = '';
  for (const share of SHARES) {
    const least = Math.max(LEAST_HOLDERS, share * texts.length);
    const known = book;
    // What the book has is not taken again with what stands beside it in fewer values.
    const isCommon = (gram: string) => holders.get(gram)! >= least && !known.includes(gram);
    const phrases = new Map<string, number>();
    for (const text of texts) {
      for (const phrase of commonPhrases(text, isCommon)) {
        if (phrase.length >= LEAST_GAIN) phrases.set(phrase, (phrases.get(phrase) ?? 0) + phrase.length);
      }
    }
    for (const [phrase] of [...phrases].sort(([, a], [, b]) => b - a)) {
      if (book.length + phrase.length <= BOOK_BYTES && !book.includes(phrase)) book += phrase;
    }
  }
  return Buffer.from(book, 'latin1');
}

/** The longest pieces of a text all of whose grams are common. */
function* commonPhrases(text: string, isCommon: (gram: string) => boolean): Generator<string, void, undefined> {
  let start = -1;
  for (let place = 0; place + GRAM <= text.length + 1; place++) {
    const common = place + GRAM <= text.length && isCommon(text.slice(place, place + GRAM));
    if (common && start < 0) start = place;
    if (!common && start >= 0) {
      yield text.slice(start, place - 1 + GRAM);
      start = -1;
    }
  }
}
