import { describe, expect, it } from '@jest/globals';
import { medianOf } from '../../../bench/median.ts';

describe('the median of rounds', () => {
  it('is that of every number in its place, however deep', () => {
    const rounds = [
      {
        name: 'a',
        rate: 3,
        latency: { p50: 10, p95: 90 },
        sizes: [
          { stored: 1, took: 5 },
          { stored: 2, took: 1 },
        ],
      },
      {
        name: 'a',
        rate: 9,
        latency: { p50: 30, p95: 70 },
        sizes: [
          { stored: 1, took: 4 },
          { stored: 2, took: 2 },
        ],
      },
      {
        name: 'a',
        rate: 1,
        latency: { p50: 20, p95: 80 },
        sizes: [
          { stored: 1, took: 6 },
          { stored: 2, took: 3 },
        ],
      },
    ];

    expect(medianOf(rounds)).toEqual({
      name: 'a',
      rate: 3,
      latency: { p50: 20, p95: 80 },
      sizes: [
        { stored: 1, took: 5 },
        { stored: 2, took: 2 },
      ],
    });
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
