import type { Context } from '../context.ts';
import { type FindResult, foundOf } from '../forest/find.ts';
import { type KeyOwner, ownerOf, type Posting } from '../items/index-keys.ts';
import { readRecord, recordKey, type StoredRecord } from '../items/record.ts';
import type { Candidates } from '../keys/candidates.ts';
import { exactHashes, keysOf, linkingHashes } from '../keys/record-keys.ts';
import { Pace, UNITS_OF_RECORD } from '../pace.ts';
import { readEntities } from '../read/read-entities.ts';
import type { PlacedRecord } from './publish-keys.ts';

/** A placed record as it is stored now. */
export interface PresentRecord extends PlacedRecord {
  readonly stored: StoredRecord;
}

/** What one record belongs together with. */
export interface Neighbours {
  readonly present: PresentRecord;
  /** By exact key. */
  readonly keyOwners: ReadonlyMap<string, KeyOwner>;
  /** By node, a candidate in it that is linked with the record, as the candidate's own item says. */
  readonly candidates: ReadonlyMap<string, StoredRecord>;
  /** Every node that the record belongs together with. */
  readonly nodes: ReadonlySet<string>;
}

export async function gatherNeighbours(
  context: Context,
  present: readonly PresentRecord[],
  owned: ReadonlyMap<string, KeyOwner>,
  candidates: Candidates,
): Promise<readonly Neighbours[]> {
  const judged: (readonly [PresentRecord, readonly Posting[]])[] = [];
  for (const one of present) judged.push([one, await candidates.linked(one.record)]);
  return Promise.all(
    judged.map(async ([one, linked]): Promise<Neighbours> => {
      const keyOwners = new Map(exactHashes(one.record).map((hash) => [hash, ownerOf(owned, hash)] as const));
      const verified = await verifyCandidates(context, one, linked);
      const linking = linkingHashes(one.record).map((hash) => ownerOf(owned, hash));
      const owners =
        one.stored.removedLinks.length === 0
          ? linking.flatMap((keyOwner) => keyOwner.owners)
          : await ownedByOthers(context, one, linking);
      return { present: one, keyOwners, candidates: verified, nodes: new Set([...verified.keys(), ...owners]) };
    }),
  );
}

/** Every node that is named. */
export function nodesIn(neighbours: readonly Neighbours[]): Set<string> {
  const nodes = new Set(neighbours.map(({ present }) => present.stored.node));
  for (const { nodes: belonging, keyOwners } of neighbours) {
    for (const node of belonging) nodes.add(node);
    for (const { owners } of keyOwners.values()) for (const owner of owners) nodes.add(owner);
  }
  return nodes;
}

/**
 * Verifies candidates by node. A posting is only a hint: the record's own item says whether the record still has this
 * content, and in which node it is. One candidate is enough for each node that the postings name.
 */
async function verifyCandidates(
  { store }: Context,
  { stored, placedBy }: PresentRecord,
  postings: readonly Posting[],
): Promise<ReadonlyMap<string, StoredRecord>> {
  const verified = new Map<string, StoredRecord>();
  const asEvidence = new Set([...placedBy.values()].map((one) => ('recordID' in one ? one.recordID : '')));
  const linked = postings.filter(({ recordID }) => !stored.removedLinks.includes(recordID));
  let open = [
    ...linked.filter(({ recordID }) => asEvidence.has(recordID)),
    ...linked.filter(({ recordID }) => !asEvidence.has(recordID)),
  ];
  while (open.length > 0) {
    const { first, rest } = firstOfEachNode(open.filter(({ node }) => !verified.has(node)));
    const items = await store.getMany(first.map(({ recordID }) => recordKey(recordID)));
    for (const [index, posting] of first.entries()) {
      const item = items[index];
      if (item === undefined) continue;
      const candidate = readRecord(item);
      const hasContent = candidate.recordVersion === posting.recordVersion;
      if (!hasContent || candidate.removedLinks.includes(stored.id)) continue;
      if (!verified.has(candidate.node)) verified.set(candidate.node, candidate);
    }
    open = rest;
  }
  return verified;
}

function firstOfEachNode(postings: readonly Posting[]): { readonly first: Posting[]; readonly rest: Posting[] } {
  const first = new Map<string, Posting>();
  const rest: Posting[] = [];
  for (const posting of postings) {
    if (first.has(posting.node)) rest.push(posting);
    else first.set(posting.node, posting);
  }
  return { first: [...first.values()], rest };
}

/**
 * The nodes of records that share an exact key with a record that has removed links. For such a record the key owner is
 * not enough: a record without a removed link to it must have the key.
 */
async function ownedByOthers(
  { store, rules }: Context,
  { record, stored }: PresentRecord,
  keyOwners: readonly KeyOwner[],
): Promise<string[]> {
  const owners = new Set(keyOwners.flatMap((keyOwner) => keyOwner.owners));
  const own = new Set(linkingHashes(record));
  const pace = new Pace();
  const found: string[] = [];
  for (const entries of (await readEntities(store, owners)).values()) {
    for (const entry of entries) {
      if (entry.id === stored.id) continue;
      if (stored.removedLinks.includes(entry.id) || entry.removedLinks.includes(stored.id)) continue;
      if (pace.isDue(UNITS_OF_RECORD)) await pace.rest();
      const keys = keysOf(rules, rules.resolve(entry.payload), entry.groups);
      if (!keys.some(({ plan, hash }) => plan.exact && own.has(hash))) continue;
      found.push(entry.node);
      break;
    }
  }
  return found;
}

/**
 * True if the reason for the node of each record is still there:
 *
 * - in that very node: otherwise what it came for may have left it and been pulled back into its entity by the record;
 * - with the same claim of the key: otherwise a record that came for this one, or this one itself, may have claimed it.
 *
 * A rebuild that left both in place has judged them; a later one will judge the record.
 *
 * @param cluster all records that were placed together
 */
export function isPlacementIntact(
  cluster: readonly PlacedRecord[],
  neighbours: readonly Neighbours[],
  found: ReadonlyMap<string, FindResult>,
): boolean {
  return neighbours.every((one) => {
    const { present } = one;
    if (foundOf(found, present.stored.node).state.empty) return false;
    const placedBy = present.placedBy.get(present.node);
    if (placedBy === undefined) return hasFollowedTogether(cluster, neighbours, present);
    return 'hash' in placedBy ? isOwnerIntact(one, placedBy) : isCandidateIntact(one, placedBy);
  });
}

/** A record that followed others of its batch, stored at the same moment: a rebuild may have moved only some of them. */
function hasFollowedTogether(
  cluster: readonly PlacedRecord[],
  neighbours: readonly Neighbours[],
  { node, stored }: PresentRecord,
): boolean {
  const followed = neighbours.filter(({ present }) => present.node === node);
  const placed = cluster.filter((other) => other.node === node);
  return followed.length === placed.length && followed.every(({ present }) => present.stored.node === stored.node);
}

function isOwnerIntact(
  { present, keyOwners }: Neighbours,
  placedBy: { readonly hash: string; readonly claimedBy: string | undefined },
): boolean {
  const keyOwner = keyOwners.get(placedBy.hash);
  // A rebuild that moved the record named the new node for the record itself, and may have been cut off before it judged more.
  if (keyOwner === undefined || present.stored.node !== present.node) return false;
  return keyOwner.claimedBy === placedBy.claimedBy && keyOwner.owners.includes(present.stored.node);
}

function isCandidateIntact(
  { present, candidates }: Neighbours,
  placedBy: { readonly recordID: string; readonly recordVersion: string },
): boolean {
  return [...candidates.values()].some(
    ({ id, recordVersion, node }) =>
      id === placedBy.recordID && recordVersion === placedBy.recordVersion && node === present.stored.node,
  );
}
