import { RetryableError } from '../../errors.ts';
import type { IndexKey } from '../../rules/types.ts';
import type { Update, Write } from '../../store/port.ts';
import type { Context } from '../context.ts';
import type { Deadline } from '../deadline.ts';
import { newID } from '../items/ids.ts';
import {
  claimWrite,
  type KeyOwner,
  keyOwnerKey,
  ownerAfter,
  type PostedRecord,
  postingItem,
  readKeyOwner,
} from '../items/index-keys.ts';
import { journalItem } from '../items/journal.ts';
import { memberWrite } from '../items/node.ts';
import { readRecord, recordKey, type StoredRecord, type WrittenKeys } from '../items/record.ts';
import { type Candidates, carriedValues, type KeyedRecord } from '../keys/candidates.ts';
import { exactHashes, hashesOf } from '../keys/record-keys.ts';
import { removedContent } from '../rebuild/removal.ts';

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

/** A record that is stored, with its keys. */
export interface PublishableRecord {
  readonly record: KeyedRecord;
  readonly stored: StoredRecord;
}

/** A claim of an exact key that had no owner when it was read. */
export interface Claim {
  readonly hash: string;
  readonly node: string;
  readonly write: Update;
}

/** Writes what others find the records by, and returns the owners of their exact keys: a claim is also a read. */
export async function publishKeys(
  { store }: Context,
  operation: string,
  present: readonly PublishableRecord[],
  candidates: Candidates,
  deadline: Deadline,
  { members = true }: { readonly members?: boolean } = {},
): Promise<ReadonlyMap<string, KeyOwner>> {
  const hashes = [...new Set(present.flatMap(({ record }) => exactHashes(record)))];
  const [items] = await Promise.all([
    store.getMany(hashes.map(keyOwnerKey)),
    candidates.begin(present.map(({ record }) => record)),
  ]);
  const keyOwners = new Map<string, KeyOwner>();
  for (const [index, hash] of hashes.entries()) {
    const item = items[index];
    if (item !== undefined) keyOwners.set(hash, readKeyOwner(item));
  }
  const claims = claimsOf(operation, present, keyOwners);
  deadline.check();
  const outcomes = await store.write([
    ...claims.map(({ write }) => write),
    ...publicationWrites(present, candidates, members),
  ]);
  for (const [index, claim] of claims.entries()) {
    keyOwners.set(claim.hash, ownerAfter(claim, operation, outcomes[index]));
  }
  return keyOwners;
}

/** Claims of the keys without an owner. Of several records with one key, the last one claims it. */
function claimsOf(
  operation: string,
  present: readonly PublishableRecord[],
  keyOwners: ReadonlyMap<string, KeyOwner>,
): readonly Claim[] {
  const claims = new Map<string, Claim>();
  for (const { record, stored } of present) {
    for (const hash of exactHashes(record)) {
      if (keyOwners.has(hash)) continue;
      claims.set(hash, { hash, node: stored.node, write: claimWrite(hash, stored.node, operation) });
    }
  }
  return [...claims.values()];
}

function publicationWrites(present: readonly PublishableRecord[], candidates: Candidates, members: boolean): Write[] {
  return present.flatMap(({ record, stored: { id, recordVersion, node } }) => [
    ...(members ? [memberWrite(node, id)] : []),
    ...record.keys
      .filter(({ plan, hash }) => !plan.exact && !candidates.isClosedTo(id, hash))
      .map((key): Write => {
        const values = carriedValues(key, record.values);
        return { put: postingItem(key.hash, { recordID: id, recordVersion, node, values }) };
      }),
  ]);
}

/** A record whose keys are being published. */
export type Publishing = Omit<PlacedRecord, 'placementEvidence'>;

/**
 * Runs work that publishes keys. If it fails, it may have published keys of a record that was erased or changed
 * meanwhile by an operation that is finished. Then {@link noteOrphanedKeys} has them removed. The journal entry of the
 * work is not enough: the sweeper may have closed it, if the process stopped for so long that it was taken for dead.
 */
export async function notingOrphanedKeys<Result>(
  context: Context,
  publishing: readonly Publishing[],
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    await noteOrphanedKeys(context, publishing);
    throw error;
  }
}

/** Those of the keys that the record does not have: any more, or since its rules changed. */
function orphanedKeys(keys: readonly IndexKey[], recordVersion: string, stored: StoredRecord | undefined): WrittenKeys {
  const hashes = hashesOf(keys);
  if (stored?.recordVersion !== recordVersion) return hashes;
  if (stored.written === undefined) return { exact: [], blocking: [] };
  const known = new Set([...stored.written.exact, ...stored.written.blocking, ...stored.groups]);
  const isOrphaned = (hash: string) => !known.has(hash);
  return { exact: hashes.exact.filter(isOrphaned), blocking: hashes.blocking.filter(isOrphaned) };
}

/**
 * Opens a journal entry for the keys of records that were erased or changed, or that lost keys when their rules changed.
 * One read is enough, because a later erasure or change removes keys that were published before it. Does nothing if the
 * store does not answer: the caller then throws the first error.
 */
export async function noteOrphanedKeys({ store, now }: Context, publishing: readonly Publishing[]): Promise<void> {
  try {
    const items = await store.getMany(publishing.map(({ record }) => recordKey(record.id)));
    const removed = publishing.flatMap(({ record: { id, keys }, recordVersion, node }, index) => {
      const item = items[index];
      const orphaned = orphanedKeys(keys, recordVersion, item === undefined ? undefined : readRecord(item));
      if (orphaned.exact.length + orphaned.blocking.length === 0) return [];
      return [removedContent({ id, recordVersion, node }, orphaned)];
    });
    if (removed.length > 0) await store.write([{ put: journalItem(newID(now()), { removed }) }]);
  } catch (error) {
    if (!(error instanceof RetryableError)) throw error;
  }
}
