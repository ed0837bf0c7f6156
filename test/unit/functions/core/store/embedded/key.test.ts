import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compareUtf8, keyEncoder, readStoredKey } from '../../../../../../functions/core/store/embedded/key.ts';

const text = fc.string({ unit: 'binary' });

describe('compareUtf8', () => {
  it('orders texts as their UTF-8 bytes are ordered', () => {
    const hard = fc.string({
      unit: fc.constantFrom('a', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{10ffff}'),
      maxLength: 4,
    });
    fc.assert(
      fc.property(fc.oneof(text, hard), fc.oneof(text, hard), (a, b) => {
        expect(Math.sign(compareUtf8(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
  });
});

describe('keyEncoder', () => {
  it('writes keys that can be read again', () => {
    fc.assert(
      fc.property(text, text, (pk, sk) => {
        const target = Buffer.alloc(2_000);

        const end = keyEncoder.writeKey({ pk, sk }, target, 3);

        expect(readStoredKey(target, 3, end)).toEqual({ pk, sk });
        expect(keyEncoder.readKey(target, 3, end)).toBe(sk);
      }),
    );
  });

  it('writes the bytes of a key as they are', () => {
    const target = Buffer.alloc(10);

    const end = keyEncoder.writeKey(Buffer.from('key'), target, 2);

    expect(target.toString('utf8', 2, end)).toBe('key');
  });
});
