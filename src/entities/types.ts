import type { LoadProgress } from '../loads/load-progress.ts';
import type { PairExplanation } from '../rules/compile/explain.ts';
import type { RecordPayload } from '../rules/types.ts';
import type {
  AssignedCounts,
  Decided,
  DecisionList,
  DecisionListRequest,
  HistoryList,
  HistoryRequest,
  LinkRequest,
  ReleaseRequest,
  Review,
  ReviewCounts,
  ReviewList,
  ReviewListRequest,
  SeparationRequest,
  SkipRequest,
  TakeRequest,
  UndoRequest,
} from './people/types.ts';
import type { StatisticsStatus } from './statistics/types.ts';

export type SubmitOutcome = 'CREATED' | 'UPDATED' | 'UNCHANGED' | 'DUPLICATE';

export interface SubmittedRecord {
  readonly id: string;
  readonly entityID: string;
  readonly outcome: SubmitOutcome;
}

/** Two records of an entity that a rule links; a is the one that was stored first. */
export interface EntityLink {
  readonly a: string;
  readonly b: string;
  /** Id of the rule. */
  readonly rule: string;
  /** The rule's score, 0 to 1. */
  readonly score: number;
}

/** What an entity can make ready: its links serve its edges, too, and its hits the score of its hits. */
export type Prepared = 'links' | 'duplicates' | 'score' | 'values' | 'hits';

/** One entity as it was at one moment. Expensive properties are computed on demand, and once. */
export interface EntityView {
  readonly id: string;
  /** Payloads in the order in which the records were first stored. */
  readonly records: readonly RecordPayload[];
  /**
   * Computes what properties need, and rests meanwhile. Otherwise reading a property of a large entity holds the event loop.
   *
   * @throws EntityTooLargeError as the property would
   */
  prepare(what: Prepared): Promise<void>;
  /** `a:b:RULE`, sorted; a before b in the order of `records`. */
  edges(): readonly string[];
  /**
   * The edges with their scores, in the order of `records`; a pair that one rule links in several groups is listed
   * once.
   */
  links(): readonly EntityLink[];
  /** Per original the ids of its duplicates; keys `GROUP:original` when the document has several groups. */
  duplicates(): Readonly<Record<string, readonly string[]>>;
  /** Per record that a search hit, the ids of the rules. Empty outside a search. */
  hits(): Readonly<Record<string, readonly string[]>>;
  score(): number;
  consistency(): number;
  hitScore(): number;
  /** Ids that were united with this one and resolve to it, in ascending order. */
  readonly aliases: readonly string[];
  connectionBans(): Promise<readonly ConnectionBan[]>;
  /** Removed links of its records, each once. */
  removedLinks(): readonly RemovedLink[];
  /** Ids of records that were submitted to belong together, by submit; those of one entity. */
  linkedTogether(): readonly (readonly string[])[];
  /**
   * The entity reduced to the records that `keep` returns true for: none, itself, or its connected parts with ids
   * suffixed `-1`, `-2`, …. The largest part comes first; of equal ones, that with the record stored first.
   */
  considering(keep: (record: RecordPayload) => boolean): Promise<readonly EntityView[]>;
}

export interface SubmitOptions {
  /** Whether the records of the request belong together whatever the rules say (edges of the rule STATIC). */
  readonly linkTogether?: boolean;
}

/** Two records that no rule links, because a disassembly removed the edge between them. */
export interface RemovedLink {
  /** A record of the entity. */
  readonly a: string;
  /** Another record of it, or of another entity. */
  readonly b: string;
}

/** A cannot-link constraint: separates the parts of a disassembly. */
export interface ConnectionBan {
  readonly reference: string;
  /** Entities that this one is separated from, in ascending order. */
  readonly others: readonly string[];
  readonly user: string;
  readonly verified: boolean;
  readonly reason: string;
}

/** The user of a request and the reason for it; stored with the result. */
export interface Motive {
  readonly user: string;
  /** True if a token named the user; otherwise the request said it. */
  readonly verified?: boolean;
  readonly reason: string;
}

export interface DisassembleRequest {
  /** Edges to remove, by the ids of their records. */
  readonly edges?: readonly { readonly a: string; readonly b: string }[];
  /** Records to erase with all that belongs to them. */
  readonly recordIDs?: readonly string[];
  /** Whether the parts must never be united again. */
  readonly createConnectionBan?: boolean;
  readonly meta?: Motive;
}

export interface Disassembled {
  /** False if there was nothing left to do, because it was done before. */
  readonly triggered: boolean;
  /**
   * False if the entity is so large that the sweeper splits it, in its next run. Then the following fields are empty.
   */
  readonly complete: boolean;
  /** Ids of the entities that are left, first the one that kept its id; one id if nothing was split. */
  readonly entityIDs: readonly string[];
  /** Reference of the requested connection ban. Missing if nothing was split. */
  readonly reference?: string;
  /** Named edges whose records are still in one entity, because other links connect them. */
  readonly stillConnected: readonly RemainingConnection[];
}

export interface RemoveConnectionBanRequest {
  readonly reference: string;
  readonly entityID: string;
  /** Entities that it may be united with again. */
  readonly others: readonly string[];
  readonly meta: Motive;
}

export interface FrequentKey {
  readonly hash: string;
  readonly ruleIDs: readonly string[];
}

export interface Metrics {
  /** In progress while interrupted work waits, and while a bulk load is under way. */
  readonly assemblyStatus: AssemblyStatus;
  /** Bulk loads of the last 30 days, the latest first. */
  readonly loads: readonly LoadProgress[];
  /** Exact when no operation is unfinished. */
  readonly recordCount: number;
  readonly entityCount: number;
  /** Milliseconds since the oldest unfinished operation began; null if there is none. */
  readonly oldestUnfinished: number | null;
  /** Over-frequent keys, which link no further records, with their rules. */
  readonly genericKeys: readonly FrequentKey[];
  /** Keys that serve searches only, and that more records share than a search reads. */
  readonly tooFrequentKeys: readonly FrequentKey[];
  /** The rules in force; null without a register. */
  readonly rules: RulesStatus | null;
}

export interface SearchRequest {
  readonly parameters: RecordPayload;
  /** Name of a search rule set; `default` when absent. */
  readonly searchRules?: string;
}

/**
 * - `GENERIC`: submits marked the value as over-frequent. It links no further records, and a search does not use it.
 * - `TOO_FREQUENT`: more records have the value than a search reads; it read some of them.
 */
export type IncompleteReason = 'GENERIC' | 'TOO_FREQUENT';

/** Rules of a search that match more records than it read, because too many share a value. */
export interface IncompleteRules {
  readonly rules: readonly string[];
  readonly reason: IncompleteReason;
  /** At least this many records have the value; for a marked one, when it was marked. */
  readonly atLeast: number;
  /**
   * Fields without a value in the search that would let another of its rules use another key. The fields of the rule
   * with the fewest missing ones come first.
   */
  readonly add: readonly string[];
}

export interface SearchAnswer {
  /** In ascending order of id. */
  readonly entities: readonly EntityView[];
  /** Empty when every entity was found. */
  readonly incomplete: readonly IncompleteRules[];
}

export interface RankedSearchRequest extends SearchRequest {
  /** The most entities on the page. */
  readonly first: number;
  /** The `endCursor` of the page before; undefined for the first page. */
  readonly after?: string | undefined;
  /** Only these records are considered. */
  readonly consider?: Consider | undefined;
}

/** A choice of records. */
export interface Consider {
  readonly keep: (record: RecordPayload) => boolean;
  /** Differs from that of every other choice. */
  readonly identity: string;
}

/**
 * - `EXACT`: every entity was read, on this page, on a page before, or to count it.
 * - `ABOUT`: every hit was found, and not every entity was read: entities that were united count several times.
 * - `AT_LEAST`: there are more hits than were looked at.
 */
type CountAccuracy = 'EXACT' | 'ABOUT' | 'AT_LEAST';

/** The number of entities of a search. */
export interface EntityCount {
  readonly totalCount: number;
  readonly totalIs: CountAccuracy;
}

/** The next best entities of a search. */
export interface RankedSearchAnswer {
  /** The best hit first. May be fewer than asked for, even none, although more follow. */
  readonly entities: readonly EntityView[];
  /**
   * Counts the entities of all pages, one that falls apart once. Reads the entities that are left if these are no more
   * than a page shows, and nothing otherwise.
   */
  count(): Promise<EntityCount>;
  readonly hasNextPage: boolean;
  /** Where the next page begins; undefined on the last page. */
  readonly endCursor: string | undefined;
  /** Empty when every entity can be found. */
  readonly incomplete: readonly IncompleteRules[];
}

export interface AssemblyStatus {
  readonly state: 'READY' | 'IN_PROGRESS';
  /** Whole minutes; null when ready. */
  readonly estimatedTimeRemaining: number | null;
}

export interface EntityListRequest {
  /** The most entities on a page. */
  readonly first: number;
  /** The most bytes of JSON text that the records of a page have together. */
  readonly maxBytes: number;
  /** The `after` of the page before; undefined for the first page. */
  readonly after?: string | undefined;
  /** One of several disjoint parts, from 0; undefined, as `segments`, for all entities. */
  readonly segment?: number | undefined;
  readonly segments?: number | undefined;
}

/** A page of all entities. It may have fewer than were asked for, even none, although more follow. */
export interface EntityList {
  /** In ascending order of id; the pages come in no particular order. */
  readonly entities: readonly EntityView[];
  /** Ids of entities with more records or bytes than fit onto a page. */
  readonly oversized: readonly string[];
  /** Where the next page continues; undefined behind the last one. */
  readonly after: string | undefined;
}

/** The operations of the core. Safe for concurrent calls, by one process or many on one store. */
export interface Resolution {
  /** Throws a SubmitRefusedError (one error per bad record, nothing stored) or a RetryableError (safe to repeat). */
  submit(records: readonly RecordPayload[], options?: SubmitOptions): Promise<readonly SubmittedRecord[]>;
  /** Removes edges, or records with all that belongs to them, from one entity; may split it. Safe to repeat. */
  disassemble(request: DisassembleRequest): Promise<Disassembled>;
  /** Allows entities to be united again that a connection ban separates. Returns false if there is no such ban. */
  removeConnectionBan(request: RemoveConnectionBanRequest): Promise<boolean>;
  /** Makes two records one entity, whatever the rules say. Throws a RecordsSeparatedError unless told to lift. */
  link(request: LinkRequest): Promise<Decided>;
  /**
   * Removes as few links as part two records, and keeps them apart. Throws a SeparationTooLargeError or a
   * TooManyRemovedLinksError, and stores nothing, if that takes too many.
   */
  separate(request: SeparationRequest): Promise<Decided>;
  /** Takes such a decision back. Throws a DecisionNotFoundError. */
  undoDecision(request: UndoRequest): Promise<Decided>;
  /** A page of decisions, newest first. Throws an InvalidDecisionError for its `after`. */
  decisions(request: DecisionListRequest): Promise<DecisionList>;
  /** A page of what happened to a record or an entity, newest first. Throws a HistoryOffError or a HistoryInputError. */
  history(request: HistoryRequest): Promise<HistoryList>;
  /** A page of the review queue, best first. Throws an InvalidReviewError for its `after`. */
  reviews(request: ReviewListRequest): Promise<ReviewList>;
  /** Pairs in the review queue, with those that are dropped when they are read. */
  countReviews(): Promise<ReviewCounts>;
  /**
   * Takes a pair out of the review queue until one of its records changes. Returns false if the pair is not in it. Throws an
   * InvalidDecisionError for its user.
   */
  skipReview(request: SkipRequest): Promise<boolean>;
  /** Reviews that persons work on: by all, and by this one. */
  countAssigned(user: string): Promise<AssignedCounts>;
  /**
   * Gives a person the best free reviews, and returns all that the person holds then. Throws an InvalidDecisionError for its
   * user, a TooManyReviewsError, or a RetryableError.
   */
  takeReviews(request: TakeRequest): Promise<readonly Review[]>;
  /** Gives reviews back that a person holds, and returns their ids. Throws an InvalidDecisionError or InvalidReviewError. */
  releaseReviews(request: ReleaseRequest): Promise<readonly string[]>;
  /**
   * Submits, and returns the entities that the records then belong to, in ascending order of id. A dry run returns what
   * they would be and stores nothing. Throws as {@link submit} does.
   */
  submitWithPreview(
    records: readonly RecordPayload[],
    options: SubmitOptions & { readonly dryRun: boolean },
  ): Promise<readonly EntityView[]>;
  /** Entities with at least one record that the rule set hits. Throws a RetryableError when it does not end in time. */
  search(request: SearchRequest): Promise<SearchAnswer>;
  /**
   * The next best of these entities: reads little more than it answers. Throws an InvalidCursorError or a
   * TooDeepPageError for its `after`, and a RetryableError when it does not end in time.
   */
  rankedSearch(request: RankedSearchRequest): Promise<RankedSearchAnswer>;
  entity(id: string): Promise<EntityView | undefined>;
  entityByRecord(recordID: string): Promise<EntityView | undefined>;
  /**
   * A page of all entities. An entity that does not change while the pages are read is on one of them. Throws an
   * InvalidPositionError or an InvalidSegmentError, and an Error in a process without a scan of the table.
   */
  listEntities(request: EntityListRequest): Promise<EntityList>;
  /** Why two records are, or are not, one entity. Throws an UnknownRecordError or a RecordNotInEntityError. */
  explain(question: ExplainQuestion): Promise<Explanation>;
  /** Paths of records that the rules read, each split at its dots: the fields that an explanation may show. */
  readonly pathsRead: readonly (readonly string[])[];
  /** In progress while interrupted work waits to be finished. */
  assemblyStatus(): Promise<AssemblyStatus>;
  metrics(): Promise<Metrics>;
  /** The last statistics of the stored data, and how far the scan under way is. */
  statistics(): Promise<StatisticsStatus>;
  /** Asks for a scan that counts them anew, unless one is under way. */
  refreshStatistics(): Promise<StatisticsStatus>;
  /**
   * Works on the scan, if there is one and no other worker has it, for so many milliseconds. Resolves with true if it goes on
   * with another call. Throws an Error in a process without a scan of the table.
   */
  workOnStatistics(milliseconds: number): Promise<boolean>;
  /** Milliseconds since the oldest interrupted operation (older than the redo age) began; null if there is none. */
  oldestInterrupted(): Promise<number | null>;
  /**
   * Finishes interrupted work that is older than the redo age, and returns how many operations it finished. Rejects if
   * some cannot be finished: after all others, or at once if the store does not answer.
   */
  sweep(): Promise<number>;
}

/** A finding about the rules of a table. Codes are stable and documented in docs/errors/start.md. */
export interface RulesFinding {
  readonly code:
    | 'RULES_NOT_IN_FORCE'
    | 'RULES_ADOPTED'
    | 'RULES_ASSUMED'
    | 'RULES_MISS_FIELDS'
    | 'RULES_OF_ANOTHER_RELEASE';
  readonly message: string;
  readonly hint: string;
}

/** The rules by which a process serves a table. */
export interface RulesStatus {
  /** SHA-256 of the document that is in force, in hexadecimal digits. */
  readonly inForce: string;
  /** SHA-256 of the document that is deployed. */
  readonly deployed: string;
  /** Milliseconds since 1970 at which the document came into force. */
  readonly since: number;
  readonly findings: readonly RulesFinding[];
}

/** The connection of two records that are still in one entity although the edge between them was removed. */
export interface RemainingConnection {
  readonly a: string;
  readonly b: string;
  /** Ids of the shortest chain of links from a to b; the beginning of a longer one. */
  readonly path: readonly string[];
  /** The links of the path, `a:b:RULE`. */
  readonly edges: readonly string[];
}

/** Two stored records; or a record and the entity that it is in. */
export type ExplainQuestion =
  | { readonly a: string; readonly b: string }
  | { readonly record: string; readonly entityID: string };

/** A step of a chain: a link by a rule, or `duplicate`. */
export type ChainLink = EntityLink;

export interface ExplainedRecord {
  readonly id: string;
  readonly entityID: string;
  /** The values that the pipeline made of it, by resolver. */
  readonly values: Readonly<Record<string, readonly string[]>>;
}

export interface Explanation {
  readonly a: ExplainedRecord;
  /** Undefined for a record that is alone in its entity. */
  readonly b: ExplainedRecord | undefined;
  /** The result of the rules for the two records alone. */
  readonly pair: PairExplanation | undefined;
  /**
   * The shortest chain of links from a to b; empty if they are in two entities, or in one that is too large to judge.
   */
  readonly chain: readonly ChainLink[];
  /** Hashes of the shared keys that are over-frequent and yield no candidates any more. */
  readonly overFrequentKeys: ReadonlySet<string>;
  /** True if the link between the two was removed. */
  readonly linkRemoved: boolean;
  /** The connection bans between the entities of the two, as a's entity lists them. */
  readonly bans: readonly ConnectionBan[];
}
