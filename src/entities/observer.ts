import type { SubmitOutcome } from './types.ts';

/**
 * Told what happens inside the core, by whoever counts it. Called on the hot path, so it may only add up; and never told
 * anything that a record says.
 */
export interface Observer {
  /** So many records of an acknowledged submit had this outcome. Dry runs tell nothing of what they would do. */
  records(outcome: SubmitOutcome, count: number): void;
  /** A submit was refused, with so many bad records. */
  refusedRecords(count: number): void;
  /** So many values of an acknowledged submit's records are longer than what rules look at. */
  cutValues(count: number): void;
  /** Two entities became one. */
  merged(): void;
  /** An entity fell apart, and so many new ones came out of it. */
  split(entities: number): void;
  /** Stored records that one submit found under the blocking keys of its records, at its first look. */
  submitCandidates(count: number): void;
  /** Stored records that one search found under its keys. */
  searchCandidates(count: number): void;
  /** A blocking key was found to be shared by too many records; told once by every process that finds one. */
  overFrequentKey(ruleIDs: readonly string[]): void;
}

/** Nobody counts. */
export const noObserver: Observer = {
  records: () => {},
  refusedRecords: () => {},
  cutValues: () => {},
  merged: () => {},
  split: () => {},
  submitCandidates: () => {},
  searchCandidates: () => {},
  overFrequentKey: () => {},
};
