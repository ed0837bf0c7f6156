import { describe, expect, it } from '@jest/globals';
import type { KeyPart } from '../../../../../src/rules/learning/blocking.ts';
import { candidatePairs, plansOf } from '../../../../../src/rules/learning/candidates.ts';

/** A part of an item of its own, with these values by record. */
const part = (item: number, bits: number, values: readonly number[] = []): KeyPart => ({
  matcherID: `M${item}`,
  item,
  bits,
  parts: values.map((value) => Uint32Array.of(value)),
});

describe('plans of keys', () => {
  it('combine parts in pairs, and in threes where no pair is selective', () => {
    const plans = plansOf([part(0, 3), part(1, 3), part(2, 3), part(3, 7)], 1_024 * 32);

    expect(plans.map(({ parts }) => parts.map(({ item }) => item))).toEqual([[3], [0, 3], [1, 3], [2, 3]]);
    expect(plansOf([part(0, 3), part(1, 3), part(2, 3)], 512).map(({ parts }) => parts.length)).toEqual([2, 2, 2]);
    expect(plansOf([part(0, 3), part(1, 3), part(2, 3)], 8_192).map(({ parts }) => parts.length)).toEqual([3]);
  });

  it('are few for a file of hundreds of columns, and made of its most selective parts', () => {
    const wide = Array.from({ length: 600 }, (_, item) => part(item, 1 + (item % 10) / 5));

    const plans = plansOf(wide, 32_768);

    expect(plans.length).toBeLessThanOrEqual(2_060);
    const used = new Set(plans.flatMap(({ parts }) => parts));
    expect(used.size).toBeLessThanOrEqual(60);
    expect(Math.min(...[...used].map(({ bits }) => bits))).toBeGreaterThanOrEqual(2.8);
  });
});

describe('candidate pairs', () => {
  it('are records that share a key of a plan, cheap plans first', () => {
    const plan = { parts: [part(0, 2, [1, 1, 2, 2, 3])] };

    const { first, second } = candidatePairs([plan], 5, 100, ['a', 'b', 'c', 'd', 'e']);

    expect([...first].map((record, at) => [record, second[at]])).toEqual([
      [0, 1],
      [2, 3],
    ]);
  });

  it('leave out plans that find too many', () => {
    const one = {
      parts: [
        part(
          0,
          2,
          Array.from({ length: 50 }, () => 1),
        ),
      ],
    };

    expect(candidatePairs([one], 50, 10, Array(50).fill('')).first).toHaveLength(0);
  });
});
