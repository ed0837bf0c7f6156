import type { LoadProgress } from '../loads/load-progress.ts';
import type { PairExplanation } from '../rules/compile/explain.ts';
import type { RecordPayload } from '../rules/types.ts';

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

/** One entity as it stood at one moment. What costs is computed when asked for, and once. */
export interface EntityView {
  readonly id: string;
  /** Payloads in the order in which the records were first stored. */
  readonly records: readonly RecordPayload[];
  /** `a:b:RULE`, sorted; a before b in the order of `records`. */
  edges(): readonly string[];
  /** What the edges say, in the order of `records`; a pair that one rule links in several groups is there once. */
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
  /**
   * The entity as if only the records were there that `keep` answers true for: none, itself, or the parts into which it
   * falls, the largest first (then the one with the record stored first), their ids suffixed `-1`, `-2`, ….
   */
  considering(keep: (record: RecordPayload) => boolean): readonly EntityView[];
}

export interface SubmitOptions {
  /** Whether the records of the request belong together whatever the rules say (edges of the rule STATIC). */
  readonly linkTogether?: boolean;
}

/** Keeps the parts of a disassembly apart. */
export interface ConnectionBan {
  readonly reference: string;
  /** Entities that this one is kept apart from, in ascending order. */
  readonly others: readonly string[];
  readonly user: string;
  readonly reason: string;
}

/** Who wants something, and why; kept with what it leads to. */
export interface Motive {
  readonly user: string;
  readonly reason: string;
}

export interface DisassembleRequest {
  /** Edges to remove, by the ids of their records. */
  readonly edges?: readonly { readonly a: string; readonly b: string }[];
  /** Records to erase with all that belongs to them. */
  readonly recordIDs?: readonly string[];
  /** Whether what falls apart is to be kept apart from then on. */
  readonly createConnectionBan?: boolean;
  readonly meta?: Motive;
}

export interface Disassembled {
  /** False when nothing is left to do, because it was done before. */
  readonly triggered: boolean;
  /** False when the entity is so large that the sweeper parts it, within its next run. Then nothing is said of what follows. */
  readonly complete: boolean;
  /** Ids of the entities that are left, first the one that kept its id: one when nothing fell apart. */
  readonly entityIDs: readonly string[];
  /** Reference of the ban that was asked for. Missing when nothing fell apart: then there is nothing to keep apart. */
  readonly reference?: string;
  /** Named edges whose records are still in one entity, because other links lead from one to the other. */
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
  /** In progress while work that a crash cut off waits, and while a bulk load is under way. */
  readonly assemblyStatus: AssemblyStatus;
  /** Bulk loads of the last 30 days, the latest first. */
  readonly loads: readonly LoadProgress[];
  /** Exact as soon as no operation is unfinished. */
  readonly recordCount: number;
  readonly entityCount: number;
  /** Milliseconds for which the oldest unfinished operation has been under way; null when there is none. */
  readonly oldestUnfinished: number | null;
  /** Keys that too many records share to be used, with the rules that they belong to. */
  readonly genericKeys: readonly FrequentKey[];
  /** Keys that serve searches only and that searches found to be shared by more records than they look at. */
  readonly tooFrequentKeys: readonly FrequentKey[];
  /** By which rules the table is served; null when it is served without a register. */
  readonly rules: RulesStatus | null;
}

export interface SearchRequest {
  readonly parameters: RecordPayload;
  /** Name of a search rule set; `default` when absent. */
  readonly searchRules?: string;
}

/**
 * - `GENERIC`: submits marked the value as over-frequent. It links no further records, and a search does not use it.
 * - `TOO_FREQUENT`: more records have the value than a search looks at; it looked at some of them.
 */
export type IncompleteReason = 'GENERIC' | 'TOO_FREQUENT';

/** Rules of a search that hold for more records than it looked at, because too many share a value. */
export interface IncompleteRules {
  readonly rules: readonly string[];
  readonly reason: IncompleteReason;
  /** So many records at least have the value; for a marked one, when it was marked. */
  readonly atLeast: number;
  /**
   * Fields that the search gives no value and with which another of its rules would find by another key: those of the
   * rule that lacks fewest first.
   */
  readonly add: readonly string[];
}

export interface SearchAnswer {
  /** In ascending order of id. */
  readonly entities: readonly EntityView[];
  /** Empty when every entity was found. */
  readonly incomplete: readonly IncompleteRules[];
}

export interface AssemblyStatus {
  readonly state: 'READY' | 'IN_PROGRESS';
  /** Whole minutes; null when ready. */
  readonly estimatedTimeRemaining: number | null;
}

/** Everything the doors can ask of the core. Safe for concurrent calls, in one process and in many on one store. */
export interface Resolution {
  /** Throws a SubmitRefusedError (one error per bad record, nothing stored) or a RetryableError (safe to repeat). */
  submit(records: readonly RecordPayload[], options?: SubmitOptions): Promise<readonly SubmittedRecord[]>;
  /** Removes edges, or records with all that belongs to them, from one entity; may split it. Safe to repeat. */
  disassemble(request: DisassembleRequest): Promise<Disassembled>;
  /** Lets entities come together again that a ban keeps apart. Answers whether there was such a ban. */
  removeConnectionBan(request: RemoveConnectionBanRequest): Promise<boolean>;
  /**
   * Submits, and answers the entities that the records then belong to, in ascending order of id. A dry run answers what
   * they would be and stores nothing. Throws as {@link submit} does.
   */
  submitWithPreview(
    records: readonly RecordPayload[],
    options: SubmitOptions & { readonly dryRun: boolean },
  ): Promise<readonly EntityView[]>;
  /** Entities with at least one record that the rule set hits. Throws a RetryableError when it does not end in time. */
  search(request: SearchRequest): Promise<SearchAnswer>;
  entity(id: string): Promise<EntityView | undefined>;
  entityByRecord(recordID: string): Promise<EntityView | undefined>;
  /** Why two records are, or are not, one entity. Throws an UnknownRecordError or a RecordNotInEntityError. */
  explain(question: ExplainQuestion): Promise<Explanation>;
  /** Paths of records that the rules read, each cut at its dots: what an explanation may show of records. */
  readonly pathsRead: readonly (readonly string[])[];
  /** Whether work that a crash cut off waits to be finished. */
  assemblyStatus(): Promise<AssemblyStatus>;
  metrics(): Promise<Metrics>;
  /** Milliseconds since the oldest operation began that a crash cut off (older than the redo age); null when there is none. */
  oldestInterrupted(): Promise<number | null>;
  /**
   * Finishes work that a crash cut off and that is older than the redo age; answers how many operations it finished.
   * Rejects when some cannot be finished: after all the others, unless the store does not answer.
   */
  sweep(): Promise<number>;
}

/** What an owner should know of the rules that a table goes by. Codes are stable and documented in docs/errors/start.md. */
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

/** By which rules a process serves a table. */
export interface RulesStatus {
  /** SHA-256 of the document that is in force, in hexadecimal digits. */
  readonly inForce: string;
  /** SHA-256 of the document that is deployed. */
  readonly deployed: string;
  /** Milliseconds since 1970 since which the document has been in force. */
  readonly since: number;
  readonly findings: readonly RulesFinding[];
}

/** Why two records are still in one entity although the edge between them was removed. */
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
export interface ChainLink {
  readonly a: string;
  readonly b: string;
  readonly rule: string;
  readonly score: number;
}

export interface ExplainedRecord {
  readonly id: string;
  readonly entityID: string;
  /** What the pipeline made of it, by resolver. */
  readonly values: Readonly<Record<string, readonly string[]>>;
}

export interface Explanation {
  readonly a: ExplainedRecord;
  /** Undefined for a record that is alone in its entity. */
  readonly b: ExplainedRecord | undefined;
  /** What the rules say of the two by themselves. */
  readonly pair: PairExplanation | undefined;
  /** The shortest chain of links from a to b in their entity; empty when they are in two, or in one too large to judge. */
  readonly chain: readonly ChainLink[];
  /** Hashes of those of the shared keys that find no candidates any more, because too many records share them. */
  readonly genericKeys: ReadonlySet<string>;
  /** The edge between the two was removed for ever, whatever the rules say. */
  readonly cut: boolean;
  /** What keeps the entities of the two apart, as a's entity lists it. */
  readonly bans: readonly ConnectionBan[];
}
