import type { CompiledRuleConfig, IndexKey, KeyPlan, RecordPayload, ResolvedValues } from '../../src/rules/types.ts';

/**
 * Rules small enough to see through: records are linked when they share a value of `exact` (an exact key), or when
 * their `near` values, a letter and a number such as `x7`, have one letter and numbers at most 1 apart (the letter is
 * a blocking key).
 */
const EXACT: KeyPlan = { signature: 'exact', ruleIDs: ['EXACT'], exact: true, carried: [] };
const NEAR: KeyPlan = { signature: 'near', ruleIDs: ['NEAR'], exact: false, carried: [1] };

const list = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const isNear = (a: string, b: string): boolean =>
  a[0] === b[0] && Math.abs(Number(a.slice(1)) - Number(b.slice(1))) <= 1;
const near = (a: ResolvedValues, b: ResolvedValues): boolean => a[1]!.some((x) => b[1]!.some((y) => isNear(x, y)));
const exact = (a: ResolvedValues, b: ResolvedValues): boolean => a[0]!.some((value) => b[0]!.includes(value));

export function toyLinked(a: RecordPayload, b: RecordPayload): boolean {
  const [x, y] = [toyRules.resolve(a), toyRules.resolve(b)];
  return exact(x, y) || near(x, y);
}

export const toyRules: CompiledRuleConfig = {
  fingerprint: 'toy',
  resolverIDs: ['exact', 'near'],
  groups: ['default'],
  searchRuleNames: ['default'],
  hasDuplicates: false,
  resolve: (record) => [list(record['exact']), list(record['near'])],
  recordProblems: () => [],
  indexKeys: (values): IndexKey[] => [
    ...values[0]!.map((value) => ({ hash: `exact-${value}`, plan: EXACT })),
    ...[...new Set(values[1]!.map((value) => value[0]))].map((letter) => ({ hash: `near-${letter}`, plan: NEAR })),
  ],
  links: (a, b) => [
    ...(exact(a, b) ? [{ ruleID: 'EXACT', group: 'default', score: 1 }] : []),
    ...(near(a, b) ? [{ ruleID: 'NEAR', group: 'default', score: 0.5 }] : []),
  ],
  linked: (_plan, a, b) => near(a, b),
  duplicateGroups: () => [],
  prepareSearch: (parameters) => {
    const values = toyRules.resolve(parameters);
    return {
      values,
      keys: toyRules.indexKeys(values),
      hit: (stored) => {
        const ruleIDs = toyRules.links(values, stored).map((link) => link.ruleID);
        return ruleIDs.length === 0 ? undefined : { ruleIDs, score: 1 };
      },
    };
  },
  consistency: () => 1,
};

const distance = (a: ResolvedValues, b: ResolvedValues): number =>
  Math.min(
    ...a[1]!.flatMap((x) =>
      b[1]!.filter((y) => x[0] === y[0]).map((y) => Math.abs(Number(x.slice(1)) - Number(y.slice(1)))),
    ),
  );
const scoreOfNearMatch = (a: ResolvedValues, b: ResolvedValues): number | undefined =>
  distance(a, b) <= 5 ? 1 - distance(a, b) / 10 : undefined;

/** The same, and two records with a common letter and numbers at most 5 apart deserve a review. */
export const reviewingRules: CompiledRuleConfig = {
  ...toyRules,
  nearMatch: (_plan, a, b) => scoreOfNearMatch(a, b),
  review: (a, b) => {
    const score = scoreOfNearMatch(a, b);
    return score === undefined ? undefined : { score, ruleIDs: ['ALMOST'] };
  },
};

const bits = (a: ResolvedValues, b: ResolvedValues): number =>
  Math.max(exact(a, b) ? 6 : -20, near(a, b) ? 12 - 9 * distance(a, b) : -20);

/**
 * The same links, which join two groups only with support: shared `exact` values count less than `near` ones. Of records with
 * the number 3, an entity takes one.
 */
export const coherentRules: CompiledRuleConfig = {
  ...toyRules,
  fingerprint: 'coherent toy',
  entityRules: {
    meaning: 'toy',
    least: -5,
    bits,
    sourcesOf: (values) => (values[1]!.some((value) => value.endsWith('3')) ? ['three'] : []),
  },
};

/** The same, but a search hits every record with a `near` value of the same letter: sharing the blocking key is enough. */
export const letterRules: CompiledRuleConfig = {
  ...toyRules,
  prepareSearch: (parameters, name) => {
    const prepared = toyRules.prepareSearch(parameters, name);
    const letters = new Set(prepared.values[1]!.map((value) => value[0]));
    return {
      ...prepared,
      isHitBy: (plan) => plan === NEAR,
      hit: (stored) =>
        prepared.hit(stored) ??
        (stored[1]!.some((value) => letters.has(value[0])) ? { ruleIDs: ['LETTER'], score: 0.1 } : undefined),
    };
  },
};

const NUMBER: KeyPlan = { signature: 'number', ruleIDs: ['NUMBER'], exact: false, carried: [] };
const WEIGHTS: readonly (readonly [string, number])[] = [
  ['EXACT', 0.5],
  ['LETTER', 0.1],
  ['NUMBER', 0.3],
];
const scoreOf = (rules: ReadonlySet<number>): number =>
  1 - WEIGHTS.reduce((left, [, weight], position) => (rules.has(position) ? left * (1 - weight) : left), 1);

/**
 * The same links, but a search hits by an `exact` value, a letter and a number, of which postings tell the latter two:
 * so that its order has several scores and several lists.
 */
export const rankedRules: CompiledRuleConfig = {
  ...toyRules,
  indexKeys: (values) => [
    ...toyRules.indexKeys(values),
    ...[...new Set(values[1]!.map((value) => value.slice(1)))].map((number) => ({
      hash: `number-${number}`,
      plan: NUMBER,
    })),
  ],
  prepareSearch: (parameters) => {
    const values = toyRules.resolve(parameters);
    const positionsOf = (plan: KeyPlan) => (plan === NUMBER ? [2] : [1]);
    const isCommon = (part: (value: string) => string, stored: ResolvedValues) =>
      values[1]!.some((x) => stored[1]!.some((y) => part(x) === part(y)));
    return {
      values,
      keys: rankedRules.indexKeys(values),
      isHitBy: (plan) => !plan.exact,
      ranking: { weights: WEIGHTS, isImpliedBy: () => true, rulesOf: positionsOf, score: scoreOf },
      hit: (stored) => {
        const rules = new Set<number>();
        if (exact(values, stored)) rules.add(0);
        if (isCommon((value) => value[0]!, stored)) rules.add(1);
        if (isCommon((value) => value.slice(1), stored)) rules.add(2);
        if (rules.size === 0) return undefined;
        return { ruleIDs: [...rules].map((position) => WEIGHTS[position]![0]), score: scoreOf(rules) };
      },
    };
  },
};
