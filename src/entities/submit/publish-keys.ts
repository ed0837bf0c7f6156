import type { Item, Outcome, Update, Write } from '../../store/port.ts';
import type { Context } from '../context.ts';
import type { Deadline } from '../deadline.ts';
import {
  claimWrite,
  type KeyOwner,
  keyOwnerKey,
  ownerAfter,
  type PostedRecord,
  postingItem,
  readKeyOwner,
} from '../items/index-keys.ts';
import { memberWrite } from '../items/node.ts';
import { type Candidates, carriedValues, type KeyedRecord } from '../keys/candidates.ts';
import { exactHashes } from '../keys/record-keys.ts';

/** Why a new record was put into a stored node: an owner of its exact key, or a candidate, was in the node. */
export type PlacedBy = { readonly hash: string; readonly claimedBy: string | undefined } | PostedRecord;

/**
 * - `founded`: the records are in a node that was made for them, or a rebuild has seen them there.
 * - `neighbour`: they were put where an owner of one of their keys, or a candidate, was.
 * - `unknown`: the reason is not known any more.
 */
export type PlacementReason = 'founded' | 'neighbour' | 'unknown';

/** A record that is stored in a node. */
export interface PlacedRecord {
  readonly record: KeyedRecord;
  readonly node: string;
  readonly recordVersion: string;
  /** By node that the record was put into one cluster for. */
  readonly placedBy: ReadonlyMap<string, PlacedBy>;
}

/** A record whose keys are being published. */
export type Publishing = Omit<PlacedRecord, 'placedBy'>;

/** By hash of an exact key. */
export type KeyOwners = ReadonlyMap<string, KeyOwner>;

/** The owners of exact keys, as far as there are some. */
export const keyOwnersOf = (hashes: readonly string[], items: readonly (Item | undefined)[]): KeyOwners =>
  new Map(
    hashes.flatMap((hash, index) => {
      const item = items[index];
      return item === undefined ? [] : [[hash, readKeyOwner(item)] as const];
    }),
  );

/** A claim of an exact key that had no owner when it was read. */
interface Claim {
  readonly hash: string;
  readonly node: string;
  readonly write: Update;
}

/** What has to be written so that others find the records by their keys. */
export interface Publication {
  readonly operation: string;
  readonly claims: readonly Claim[];
  readonly postings: readonly Write[];
}

/** @param keyOwners as far as read before */
export function publicationOf(
  operation: string,
  placed: readonly Publishing[],
  keyOwners: KeyOwners,
  candidates: Candidates,
): Publication {
  const claims = new Map<string, Claim>();
  const postings: Write[] = [];
  for (const { record, node, recordVersion } of placed) {
    for (const key of record.keys) {
      const { hash } = key;
      if (key.plan.exact) {
        if (keyOwners.has(hash) || claims.has(hash)) continue;
        claims.set(hash, { hash, node, write: claimWrite(hash, node, operation) });
      } else if (!candidates.isClosedTo(record.id, hash)) {
        const values = carriedValues(key, record.values);
        postings.push({ put: postingItem(hash, { recordID: record.id, recordVersion, node, values }) });
      }
    }
  }
  return { operation, claims: [...claims.values()], postings };
}

/** The claims first, as {@link keyOwnersAfter} expects their outcomes. */
export const writesOf = ({ claims, postings }: Publication): Write[] => [
  ...claims.map(({ write }) => write),
  ...postings,
];

/** The owners read before, and those that the claims met or made: a claim is also a read. */
export function keyOwnersAfter(
  keyOwners: KeyOwners,
  { operation, claims }: Publication,
  outcomes: readonly Outcome[],
): KeyOwners {
  const claimed = claims.map((claim, index) => [claim.hash, ownerAfter(claim, operation, outcomes[index])] as const);
  return new Map([...keyOwners, ...claimed]);
}

/** Writes what others find stored records by, and returns the owners of their exact keys. */
export async function publishKeys(
  { store }: Context,
  operation: string,
  placed: readonly Publishing[],
  candidates: Candidates,
  deadline: Deadline,
  { members = true }: { readonly members?: boolean } = {},
): Promise<KeyOwners> {
  const hashes = [...new Set(placed.flatMap(({ record }) => exactHashes(record)))];
  const [items] = await Promise.all([
    store.getMany(hashes.map(keyOwnerKey)),
    candidates.begin(placed.map(({ record }) => record)),
  ]);
  const before = keyOwnersOf(hashes, items);
  const publication = publicationOf(operation, placed, before, candidates);
  deadline.check();
  const outcomes = await store.write([
    ...writesOf(publication),
    ...(members ? placed.map(({ record, node }) => memberWrite(node, record.id)) : []),
  ]);
  return keyOwnersAfter(before, publication, outcomes);
}
