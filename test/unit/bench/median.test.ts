import { describe, expect, it } from '@jest/globals';
import { medianOf } from '../../../bench/median.ts';

describe('the median of rounds', () => {
  it('is that of every number in its place, however deep', () => {
    const round = (rate: number, p50: number, p95: number, took: readonly number[]) => ({
      name: 'a',
      rate,
      latency: { p50, p95 },
      sizes: took.map((took, index) => ({ stored: index + 1, took })),
    });

    expect(medianOf([round(3, 10, 90, [5, 1]), round(9, 30, 70, [4, 2]), round(1, 20, 80, [6, 3])])).toEqual(
      round(3, 20, 80, [5, 2]),
    );
  });

  it('takes the keys of all maps, each with the values that there are', () => {
    const rounds = [
      new Map([['a', 1]]),
      new Map([['b', 7]]),
      new Map([
        ['a', 3],
        ['b', 5],
      ]),
    ];

    expect(medianOf(rounds)).toEqual(
      new Map([
        ['a', 1],
        ['b', 5],
      ]),
    );
  });

  it('leaves one round as it is, and what was not measured', () => {
    const round = { operations: undefined, peak: undefined, text: 'x', list: [1, null] };

    expect(medianOf([round])).toEqual(round);
  });
});
