import { describe, expect, it } from '@jest/globals';
import { chooseThreshold } from '../../../../../src/rules/learning/threshold.ts';

/** Two entities of three records each: 0 to 2 and 3 to 5. */
const links = (bridge: number) => ({
  first: Int32Array.from([0, 1, 3, 4, 2]),
  second: Int32Array.from([1, 2, 4, 5, 3]),
  bits: Float64Array.from([20, 20, 20, 20, bridge]),
});

const isOne = (a: number, b: number): boolean => a < 3 === b < 3;
const options = {
  records: 6,
  candidates: [10, 12, 14, 16],
  excess: (a: number, b: number): number => (isOne(a, b) ? 8 : -12),
};

describe('chooseThreshold', () => {
  it('takes the lowest threshold if all components hold together', () => {
    expect(chooseThreshold(links(2), options)).toMatchObject({ bits: 10, doubtful: 0, joins: 4 });
  });

  it('stays above a weak link between two groups that disagree', () => {
    const chosen = chooseThreshold(links(11), options);
    expect(chosen.bits).toBe(12);
    expect(chosen.mostDoubtful).toBeCloseTo(9 / 15);
  });

  it('links two groups that agree, although the link between them is weak', () => {
    expect(chooseThreshold(links(11), { ...options, excess: () => 8 }).bits).toBe(10);
  });

  it('says how many of the pairs are one entity by the model', () => {
    const { precision } = chooseThreshold(links(11), { ...options, candidates: [10] });
    expect(precision).toBeCloseTo(6 / 15, 1);
  });

  it('has no doubt without links', () => {
    const none = { first: new Int32Array(0), second: new Int32Array(0), bits: new Float64Array(0) };
    expect(chooseThreshold(none, options)).toMatchObject({ precision: 1, recall: 1, doubtful: 0, joins: 0 });
  });

  it('stops where lower thresholds add hardly a right pair', () => {
    // Twenty entities of two records; weak links join each to the next one, with which it disagrees a little.
    const pairs = Array.from({ length: 20 }, (_, entity) => [2 * entity, 2 * entity + 1, 20] as const);
    const weak = pairs.slice(0, 3).map(([, b]) => [b, b + 1, 11] as const);
    const all = [...pairs, ...weak];
    const chosen = chooseThreshold(
      {
        first: Int32Array.from(all, ([a]) => a),
        second: Int32Array.from(all, ([, b]) => b),
        bits: Float64Array.from(all, ([, , bits]) => bits),
      },
      {
        records: 40,
        candidates: [10, 11, 12, 13, 14, 15],
        excess: (a, b) => (Math.floor(a / 2) === Math.floor(b / 2) ? 8 : -5),
      },
    );
    expect(chosen.bits).toBe(13.0);
  });
});
