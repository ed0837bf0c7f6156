import type { EntityDataError } from '../errors.ts';
import type { TransformerTrace } from '../etm/pipeline.ts';

/** A record as the customer submits it: JSON, with a text `id`. */
export type RecordPayload = { readonly [field: string]: unknown };

/**
 * What the pipeline made of one record: for every resolver of the document, in document order, its list of distinct
 * values in first-seen order. An empty list is "no value".
 */
export type ResolvedValues = readonly (readonly string[])[];

/** One entry of the index that a record is stored or looked up under. */
export interface IndexKey {
  /** Text of 22 characters (132 bits, base64url) over the key plan's identity and the values of its parts. */
  readonly hash: string;
  /** Which {@link KeyPlan} made it. */
  readonly plan: KeyPlan;
}

/**
 * How index keys are made for one or several rules: the combination of the key parts of their indexable matchers.
 * Rules with the same parts share one plan, and so their keys.
 */
export interface KeyPlan {
  /** Stable over restarts and edits elsewhere in the document: a digest of what the parts are made of. */
  readonly signature: string;
  readonly ruleIDs: readonly string[];
  /**
   * True when sharing a key already is a link or makes a duplicate: every matcher of some link or deduplicate rule went
   * into the key and no consistency rule set can refuse it. False when it only suggests a candidate that
   * {@link CompiledRuleConfig.linked} must judge.
   */
  readonly deciding: boolean;
  /** Positions of the resolvers whose values are needed to judge a candidate found through this plan. Empty when deciding. */
  readonly carried: readonly number[];
}

/** One link between two records, by one rule of one mutation group. */
export interface RuleLink {
  readonly ruleID: string;
  readonly group: string;
  /** The rule's `score`, 0 to 1. */
  readonly score: number;
}

/** A matcher of a rule, for messages. */
export interface RuleMatcher {
  readonly ruleID: string;
  readonly matcherID: string;
}

/** The verdict of a search rule set on one stored record. */
export interface Hit {
  readonly ruleIDs: readonly string[];
  /** 1 − Π(1 − rule score × share of the given search fields that the rule used), 0 to 1. */
  readonly score: number;
}

/** A rule-config that passed the linter, ready to run. Immutable and safe to share between requests. */
export interface CompiledRuleConfig {
  /**
   * Digest of everything that stored data depend on: keys, the values that they carry, and which records are linked or
   * are duplicates. Documents of one fingerprint may take turns on a table.
   */
  readonly fingerprint: string;
  /** Resolver ids, in document order: the positions of {@link ResolvedValues}. */
  readonly resolverIDs: readonly string[];
  readonly groups: readonly string[];
  /** Names of the search rule sets; `default` serves a search that names none. */
  readonly searchRuleNames: readonly string[];

  /**
   * Runs the pipeline. Never throws for data: unreadable values become no value.
   *
   * @param observe is told of every transformer
   * @param onCut is called for every value of which rules see only the beginning
   */
  resolve(record: RecordPayload, observe?: (trace: TransformerTrace) => void, onCut?: () => void): ResolvedValues;
  /**
   * What must refuse this record before anything is stored: a `mustExist` without a value in a rule with
   * `ignoreErrors: false`, more index keys than the cap. Empty when it may be stored.
   */
  recordProblems(record: RecordPayload, values: ResolvedValues): EntityDataError[];
  /**
   * The keys under which a record is stored: distinct, of all groups' index rule sets. None for a stored record that has
   * more than the cap under these rules, which {@link recordProblems} refuses in a new one.
   */
  indexKeys(values: ResolvedValues): IndexKey[];
  /**
   * The link rules, over all groups, that hold between two records and that no consistency rule set refuses; rules of
   * which one is in no index rule set count only because the two share a key, so call this only for such pairs.
   * Symmetric in its arguments. Never throws: a value that must exist and does not is no value here.
   */
  links(a: ResolvedValues, b: ResolvedValues): RuleLink[];
  /**
   * Whether two records that share a key of the plan belong to one entity: a link rule holds as in {@link links}, or a
   * deduplicate rule set does. Needs only the carried values of one of them.
   */
  linked(plan: KeyPlan, a: ResolvedValues, b: ResolvedValues): boolean;
  /** The best score that a link of two records can have that share no keys but some of this plan. 1 when it is not known. */
  highestScore?(plan: KeyPlan): number;
  /** Whether any group has a deduplicate rule set. */
  readonly hasDuplicates: boolean;
  /** Groups whose deduplicate rule set holds between the two. */
  duplicateGroups(a: ResolvedValues, b: ResolvedValues): string[];

  /** The positions of resolvers with a value and the share of search fields below each search rule, computed once a search. */
  prepareSearch(parameters: RecordPayload, searchRules: string): PreparedSearch;
  /** `Entity.consistency` of the records of an entity. */
  consistency(records: readonly ResolvedValues[]): number;
}

export interface PreparedSearch {
  readonly values: ResolvedValues;
  /** Keys to look up; empty when these parameters can satisfy no rule of the set. */
  readonly keys: readonly IndexKey[];
  /** The rules of the set that hold between the parameters and a stored record; undefined when none does. */
  hit(stored: ResolvedValues): Hit | undefined;
  /** What `hit` must know of a stored record, and maybe no more; when it is missing, {@link CompiledRuleConfig.resolve}. */
  resolve?(record: RecordPayload): ResolvedValues;
  /** Whether a stored record with a key of the plan among `keys` is sure to be hit. Nothing is sure when it is missing. */
  isHitBy?(plan: KeyPlan): boolean;
  /** Ids of the rules of the set that keys of the plan find records for and that these parameters can satisfy. */
  rulesServedBy?(plan: KeyPlan): readonly string[];
  /**
   * Fields to give a value as well, as dotted paths, so that a rule of the set that reads a given field finds by keys of
   * other plans than these: the fields of the rule that lacks fewest first.
   */
  fieldsToAdd?(overFrequent: ReadonlySet<KeyPlan>): readonly string[];
}
