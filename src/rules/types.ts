import type { EntityDataError } from '../errors.ts';

/** A record as submitted: JSON with a text `id`. */
export type RecordPayload = { readonly [field: string]: unknown };

/**
 * The output of the pipeline for one record: for every resolver, in document order, its distinct values in the order of
 * first occurrence. An empty list means "no value".
 */
export type ResolvedValues = readonly (readonly string[])[];

/** The values of one pin: non-empty texts. An empty list is "no value". */
export type PinValues = readonly string[];

/** What a simulation receives about one transformer's run on a record. */
export interface TransformerTrace {
  readonly transformerID: string;
  readonly type: string;
  readonly inputs: Readonly<Record<string, PinValues>>;
  readonly outputs: Readonly<Record<string, PinValues>>;
  /** The reasons why values became no value. */
  readonly notes: readonly string[];
  /** The values of which rules read only the beginning. */
  readonly cuts: readonly string[];
}

/** The maximum number of index keys of one record. A record with more is refused, never partly indexed. */
export const MAX_INDEX_KEYS = 1_000;

/** One index key of a stored record or of a search. */
export interface IndexKey {
  /** Text of 22 characters (132 bits, base64url) over the key plan's identity and the values of its parts. */
  readonly hash: string;
  /** The {@link KeyPlan} that made it. */
  readonly plan: KeyPlan;
}

/**
 * Makes the index keys of one or several rules: combinations of the key parts of their indexable matchers. Rules with
 * the same parts share one plan and its keys.
 */
export interface KeyPlan {
  /** A digest of the definition of the parts: stable over restarts and over edits elsewhere in the document. */
  readonly signature: string;
  readonly ruleIDs: readonly string[];
  /**
   * True for an exact key: sharing it makes a link or a duplicate, because every matcher of some link or deduplicate
   * rule is part of the key and no consistency rule set can refuse it. False for a blocking key, which yields
   * candidates that {@link CompiledRuleConfig.linked} must judge.
   */
  readonly exact: boolean;
  /** Positions of the resolvers whose values are needed to judge a candidate of this plan. Empty for an exact key. */
  readonly carried: readonly number[];
  /**
   * True if the plan belongs to rules that are not in force, while a table changes its rules: its keys are stored and
   * maintained, but they link nothing, and no search uses them.
   */
  readonly dormant?: boolean;
}

/** One link between two records, by one rule of one mutation group. */
export interface RuleLink {
  readonly ruleID: string;
  readonly group: string;
  /** The rule's `score`, 0 to 1, times the probability that its matchers know. */
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

/** Why two records deserve a person's look. */
export interface Review {
  /** The score of the best of the rules, 0 to 1: as that of a {@link RuleLink}. */
  readonly score: number;
  /** Review rules that hold, each once. */
  readonly ruleIDs: readonly string[];
}

/**
 * What keeps linked records apart: links join groups of records from the strongest on, and only with support. All members
 * are symmetric in their records.
 */
export interface EntityRules {
  /** Digest of everything that decides. */
  readonly meaning: string;
  /** Least mean of the bits of the pairs between two groups; undefined if every link supports itself. */
  readonly least: number | undefined;
  /** How far a pair is above the threshold of the rules; never below −20. */
  bits(a: ResolvedValues, b: ResolvedValues): number;
  /** The sources of a record of which an entity takes one record each. */
  sourcesOf(values: ResolvedValues): readonly string[];
}

/** A compiled rule-config without lint errors. Immutable and safe to share between requests. */
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
   * Runs the pipeline. Never throws because of data: unreadable values become no value.
   *
   * @param observe receives the result of every transformer
   * @param onCut is called for every value of which rules use only the beginning
   */
  resolve(record: RecordPayload, observe?: (trace: TransformerTrace) => void, onCut?: () => void): ResolvedValues;
  /**
   * Returns the reasons to refuse this record before anything is stored: a missing value for `mustExist` in a rule with
   * `ignoreErrors: false`, or too many index keys. Empty if the record is accepted.
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
   * True if two records that share a key of the plan belong to one entity: they satisfy a link rule as in {@link
   * links}, or a deduplicate rule set. Needs only the carried values of one of them.
   */
  linked(plan: KeyPlan, a: ResolvedValues, b: ResolvedValues): boolean;
  /**
   * Returns the score of the best review rule that holds between two records that share a key of the plan; undefined if none
   * does, or another plan finds the pair. Needs only the carried values of one of them. Absent without review rules.
   */
  readonly nearMatch?: ((plan: KeyPlan, a: ResolvedValues, b: ResolvedValues) => number | undefined) | undefined;
  /** False if {@link nearMatch} finds no pair by keys of the plan. */
  mayBeNear?(plan: KeyPlan): boolean;
  /** Returns the review rules that hold between two records; undefined if none does. Absent without review rules. */
  readonly review?: ((a: ResolvedValues, b: ResolvedValues) => Review | undefined) | undefined;
  /** Returns the best possible score of a link between two records that share only keys of this plan. 1 if unknown. */
  highestScore?(plan: KeyPlan): number;
  /** What keeps linked records apart; absent where each chain of links makes one entity. */
  readonly entityRules?: EntityRules | undefined;
  /** True if any group has a deduplicate rule set. */
  readonly hasDuplicates: boolean;
  /** Returns the groups whose deduplicate rule set the two records satisfy. */
  duplicateGroups(a: ResolvedValues, b: ResolvedValues): string[];

  /**
   * Computes, once per search, the positions of resolvers with a value and the share of search fields that each search
   * rule uses.
   */
  prepareSearch(parameters: RecordPayload, searchRules: string): PreparedSearch;
  /** Returns `Entity.consistency` for the records of an entity. */
  consistency(records: readonly ResolvedValues[]): number;
  /** The rules that link and that searches go by, if these rules also make dormant keys. */
  readonly inForce?: CompiledRuleConfig;
}

export interface PreparedSearch {
  readonly values: ResolvedValues;
  /** Returns the keys to look up; empty if these parameters cannot satisfy any rule of the set. */
  readonly keys: readonly IndexKey[];
  /** Returns the rules of the set that the parameters and a stored record satisfy; undefined if there are none. */
  hit(stored: ResolvedValues): Hit | undefined;
  /**
   * Resolves a stored record for `hit`, possibly with only the values that it needs. If absent, use {@link
   * CompiledRuleConfig.resolve}.
   */
  resolve?(record: RecordPayload): ResolvedValues;
  /** True if every stored record with a key of the plan among `keys` is a hit. If absent, no record is certain. */
  isHitBy?(plan: KeyPlan): boolean;
  /** Ids of the rules of the set that keys of the plan find records for and that these parameters can satisfy. */
  rulesServedBy?(plan: KeyPlan): readonly string[];
  /**
   * Fields to give a value as well, as dotted paths, so that a rule of the set that reads a given field finds by keys of
   * other plans than these: the fields of the rule that lacks fewest first.
   */
  fieldsToAdd?(overFrequent: ReadonlySet<KeyPlan>): readonly string[];
  /** Judges records by their postings. If absent, only the records themselves tell. */
  readonly ranking?: SearchRanking | undefined;
}

/** What postings tell about the hits of a search. Rules are named by their position among those of the search. */
export interface SearchRanking {
  /** Ids and weights of the rules, 0 to 1: score times share of the search fields. */
  readonly weights: readonly (readonly [ruleID: string, weight: number])[];
  /** True if every record with a key of the plan satisfies all rules that the plan serves. */
  isImpliedBy(plan: KeyPlan): boolean;
  /**
   * The rules, of those that the plan serves, that hold between the search and a record with a key of it.
   *
   * @param carried values of the posting, in the order of the plan's `carried`
   */
  rulesOf(plan: KeyPlan, carried: ResolvedValues): readonly number[];
  /** The score of a hit by these rules, as {@link Hit} defines it. */
  score(rules: ReadonlySet<number>): number;
}
