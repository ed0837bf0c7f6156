import type { RecordPayload } from '../../rules/types.ts';

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
