import { packULID, ULID_BYTES, ULID_CHARACTERS, unpackULID } from './packed-id.ts';

/**
 * A text in which ULIDs are packed wherever they stand: its UTF-8, with marks that UTF-8 never contains. A mark stands
 * before a packed ULID, and another one says that `.` and four digits follow the ULID, as in an incarnation.
 */
const ULID = 0xf8;
const ULID_AND_NUMBER = 0xf9;

/** Longer texts are no ids, and are written as they are. */
const LONGEST = 1_024;
/** Bytes that a text may need at most. */
export const packedTextBytes = (text: string): number => text.length * 3;

const DIGIT_0 = 0x30;
const DIGIT_7 = 0x37;
const DIGIT_9 = 0x39;
const DOT = 0x2e;
const NUMBER_CHARACTERS = 5;

/** Whether a ULID may begin behind this character: the separators of the table's layout. */
const isSeparator = (code: number): boolean => code === 0x23 || code === 0x09 || code === 0x7e || code === 0x20;

/** Writes a text and answers where it ends. The same text is always written alike. */
export function packText(text: string, target: Buffer, at: number): number {
  const { length } = text;
  if (length > LONGEST) return at + target.write(text, at);
  let place = at;
  let before = 0x20;
  for (let index = 0; index < length; ) {
    const code = text.charCodeAt(index);
    if (code >= 0x80) return at + target.write(text, at);
    if (
      code >= DIGIT_0 &&
      code <= DIGIT_7 &&
      index + ULID_CHARACTERS <= length &&
      isSeparator(before) &&
      packULID(text, index, target, place + 1)
    ) {
      index += ULID_CHARACTERS;
      const number = numberAt(text, index);
      target[place] = number < 0 ? ULID : ULID_AND_NUMBER;
      place += 1 + ULID_BYTES;
      if (number >= 0) {
        target[place++] = number >> 8;
        target[place++] = number & 0xff;
        index += NUMBER_CHARACTERS;
      }
      before = 0;
    } else {
      target[place++] = code;
      before = code;
      index++;
    }
  }
  return place;
}

/** The number of `.` and four digits; -1 where there is something else. */
function numberAt(text: string, index: number): number {
  if (text.charCodeAt(index) !== DOT) return -1;
  let number = 0;
  for (let place = index + 1; place < index + NUMBER_CHARACTERS; place++) {
    const code = text.charCodeAt(place);
    // Beyond the end of the text it is NaN.
    if (!(code >= DIGIT_0 && code <= DIGIT_9)) return -1;
    number = number * 10 + code - DIGIT_0;
  }
  return number;
}

export function unpackText(source: Buffer, start: number, end: number): string {
  let text = '';
  let plain = start;
  for (let place = start; place < end; ) {
    const mark = source[place]!;
    if (mark !== ULID && mark !== ULID_AND_NUMBER) {
      place++;
      continue;
    }
    if (plain < place) text += source.toString('utf8', plain, place);
    text += unpackULID(source, place + 1);
    place += 1 + ULID_BYTES;
    if (mark === ULID_AND_NUMBER) {
      text += `.${String((source[place]! << 8) | source[place + 1]!).padStart(NUMBER_CHARACTERS - 1, '0')}`;
      place += 2;
    }
    plain = place;
  }
  if (plain === start) return source.toString('utf8', start, end);
  return plain < end ? text + source.toString('utf8', plain, end) : text;
}
