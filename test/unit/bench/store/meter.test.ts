import { describe, expect, it } from '@jest/globals';
import { longestChain } from '../../../../bench/store/meter.ts';

const call = (began: number, ended: number) => ({ began, ended });

describe('longestChain', () => {
  it('counts calls that wait for one another', () => {
    expect(longestChain([call(1, 2), call(3, 4), call(5, 6)])).toBe(3);
  });

  it('counts calls side by side as one round, however they end', () => {
    expect(longestChain([call(1, 9), call(2, 4), call(3, 5), call(10, 11)])).toBe(2);
  });

  it('finds the longest of several ways', () => {
    expect(longestChain([call(1, 20), call(2, 3), call(4, 5), call(6, 7)])).toBe(3);
  });

  it('is nothing for no calls', () => {
    expect(longestChain([])).toBe(0);
  });
});
