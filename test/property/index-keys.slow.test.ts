import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { CompiledRules } from '../../src/rules/compile/compiled-rules.ts';
import type { KeyPlan, RecordPayload, ResolvedValues } from '../../src/rules/types.ts';
import { compiled, pair, record } from './random-rules.ts';

const pairs = fc.array(pair, { minLength: 5, maxLength: 5 });

/** Index keys; undefined for a record that is refused because it has too many. */
function plansByHash(rules: CompiledRules, payload: RecordPayload, resolved: ResolvedValues) {
  if (rules.recordProblems(payload, resolved).length > 0) return undefined;
  return new Map(rules.indexKeys(resolved).map(({ hash, plan }) => [hash, plan]));
}

function sharedPlans(rules: CompiledRules, [a, b]: readonly [RecordPayload, RecordPayload]) {
  const valuesA = rules.resolve(a);
  const valuesB = rules.resolve(b);
  const keysA = plansByHash(rules, a, valuesA);
  const keysB = plansByHash(rules, b, valuesB);
  if (keysA === undefined || keysB === undefined) return undefined;
  const shared = new Set<KeyPlan>();
  for (const [hash, plan] of keysA) if (keysB.has(hash)) shared.add(plan);
  return { valuesA, valuesB, shared };
}

/** The plans of the rules of the index that two records satisfy, each by one of its alternatives. */
function satisfiedPlans(
  rules: CompiledRules,
  { valuesA, valuesB }: { valuesA: ResolvedValues; valuesB: ResolvedValues },
) {
  const { groups, plans, places } = rules.parts;
  if (places === 0) return [];
  return groups[0]!.index
    .flatMap(({ alternatives }) => alternatives)
    .filter(({ matchers }) => matchers.every((matcher) => matcher.satisfied(valuesA, valuesB)))
    .flatMap(
      ({ rule: { id }, indexed }) =>
        plans.find(
          ({ ruleIDs, parts }) =>
            ruleIDs.includes(id) &&
            parts.size === new Set(indexed.map(({ keyParts }) => keyParts!.signature)).size &&
            indexed.every(({ keyParts }) => parts.has(keyParts!.signature)),
        ) ?? [],
    );
}

/** What the postings of the shared keys tell of a hit, and what the record does; undefined where postings do not tell. */
function toldByPostings(rules: CompiledRules, [parameters, stored]: readonly [RecordPayload, RecordPayload]) {
  const values = rules.resolve(stored);
  const keys = plansByHash(rules, stored, values);
  if (keys === undefined || plansByHash(rules, parameters, rules.resolve(parameters)) === undefined) return undefined;
  const { ranking, ...prepared } = rules.prepareSearch(parameters, 'default');
  // A record with an exact key of the search is in an entity that a search reads anyway.
  const plans = prepared.keys.filter(({ hash }) => keys.has(hash)).map(({ plan }) => plan);
  if (ranking === undefined || plans.some(({ exact }) => exact)) return undefined;
  const found = plans.map((plan) => ({
    plan,
    rules: ranking.rulesOf(
      plan,
      plan.carried.map((at) => values[at]!),
    ),
  }));
  for (const { plan, rules: ofPlan } of found) {
    if (ranking.isImpliedBy(plan)) expect(ranking.rulesOf(plan, [])).toEqual(ofPlan);
  }
  const told = new Set(found.flatMap((one) => one.rules));
  const ruleIDs = [...told].sort((a, b) => a - b).map((position) => ranking.weights[position]![0]);
  return { told: { ruleIDs, score: ranking.score(told) }, expected: prepared.hit(values) ?? { ruleIDs: [], score: 0 } };
}

const RUNS = { numRuns: 600 };

describe('index keys', () => {
  it('are shared by every two records that satisfy a rule of the index', () => {
    let reached = 0;
    fc.assert(
      fc.property(compiled, pairs, (rules, several) => {
        for (const both of several) {
          const found = sharedPlans(rules, both);
          if (found === undefined) continue;
          for (const plan of satisfiedPlans(rules, found)) {
            reached += 1;
            expect(found.shared.has(plan)).toBe(true);
          }
        }
      }),
      RUNS,
    );
    expect(reached).toBeGreaterThan(300);
  });

  it('with their carried values lead to the same verdict as the whole records', () => {
    const reached = { exact: 0, blocking: 0, refused: 0 };
    fc.assert(
      fc.property(compiled, pairs, (rules, several) => {
        for (const both of several) {
          const found = sharedPlans(rules, both);
          if (found === undefined || found.shared.size === 0) continue;
          const { valuesA, valuesB, shared } = found;
          const together = [...shared].map((plan) => {
            const carried = valuesB.map((list, position) => (plan.carried.includes(position) ? list : []));
            const linked = plan.exact || rules.linked(plan, valuesA, carried);
            expect(rules.linked(plan, carried, valuesA)).toBe(linked);
            if (!linked) reached.refused += 1;
            else if (plan.exact) reached.exact += 1;
            else reached.blocking += 1;
            return linked;
          });
          const expected = rules.links(valuesA, valuesB).length + rules.duplicateGroups(valuesA, valuesB).length > 0;
          expect(together.includes(true)).toBe(expected);
        }
      }),
      RUNS,
    );
    expect(Math.min(...Object.values(reached))).toBeGreaterThan(100);
  });

  it('lead a search to every record that satisfies one of its rules which the index serves', () => {
    let reached = 0;
    fc.assert(
      fc.property(compiled, pairs, (rules, several) => {
        for (const [parameters, stored] of several) {
          const valuesOfStored = rules.resolve(stored);
          const keys = plansByHash(rules, stored, valuesOfStored);
          if (keys === undefined || plansByHash(rules, parameters, rules.resolve(parameters)) === undefined) continue;
          const prepared = rules.prepareSearch(parameters, 'default');
          const hit = prepared.hit(valuesOfStored);
          const served = rules.searchRules
            .get('default')!
            .filter(({ alternatives }) => alternatives.every(({ plan }) => plan !== undefined));
          const found = prepared.keys.some(({ hash }) => keys.has(hash));
          if (hit?.ruleIDs.some((id) => served.some((one) => one.rule.id === id))) {
            reached += 1;
            expect(found).toBe(true);
          }
        }
      }),
      RUNS,
    );
    expect(reached).toBeGreaterThan(300);
  });

  it('with their postings tell the hits of a search, with the same score', () => {
    let reached = 0;
    fc.assert(
      fc.property(compiled, pairs, (rules, several) => {
        for (const both of several) {
          const { expected, told } = toldByPostings(rules, both) ?? {};
          expect(told).toEqual(expected);
          if (told !== undefined && told.score > 0) reached += 1;
        }
      }),
      RUNS,
    );
    expect(reached).toBeGreaterThan(100);
  });

  it('are distinct, and the same for the same record', () => {
    fc.assert(
      fc.property(compiled, record, (rules, payload) => {
        const one = rules.resolve(payload);
        const other = rules.resolve(structuredClone(payload));
        if (rules.recordProblems(payload, one).length > 0) return;
        const hashes = rules.indexKeys(one).map(({ hash }) => hash);
        expect(new Set(hashes).size).toBe(hashes.length);
        expect(rules.indexKeys(other).map(({ hash }) => hash)).toEqual(hashes);
        for (const hash of hashes) expect(hash).toMatch(/^[\w-]{22}$/);
      }),
      { numRuns: 200 },
    );
  });
});

describe('links', () => {
  it('are the same from both sides', () => {
    fc.assert(
      fc.property(compiled, pairs, (rules, several) => {
        for (const [a, b] of several) {
          const valuesA = rules.resolve(a);
          const valuesB = rules.resolve(b);
          expect(rules.links(valuesB, valuesA)).toEqual(rules.links(valuesA, valuesB));
          expect(rules.duplicateGroups(valuesB, valuesA)).toEqual(rules.duplicateGroups(valuesA, valuesB));
        }
      }),
      { numRuns: 300 },
    );
  });
});
