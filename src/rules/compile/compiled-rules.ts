import type { EntityDataError } from '../../errors.ts';
import { digest } from '../../text/digest.ts';
import { parseDay } from '../comparers/date.ts';
import { FieldDoesNotExistError, TooManyIndexKeysError, UnknownSearchRuleSetError } from '../errors.ts';
import {
  type CompiledRuleConfig,
  type EntityRules,
  type IndexKey,
  type KeyPlan,
  MAX_INDEX_KEYS,
  type PreparedSearch,
  type RecordPayload,
  type ResolvedValues,
  type Review,
  type RuleLink,
  type RuleMatcher,
  type TransformerTrace,
} from '../types.ts';
import { type Group, linkingOf } from './groups.ts';
import type { IndexPlan } from './index-plan.ts';
import type { Pipeline } from './pipeline.ts';
import { Evaluation, missingIn, type Rule } from './rule.ts';
import { compileSearchRules, prepareSearch, type SearchRule } from './search.ts';

/** The compiler's output for the document. */
export interface CompiledParts {
  readonly pipeline: Pipeline;
  readonly rules: readonly Rule[];
  /** Number of positions of an {@link Evaluation}. */
  readonly places: number;
  readonly groups: readonly Group[];
  /** By the name of a search. */
  readonly searches: ReadonlyMap<string, { readonly ruleSetID: string; readonly rules: readonly Rule[] }>;
  readonly plans: readonly IndexPlan[];
  readonly scores: readonly ConsistencyWeight[];
  readonly entityRules?: EntityRules | undefined;
  readonly onTooManyKeys?: ((matcher: RuleMatcher) => void) | undefined;
}

/** Searches use few combinations of fields, but a document with many rules could cause very many. */
const PARTIAL_RESOLVES = 100;

/** Index keys of one record, or why there are too many. */
type Keys = { readonly keys: IndexKey[] } | { readonly tooMany: RuleMatcher };

/**
 * A compiled document. Consistency rule sets are a gate for each pair: a group links two records, or marks one as a
 * duplicate, only if they also satisfy the group's consistency rule set.
 */
export class CompiledRules implements CompiledRuleConfig {
  readonly fingerprint: string;
  readonly resolverIDs: readonly string[];
  readonly groups: readonly string[];
  readonly searchRuleNames: readonly string[];
  readonly hasDuplicates: boolean;
  readonly nearMatch: CompiledRuleConfig['nearMatch'];
  readonly review: CompiledRuleConfig['review'];
  readonly entityRules: EntityRules | undefined;
  /** The compiled document itself, for the linter and the simulation. */
  readonly parts: CompiledParts;
  /** By name of a search rule set. */
  readonly searchRules: ReadonlyMap<string, readonly SearchRule[]>;

  private readonly evaluation: Evaluation;
  /** Ids of the rules that have keys of their own. */
  private readonly indexed: ReadonlySet<string>;
  /** The rules that can refuse a record: those of mutation rule sets with `ignoreErrors: false`. */
  private readonly demanding: readonly Rule[];
  /** Compiled runs of the pipeline for the resolvers of earlier searches, by their positions. */
  private readonly partialResolves = new Map<string, (record: RecordPayload) => ResolvedValues>();
  private lastValues: ResolvedValues | undefined;
  private lastKeys: Keys | undefined;

  constructor(parts: CompiledParts) {
    const { pipeline, groups, plans, searches, entityRules } = parts;
    this.parts = parts;
    this.entityRules = entityRules;
    this.resolverIDs = pipeline.outputs.map(({ id }) => id);
    this.groups = groups.map(({ name }) => name);
    this.searchRuleNames = [...searches.keys()];
    this.hasDuplicates = groups.some(({ deduplicate }) => deduplicate !== undefined);
    const reviewRules = [...new Set(groups.flatMap(({ review }) => review ?? []))];
    if (reviewRules.length > 0) {
      this.nearMatch = (plan, a, b) => this.scoreOfNearMatch(plan as IndexPlan, a, b);
      this.review = (a, b) => this.reviewBy(reviewRules, a, b);
    }
    this.searchRules = new Map(
      [...searches].map(([name, { rules }]) => [name, compileSearchRules(rules, plans, pipeline.outputs)]),
    );
    this.evaluation = new Evaluation(parts.places);
    this.indexed = new Set(plans.flatMap(({ ruleIDs }) => ruleIDs));
    const mutationRules = groups.flatMap(({ index, link, deduplicate, gate }) => [
      ...index,
      ...link,
      ...(deduplicate ?? []),
      ...(gate ?? []),
    ]);
    this.demanding = [...new Set(mutationRules)].filter(({ ignoreErrors }) => !ignoreErrors);
    this.fingerprint = digest([
      plans.map(({ identity }) => identity).sort(),
      linkingOf(groups),
      ...(entityRules === undefined ? [] : [entityRules.meaning]),
    ]);
  }

  /**
   * @param observe receives the output of every transformer
   * @param onCut is called for every value of which rules use only the beginning
   */
  resolve(record: RecordPayload, observe?: (trace: TransformerTrace) => void, onCut?: () => void): ResolvedValues {
    return this.parts.pipeline.run(record, observe, onCut);
  }

  recordProblems(record: RecordPayload, values: ResolvedValues): EntityDataError[] {
    const problems: EntityDataError[] = [];
    for (const rule of this.demanding) {
      for (const missing of missingIn(rule, values)) {
        problems.push(new FieldDoesNotExistError(nameOf(record), { ...missing, ruleID: rule.id }));
      }
    }
    const keys = this.keysOf(values);
    if ('tooMany' in keys) problems.push(new TooManyIndexKeysError(nameOf(record), MAX_INDEX_KEYS, keys.tooMany));
    return problems;
  }

  indexKeys(values: ResolvedValues): IndexKey[] {
    const keys = this.keysOf(values);
    if ('keys' in keys) return keys.keys;
    this.parts.onTooManyKeys?.(keys.tooMany);
    return [];
  }

  /** Whether {@link indexKeys} returns any key. Counts them, and makes none. */
  givesKeys(values: ResolvedValues): boolean {
    let count = 0;
    for (const plan of this.parts.plans) {
      const more = plan.countKeys(values, MAX_INDEX_KEYS - count);
      if (more === undefined) return false;
      count += more;
    }
    return count > 0;
  }

  links(a: ResolvedValues, b: ResolvedValues): RuleLink[] {
    const { evaluation } = this;
    evaluation.begin(a, b);
    const links: RuleLink[] = [];
    for (const { name, link, gate } of this.parts.groups) {
      let open = gate === undefined;
      for (const rule of link) {
        if (!evaluation.holds(rule)) continue;
        if (!open) {
          if (!evaluation.anyHolds(gate!)) break;
          open = true;
        }
        links.push({ ruleID: rule.id, group: name, score: rule.edgeScore(a, b) });
      }
    }
    return links;
  }

  linked(plan: KeyPlan, a: ResolvedValues, b: ResolvedValues): boolean {
    this.evaluation.begin(a, b);
    return (plan as IndexPlan).joined(this.evaluation);
  }

  mayBeNear(plan: KeyPlan): boolean {
    return (plan as IndexPlan).reviews.length > 0;
  }

  private scoreOfNearMatch(plan: IndexPlan, a: ResolvedValues, b: ResolvedValues): number | undefined {
    this.evaluation.begin(a, b);
    const rules = plan.nearBy(this.evaluation);
    return rules.length === 0 ? undefined : bestScore(rules, a, b);
  }

  private reviewBy(rules: readonly Rule[], a: ResolvedValues, b: ResolvedValues): Review | undefined {
    this.evaluation.begin(a, b);
    const holding = rules.filter((rule) => this.evaluation.holds(rule));
    if (holding.length === 0) return undefined;
    return { score: bestScore(holding, a, b), ruleIDs: holding.map(({ id }) => id) };
  }

  highestScore(plan: KeyPlan): number {
    let highest = 0;
    for (const { link } of this.parts.groups) {
      for (const { id, score } of link) {
        if (score > highest && (plan.ruleIDs.includes(id) || !this.indexed.has(id))) highest = score;
      }
    }
    return highest;
  }

  duplicateGroups(a: ResolvedValues, b: ResolvedValues): string[] {
    const { evaluation } = this;
    evaluation.begin(a, b);
    const names: string[] = [];
    for (const { name, deduplicate, gate } of this.parts.groups) {
      if (deduplicate === undefined || !evaluation.anyHolds(deduplicate)) continue;
      if (gate === undefined || evaluation.anyHolds(gate)) names.push(name);
    }
    return names;
  }

  prepareSearch(parameters: RecordPayload, searchRules: string): PreparedSearch {
    const rules = this.searchRules.get(searchRules);
    if (rules === undefined) throw new UnknownSearchRuleSetError(searchRules, this.searchRuleNames);
    return prepareSearch(parameters, this.resolve(parameters), rules, this.parts.places, (resolvers) =>
      this.resolveFor(resolvers),
    );
  }

  private resolveFor(resolvers: ReadonlySet<number>): (record: RecordPayload) => ResolvedValues {
    if (resolvers.size === this.resolverIDs.length) return (record) => this.resolve(record);
    const name = [...resolvers].sort().join();
    let resolve = this.partialResolves.get(name);
    if (resolve === undefined) {
      resolve = this.parts.pipeline.only(resolvers);
      if (this.partialResolves.size < PARTIAL_RESOLVES) this.partialResolves.set(name, resolve);
    }
    return resolve;
  }

  consistency(records: readonly ResolvedValues[]): number {
    return consistency(records, this.parts.scores);
  }

  /** Callers request a record's problems and then its keys; the keys are computed once. */
  private keysOf(values: ResolvedValues): Keys {
    if (this.lastValues === values) return this.lastKeys!;
    this.lastKeys = this.makeKeys(values);
    this.lastValues = values;
    return this.lastKeys;
  }

  private makeKeys(values: ResolvedValues): Keys {
    const keys: IndexKey[] = [];
    for (const plan of this.parts.plans) {
      const most = plan.addKeys(values, keys, MAX_INDEX_KEYS);
      if (most >= 0) return { tooMany: { ruleID: plan.ruleIDs[0]!, matcherID: plan.matcherIDs[most]! } };
    }
    return { keys };
  }
}

const bestScore = (rules: readonly Rule[], a: ResolvedValues, b: ResolvedValues): number =>
  Math.max(...rules.map((rule) => rule.edgeScore(a, b)));

const nameOf = (record: RecordPayload): string => `record ${JSON.stringify(record['id'] ?? null)}`;

/** The contribution of one resolver to `Entity.consistency`. */
interface ConsistencyWeight {
  readonly position: number;
  readonly weight: number;
  readonly type: 'text' | 'date';
}

/**
 * Returns the weighted mean of Σf²/n² over the listed resolvers. n is the number of records with a value, f the
 * frequency of a value among them: 1 if all are equal, 1/n if all differ. Each value of a record with k values counts
 * 1/k, so that the result is between 0 and 1. Resolvers without any value do not count; if none counts, the result is
 * 1.
 */
function consistency(records: readonly ResolvedValues[], weights: readonly ConsistencyWeight[]): number {
  let total = 0;
  let sum = 0;
  for (const { position, weight, type } of weights) {
    const frequency = new Map<string | number, number>();
    let n = 0;
    for (const values of records) {
      const texts = values[position]!;
      if (texts.length === 0) continue;
      n += 1;
      for (const text of texts) {
        const value = type === 'date' ? (parseDay(text) ?? text) : text;
        frequency.set(value, (frequency.get(value) ?? 0) + 1 / texts.length);
      }
    }
    if (n === 0) continue;
    let squares = 0;
    for (const f of frequency.values()) squares += f * f;
    total += weight;
    sum += (weight * squares) / (n * n);
  }
  return total === 0 ? 1 : Math.min(1, sum / total);
}
