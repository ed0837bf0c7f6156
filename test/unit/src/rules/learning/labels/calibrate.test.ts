import { describe, expect, it } from '@jest/globals';
import { calibrate, type JudgedPattern, sumOf } from '../../../../../../src/rules/learning/labels/calibrate.ts';

/** Two items: levels missing, same, alike, different. */
const prior = {
  begin: -10,
  bits: [Float64Array.from([0, 9, 4, -5]), Float64Array.from([0, 6, 3, -3])],
};
const bothSame = Uint8Array.from([1, 1]);
const firstSame = Uint8Array.from([1, 3]);
const judged = (levels: Uint8Array, same: boolean, times = 1): JudgedPattern[] =>
  Array.from({ length: times }, () => ({ levels, same }));

describe('calibrate', () => {
  it('keeps the weights without answers', () => {
    expect(calibrate(prior, []).weights).toEqual(prior);
  });

  it('raises the sum of what you call the same, and lowers that of what you call different', () => {
    const { weights } = calibrate(prior, [...judged(firstSame, true, 3), ...judged(bothSame, false, 3)]);
    expect(sumOf(weights, firstSame)).toBeGreaterThan(sumOf(prior, firstSame));
    expect(sumOf(weights, bothSame)).toBeLessThan(sumOf(prior, bothSame));
  });

  it('moves the other levels of the same side, and leaves alone what answers do not touch', () => {
    const { weights } = calibrate(prior, judged(Uint8Array.from([1, 0]), true, 5));
    expect(weights.bits[0]![2]).toBeGreaterThan(4);
    expect(weights.bits[0]![3]).toBe(-5);
    expect(weights.bits[1]).toEqual(prior.bits[1]);
    expect(weights.bits[0]![0]).toBe(0);
  });

  it('agrees with the answers if there are many', () => {
    const { weights } = calibrate(prior, [...judged(firstSame, true, 60), ...judged(bothSame, false, 60)]);
    expect(sumOf(weights, firstSame)).toBeGreaterThan(2);
    expect(sumOf(weights, bothSame)).toBeLessThan(-2);
  });

  it('moves little by one answer against many', () => {
    const answers = judged(bothSame, true, 10);
    const without = sumOf(calibrate(prior, answers).weights, bothSame);
    const slipped = sumOf(calibrate(prior, [...answers, ...judged(bothSame, false)]).weights, bothSame);
    expect(slipped).toBeGreaterThan(1);
    expect(without - slipped).toBeLessThan(5);
  });

  it('is surer of patterns like those that you judged', () => {
    const before = calibrate(prior, []);
    const after = calibrate(prior, judged(firstSame, true, 4));
    const gain = (levels: Uint8Array): number => before.variance(levels) - after.variance(levels);
    expect(gain(firstSame)).toBeGreaterThan(gain(Uint8Array.from([3, 1])));
    expect(after.variance(firstSame)).toBeGreaterThanOrEqual(0);
  });

  it('takes the newest of very many answers', () => {
    const { weights } = calibrate(prior, [...judged(bothSame, false, 300), ...judged(bothSame, true, 400)]);
    expect(weights).toEqual(calibrate(prior, judged(bothSame, true, 400)).weights);
  });
});
