export type SubmitOutcome = 'CREATED' | 'UPDATED' | 'UNCHANGED' | 'DUPLICATE';

/**
 * Receives counts of what the core does. It is called on the hot path, so implementations only add up. It never
 * receives values of records.
 */
export interface Observer {
  /** Records of an acknowledged submit with this outcome. Dry runs are not counted. */
  records(outcome: SubmitOutcome, count: number): void;
  /** A submit was refused because of this many bad records. */
  refusedRecords(count: number): void;
  /** Values of an acknowledged submit that are longer than what rules read. */
  cutValues(count: number): void;
  /** Two entities became one. */
  merged(): void;
  /** An entity was split into itself and this many new ones. */
  split(entities: number): void;
  /** Stored records that one submit found under the blocking keys of its records, in its first read. */
  submitCandidates(count: number): void;
  /** Stored records that one search found under its keys. */
  searchCandidates(count: number): void;
  /** Entities that a page of the best was made of and that are not on it. */
  searchEntitiesRead(count: number): void;
  /** Pairs of records that were put into the review queue. */
  reviewPairs(count: number): void;
  /** A blocking key was found to be over-frequent. Every process that finds one reports it once. */
  overFrequentKey(ruleIDs: readonly string[]): void;
}

/** No-op observer. */
export const noObserver: Observer = {
  records: () => {},
  refusedRecords: () => {},
  cutValues: () => {},
  merged: () => {},
  split: () => {},
  submitCandidates: () => {},
  searchCandidates: () => {},
  searchEntitiesRead: () => {},
  reviewPairs: () => {},
  overFrequentKey: () => {},
};
