import { describe, expect, it } from '@jest/globals';
import { BoundedCache } from '../../../../src/text/bounded-cache.ts';

describe('BoundedCache', () => {
  it('keeps what was used last when it is full', () => {
    const cache = new BoundedCache<number>(2);
    for (const [index, key] of ['a', 'b', 'c'].entries()) cache.set(key, index);
    expect(cache.get('a')).toBe(0);

    for (const key of ['d', 'e']) cache.set(key, 9);

    expect([cache.get('a'), cache.get('b')]).toEqual([0, undefined]);
  });

  it('keeps no long key, so that its memory is bounded whatever the texts', () => {
    const cache = new BoundedCache<number>(2);

    cache.set('x'.repeat(256), 1);
    cache.set('x'.repeat(257), 2);

    expect([cache.get('x'.repeat(256)), cache.get('x'.repeat(257))]).toEqual([1, undefined]);
  });
});
