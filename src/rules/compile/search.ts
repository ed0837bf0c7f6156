import { append } from '../../multimap.ts';
import { FieldDoesNotExistError, TooManyIndexKeysError } from '../errors.ts';
import type { Matcher } from '../matchers/matcher.ts';
import {
  type Hit,
  type IndexKey,
  type KeyPlan,
  MAX_INDEX_KEYS,
  type PreparedSearch,
  type RecordPayload,
  type ResolvedValues,
  type SearchRanking,
} from '../types.ts';
import { servingPlan } from './groups.ts';
import { type IndexPlan, postedValues, type ResidualRule, residual } from './index-plan.ts';
import type { PipelineOutput } from './pipeline.ts';
import { type Alternative, Evaluation, matchersOf, missingIn, type Rule } from './rule.ts';

/** A rule of a search rule set. */
export interface SearchRule {
  readonly rule: Rule;
  readonly alternatives: readonly SearchAlternative[];
  /** The positions of the resolvers that the rule reads. */
  readonly resolvers: readonly number[];
  /** Paths of the record that each resolver reads, by its position. */
  readonly pathsOf: ReadonlyMap<number, readonly (readonly string[])[]>;
  /** Paths of the record that the rule depends on. */
  readonly paths: readonly (readonly string[])[];
}

/** An alternative of a search rule. */
export interface SearchAlternative extends Alternative {
  /** The index keys that find records satisfying it; undefined if the index does not support it. */
  readonly plan: IndexPlan | undefined;
  /** True if two records that share a key of the plan always satisfy it. */
  readonly isImplied: boolean;
}

export function compileSearchRules(
  rules: readonly Rule[],
  plans: readonly IndexPlan[],
  outputs: readonly PipelineOutput[],
): SearchRule[] {
  return rules.map((rule) => {
    const resolvers = [...new Set(matchersOf(rule).flatMap((matcher) => matcher.resolvers))];
    return {
      rule,
      alternatives: rule.alternatives.map((alternative) => {
        const plan = servingPlan(alternative, plans);
        const isImplied = plan !== undefined && residual(alternative, plan.parts).matchers.length === 0;
        return { ...alternative, plan, isImplied };
      }),
      resolvers,
      pathsOf: new Map(resolvers.map((at) => [at, outputs[at]!.paths])),
      paths: resolvers.flatMap((at) => outputs[at]!.paths),
    };
  });
}

/** A rule that keys of one plan find records for. */
interface ServedRule {
  /** Position among the rules of the search. */
  readonly position: number;
  /** What is left to compare between two records that share a key of the plan. */
  readonly left: ResidualRule;
}

/**
 * Judges records by their postings alone. That is exact, because two records satisfy an alternative of a rule only if
 * they share a key of its plan, and a posting carries what the plan's key leaves open (decision 50).
 *
 * @param rules that these parameters may satisfy
 * @param weights of the rules, 0 to 1: score times share of the fields
 * @param places of an {@link Evaluation}
 * @returns undefined if a posting cannot say everything: a rule finds records by no key, or compares a value that
 *   postings do not carry
 */
function rankingOf(
  rules: readonly SearchRule[],
  weights: readonly number[],
  values: ResolvedValues,
  places: number,
): SearchRanking | undefined {
  const served = new Map<KeyPlan, ServedRule[]>();
  for (const [position, { alternatives }] of rules.entries()) {
    for (const alternative of alternatives) {
      const { plan } = alternative;
      if (plan === undefined || untoldMatchers(alternative).length > 0) return undefined;
      append(served, plan, { position, left: residual(alternative, plan.parts) });
    }
  }
  const evaluation = new Evaluation(places);
  const isImplied = ({ left }: ServedRule): boolean => left.matchers.length === 0;
  return {
    weights: rules.map(({ rule: { id } }, index) => [id, weights[index]!] as const),
    isImpliedBy: (plan) => served.get(plan)?.every(isImplied) ?? true,
    rulesOf(plan, carried) {
      const ofPlan = served.get(plan) ?? [];
      if (!ofPlan.every(isImplied)) evaluation.begin(values, postedValues(plan, carried, values.length));
      return ofPlan
        .filter((rule) => isImplied(rule) || evaluation.allSatisfied(rule.left.matchers, rule.left.places))
        .map(({ position }) => position);
    },
    score(positions) {
      let remaining = 1;
      for (let position = 0; position < weights.length; position++) {
        if (positions.has(position)) remaining *= 1 - weights[position]!;
      }
      return 1 - remaining;
    },
  };
}

/**
 * The matchers of an alternative that neither the keys of its plan nor the values of their postings tell about. Empty for
 * an exact key, whose records are read anyway, and for an alternative without a plan.
 */
export function untoldMatchers(alternative: SearchAlternative): readonly Matcher[] {
  const { plan } = alternative;
  if (plan === undefined || plan.exact) return [];
  return residual(alternative, plan.parts).matchers.filter(
    ({ resolvers }) => !resolvers.every((at) => plan.carried.includes(at)),
  );
}

/**
 * The maximum depth, greater than that of any rule-config path; anything deeper counts as part of the field above it.
 */
const MAX_DEPTH = 32;

/**
 * Returns the fields with a value in a search, each as the steps of its path; the elements of a list are one field,
 * `*`. Null, an empty text, an empty list, and containers of only these are no value.
 */
function givenFields(parameters: RecordPayload): readonly (readonly string[])[] {
  const fields = new Map<string, readonly string[]>();
  const visit = (value: unknown, path: readonly string[]): void => {
    if (value === null || value === undefined || value === '') return;
    if (typeof value !== 'object' || path.length >= MAX_DEPTH) {
      fields.set(JSON.stringify(path), path);
    } else if (Array.isArray(value)) {
      const below = [...path, '*'];
      for (const element of value) visit(element, below);
    } else {
      for (const [name, member] of Object.entries(value)) visit(member, [...path, name]);
    }
  };
  visit(parameters, []);
  return [...fields.values()];
}

const ELEMENT = /^(?:\*|\d+)$/;

/** True if a path of the rule-config reads the field or a container of it. */
function reads(path: readonly string[], field: readonly string[]): boolean {
  return (
    path.length <= field.length &&
    path.every((step, index) => step === field[index] || (field[index] === '*' && ELEMENT.test(step)))
  );
}

/** A path for people to read: without what stands for the elements of lists. */
const fieldName = (path: readonly string[]): string => path.filter((step) => !ELEMENT.test(step)).join('.');

const SUBJECT = 'search parameters';

/** Runs the pipeline for some resolvers only. */
type ResolveFor = (resolvers: ReadonlySet<number>) => (record: RecordPayload) => ResolvedValues;

/**
 * Throws a FieldDoesNotExistError if the parameters have no value that a rule with `ignoreErrors: false` requires, and
 * a TooManyIndexKeysError if they would look up more keys than a record may have.
 */
export function prepareSearch(
  parameters: RecordPayload,
  values: ResolvedValues,
  searchRules: readonly SearchRule[],
  places: number,
  resolveFor: ResolveFor,
): PreparedSearch {
  for (const { rule } of searchRules) {
    if (rule.ignoreErrors) continue;
    const [missing] = missingIn(rule, values);
    if (missing !== undefined) throw new FieldDoesNotExistError(SUBJECT, { ...missing, ruleID: rule.id });
  }
  const keys = searchKeys(values, searchRules);
  const served = new Set<KeyPlan>(keys.map(({ plan }) => plan));
  // Two records that satisfy an alternative share a key of its plan: without one among the parameters none can.
  const open = searchRules.filter(({ alternatives }) =>
    alternatives.some(({ plan }) => plan === undefined || served.has(plan)),
  );
  const fields = givenFields(parameters);
  const shares = open.map(({ paths }) => {
    if (fields.length === 0) return 0;
    return fields.filter((field) => paths.some((path) => reads(path, field))).length / fields.length;
  });
  const evaluation = new Evaluation(places);
  const weights = open.map(({ rule }, index) => rule.score * shares[index]!);
  return {
    values,
    keys,
    ranking: rankingOf(open, weights, values, places),
    resolve: resolveFor(new Set(open.flatMap(({ resolvers }) => resolvers))),
    rulesServedBy: (plan) =>
      searchRules
        .filter(({ alternatives }) =>
          alternatives.some((one) => one.plan === plan && matchersWithoutValue(one, values).length === 0),
        )
        .map(({ rule }) => rule.id),
    fieldsToAdd: (overFrequent) => fieldsToAdd(searchRules, values, fields, overFrequent),
    isHitBy: (plan) => open.some(({ alternatives }) => alternatives.some((one) => one.isImplied && one.plan === plan)),
    hit(stored): Hit | undefined {
      evaluation.begin(values, stored);
      let ruleIDs: string[] | undefined;
      let remaining = 1;
      for (let i = 0; i < open.length; i++) {
        const { rule } = open[i]!;
        if (!evaluation.holds(rule)) continue;
        if (ruleIDs === undefined) ruleIDs = [rule.id];
        else ruleIDs.push(rule.id);
        remaining *= 1 - weights[i]!;
      }
      return ruleIDs === undefined ? undefined : { ruleIDs, score: 1 - remaining };
    },
  };
}

/** The matchers that no record can satisfy with these values, because one is missing. */
export function matchersWithoutValue({ matchers }: Alternative, values: ResolvedValues): readonly Matcher[] {
  return matchers.filter(
    // Beside a record with the very same values, orempty holds without any and a rule of alternatives with one of them.
    (matcher) => !matcher.satisfied(values, values) && matcher.resolvers.some((at) => values[at]!.length === 0),
  );
}

function fieldsToAdd(
  searchRules: readonly SearchRule[],
  values: ResolvedValues,
  given: readonly (readonly string[])[],
  overFrequent: ReadonlySet<KeyPlan>,
): readonly string[] {
  const isGiven = (path: readonly string[]): boolean => given.some((field) => reads(path, field));
  const wanted = searchRules
    .filter(({ paths }) => paths.some(isGiven))
    .flatMap(({ alternatives, pathsOf }) =>
      alternatives
        .filter(({ plan }) => plan !== undefined && !overFrequent.has(plan))
        .map((alternative) => fieldsWithoutValue(alternative, pathsOf, values, isGiven)),
    );
  return [...new Set(wanted.sort((a, b) => a.length - b.length).flat())];
}

/** The fields that an alternative lacks; none when a field that is given is what cannot be read. */
function fieldsWithoutValue(
  alternative: Alternative,
  pathsOf: SearchRule['pathsOf'],
  values: ResolvedValues,
  isGiven: (path: readonly string[]) => boolean,
): readonly string[] {
  const fields = new Set<string>();
  for (const matcher of matchersWithoutValue(alternative, values)) {
    for (const at of matcher.resolvers) {
      if (values[at]!.length > 0) continue;
      const missing = pathsOf.get(at)!.filter((path) => !isGiven(path));
      if (missing.length === 0) return [];
      for (const path of missing) fields.add(fieldName(path));
    }
  }
  return [...fields];
}

function searchKeys(values: ResolvedValues, searchRules: readonly SearchRule[]): readonly IndexKey[] {
  const keys: IndexKey[] = [];
  const done = new Set<IndexPlan>();
  for (const { rule, plan } of searchRules.flatMap(({ alternatives }) => alternatives)) {
    if (plan === undefined || done.has(plan)) continue;
    done.add(plan);
    const most = plan.addKeys(values, keys, MAX_INDEX_KEYS);
    if (most >= 0) {
      throw new TooManyIndexKeysError(SUBJECT, MAX_INDEX_KEYS, { ruleID: rule.id, matcherID: plan.matcherIDs[most]! });
    }
  }
  return keys;
}
