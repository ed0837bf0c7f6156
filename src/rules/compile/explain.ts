import { EntityDataError } from '../../errors.ts';
import { FieldDoesNotExistError } from '../errors.ts';
import type { MatcherVerdict } from '../matchers/matcher.ts';
import type { Hit, RecordPayload, ResolvedValues, TransformerTrace } from '../types.ts';
import { MAX_INDEX_KEYS } from '../types.ts';
import type { CompiledRules } from './compiled-rules.ts';
import type { Group } from './groups.ts';
import type { DescribedKey } from './index-plan.ts';
import { Evaluation, missingIn, type Rule } from './rule.ts';

/** One rule and two records. */
export interface RuleVerdict {
  readonly ruleID: string;
  readonly satisfied: boolean;
  /** The score that an edge of this rule between the two has. */
  readonly score: number;
  /** The error that a submit of one of the two fails with; only for rules with `ignoreErrors: false`. */
  readonly error?: string;
  readonly matchers: readonly MatcherVerdict[];
}

export interface RuleSetVerdict {
  readonly ruleSetID: string;
  /** One rule is satisfied. */
  readonly satisfied: boolean;
  readonly satisfiedRuleIDs: readonly string[];
  readonly unsatisfiedRuleIDs: readonly string[];
  readonly rules: readonly RuleVerdict[];
}

/**
 * - `LINK`: a link rule is satisfied, no consistency rule set refuses it, and the index finds the pair.
 * - `DUPLICATE`: the deduplicate rule set is satisfied: the later record is a duplicate of the earlier one.
 * - `KEPT_APART`: a link or deduplicate rule is satisfied, but the consistency rule set is not.
 * - `NOT_FOUND`: a link or deduplicate rule is satisfied, but it is in no index rule set and the two share no index
 *   key.
 * - `NO_MATCH`: no link or deduplicate rule is satisfied.
 */
type GroupOutcome = 'LINK' | 'DUPLICATE' | 'KEPT_APART' | 'NOT_FOUND' | 'NO_MATCH';

export interface GroupVerdict {
  readonly group: string;
  readonly outcome: GroupOutcome;
  /** The rules that link the two records; empty unless the outcome is LINK or DUPLICATE. */
  readonly linkRuleIDs: readonly string[];
  /** The consistency rule set that keeps the two apart. */
  readonly keptApartBy?: string;
  readonly index: RuleSetVerdict;
  readonly link: RuleSetVerdict;
  readonly deduplicate?: RuleSetVerdict;
  readonly consistency?: RuleSetVerdict;
  readonly review?: RuleSetVerdict;
}

/** The result for one record of a search with the other record as parameters. */
interface SearchVerdict {
  readonly searchRules: string;
  readonly rules: RuleSetVerdict;
  /** True if a search with record a finds record b: they satisfy a rule and share a search key. */
  readonly aFindsB: Hit | undefined;
  readonly bFindsA: Hit | undefined;
  /** The error of such a search. */
  readonly errors: readonly string[];
}

export interface SideExplanation {
  /** By resolver. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** Every transformer, in the order of execution. */
  readonly trace: readonly TransformerTrace[];
  readonly keys: readonly DescribedKey[];
  /** The reasons why the record itself is refused. */
  readonly problems: readonly string[];
}

export interface PairExplanation {
  readonly a: SideExplanation;
  readonly b: SideExplanation;
  readonly sharedKeys: readonly DescribedKey[];
  readonly groups: readonly GroupVerdict[];
  readonly searches: readonly SearchVerdict[];
  /** True if the two records alone belong to one entity: some group links them, or one is a duplicate of the other. */
  readonly together: boolean;
}

/**
 * Explains why two records match or not. Runs the same pipeline, rules and keys as submit and search. Never throws
 * because of data; the result contains the errors that a request would return.
 */
export function explainPair(compiled: CompiledRules, recordA: RecordPayload, recordB: RecordPayload): PairExplanation {
  const { side: a, values: valuesA } = explainSide(compiled, recordA);
  const { side: b, values: valuesB } = explainSide(compiled, recordB);
  const hashes = new Set(a.keys.map(({ hash }) => hash));
  const sharedKeys = b.keys.filter(({ hash }) => hashes.has(hash));
  const judge = new Judge(compiled.parts.places, valuesA, valuesB);
  const groups = compiled.parts.groups.map((group) => explainGroup(group, judge, sharedKeys.length > 0));
  const searches = compiled.searchRuleNames.map((name) => explainSearch(compiled, name, judge, recordA, recordB));
  return {
    a,
    b,
    sharedKeys,
    groups,
    searches,
    together: groups.some(({ outcome }) => outcome === 'LINK' || outcome === 'DUPLICATE'),
  };
}

function explainSide(
  compiled: CompiledRules,
  record: RecordPayload,
): { side: SideExplanation; values: ResolvedValues } {
  const trace: TransformerTrace[] = [];
  const values = compiled.resolve(record, (step) => trace.push(step));
  return {
    values,
    side: {
      values: Object.fromEntries(compiled.resolverIDs.map((id, position) => [id, values[position]!])),
      trace,
      keys: compiled.parts.plans.flatMap((plan) => plan.describeKeys(values, MAX_INDEX_KEYS)),
      problems: compiled.recordProblems(record, values).map(({ message }) => message),
    },
  };
}

/** Evaluates rules on one pair of records. */
class Judge {
  readonly a: ResolvedValues;
  readonly b: ResolvedValues;
  private readonly evaluation: Evaluation;
  private readonly verdicts = new Map<Rule, RuleVerdict>();

  constructor(places: number, a: ResolvedValues, b: ResolvedValues) {
    this.a = a;
    this.b = b;
    this.evaluation = new Evaluation(places);
    this.evaluation.begin(a, b);
  }

  ruleSet(ruleSetID: string, rules: readonly Rule[]): RuleSetVerdict {
    const verdicts = rules.map((rule) => this.rule(rule));
    const idsOf = (satisfied: boolean): string[] =>
      verdicts.filter((verdict) => verdict.satisfied === satisfied).map(({ ruleID }) => ruleID);
    return {
      ruleSetID,
      satisfied: verdicts.some(({ satisfied }) => satisfied),
      satisfiedRuleIDs: idsOf(true),
      unsatisfiedRuleIDs: idsOf(false),
      rules: verdicts,
    };
  }

  private rule(rule: Rule): RuleVerdict {
    const known = this.verdicts.get(rule);
    if (known !== undefined) return known;
    const verdict = {
      ruleID: rule.id,
      score: rule.edgeScore(this.a, this.b),
      ...this.outcome(rule),
      matchers: [
        ...combinationVerdicts(rule, this.a, this.b),
        ...rule.matchers.map((matcher) => matcher.verdict(this.a, this.b)),
      ],
    };
    this.verdicts.set(rule, verdict);
    return verdict;
  }

  private outcome(rule: Rule): { satisfied: boolean; error?: string } {
    const satisfied = this.evaluation.holds(rule);
    const [missing] = rule.ignoreErrors ? [] : [this.a, this.b].flatMap((values) => missingIn(rule, values));
    if (missing === undefined) return { satisfied };
    return {
      satisfied,
      error: new FieldDoesNotExistError('one of two records', { ...missing, ruleID: rule.id }).message,
    };
  }
}

/** The result for the combinations of a rule, of which one must be satisfied; none for a rule without them. */
function combinationVerdicts({ combinations }: Rule, a: ResolvedValues, b: ResolvedValues): MatcherVerdict[] {
  if (combinations.length === 0) return [];
  const inner = combinations.map((matchers): MatcherVerdict => {
    const verdicts = matchers.map((matcher) => matcher.verdict(a, b));
    if (verdicts.length === 1) return verdicts[0]!;
    return {
      matcherID: matchers.map(({ id }) => id).join(' and '),
      type: 'combination',
      satisfied: verdicts.every(({ satisfied }) => satisfied),
      similarity: Math.min(...verdicts.map(({ similarity }) => similarity)),
      values: [],
      missing: [],
      inner: verdicts,
    };
  });
  return [
    {
      matcherID: 'indexMatcherIDs',
      type: 'combinations',
      satisfied: inner.some(({ satisfied }) => satisfied),
      similarity: Math.max(...inner.map(({ similarity }) => similarity)),
      values: [],
      missing: [],
      inner,
    },
  ];
}

function explainGroup(group: Group, judge: Judge, sharesKey: boolean): GroupVerdict {
  const { name, ruleSetIDs } = group;
  const link = judge.ruleSet(ruleSetIDs.link, group.link);
  const deduplicate =
    group.deduplicate === undefined ? undefined : judge.ruleSet(ruleSetIDs.deduplicate!, group.deduplicate);
  const consistency = group.gate === undefined ? undefined : judge.ruleSet(ruleSetIDs.consistency!, group.gate);
  const review = group.review === undefined ? undefined : judge.ruleSet(ruleSetIDs.review!, group.review);
  const outcome = outcomeOf(link, deduplicate, consistency, sharesKey);
  return {
    group: name,
    outcome,
    linkRuleIDs: outcome === 'LINK' || outcome === 'DUPLICATE' ? link.satisfiedRuleIDs : [],
    ...(outcome === 'KEPT_APART' ? { keptApartBy: ruleSetIDs.consistency! } : {}),
    index: judge.ruleSet(ruleSetIDs.index, group.index),
    link,
    ...(deduplicate === undefined ? {} : { deduplicate }),
    ...(consistency === undefined ? {} : { consistency }),
    ...(review === undefined ? {} : { review }),
  };
}

function outcomeOf(
  link: RuleSetVerdict,
  deduplicate: RuleSetVerdict | undefined,
  consistency: RuleSetVerdict | undefined,
  sharesKey: boolean,
): GroupOutcome {
  const duplicate = deduplicate?.satisfied === true;
  if (!link.satisfied && !duplicate) return 'NO_MATCH';
  if (consistency?.satisfied === false) return 'KEPT_APART';
  if (!sharesKey) return 'NOT_FOUND';
  return duplicate ? 'DUPLICATE' : 'LINK';
}

function explainSearch(
  compiled: CompiledRules,
  searchRules: string,
  judge: Judge,
  recordA: RecordPayload,
  recordB: RecordPayload,
): SearchVerdict {
  const { ruleSetID, rules } = compiled.parts.searches.get(searchRules)!;
  const errors: string[] = [];
  const find = (parameters: RecordPayload, stored: ResolvedValues): Hit | undefined => {
    const { value, error } = attempt(() => {
      const prepared = compiled.prepareSearch(parameters, searchRules);
      const hashes = new Set(compiled.indexKeys(stored).map(({ hash }) => hash));
      return prepared.keys.some(({ hash }) => hashes.has(hash)) ? prepared.hit(stored) : undefined;
    });
    if (error !== undefined) errors.push(error);
    return value;
  };
  return {
    searchRules,
    rules: judge.ruleSet(ruleSetID, rules),
    aFindsB: find(withoutID(recordA), judge.b),
    bFindsA: find(withoutID(recordB), judge.a),
    errors: [...new Set(errors)],
  };
}

/** Removes the record id: it would count as a given search field. */
function withoutID({ id: _id, ...parameters }: RecordPayload): RecordPayload {
  return parameters;
}

/** Returns the result of a request, or its error message. */
function attempt<T>(run: () => T): { value: T; error?: undefined } | { value: undefined; error: string } {
  try {
    return { value: run() };
  } catch (error) {
    if (error instanceof EntityDataError) return { value: undefined, error: error.message };
    throw error;
  }
}
