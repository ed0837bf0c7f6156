import { describe, expect, it } from '@jest/globals';
import { chunked } from '../../../../src/events/chunks.ts';

const sizes = (texts: readonly string[]) => chunked(texts, (text) => text).map((chunk) => chunk.length);

describe('chunked', () => {
  it('puts ten entries into one call, in their order', () => {
    const texts = Array.from({ length: 23 }, (_, index) => String(index));

    expect(sizes(texts)).toEqual([10, 10, 3]);
    expect(chunked(texts, (text) => text).flat()).toEqual(texts);
  });

  it('sends no more bytes in one call than the services take', () => {
    const large = 'ü'.repeat(50_000);

    expect(sizes([large, large, large, 'small', 'ü'.repeat(130_000), 'small'])).toEqual([2, 2, 1, 1]);
  });

  it('sends nothing for nothing', () => {
    expect(sizes([])).toEqual([]);
  });
});
