import { present } from '../../assert.ts';
import { DisjointSets } from '../../disjoint-sets.ts';
import { type Page, queryMany } from '../../store/port.ts';
import type { Context } from '../context.ts';
import { findRoots } from '../forest/find.ts';
import type { Tree } from '../forest/read-tree.ts';
import {
  isOverFrequentMark,
  keyOwnerKey,
  ownersOf,
  type Posting,
  postingPartition,
  readPosting,
} from '../items/index-keys.ts';
import type { RemovedContent } from '../items/journal.ts';
import { addToNode, MEMBERS, type NodeContent, nodePartition } from '../items/node.ts';
import type { MemberRecord } from '../keys/record-keys.ts';
import { Pace } from '../pace.ts';
import { Contents } from './contents.ts';

/** Removed content, with what the journal does not store of it. */
export interface Removed extends RemovedContent {
  /**
   * The blocking keys by which the record may have been linked. Present only if the operation that stored the content
   * was finished: then its keys show all its links.
   */
  readonly linking?: readonly string[];
}

/** The most records of a node, and postings of a key, that are read. */
const SAMPLE = 100;

/**
 * True if a sample of records shows that the rest of a locked entity is still connected, so that no more of it need be
 * read. False if the sample does not show it.
 *
 * A path through a removed record enters and leaves it by neighbours. So the rest is connected if all former neighbours
 * of each removed record are joined without it:
 *
 * - A record that shares an exact key with it is linked with every other holder of that key. It is enough that one
 *   holder of each such key is in the sample, and that the keys of the sample join all of those keys. A holder that is
 *   being erased itself changes nothing: its own erasure has to show the same for that key.
 * - A record that was linked with it by a blocking key has a posting under that key. Each such record must be joined.
 * - Content that replaced the removed one must be joined as well.
 *
 * Records with removed links join nothing here, because an exact key may not link them. Every removed exact key still
 * has an owner in the entity, and a holder, so that no key owner is written. A record that is about to be linked with
 * the removed content finds that the version has moved, and gathers its evidence again.
 *
 * @param some a part of the entity
 */
export async function isStillConnected(
  context: Context,
  root: string,
  removed: readonly Removed[],
  some: Tree,
): Promise<boolean> {
  if (removed.length === 0 || removed.some(({ linking }) => linking === undefined)) return false;
  const { store } = context;
  const members = await sampledMembers(context, removed, some);
  const neighbours = await postedNeighbours(context, removed);
  if (neighbours === undefined) return false;
  const changed = removed.map(({ recordID }) => recordID);
  const ids = [...new Set([...members, ...changed, ...neighbours.map(({ recordID }) => recordID)])];
  const read = await new Contents(context.rules).read(store, ids, new Pace());
  const hashes = [...new Set(removed.flatMap(({ exact }) => exact))];
  const keyOwners = (await store.getMany(hashes.map(keyOwnerKey))).map(ownersOf);
  const roots = await findRoots(store, [...read.map(({ stored }) => stored.node), ...keyOwners.flat()]);
  const isHere = (node: string) => roots.get(node) === root;
  if (!keyOwners.every((holders) => holders.some(isHere))) return false;

  const here = read.filter(({ stored }) => isHere(stored.node));
  const must = new Set<string>();
  for (const { recordID, recordVersion } of neighbours) {
    const record = read.find(({ stored }) => stored.id === recordID);
    // The neighbour is being erased or changed, and only its posting is left.
    if (record?.stored.recordVersion !== recordVersion) return false;
    if (isHere(record.stored.node)) must.add(recordID);
  }
  for (const content of removed) {
    const record = read.find(({ stored }) => stored.id === content.recordID);
    if (record === undefined) continue;
    // The operation was interrupted before it changed the record, or the record is in another entity by now.
    if (record.stored.recordVersion === content.recordVersion || !isHere(record.stored.node)) return false;
    must.add(content.recordID);
  }
  return areJoined(here, must, hashes);
}

/** Members that were read, and some members of the nodes that held the removed content. */
async function sampledMembers(
  { store }: Context,
  removed: readonly Removed[],
  { nodes: read, members }: Tree,
): Promise<string[]> {
  const nodes = [...new Set(removed.map(({ node }) => node))].filter((node) => !read.has(node)).slice(0, SAMPLE);
  const pages = await queryMany(store, nodes.map(nodePartition), { prefix: MEMBERS, limit: SAMPLE });
  const content: NodeContent = { members: [], children: [] };
  for (const { items } of pages) for (const item of items) addToNode(content, item);
  return [...new Set([...content.members.slice(0, SAMPLE), ...[...members].slice(0, SAMPLE)])];
}

/**
 * Postings of other records under the keys of the removed contents; undefined if there are many, or a key is over-
 * frequent.
 */
async function postedNeighbours(
  { store }: Context,
  removed: readonly Removed[],
): Promise<readonly Posting[] | undefined> {
  const hashes = [
    ...new Set(removed.flatMap(({ linking }) => present(linking, 'the linking keys of removed content are known'))),
  ];
  if (hashes.length === 0) return [];
  if (hashes.length > SAMPLE) return undefined;
  const pages: readonly Page[] = await queryMany(store, hashes.map(postingPartition), { limit: SAMPLE });
  const own = new Set(removed.map(({ recordID, recordVersion }) => `${recordID}\t${recordVersion}`));
  const found = new Map<string, Posting>();
  for (const { items, next } of pages) {
    if (next !== undefined || items.some(isOverFrequentMark)) return undefined;
    for (const item of items) if (!own.has(item.sk)) found.set(item.sk, readPosting(item));
  }
  return found.size > SAMPLE ? undefined : [...found.values()];
}

/** True if the exact keys of records without removed links join one holder of each key and all records of `must`. */
function areJoined(records: readonly MemberRecord[], must: ReadonlySet<string>, hashes: readonly string[]): boolean {
  const free = records.filter(({ stored }) => stored.removedLinks.length === 0);
  const sets = new DisjointSets(free.length);
  const first = new Map<string, number>();
  const named: number[] = [];
  free.forEach(({ stored, keys }, index) => {
    if (must.has(stored.id)) named.push(index);
    for (const { hash, plan } of keys) {
      if (!plan.exact) continue;
      const holder = first.get(hash);
      if (holder === undefined) first.set(hash, index);
      else sets.join(holder, index);
    }
  });
  if (named.length < must.size) return false;
  const holders = hashes.map((hash) => first.get(hash));
  if (holders.some((holder) => holder === undefined)) return false;
  const joined = new Set([...named, ...(holders as number[])].map((index) => sets.find(index)));
  return joined.size === 1;
}
