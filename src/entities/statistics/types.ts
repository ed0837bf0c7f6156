/** Entities of a range of sizes. */
export interface EntitySizes {
  /** Records of the smallest and of the largest entity of the range; undefined if it has no end. */
  readonly from: number;
  readonly to: number | undefined;
  readonly entities: number;
}

export interface LargeEntity {
  readonly entityID: string;
  /** Its records, or more than {@link READ_RECORDS} of them. */
  readonly records: number;
}

/** An entity that little holds together. */
export interface WeakEntity {
  readonly entityID: string;
  readonly records: number;
  /** Mean, over the records, of the best link of each: from 0 to 1. */
  readonly score: number;
  /** The most records that one removed link would part from the rest; 0 if no link is the only one between two parts. */
  readonly bridged: number;
}

export interface RuleHits {
  readonly ruleID: string;
  /** Pairs of records that the rule links. */
  readonly pairs: number;
  /** Entities with such a pair. */
  readonly entities: number;
}

/** A value that many entities share. Counts are bounds: a sketch keeps them. */
export interface SharedValue {
  /** At most 100 characters of it. */
  readonly value: string;
  readonly atLeast: number;
  readonly atMost: number;
}

/** What the records have for a resolver: a field as the rules read it. */
export interface FieldStatistics {
  readonly resolverID: string;
  /** Records with a value. */
  readonly records: number;
  /** Different values, about: the standard error is 1.6 %. */
  readonly distinct: number;
  /** Those that most entities have, the most frequent first. */
  readonly frequent: readonly SharedValue[];
}

/** The index keys that some rules share. */
export interface KeyStatistics {
  readonly ruleIDs: readonly string[];
  /** True if sharing such a key links by itself. */
  readonly exact: boolean;
  /** Records with such a key. */
  readonly records: number;
  /** Different keys, about. */
  readonly distinct: number;
}

/** The records of a source, and the entities that they are in. */
export interface SourceStatistics {
  readonly source: string;
  readonly records: number;
  /** Entities with at least one of them. */
  readonly entities: number;
  /** Entities with records of no other source. */
  readonly alone: number;
  /** For each other source, entities with records of both. */
  readonly shared: readonly SharedEntities[];
}

interface SharedEntities {
  readonly source: string;
  readonly entities: number;
}

/** Keys that more records share than a key may link. */
export interface OverFrequentKeys {
  readonly ruleIDs: readonly string[];
  readonly keys: number;
}

/** Statistics of all stored records. Exact for a table at rest, but for what is said to be a bound or about. */
export interface StoredStatistics {
  /** Milliseconds since 1970, when the scan was asked for and when it ended. */
  readonly begun: number;
  readonly ended: number;
  /** Tells whether the statistics are of the rules in force. */
  readonly rules: string;
  readonly records: number;
  readonly entities: number;
  readonly sizes: readonly EntitySizes[];
  /** The largest first. */
  readonly largest: readonly LargeEntity[];
  /** Entities of more than {@link READ_RECORDS} records: only the sizes count them. */
  readonly unread: number;
  /** Entities of more than {@link JUDGED_RECORDS} records: rule hits and cohesion leave them out. */
  readonly unjudged: number;
  /** The lowest score first; without entities of score 1. */
  readonly lowestScores: readonly WeakEntity[];
  /** Entities of which one link holds two parts of several records together; the largest such part first. */
  readonly bridged: readonly WeakEntity[];
  readonly ruleHits: readonly RuleHits[];
  readonly fields: readonly FieldStatistics[];
  readonly keys: readonly KeyStatistics[];
  readonly overFrequentKeys: readonly OverFrequentKeys[];
  /** By name; missing where the schema declares none, and in statistics of a former release. */
  readonly sources?: readonly SourceStatistics[];
}

/** Entities of more records are counted, not read, so that a scan takes bounded memory. */
export const READ_RECORDS = 10_000;
/** Finds of each kind. */
export const MOST_FINDS = 100;

/** A scan that is under way. */
export interface StatisticsScan {
  /** Milliseconds since 1970, when it was asked for and when a worker last went on. */
  readonly begun: number;
  readonly heartbeat: number;
  /** Records that were read so far. */
  readonly records: number;
}

export interface StatisticsStatus {
  /** Undefined while no scan is under way. */
  readonly scan: StatisticsScan | undefined;
  /** Undefined before the first scan has ended. */
  readonly statistics: StoredStatistics | undefined;
  /** False if other rules came into force since the statistics were counted. */
  readonly areOfRulesInForce: boolean;
}
