import { describe, expect, it } from '@jest/globals';
import { RulePair } from '../../../../../src/rules/compile/rule-pair.ts';
import type { ResolvedValues } from '../../../../../src/rules/types.ts';
import { toyGenerations } from '../../../../setup/toy-generations.ts';

const [first, other, tighter, turned] = toyGenerations.map(({ rules }) => rules);
const record = { id: 'a', exact: ['e'], near: ['x3'] };

describe('a pair of rules', () => {
  it('makes the keys of both generations, those of the other one dormant, and shared ones once', () => {
    const pair = new RulePair(first!, other!);

    const keys = pair.indexKeys(pair.resolve(record));

    expect(keys.map(({ hash, plan }) => [hash, plan.exact, plan.dormant ?? false])).toEqual([
      ['exact-e', true, false],
      ['near-x', false, false],
      ['exactB-e', true, true],
    ]);
  });

  it('makes the same keys whichever generation is in force', () => {
    const [there, back] = [new RulePair(first!, tighter!), new RulePair(tighter!, first!)];
    const hashes = (pair: RulePair) => pair.indexKeys(pair.resolve(record)).map(({ hash }) => hash);

    expect(hashes(there).sort()).toEqual(hashes(back).sort());
  });

  it('makes the keys of each record, whichever it was asked for last', () => {
    const pair = new RulePair(first!, other!);
    const [a, b] = [pair.resolve(record), pair.resolve({ id: 'b', exact: ['f'] })];
    const dormant = (values: typeof a) =>
      pair.indexKeys(values).flatMap(({ hash, plan }) => (plan.dormant ? [hash] : []));

    expect([a, b, b, a].map(dormant)).toEqual([['exactB-e'], ['exactB-f'], ['exactB-f'], ['exactB-e']]);
  });

  it('makes the keys of the same values once', () => {
    const pair = new RulePair(first!, other!);
    const values = pair.resolve(record);

    expect(pair.indexKeys(values)).toBe(pair.indexKeys(values));
  });

  it('computes the keys of a record by the other generation once, for its problems as well', () => {
    const asked = new Set<unknown>();
    const watched = (values: ResolvedValues) => {
      asked.add(values);
      return { keys: other!.indexKeys(values), problems: other!.recordProblems(record, values) };
    };
    const pair = new RulePair(first!, {
      ...other!,
      resolve: (payload) => other!.resolve(payload),
      indexKeys: (values) => watched(values).keys,
      recordProblems: (_, values) => watched(values).problems,
    });
    const values = pair.resolve(record);

    pair.indexKeys(values);
    pair.otherProblems(record, values);

    expect(asked.size).toBe(1);
  });

  it('carries the values of a dormant key by their positions in the pair', () => {
    const pair = new RulePair(first!, turned!);
    const values = pair.resolve(record);

    const key = pair.indexKeys(values).find(({ hash }) => hash === 'nearD-x')!;

    expect(key.plan.carried.map((position) => values[position])).toEqual([['x3']]);
  });

  it('links by the rules in force, and by no dormant key', () => {
    const pair = new RulePair(first!, other!);
    const [a, b] = [pair.resolve(record), pair.resolve({ id: 'b', exact: ['e'], near: ['x5'] })];
    const dormant = pair.indexKeys(a).find(({ plan }) => plan.dormant)!;

    expect(pair.linked(dormant.plan, a, b)).toBe(false);
    expect(pair.links(a, b)).toEqual(first!.links(a, b));
    expect(pair.links(a, b).map(({ ruleID }) => ruleID)).toEqual(['EXACT']);
    expect(pair.highestScore(dormant.plan)).toBe(0);
  });

  it('gives plans of one signature that differ between the generations names of their own', () => {
    const pair = new RulePair(first!, {
      ...first!,
      indexKeys: (values) => first!.indexKeys(values).map(({ hash, plan }) => ({ hash: `next ${hash}`, plan })),
    });

    const signatures = pair.indexKeys(pair.resolve(record)).map(({ plan }) => plan.signature);

    expect(new Set(signatures).size).toBe(signatures.length);
  });
});
