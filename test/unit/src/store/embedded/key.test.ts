import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  compareBytes,
  compareUtf8,
  hashOf,
  KeyBytes,
  LENGTH_BYTES,
  middleOf,
  writeText,
} from '../../../../../src/store/embedded/key.ts';

const text = fc.string({ unit: 'binary' });
const hard = fc.string({
  unit: fc.constantFrom('a', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{10ffff}'),
  maxLength: 4,
});

describe('compareUtf8', () => {
  it('orders texts as their UTF-8 bytes are ordered', () => {
    fc.assert(
      fc.property(fc.oneof(text, hard), fc.oneof(text, hard), (a, b) => {
        expect(Math.sign(compareUtf8(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
  });
});

describe('compareBytes', () => {
  it('orders bytes as Node does, wherever they stand', () => {
    fc.assert(
      fc.property(fc.uint8Array({ max: 2 }), fc.uint8Array({ max: 2 }), (a, b) => {
        const [left, right] = [Buffer.concat([Buffer.from('x'), a]), Buffer.concat([Buffer.from('yz'), b])];

        const order = compareBytes(left, 1, left.length, right, 2, right.length);

        expect(Math.sign(order)).toBe(Buffer.compare(a, b));
      }),
    );
  });
});

describe('writeText', () => {
  it('writes UTF-8, of short texts and of long ones', () => {
    const target = Buffer.alloc(2_000);
    fc.assert(
      fc.property(fc.oneof(text, hard, fc.string({ unit: 'binary', minLength: 60, maxLength: 200 })), (one) => {
        const end = writeText(target, one, 3);

        expect(target.subarray(3, end)).toEqual(Buffer.from(one));
      }),
    );
  });
});

describe('KeyBytes', () => {
  it('has the length of the partition key, the partition key and the sort key', () => {
    const key = new KeyBytes(7);
    fc.assert(
      fc.property(text, text, (pk, sk) => {
        key.set(pk, sk);

        expect(middleOf(key.bytes, 0)).toBe(key.middle);
        expect(key.bytes.toString('utf8', LENGTH_BYTES, key.middle)).toBe(pk);
        expect(key.bytes.toString('utf8', key.middle, key.end)).toBe(sk);
        expect(key.hash).toBe(hashOf(Buffer.from(pk), 0, Buffer.byteLength(pk), 7));
      }),
    );
  });
});
