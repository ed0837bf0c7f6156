import { describe, expect, it } from '@jest/globals';
import { accepts } from '../../../../src/runtime/accept-encoding.ts';

describe('an answer', () => {
  it.each([
    [undefined, false],
    ['', false],
    ['gzip', true],
    ['GZIP', true],
    ['x-gzip', true],
    ['deflate, gzip;q=1.0, *;q=0.5', true],
    ['gzip;q=0', false],
    ['gzip; q=0.000, *', false],
    ['*', true],
    ['*;q=0', false],
    ['identity', false],
    ['br', false],
  ])('may be gzip after accept-encoding %j: %s', (header, accepted) => {
    expect(accepts('gzip', header)).toBe(accepted);
  });

  it.each([
    [undefined, false],
    ['gzip, deflate, br, zstd', true],
    ['br;q=0, *', false],
    ['gzip', false],
    ['*', true],
  ])('may be Brotli after accept-encoding %j: %s', (header, accepted) => {
    expect(accepts('br', header)).toBe(accepted);
  });
});
