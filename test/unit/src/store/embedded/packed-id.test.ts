import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  CONTENT_DIGEST_CHARACTERS,
  digestBytes,
  KEY_DIGEST_CHARACTERS,
  packDigest,
  packULID,
  ULID_BYTES,
  unpackDigest,
  unpackULID,
} from '../../../../../src/store/embedded/packed-id.ts';

const ulid = fc.stringMatching(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
const digest = fc
  .constantFrom(KEY_DIGEST_CHARACTERS, CONTENT_DIGEST_CHARACTERS)
  .chain((length) => fc.stringMatching(new RegExp(`^[0-9A-Za-z_-]{${length}}$`)));

const packedULID = (text: string): Buffer | undefined => {
  const target = Buffer.alloc(ULID_BYTES + 2, 0xaa);
  const isPacked = packULID(`ab${text}`, 2, target, 1);
  // It keeps to its place.
  expect([target[0], target[ULID_BYTES + 1]]).toEqual([0xaa, 0xaa]);
  return isPacked ? target.subarray(1, ULID_BYTES + 1) : undefined;
};
const packedDigest = (text: string): Buffer | undefined => {
  const bytes = digestBytes(text.length);
  const target = Buffer.alloc(bytes + 2, 0xaa);
  const isPacked = packDigest(`ab${text}`, 2, text.length, target, 1);
  expect([target[0], target[bytes + 1]]).toEqual([0xaa, 0xaa]);
  return isPacked ? target.subarray(1, bytes + 1) : undefined;
};

describe('packULID', () => {
  it('packs into 16 bytes that are the same text again', () => {
    fc.assert(
      fc.property(ulid, (text) => {
        expect(unpackULID(packedULID(text)!, 0)).toBe(text);
      }),
    );
  });

  it('keeps the order', () => {
    fc.assert(
      fc.property(ulid, ulid, (a, b) => {
        expect(Buffer.compare(packedULID(a)!, packedULID(b)!)).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
  });

  it.each([
    ['7ZZZZZZZZZZZZZZZZZZZZZZZZZ', true],
    ['00000000000000000000000000', true],
    // More than 128 bits.
    ['80000000000000000000000000', false],
    ['ZZZZZZZZZZZZZZZZZZZZZZZZZZ', false],
    // Would come back in capitals.
    ['01m7ynkkgac9xzzxym1srrvx4n', false],
    ['01M7YNKKGAC9XZZXYM1SRRVX4n', false],
    // Crockford reads these as 1, 1, 0; U is no digit.
    ['01M7YNKKGAC9XZZXYM1SRRVX4I', false],
    ['01M7YNKKGAC9XZZXYM1SRRVX4L', false],
    ['01M7YNKKGAC9XZZXYM1SRRVX4O', false],
    ['01M7YNKKGAC9XZZXYM1SRRVX4U', false],
    ['01M7YNKKGAC9XZZXYM1SRRVX4', false],
    // The lower seven bits are those of a digit.
    ['01M7YNKKGAC9XZZXYM1SRRVX4\u00b0', false],
    ['\u0130' + '1M7YNKKGAC9XZZXYM1SRRVX4N', false],
  ])('takes %j: %j', (text, isPacked) => {
    expect(packedULID(text) !== undefined).toBe(isPacked);
  });

  it('takes nothing that has another character anywhere', () => {
    fc.assert(
      fc.property(ulid, fc.nat(25), fc.constantFrom('i', 'a', '-', '\u0131', '\0', ' '), (text, at, foreign) => {
        expect(packedULID(text.slice(0, at) + foreign + text.slice(at + 1))).toBeUndefined();
      }),
    );
  });
});

describe('packDigest', () => {
  it('packs six bits a character into the same text again', () => {
    fc.assert(
      fc.property(digest, (text) => {
        expect(unpackDigest(packedDigest(text)!, 0, text.length)).toBe(text);
      }),
    );
  });

  it('keeps the order', () => {
    fc.assert(
      fc.property(digest, digest, (a, b) => {
        fc.pre(a.length === b.length);
        expect(Buffer.compare(packedDigest(a)!, packedDigest(b)!)).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
  });

  it('takes nothing that has another character anywhere', () => {
    fc.assert(
      fc.property(digest, fc.nat(21), fc.constantFrom('=', '+', '/', '\u00b0', '\0', ' '), (text, at, foreign) => {
        expect(packedDigest(text.slice(0, at) + foreign + text.slice(at + 1))).toBeUndefined();
      }),
    );
  });
});
