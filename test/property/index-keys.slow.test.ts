import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compileRuleConfig } from '../../src/rules/compile/compile.ts';
import type { CompiledRules } from '../../src/rules/compile/compiled-rules.ts';
import type { Part, RulePart } from '../../src/rules/document/types.ts';
import type { KeyPlan, RecordPayload, ResolvedValues } from '../../src/rules/types.ts';
import { documentOf, fieldOnly, rule } from '../unit/src/rules/compile/people.ts';

const FIELDS = ['name', 'other', 'number', 'born'] as const;

const words = fc.constantFrom('anna', 'hanna', 'anne', 'meier', 'meyer', 'johannes', 'johanesse', 'lea', 'le', 'x');
const phrase = fc.array(words, { minLength: 1, maxLength: 4 }).map((list) => list.join(' '));
const numeral = fc.oneof(fc.integer({ min: 95, max: 105 }).map(String), fc.constantFrom('100.5', '-3', 'ten'));
const day = fc.constantFrom('2001-03-04', '2001-04-03', '2001-03-05', '2001-03-09', '1999-12-31', '2000-01-01', 'soon');
const several = (one: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 4, arbitrary: one.map((text) => [text]) }, fc.array(one, { maxLength: 3 }));

const values: Record<(typeof FIELDS)[number], fc.Arbitrary<string[]>> = {
  name: several(phrase),
  other: several(phrase),
  number: several(numeral),
  born: several(day),
};
const record = fc.record(values);
/** Pairs that agree in most fields, so that rules of several matchers hold often enough. */
const pair = fc
  .tuple(record, record, fc.record({ name: fc.boolean(), other: fc.boolean(), number: fc.boolean(), born: fc.nat(3) }))
  .map(([a, b, keep]): [RecordPayload, RecordPayload] => [
    { id: 'a', ...a },
    {
      id: 'b',
      name: keep.name ? a.name : b.name,
      other: keep.other ? a.other : b.other,
      number: keep.number ? a.number : b.number,
      born: keep.born > 0 ? a.born : b.born,
    },
  ]);

const comparers: readonly Part[] = [
  { id: 'exact', type: 'exact', attributes: {} },
  { id: 'distinct', type: 'distinct', attributes: {} },
  { id: 'one', type: 'distance', attributes: { allowedDistance: 1 } },
  { id: 'swap', type: 'distance', attributes: { allowedDistance: 2, algorithm: 'osa' } },
  { id: 'dynamic', type: 'dynamicdistance', attributes: {} },
  { id: 'alike', type: 'similarity', attributes: { algorithm: 'jaroWinkler', threshold: 0.85 } },
  { id: 'cologne', type: 'phonetic', attributes: { algorithm: 'cologne' } },
  { id: 'double', type: 'phonetic', attributes: { algorithm: 'doubleMetaphone' } },
  { id: 'near', type: 'number', attributes: { tolerance: 2 } },
  { id: 'share', type: 'number', attributes: { tolerance: '3%' } },
  { id: 'days', type: 'date', attributes: { toleranceDays: 3, swappedDayMonth: true } },
  { id: 'swapped', type: 'date', attributes: { swappedDayMonth: true } },
];
const tokenizers: readonly Part[] = [
  { id: 'word', type: 'word', attributes: {} },
  { id: 'none', type: 'none', attributes: {} },
  { id: 'gram', type: 'ngram', attributes: { size: 4 } },
  { id: 'letters', type: 'character', attributes: {} },
];

const field = fc.constantFrom(...FIELDS);
const min = fc.constantFrom(1, 1, 2, 3);
const simple = field.map((resolverID) => ({ type: 'simple', attributes: { resolverID } }));
const token = fc
  .record(
    {
      resolverID: field,
      tokenizerID: fc.constantFrom('word', 'word', 'none', 'gram', 'letters'),
      comparerID: fc.constantFrom(...comparers.map(({ id }) => id)),
      strategy: fc.constantFrom('minimum', 'all', 'sameorder'),
      min,
      indexStrategy: fc.constantFrom('combinations', 'combinations', 'combinations', 'all', 'none'),
      indexTokens: min,
    },
    { requiredKeys: ['resolverID', 'tokenizerID', 'comparerID'] },
  )
  .map((attributes) => ({ type: 'token', attributes }));
const swapped = fc
  .tuple(fc.uniqueArray(field, { minLength: 2, maxLength: 2 }), fc.boolean())
  .map(([resolverIDs, orInPlace]) => ({ type: 'swapped', attributes: { resolverIDs, orInPlace } }));
const basic = fc.array(fc.oneof(simple, token, token, swapped), { minLength: 3, maxLength: 6 });
const weight = fc.integer({ min: -5, max: 5 });
const wrapped = fc.array(
  fc.oneof(
    fc.nat(2).map((at) => ({ type: 'orempty', attributes: { matcherID: `m${at}` } })),
    fc
      .uniqueArray(fc.nat(2), { minLength: 1, maxLength: 3 })
      .map((list) => ({ type: 'any', attributes: { matcherIDs: list.map((at) => `m${at}`) } })),
    fc
      .array(
        fc.record({
          matcherIDs: fc.nat(2).map((at) => [`m${at}`]),
          weights: weight.map((one) => [one]),
          otherwise: weight,
          group: fc.constantFrom('inner', 'outer'),
        }),
        { minLength: 1, maxLength: 3 },
      )
      .map((evidence) => ({
        type: 'weighted',
        attributes: { threshold: 1, evidence, limits: { inner: { most: 3, within: 'outer' }, outer: { most: 4 } } },
      })),
  ),
  { maxLength: 2 },
);
const matchers = fc
  .tuple(basic, wrapped)
  .map(([inner, outer]): Part[] => [...inner, ...outer].map((part, index) => ({ id: `m${index}`, ...part })));

const combinationsOf = (ids: readonly string[]): fc.Arbitrary<string[][]> =>
  fc.array(fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 3 });

const rulesOver = (ids: readonly string[]): fc.Arbitrary<RulePart[]> =>
  fc
    .array(
      fc.tuple(
        fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1, maxLength: 3 }),
        fc.constantFrom(0, 0, 0, 1),
        fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, combinationsOf(ids)),
      ),
      { minLength: 2, maxLength: 5 },
    )
    .map((list) =>
      list.map(([matcherIDs, disabled, indexMatcherIDs], index) =>
        rule(`R${index}`, matcherIDs, { disableIndexMatcherIDs: matcherIDs.slice(0, disabled), indexMatcherIDs }),
      ),
    );

const document = matchers.chain((parts) =>
  rulesOver(parts.map(({ id }) => id)).chain((rules) => {
    const some = fc.subarray(
      rules.map(({ id }) => id),
      { minLength: 1 },
    );
    return fc
      .record(
        { index: some, link: some, search: some, deduplicate: some, consistency: some },
        { requiredKeys: ['index', 'link', 'search'] },
      )
      .map((sets) => documentOf({ fields: FIELDS, comparers, tokenizers, matchers: parts, rules, ...sets }));
  }),
);
const compiled = document.map((made) => compileRuleConfig(made, fieldOnly));
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
