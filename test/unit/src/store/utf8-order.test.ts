import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compareUtf8 } from '../../../../src/store/utf8-order.ts';

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
