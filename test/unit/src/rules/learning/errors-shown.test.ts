import { describe, expect, it } from '@jest/globals';
import type { Evidence } from '../../../../../src/rules/design/evidence.ts';
import { mostByErrors } from '../../../../../src/rules/learning/errors-shown.ts';
import type { LevelTables } from '../../../../../src/rules/learning/mixture.ts';
import { PatternCounter } from '../../../../../src/rules/learning/patterns.ts';

const item = (id: string, shared: boolean): Evidence => ({
  id,
  title: id,
  fields: [id],
  levels: [[`SAME_${id}`, 10]],
  otherwise: -8,
  shared,
  keys: [],
});
/** Each has two levels: the same, and different. */
const evidence = [item('NAME', false), item('BIRTHDAY', false), item('STREET', true), item('PHONE', true)];
const tables = (same: number): LevelTables => evidence.map(() => Float64Array.from([0, same, 1 - same]));
const mixture = {
  same: tables(0.999),
  related: [],
  strangers: tables(0.001),
  matches: 1_000,
  relatedPairs: 0,
  probabilities: new Float64Array(0),
  change: 0,
};
const held = evidence.map(() => Float64Array.from([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0.01]));
const shown = { evidence, mixture, population: 1_000_000 };

function patternsOf(counts: readonly (readonly [levels: readonly number[], count: number])[]) {
  const counter = new PatternCounter(evidence.length);
  for (const [levels, count] of counts) counter.add(Uint8Array.from(levels), count);
  return counter.patterns();
}

describe('mostByErrors', () => {
  it('allows the differences of pairs that all other evidence makes one entity', () => {
    const patterns = patternsOf([
      [[1, 1, 1, 1], 300],
      [[2, 1, 1, 1], 100],
    ]);
    const [name, birthday] = mostByErrors(held, patterns, shown);
    // A quarter of 400 pairs differs in the name.
    expect(name![2]! * mixture.strangers[0]![2]!).toBeCloseTo(0.25);
    expect(birthday).toEqual(held[1]);
  });

  it('keeps experience where few pairs differ: they may be relatives', () => {
    const patterns = patternsOf([
      [[1, 1, 1, 1], 300],
      [[2, 1, 1, 1], 30],
    ]);
    expect(mostByErrors(held, patterns, shown)).toBe(held);
  });

  it('keeps experience where the pairs agree on nothing of their own: a household', () => {
    const patterns = patternsOf([
      [[1, 1, 1, 1], 300],
      [[2, 2, 1, 1], 3_000],
    ]);
    expect(mostByErrors(held, patterns, shown)).toBe(held);
  });

  it('keeps experience where there are hardly any pairs', () => {
    expect(mostByErrors(held, patternsOf([[[2, 1, 1, 1], 20]]), shown)).toBe(held);
  });
});
