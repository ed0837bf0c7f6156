import { present } from '../../assert.ts';
import { DisjointSets } from '../../disjoint-sets.ts';
import { byNames } from '../../multimap.ts';
import type { CompiledRuleConfig, KeyPlan } from '../../rules/types.ts';
import { type Page, queryMany, type Store } from '../../store/port.ts';
import type { Context, LargeEntities } from '../context.ts';
import { findRoots, foundOf } from '../forest/find.ts';
import { readTree, type Tree } from '../forest/forest.ts';
import {
  isOverFrequentMark,
  keyOwnerKey,
  ownersOf,
  type Posting,
  postingPartition,
  readPosting,
} from '../items/index-keys.ts';
import { journalKey, journalPartitions, type RemovedContent, readEntries, readServed } from '../items/journal.ts';
import { addToNode, MEMBERS, noContent, nodePartition } from '../items/node.ts';
import { listText } from '../items/texts.ts';
import { type FoundParts, partByPart } from '../keys/components.ts';
import { isLinkRemoved, type MemberRecord } from '../keys/record-keys.ts';
import { Pace, UNITS_OF_LOOK } from '../pace.ts';
import { byAge, Contents } from './contents.ts';
import type { Removed } from './remove-traces.ts';

/** A sweeper has about a minute, of which reading an entity of 50,000 records takes ten seconds. */
const LARGE_ENTITIES: LargeEntities = { above: 2_000, judgedFor: 10_000 };

/**
 * Finds the parts of a large entity, before it is locked; undefined of others. Under the lock, only what changed since is
 * judged. Nothing is decided here, so that changes in between do no harm.
 *
 * @param mustBeWhole whether to find all parts, however long it takes
 */
export async function prepareParts(
  context: Context,
  node: string,
  contents: Contents,
  { mustBeWhole }: { readonly mustBeWhole: boolean },
): Promise<PreparedParts | undefined> {
  const { store, rules, now, largeEntities: { above, judgedFor } = LARGE_ENTITIES } = context;
  const root = foundOf(await findRoots(store, [node]), node);
  const pace = new Pace();
  const { nodes, members } = await readTree(store, root, Number.POSITIVE_INFINITY, pace);
  if (members.size <= above) return undefined;
  const read = await contents.read(store, [...members], pace);
  const records = read.filter(({ stored }) => nodes.has(stored.node)).sort(byAge);
  const begun = now();
  // One part alone could not leave: it may be the largest.
  const isOver = (found: number) => !mustBeWhole && found > 1 && now() - begun > judgedFor;
  const found = await partByPart(records, rules, pace, contents.judged, isOver);
  contents.judged = found.judged;
  return new PreparedParts(found);
}

/** What the links of a record depend on, besides its content. */
const stateOf = ({ stored: { removedLinks, groups } }: MemberRecord): string =>
  `${listText(removedLinks)}\n${listText(groups)}`;

/** The parts of an entity as they were found before it was locked, to be compared with its records under the lock. */
export class PreparedParts {
  /** Whether the part of every record was found. */
  readonly isWhole: boolean;
  private readonly parts: readonly (readonly MemberRecord[])[];
  /** By record version. */
  private readonly states: ReadonlyMap<string, string>;

  constructor({ parts, rest }: Pick<FoundParts, 'parts' | 'rest'>) {
    this.isWhole = rest.length === 0;
    this.parts = parts;
    this.states = new Map([...parts.flat(), ...rest].map((one) => [one.stored.recordVersion, stateOf(one)]));
  }

  /** The parts that are connected and linked with nothing else now, and the other records. */
  async intact(
    records: readonly MemberRecord[],
    rules: CompiledRuleConfig,
    pace: Pace,
  ): Promise<{ readonly parts: MemberRecord[][]; readonly others: MemberRecord[] }> {
    const now = new Map(records.map((record) => [record.stored.recordVersion, record]));
    const newcomers = holdersByHash(records.filter((record) => !this.isAsBefore(record)));
    const parts: MemberRecord[][] = [];
    for (const part of this.parts) {
      const present = part.flatMap(({ stored }) => now.get(stored.recordVersion) ?? []);
      if (present.length < part.length || !present.every((record) => this.isAsBefore(record))) continue;
      if (await isJoined(present, newcomers, rules, pace)) continue;
      parts.push(present);
    }
    const inParts = new Set(parts.flat());
    return { parts, others: records.filter((record) => !inParts.has(record)) };
  }

  private isAsBefore(record: MemberRecord): boolean {
    return this.states.get(record.stored.recordVersion) === stateOf(record);
  }
}

const holdersByHash = (records: readonly MemberRecord[]): ReadonlyMap<string, readonly MemberRecord[]> =>
  byNames(records, ({ keys }) => keys.map(({ hash }) => hash));

/** Whether one of the newcomers is linked with a record of the part. */
async function isJoined(
  part: readonly MemberRecord[],
  newcomers: ReadonlyMap<string, readonly MemberRecord[]>,
  rules: CompiledRuleConfig,
  pace: Pace,
): Promise<boolean> {
  if (newcomers.size === 0) return false;
  for (const member of part) {
    for (const { hash, plan } of member.keys) {
      const others = newcomers.get(hash) ?? [];
      if (pace.isDue(UNITS_OF_LOOK)) await pace.rest();
      for (const other of others) if (await isLinked(rules, plan, member, other, pace)) return true;
    }
  }
  return false;
}

async function isLinked(
  rules: CompiledRuleConfig,
  plan: KeyPlan,
  a: MemberRecord,
  b: MemberRecord,
  pace: Pace,
): Promise<boolean> {
  if (isLinkRemoved(a.stored, b.stored)) return false;
  return plan.exact || pace.judge(() => rules.linked(plan, a.values, b.values));
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
 * the removed content finds that the version has moved, and reads its neighbours again.
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
  const content = noContent();
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

/** What another unfinished operation removed from an entity that is locked. */
export interface WaitingRemoval {
  readonly operation: string;
  readonly removed: readonly RemovedContent[];
}

/** Entries that are read of one partition of the journal. */
const LOOKED_AT = 100;

/**
 * Operations that removed content from the entity and wait for its lock, or will. A rebuild does their work as well.
 * Not all of them need be found: each that was not served rebuilds the entity itself.
 *
 * @param own the content that the rebuild is for
 */
export async function waitingRemovals(
  store: Store,
  root: string,
  own: readonly RemovedContent[],
): Promise<readonly WaitingRemoval[]> {
  const pages = await queryMany(store, journalPartitions, { limit: LOOKED_AT });
  const name = ({ recordID, recordVersion }: RemovedContent) => `${recordID}\t${recordVersion}`;
  const known = new Set(own.map(name));
  const waiting = pages
    .flatMap(({ items }) => items.flatMap(readEntries))
    .filter(({ removed }) => !removed.every((content) => known.has(name(content))));
  if (waiting.length === 0) return [];
  const roots = await findRoots(
    store,
    waiting.flatMap(({ removed }) => removed.map(({ node }) => node)),
  );
  return waiting
    .filter(({ removed }) => removed.every(({ node }) => roots.get(node) === root))
    .map(({ operation, removed }) => ({ operation, removed }));
}

/**
 * The entities that came out of rebuilds for all of the operations; undefined if there was none for one of them. The
 * sweeper does not rely on it, because keys may have been published late since.
 */
export async function servedEntities(
  store: Store,
  operations: readonly string[],
  root: string,
): Promise<readonly string[] | undefined> {
  if (operations.length === 0) return undefined;
  const entries = await store.getMany(operations.map(journalKey));
  const served = entries.map((entry) => readServed(entry, root));
  return served.includes(undefined) ? undefined : [...new Set(served.flatMap((entities) => entities!))];
}
