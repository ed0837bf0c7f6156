/**
 * Texts that are ids, in fewer bytes. A ULID (26 characters of Crockford's base 32) is 128 bits, a digest in base64url
 * six bits a character. Only what comes back as the very same text is packed: a ULID in small letters, or one beyond 128
 * bits, is not. The digits keep the order of their characters, so that packed ids lie in the order of their texts.
 */
export const ULID_CHARACTERS = 26;
export const ULID_BYTES = 16;

const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** base64url by the codes of its characters. */
const BASE64 = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';

const codesOf = (alphabet: string): Uint8Array => Uint8Array.from(alphabet, (character) => character.charCodeAt(0));

/** What a character stands for; -1 where it is no digit. */
function valuesOf(alphabet: string): Int8Array {
  const values = new Int8Array(128).fill(-1);
  for (const [value, code] of codesOf(alphabet).entries()) values[code] = value;
  return values;
}

const CODES_32 = codesOf(BASE32);
const CODES_64 = codesOf(BASE64);
const VALUES_32 = valuesOf(BASE32);
const VALUES_64 = valuesOf(BASE64);

/** The digit at a place of a text; negative where there is none. */
function digitAt(text: string, index: number, values: Int8Array): number {
  const code = text.charCodeAt(index);
  return code < 128 ? values[code]! : -1;
}

/** Writes the ULID that stands at a place of a text; answers whether there is one (if not, what it wrote is void). */
export function packULID(text: string, from: number, target: Uint8Array, at: number): boolean {
  const first = digitAt(text, from, VALUES_32);
  let all = first | (7 - first) | digitAt(text, from + 1, VALUES_32);
  if (all < 0) return false;
  target[at] = (first << 5) | digitAt(text, from + 1, VALUES_32);
  for (let index = from + 2, place = at + 1; place < at + ULID_BYTES; index += 8, place += 5) {
    const a = digitAt(text, index, VALUES_32);
    const b = digitAt(text, index + 1, VALUES_32);
    const c = digitAt(text, index + 2, VALUES_32);
    const d = digitAt(text, index + 3, VALUES_32);
    const e = digitAt(text, index + 4, VALUES_32);
    const f = digitAt(text, index + 5, VALUES_32);
    const g = digitAt(text, index + 6, VALUES_32);
    const h = digitAt(text, index + 7, VALUES_32);
    all = a | b | c | d | e | f | g | h;
    if (all < 0) return false;
    target[place] = (a << 3) | (b >> 2);
    target[place + 1] = (b << 6) | (c << 1) | (d >> 4);
    target[place + 2] = (d << 4) | (e >> 1);
    target[place + 3] = (e << 7) | (f << 2) | (g >> 3);
    target[place + 4] = (g << 5) | h;
  }
  return true;
}

const characters = new Uint8Array(ULID_CHARACTERS);

export function unpackULID(source: Uint8Array, at: number): string {
  const to = characters;
  to[0] = CODES_32[source[at]! >> 5]!;
  to[1] = CODES_32[source[at]! & 31]!;
  for (let place = at + 1, index = 2; index < ULID_CHARACTERS; place += 5, index += 8) {
    const a = source[place]!;
    const b = source[place + 1]!;
    const c = source[place + 2]!;
    const d = source[place + 3]!;
    const e = source[place + 4]!;
    to[index] = CODES_32[a >> 3]!;
    to[index + 1] = CODES_32[((a << 2) | (b >> 6)) & 31]!;
    to[index + 2] = CODES_32[(b >> 1) & 31]!;
    to[index + 3] = CODES_32[((b << 4) | (c >> 4)) & 31]!;
    to[index + 4] = CODES_32[((c << 1) | (d >> 7)) & 31]!;
    to[index + 5] = CODES_32[(d >> 2) & 31]!;
    to[index + 6] = CODES_32[((d << 3) | (e >> 5)) & 31]!;
    to[index + 7] = CODES_32[e & 31]!;
  }
  // One call with all of them makes the text without a detour; a loop would make 26 texts.
  return String.fromCharCode(
    to[0],
    to[1],
    to[2]!,
    to[3]!,
    to[4]!,
    to[5]!,
    to[6]!,
    to[7]!,
    to[8]!,
    to[9]!,
    to[10]!,
    to[11]!,
    to[12]!,
    to[13]!,
    to[14]!,
    to[15]!,
    to[16]!,
    to[17]!,
    to[18]!,
    to[19]!,
    to[20]!,
    to[21]!,
    to[22]!,
    to[23]!,
    to[24]!,
    to[25]!,
  );
}

/** Characters of the digests of this service: of keys (132 bits) and of contents (SHA-256). */
export const KEY_DIGEST_CHARACTERS = 22;
export const CONTENT_DIGEST_CHARACTERS = 43;

export const digestBytes = (characters: number): number => Math.ceil((characters * 6) / 8);

/** Writes some characters of base64url that stand at a place of a text; answers whether they are such. */
export function packDigest(text: string, from: number, length: number, target: Uint8Array, at: number): boolean {
  let bits = 0;
  let held = 0;
  let place = at;
  for (let index = from; index < from + length; index++) {
    const digit = digitAt(text, index, VALUES_64);
    if (digit < 0) return false;
    held = ((held << 6) | digit) & 0x3fff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      target[place++] = held >> bits;
    }
  }
  if (bits > 0) target[place] = held << (8 - bits);
  return true;
}

const digits = Buffer.alloc(CONTENT_DIGEST_CHARACTERS);

export function unpackDigest(source: Uint8Array, at: number, length: number): string {
  let bits = 0;
  let held = 0;
  let place = at;
  for (let index = 0; index < length; index++) {
    if (bits < 6) {
      held = ((held << 8) | source[place++]!) & 0x3fff;
      bits += 8;
    }
    bits -= 6;
    digits[index] = CODES_64[(held >> bits) & 63]!;
  }
  return digits.toString('latin1', 0, length);
}
