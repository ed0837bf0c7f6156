import type { Item, Value } from '../port.ts';
import {
  CONTENT_DIGEST_CHARACTERS,
  digestBytes,
  KEY_DIGEST_CHARACTERS,
  packDigest,
  packULID,
  ULID_BYTES,
  ULID_CHARACTERS,
  unpackDigest,
  unpackULID,
} from './packed-id.ts';
import { packedTextBytes, packText, unpackText } from './packed-text.ts';

/**
 * The attributes of an item as bytes: name, value, name, value, to the end. In the manner of MessagePack, a value's first
 * byte says what it is and, where that is small, how much; besides, texts that are ids are packed. Of two ULIDs that are
 * made in one moment by one process most bytes are the same: the second is written as what differs from the first. The
 * first may be in the sort key, so that the attributes can be read with their sort key only.
 *
 * | first byte | value |
 * |---|---|
 * | 00–3F | text of so many bytes |
 * | 40–5F | list of so many values |
 * | 60–6F | map of so many names and values |
 * | 70–8F | whole number from 0 |
 * | 90–99 | null, false, true; number of 1, 2 or 4 bytes from 0; number of 8 bytes; text of 2 or 4 bytes of length; list, map of 4 bytes of count |
 * | 9A–9E | ULID: whole, like the last but for 2 bytes, like the last but for 11; digest of 22 characters, of 43 |
 * | 9F–FF | text with packed ULIDs, of so many bytes |
 *
 * A name of one character (below 80) is that byte, another one 80 plus its bytes of UTF-8 or, from 127 of them, FF and four
 * bytes of length.
 */
const LIST = 0x40;
const MAP = 0x60;
const SMALL_NUMBER = 0x70;
const NULL = 0x90;
const FALSE = 0x91;
const TRUE = 0x92;
const NUMBER_1 = 0x93;
const NUMBER_2 = 0x94;
const NUMBER_4 = 0x95;
const NUMBER_8 = 0x96;
const TEXT_2 = 0x97;
const TEXT_4 = 0x98;
const MANY = 0x99;
const WHOLE_ULID = 0x9a;
const ULID_BUT_2 = 0x9b;
const ULID_BUT_11 = 0x9c;
const KEY_DIGEST = 0x9d;
const CONTENT_DIGEST = 0x9e;
const PACKED_TEXT = 0x9f;

const SHORT_TEXT_BYTES = LIST;
const SHORT_LIST = MAP - LIST;
const SHORT_MAP = SMALL_NUMBER - MAP;
const SMALL_NUMBERS = NULL - SMALL_NUMBER;
const PACKED_TEXT_BYTES = 0x100 - PACKED_TEXT;
const LONG_NAME = 0xff;
const NAME = 0x80;
const NAME_BYTES = LONG_NAME - NAME;

export type Attributes = { [name: string]: Value };

/** The attributes of an item: some bytes of many. */
export interface Encoded {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/** Items are written one behind the other, so that there is not a buffer for each of them. */
const SLAB_BYTES = 65_536;
let target = Buffer.allocUnsafeSlow(SLAB_BYTES);
/** Where the item at hand begins, and where its next byte goes. */
let begin = 0;
let at = 0;

/** The ULID that stood last, before the value at hand. */
const last = new Uint8Array(ULID_BYTES);
const TAB = '\t';

/** The ULID that the sort key ends with, if any: as in the key of a posting, or of a child. Zeros are as good as any. */
function beginWith(sk: string): void {
  const from = sk.charCodeAt(1) === 0x23 ? 2 : sk.lastIndexOf(TAB) + 1;
  if (sk.length < from + ULID_CHARACTERS || !packULID(sk, from, last, 0)) last.fill(0);
}

/** The bytes of an item's attributes without its key; `storedAs` may exchange a value for what is to be stored. */
export function encodeAttributes(item: Item, storedAs: (value: Value) => Value): Encoded {
  begin = at;
  hasBegun = false;
  sortKey = item.sk;
  try {
    for (const name in item) {
      if (name === 'pk' || name === 'sk') continue;
      writeName(name);
      writeValue(storedAs(item[name] as Value));
    }
  } catch (error) {
    at = begin;
    throw error;
  }
  return { bytes: target, start: begin, end: at };
}

/** Most items have no ULID in their attributes: that of the sort key is looked for when it is needed. */
let sortKey = '';
let hasBegun = false;

function reserve(bytes: number): void {
  if (at + bytes <= target.length) return;
  // What was returned from the old one stays there.
  const next = Buffer.allocUnsafeSlow(Math.max(2 * (at - begin + bytes), SLAB_BYTES));
  target.copy(next, 0, begin, at);
  at -= begin;
  begin = 0;
  target = next;
}

function writeName(name: string): void {
  const code = name.charCodeAt(0);
  if (name.length === 1 && code < NAME) {
    reserve(1);
    target[at++] = code;
    return;
  }
  reserve(5 + packedTextBytes(name));
  const bytes = Buffer.byteLength(name);
  if (bytes < NAME_BYTES) {
    target[at++] = NAME + bytes;
  } else {
    target[at++] = LONG_NAME;
    at = target.writeUInt32BE(bytes, at);
  }
  at += target.write(name, at);
}

function writeValue(value: Value): void {
  if (typeof value === 'string') writeText(value);
  else if (typeof value === 'number') writeNumber(value);
  else writeOther(value);
}

function writeOther(value: Exclude<Value, string | number>): void {
  reserve(6);
  if (value === null) {
    target[at++] = NULL;
  } else if (typeof value === 'boolean') {
    target[at++] = value ? TRUE : FALSE;
  } else if (Array.isArray(value)) {
    writeCount(value.length, LIST, SHORT_LIST);
    for (const element of value as readonly Value[]) writeValue(element);
  } else {
    const names = Object.keys(value);
    writeCount(names.length, MAP, SHORT_MAP);
    for (const name of names) {
      writeName(name);
      writeValue((value as Attributes)[name]!);
    }
  }
}

function writeCount(count: number, kind: number, limit: number): void {
  if (count < limit) {
    target[at++] = kind + count;
    return;
  }
  target[at++] = MANY;
  target[at++] = kind;
  at = target.writeUInt32BE(count, at);
}

function writeNumber(value: number): void {
  reserve(9);
  if (value >>> 0 !== value) {
    target[at++] = NUMBER_8;
    at = target.writeDoubleBE(value, at);
  } else if (value < SMALL_NUMBERS) {
    target[at++] = SMALL_NUMBER + value;
  } else if (value < 0x100) {
    target[at++] = NUMBER_1;
    target[at++] = value;
  } else if (value < 0x1_0000) {
    target[at++] = NUMBER_2;
    at = target.writeUInt16BE(value, at);
  } else {
    target[at++] = NUMBER_4;
    at = target.writeUInt32BE(value, at);
  }
}

function writeText(text: string): void {
  const { length } = text;
  reserve(5 + packedTextBytes(text));
  if (length >= KEY_DIGEST_CHARACTERS && length <= PACKED_TEXT_BYTES && writeID(text)) return;
  if (length < SHORT_TEXT_BYTES && writeShortText(text)) return;
  const first = at;
  const isShort = length * 3 <= 0xffff;
  at += isShort ? 3 : 5;
  const bytes = target.write(text, at);
  at += bytes;
  if (bytes < SHORT_TEXT_BYTES) {
    target[first] = bytes;
    target.copyWithin(first + 1, first + 3, at);
    at -= 2;
  } else if (isShort) {
    target[first] = TEXT_2;
    target.writeUInt16BE(bytes, first + 1);
  } else {
    target[first] = TEXT_4;
    target.writeUInt32BE(bytes, first + 1);
  }
}

/** Writes a text if it is of single bytes; leaves no trace if not. */
function writeShortText(text: string): boolean {
  const { length } = text;
  const start = at + 1;
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 0x80) return false;
    target[start + index] = code;
  }
  target[at] = length;
  at = start + length;
  return true;
}

/** Writes a text that is an id, or begins with one; leaves no trace if it is none. */
function writeID(text: string): boolean {
  const { length } = text;
  if (length < ULID_CHARACTERS) {
    if (length !== KEY_DIGEST_CHARACTERS || !packDigest(text, 0, length, target, at + 1)) return false;
    target[at] = KEY_DIGEST;
    at += 1 + digestBytes(length);
    return true;
  }
  if (packULID(text, 0, target, at + 1)) {
    if (length === ULID_CHARACTERS) writeULID();
    else return writePackedText(text);
    return true;
  }
  if (length !== CONTENT_DIGEST_CHARACTERS || !packDigest(text, 0, length, target, at + 1)) return false;
  target[at] = CONTENT_DIGEST;
  at += 1 + digestBytes(length);
  return true;
}

/** The ULID is in place behind the first byte. */
function writeULID(): void {
  if (!hasBegun) {
    beginWith(sortKey);
    hasBegun = true;
  }
  const start = at + 1;
  let same = 0;
  while (same < ULID_BYTES - 2 && target[start + same] === last[same]) same++;
  for (let index = same; index < ULID_BYTES; index++) last[index] = target[start + index]!;
  if (same === ULID_BYTES - 2) {
    target[at] = ULID_BUT_2;
    target[start] = last[ULID_BYTES - 2]!;
    target[start + 1] = last[ULID_BYTES - 1]!;
    at = start + 2;
  } else if (same >= ULID_BYTES - 11) {
    target[at] = ULID_BUT_11;
    target.copyWithin(start, start + ULID_BYTES - 11, start + ULID_BYTES);
    at = start + 11;
  } else {
    target[at] = WHOLE_ULID;
    at = start + ULID_BYTES;
  }
}

function writePackedText(text: string): boolean {
  const end = packText(text, target, at + 1);
  const bytes = end - at - 1;
  if (bytes >= PACKED_TEXT_BYTES) return false;
  target[at] = PACKED_TEXT + bytes;
  at = end;
  return true;
}

let source: Buffer = target;
let place = 0;

/** Reads what {@link encodeAttributes} wrote for an item with this sort key, into a map of its own. */
export function decodeAttributes(bytes: Buffer, start: number, end: number, sk: string): Attributes {
  source = bytes;
  place = start;
  hasBegun = false;
  sortKey = sk;
  const attributes: Attributes = {};
  while (place < end) {
    const name = readName();
    setOwn(attributes, name, readValue());
  }
  return attributes;
}

/** What would be the prototype of a map is an attribute like any other. */
function setOwn(map: Attributes, name: string, value: Value): void {
  if (name === '__proto__') {
    Object.defineProperty(map, name, { value, writable: true, enumerable: true, configurable: true });
  } else {
    map[name] = value;
  }
}

/** Names come again and again: one text for each of those of one character. */
const NAMES = Array.from({ length: NAME }, (_, code) => String.fromCharCode(code));

function readName(): string {
  const first = source[place++]!;
  if (first < NAME) return NAMES[first]!;
  let bytes = first - NAME;
  if (first === LONG_NAME) {
    bytes = source.readUInt32BE(place);
    place += 4;
  }
  return readText(bytes);
}

function readText(bytes: number): string {
  const start = place;
  place += bytes;
  return source.toString('utf8', start, place);
}

function readValue(): Value {
  const first = source[place++]!;
  if (first < SHORT_TEXT_BYTES) return readText(first);
  if (first < MAP) return readList(first - LIST);
  if (first < SMALL_NUMBER) return readMap(first - MAP);
  if (first < NULL) return first - SMALL_NUMBER;
  if (first >= PACKED_TEXT) {
    const start = place;
    place += first - PACKED_TEXT;
    return unpackText(source, start, place);
  }
  return readOther(first);
}

function readList(count: number): Value {
  const list = new Array<Value>(count);
  for (let index = 0; index < count; index++) list[index] = readValue();
  return list;
}

function readMap(count: number): Value {
  const map: Attributes = {};
  for (let index = 0; index < count; index++) {
    const name = readName();
    setOwn(map, name, readValue());
  }
  return map;
}

function readOther(first: number): Value {
  const start = place;
  switch (first) {
    case NULL:
      return null;
    case FALSE:
      return false;
    case TRUE:
      return true;
    case NUMBER_1:
      place += 1;
      return source[start]!;
    case NUMBER_2:
      place += 2;
      return source.readUInt16BE(start);
    case NUMBER_4:
      place += 4;
      return source.readUInt32BE(start);
    case NUMBER_8:
      place += 8;
      return source.readDoubleBE(start);
    case TEXT_2:
      place += 2;
      return readText(source.readUInt16BE(start));
    case TEXT_4:
      place += 4;
      return readText(source.readUInt32BE(start));
    case MANY: {
      place += 5;
      const count = source.readUInt32BE(start + 1);
      return source[start] === LIST ? readList(count) : readMap(count);
    }
    case KEY_DIGEST:
      place += digestBytes(KEY_DIGEST_CHARACTERS);
      return unpackDigest(source, start, KEY_DIGEST_CHARACTERS);
    case CONTENT_DIGEST:
      place += digestBytes(CONTENT_DIGEST_CHARACTERS);
      return unpackDigest(source, start, CONTENT_DIGEST_CHARACTERS);
    default:
      return readULID(first);
  }
}

function readULID(first: number): string {
  if (!hasBegun) {
    beginWith(sortKey);
    hasBegun = true;
  }
  const bytes = first === WHOLE_ULID ? ULID_BYTES : first === ULID_BUT_2 ? 2 : 11;
  for (let index = ULID_BYTES - bytes; index < ULID_BYTES; index++) last[index] = source[place++]!;
  return unpackULID(last, 0);
}
