import type { PostedRecord } from '../items/index-keys.ts';
import type { KeyedRecord } from './candidates.ts';

/** Why a new record was put into a stored node: an owner of its exact key, or a candidate, was in the node. */
export type PlacementEvidence = { readonly hash: string; readonly claimedBy: string | undefined } | PostedRecord;

/**
 * - `founded`: the records are in a node that was made for them, or a rebuild has seen them there.
 * - `evidence`: they were put where their placement evidence was.
 * - `unknown`: the reason is not known any more.
 */
export type PlacementReason = 'founded' | 'evidence' | 'unknown';

/** A record that is stored in a node. */
export interface PlacedRecord {
  readonly record: KeyedRecord;
  readonly node: string;
  readonly recordVersion: string;
  /** By node that the record was put into one cluster for. */
  readonly placementEvidence: ReadonlyMap<string, PlacementEvidence>;
}
