import type { CompiledRuleConfig, RecordPayload } from '../matching/compiled.ts';
import type { Store } from '../store/port.ts';
import type { ExplainQuestion, Explanation } from './explain.ts';

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
  /**
   * The entity as if only the records were there that `keep` answers true for: none, itself, or the parts into which it
   * falls, the largest first (then the one with the record stored first), their ids suffixed `-1`, `-2`, ….
   */
  considering(keep: (record: RecordPayload) => boolean): readonly EntityView[];
}

export interface SearchRequest {
  readonly parameters: RecordPayload;
  /** Name of a search rule set; `default` when absent. */
  readonly searchRules?: string;
}

export interface AssemblyStatus {
  readonly state: 'READY' | 'IN_PROGRESS';
  /** Whole minutes; null when ready. */
  readonly estimatedTimeRemaining: number | null;
}

/** Everything the doors can ask of the core. Safe for concurrent calls, in one process and in many on one store. */
export interface Resolution {
  /** Throws a SubmitRefusedError (one error per bad record, nothing stored) or a RetryableError (safe to repeat). */
  submit(records: readonly RecordPayload[]): Promise<readonly SubmittedRecord[]>;
  /**
   * Submits, and answers the entities that the records then belong to, in ascending order of id. A dry run answers what
   * they would be and stores nothing. Throws as {@link submit} does.
   */
  submitWithPreview(
    records: readonly RecordPayload[],
    options: { readonly dryRun: boolean },
  ): Promise<readonly EntityView[]>;
  /** Entities with at least one record that the rule set hits, in ascending order of id. */
  search(request: SearchRequest): Promise<readonly EntityView[]>;
  entity(id: string): Promise<EntityView | undefined>;
  entityByRecord(recordID: string): Promise<EntityView | undefined>;
  /** Why two records are, or are not, one entity. Throws an UnknownRecordError or a RecordNotInEntityError. */
  explain(question: ExplainQuestion): Promise<Explanation>;
  /** Paths of records that the rules read, each cut at its dots: what an explanation may show of records. */
  readonly pathsRead: readonly (readonly string[])[];
  assemblyStatus(): Promise<AssemblyStatus>;
  /** Finishes work that a crash cut off and that is older than the redo age; answers how many operations it finished. */
  sweep(): Promise<number>;
}

export interface ResolutionDependencies {
  readonly store: Store;
  readonly rules: CompiledRuleConfig;
  /** Milliseconds since 1970. Used only for the age of unfinished work, never for ordering. */
  readonly now?: () => number;
}
