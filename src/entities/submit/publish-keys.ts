import type { Update, Write } from '../../store/port.ts';
import type { Context } from '../context.ts';
import type { Deadline } from '../deadline.ts';
import { claimWrite, type KeyOwner, keyOwnerKey, ownerAfter, postingItem, readKeyOwner } from '../items/index-keys.ts';
import { memberWrite } from '../items/node.ts';
import type { StoredRecord } from '../items/record.ts';
import { type Candidates, carriedValues, type KeyedRecord } from '../keys/candidates.ts';
import { isInForce } from '../keys/record-keys.ts';

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

/** Exact keys, dormant ones included. */
export const exactHashes = ({ keys }: KeyedRecord): string[] =>
  keys.filter(({ plan }) => plan.exact).map(({ hash }) => hash);

/** Exact keys that link. */
export const linkingHashes = ({ keys }: KeyedRecord): string[] =>
  keys.filter((key) => key.plan.exact && isInForce(key)).map(({ hash }) => hash);

/** Exact keys that link nothing yet: every entity that has one must be named as an owner. */
export const dormantHashes = ({ keys }: KeyedRecord): string[] =>
  keys.filter((key) => key.plan.exact && !isInForce(key)).map(({ hash }) => hash);

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
