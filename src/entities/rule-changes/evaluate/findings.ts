import type { RuleChangeExample } from '../types.ts';

/** Two records of two entities that the next rules link. Ids of records, and of the entities that hold them. */
export type FoundPair = readonly [a: string, entityOfA: string, b: string, entityOfB: string];

/** A record with an exact key of the next rules that records of several entities have. */
export type FoundKey = readonly [record: string, entity: string, hash: string, ruleIDs: readonly string[]];

/** Two records that the change joins or parts. */
export interface FoundExample extends Omit<RuleChangeExample, 'kind'> {
  readonly joins: boolean;
}

/** What the scan finds in one chunk. Names records, entities and rules, and never values. */
export interface ChunkFindings {
  readonly records: number;
  readonly entities: number;
  /** Records that the next rules refuse, and the first of them with their codes. */
  readonly refused: number;
  readonly problems: readonly (readonly [record: string, code: string])[];
  /** Entities of several records, with their number. */
  readonly sizes: readonly (readonly [entity: string, records: number])[];
  /** Entities that the next rules part, with the records of each part. */
  readonly parted: readonly (readonly [entity: string, parts: readonly (readonly string[])[]])[];
  /** Records of large entities that there was no time to judge: each is in a part of its own. */
  readonly unjudged: number;
  /** As many pairs of a key as connect what it links. */
  readonly pairs: readonly FoundPair[];
  readonly keys: readonly FoundKey[];
  /** Constraints of entities, as they are stored. */
  readonly constraints: readonly (readonly [entity: string, text: string])[];
  /** Hashes of keys that more records share than a key may link. */
  readonly overFrequent: readonly string[];
  readonly examples: readonly FoundExample[];
}
