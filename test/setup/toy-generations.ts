import type { CompiledRuleConfig, IndexKey, KeyPlan, RecordPayload, ResolvedValues } from '../../src/rules/types.ts';

/** What a generation of toy rules links by. The values are those of toy-rules.ts. */
interface Taste {
  /** Before the hashes of its `exact` keys. */
  readonly exact: string;
  /** Whether records with an `exact` value in common must have a `near` letter in common as well. */
  readonly demanding: boolean;
  /** Before the hashes of its `near` keys. */
  readonly near: string;
  /** How far the numbers of linked `near` values may be apart. */
  readonly reach: number;
  /** Whether the same number links by itself. */
  readonly byNumber: boolean;
  /** Whether the values come in another order. */
  readonly turned: boolean;
  /** Least mean of bits, where links join only with support; and whether an entity takes one record with the number 3. */
  readonly least: number | undefined;
  readonly oneThree: boolean;
}

const taste: Taste = {
  exact: 'exact',
  demanding: false,
  near: 'near',
  reach: 1,
  byNumber: false,
  turned: false,
  least: undefined,
  oneThree: false,
};

const list = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** A generation of toy rules, and what it links. */
export interface ToyGeneration {
  readonly name: string;
  readonly rules: CompiledRuleConfig;
  linked(a: RecordPayload, b: RecordPayload): boolean;
}

function toyGeneration(name: string, change: Partial<Taste>): ToyGeneration {
  const { exact, demanding, near, reach, byNumber, turned, least, oneThree } = { ...taste, ...change };
  const [atExact, atNear] = turned ? [1, 0] : [0, 1];
  const EXACT: KeyPlan = demanding
    ? { signature: exact, ruleIDs: ['EXACT'], exact: false, carried: [atNear] }
    : { signature: exact, ruleIDs: ['EXACT'], exact: true, carried: [] };
  const NEAR: KeyPlan = { signature: near, ruleIDs: ['NEAR'], exact: false, carried: [atNear] };
  const NUMBER: KeyPlan = { signature: 'number', ruleIDs: ['NUMBER'], exact: true, carried: [] };
  const letters = (values: ResolvedValues) => values[atNear]!.map((value) => value[0]!);
  const numbers = (values: ResolvedValues) => values[atNear]!.map((value) => value.slice(1));
  const share = (a: readonly string[], b: readonly string[]) => a.some((value) => b.includes(value));
  const isNear = (a: ResolvedValues, b: ResolvedValues, by: number) =>
    a[atNear]!.some((x) =>
      b[atNear]!.some((y) => x[0] === y[0] && Math.abs(Number(x.slice(1)) - Number(y.slice(1))) <= by),
    );
  const isExact = (a: ResolvedValues, b: ResolvedValues) => share(a[atExact]!, b[atExact]!);
  const byExact = (a: ResolvedValues, b: ResolvedValues) =>
    isExact(a, b) && (!demanding || share(letters(a), letters(b)));
  const resolve = (record: RecordPayload): ResolvedValues => {
    const values = [list(record['exact']), list(record['near'])];
    return turned ? values.reverse() : values;
  };
  const ruleIDs = (a: ResolvedValues, b: ResolvedValues) => [
    ...(byExact(a, b) ? ['EXACT'] : []),
    ...(isNear(a, b, reach) ? ['NEAR'] : []),
    ...(byNumber && share(numbers(a), numbers(b)) ? ['NUMBER'] : []),
  ];
  const indexKeys = (values: ResolvedValues): IndexKey[] => [
    ...[...new Set(values[atExact])].map((value) => ({ hash: `${exact}-${value}`, plan: EXACT })),
    ...[...new Set(letters(values))].map((letter) => ({ hash: `${near}-${letter}`, plan: NEAR })),
    ...(byNumber ? [...new Set(numbers(values))].map((value) => ({ hash: `number-${value}`, plan: NUMBER })) : []),
  ];
  const bits = (a: ResolvedValues, b: ResolvedValues) =>
    isNear(a, b, 0) ? 12 : isNear(a, b, 1) ? 3 : byExact(a, b) ? 6 : -20;
  const sourcesOf = (values: ResolvedValues) => (oneThree && numbers(values).includes('3') ? ['three'] : []);
  const rules: CompiledRuleConfig = {
    ...((least !== undefined || oneThree) && { entityRules: { meaning: name, least, bits, sourcesOf } }),
    fingerprint: name,
    resolverIDs: turned ? ['near', 'exact'] : ['exact', 'near'],
    groups: ['default'],
    searchRuleNames: ['default'],
    hasDuplicates: false,
    resolve,
    recordProblems: () => [],
    indexKeys,
    links: (a, b) => ruleIDs(a, b).map((ruleID) => ({ ruleID, group: 'default', score: 1 })),
    linked: (plan, a, b) =>
      // A posting carries `near` values only.
      plan === EXACT ? share(letters(a), letters(b)) : plan === NEAR && isNear(a, b, reach),
    duplicateGroups: () => [],
    prepareSearch: (parameters) => {
      const values = resolve(parameters);
      return {
        values,
        keys: indexKeys(values),
        hit: (stored) =>
          isExact(values, stored) || isNear(values, stored, 0) ? { ruleIDs: ['S'], score: 1 } : undefined,
      };
    },
    consistency: () => 1,
  };
  return { name, rules, linked: (a, b) => ruleIDs(resolve(a), resolve(b)).length > 0 };
}

/** Generations that differ in what edits of a rule-config differ in. Records of a history begin by the first. */
export const toyGenerations: readonly ToyGeneration[] = [
  toyGeneration('first', {}),
  toyGeneration('other exact keys, looser', { exact: 'exactB', reach: 2 }),
  toyGeneration('tighter', { exact: 'exactC', demanding: true, reach: 0 }),
  toyGeneration('other blocking keys', { near: 'nearD', turned: true }),
  toyGeneration('one more rule', { byNumber: true }),
  toyGeneration('threshold', { reach: 0 }),
];

/** The same, of which some have links that join only with support. */
export const coherentGenerations: readonly ToyGeneration[] = [
  toyGeneration('first, coherent', { least: -5 }),
  toyGeneration('other exact keys, looser, not coherent', { exact: 'exactB', reach: 2 }),
  toyGeneration('tighter, coherent', { exact: 'exactC', demanding: true, reach: 0, least: 0 }),
  toyGeneration('other blocking keys, one of a source', { near: 'nearD', turned: true, oneThree: true }),
  toyGeneration('one more rule, more coherent', { byNumber: true, least: 0, oneThree: true }),
  toyGeneration('first, one of a source', { oneThree: true }),
];
