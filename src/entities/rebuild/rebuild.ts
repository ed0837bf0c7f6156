import { assert, present } from '../../assert.ts';
import type { Context } from '../context.ts';
import { type Attempted, type Deadline, untilDecided } from '../deadline.ts';
import { findRoots } from '../forest/find.ts';
import { readTree, type Tree } from '../forest/forest.ts';
import { type EntityLock, type FencedOutcome, lockEntity } from '../forest/lock.ts';
import { servedWrite } from '../items/journal.ts';
import { readRecord, type StoredRecord } from '../items/record.ts';
import type { HeldLink } from '../keys/coherent-groups.ts';
import type { MemberRecord } from '../keys/record-keys.ts';
import { byAge, Contents } from './contents.ts';
import {
  DETACH_AT_ONCE,
  detachParts,
  type HoldingParts,
  holdingInRound,
  holdingParts,
  KEY_OWNERS_AT_ONCE,
  type KeyOwnerItems,
  keyOwnerWrites,
  moveParts,
  type Part,
  type Parts,
  partsOf,
  pointKeyOwners,
  readKeyOwnerItems,
} from './entity-parts.ts';
import { isTorn, placeGroups, planGroups, pointGroupKeys } from './groups.ts';
import {
  isStillConnected,
  type PreparedParts,
  prepareParts,
  servedEntities,
  type WaitingRemoval,
  waitingRemovals,
} from './large-entities.ts';
import { isGone, memberDeletes, type Removed, removePostings, type StoredVersions } from './remove-traces.ts';

/**
 * Recomputes an entity from what its records are now, and splits it where it is not connected any more.
 *
 * 1. Lock the root: no union passes, so that the tree below it does not change. A record stored before the lock is seen
 *    here. A process that stores one later sees the lock, or the version that it leaves, when it reads the root last.
 * 2. Compute the connected components of the records. The largest stays. For a large entity most of it is computed
 *    before the lock and nothing if a few records show that it is still connected (large-entities.ts).
 * 3. Move each other part into a node of its own *below the same root*, and make it an owner of its keys. So far nothing
 *    has changed for any reader, and a crash leaves an entity that is as good as before.
 * 4. Detach the part from the root (entity-parts.ts).
 *
 * Many parts leave in several rounds of steps 3 and 4, so that a process that stops has not worked for nothing. Where judging a
 * large entity takes long, the parts that are found leave before the rest is judged: all but the largest so far.
 *
 * Every write is fenced by the lock.
 */
export interface RebuildPlan {
  readonly removed: readonly Removed[];
  /** The operations that the rebuild is for: each removed content, and has a journal entry. */
  readonly operations?: readonly string[];
  /** Reference of a constraint that is to separate the parts. */
  readonly constraint?: string | undefined;
  /** True if neighbours that were read before are stale, even if no record moves. */
  readonly leaves: boolean;
}

/**
 * Larger entities are rebuilt by the sweeper: reading and judging 2,000 records takes about a second, and a request has
 * 25 seconds for all that it waits for.
 */
export const REBUILD_IN_REQUEST = 2_000;

export interface Rebuilt {
  /** False if the entity has more members than the limit: everything was left as it was. */
  readonly complete: boolean;
  /** The nodes that were below the root. */
  readonly nodes: ReadonlySet<string>;
  /** The entities that came out of it: the entity itself unless it is empty, and the parts that left it. */
  readonly entities: readonly string[];
  /** With entity rules, the entity of each record below the root. */
  readonly homes?: ReadonlyMap<string, string>;
  /** The strongest link between each two of them that are linked and stay apart. */
  readonly heldLinks?: readonly HeldLink<MemberRecord>[];
}

/** With entity rules, all pairs of a component are judged: a request does that for so many records, the sweeper for any number. */
const REGROUP_IN_REQUEST = 300;

/** Rebuilds the entity that the node belongs to when the lock is taken. */
export async function rebuild(
  context: Context,
  node: string,
  plan: RebuildPlan,
  deadline: Deadline,
  limit: number,
): Promise<Rebuilt> {
  const contents = new Contents(context.rules);
  const isGrouped = context.rules.entityRules !== undefined;
  const most = isGrouped && limit === REBUILD_IN_REQUEST ? REGROUP_IN_REQUEST : limit;
  const detached: string[] = [];
  let mustBeWhole = false;
  return untilDecided(context, deadline, async () => {
    for (;;) {
      deadline.check();
      const before = detached.length;
      const isPrepared = limit > REBUILD_IN_REQUEST && !isGrouped;
      const prepared = isPrepared ? await prepareParts(context, node, contents, { mustBeWhole }) : undefined;
      const step = await rebuildLocked({ context, node, plan, contents, prepared, detached }, deadline, most);
      if ('done' in step) return step.done;
      // What was found has changed before it could leave. It must not happen for ever.
      mustBeWhole = step.retry === 'unfinished' && detached.length === before;
    }
  });
}

/** Locks the entity and rebuilds it. */
async function rebuildLocked(
  rebuilt: Omit<Rebuilding, 'lock'>,
  deadline: Deadline,
  limit: number,
): Promise<Attempted<Rebuilt, Exclude<Retry, 'changed'>>> {
  const { context, node } = rebuilt;
  const lock = await lockEntity(context, node, deadline);
  try {
    for (;;) {
      const step = await rebuildOnce({ ...rebuilt, lock }, limit);
      if ('done' in step) return step;
      if (step.retry !== 'changed') return { retry: step.retry };
    }
  } catch (error) {
    // What is half done is harmless, but a key owner that a reader relied on may be gone.
    await lock.abandon({ leaves: true }).catch(() => undefined);
    throw error;
  }
}

interface Rebuilding {
  readonly context: Context;
  /** Whose entity is rebuilt. */
  readonly node: string;
  readonly plan: RebuildPlan;
  readonly contents: Contents;
  /** The parts of the entity, as far as they were found before it was locked. */
  readonly prepared: PreparedParts | undefined;
  /** Parts that have left the entity so far. */
  readonly detached: string[];
  readonly lock: EntityLock;
}

/**
 * - `lock lost`: lock the entity again.
 * - `changed`: a record changed after it was read; compute the parts again, under the same lock.
 * - `unfinished`: the parts that were found have left; judge the rest, and lock the entity again.
 */
type Retry = 'lock lost' | 'changed' | 'unfinished';

const retryAfter = (outcome: Exclude<FencedOutcome, 'applied'>): { readonly retry: Retry } => ({
  retry: outcome === 'refused' ? 'changed' : outcome,
});

const stepAfter = <Done>(outcome: FencedOutcome, done: Done): Attempted<Done, Retry> =>
  outcome === 'applied' ? { done } : retryAfter(outcome);

async function rebuildOnce(rebuilding: Rebuilding, limit: number): Promise<Attempted<Rebuilt, Retry>> {
  const { context, plan, lock } = rebuilding;
  const { root, pace } = lock;
  const own = await removedHere(rebuilding);
  const first = await readTree(context.store, root, context.readWhole, pace);
  if (!first.isTooLarge) return rebuildTree(rebuilding, first, own, []);
  const spared = context.rules.entityRules === undefined ? await spare(rebuilding, own, first) : undefined;
  if (spared !== undefined) return spared;
  const tree = await readTree(context.store, root, limit, pace);
  if (tree.isTooLarge) {
    const nodes = new Set([...tree.nodes, ...nodesOf(own)]);
    return removeAlone(rebuilding, own, plan.leaves, { complete: false, nodes, entities: [] });
  }
  // Only for a large entity: a small one is rebuilt as quickly by each operation.
  return rebuildTree(rebuilding, tree, own, await waitingRemovals(context.store, root, own));
}

/** The removed content that was in this entity. The traces of another entity's are removed under its own lock. */
async function removedHere({ context, plan, lock }: Rebuilding): Promise<readonly Removed[]> {
  const { root } = lock;
  const others = nodesOf(plan.removed);
  others.delete(root);
  const roots = await findRoots(context.store, others);
  return plan.removed.filter(({ node }) => node === root || roots.get(node) === root);
}

const nodesOf = (removed: readonly Removed[]): Set<string> => new Set(removed.map(({ node }) => node));

/** The result if there is nothing to split: another rebuild did the work, or a few records show that all are connected. */
async function spare(
  rebuilding: Rebuilding,
  own: readonly Removed[],
  some: Tree,
): Promise<Attempted<Rebuilt, Retry> | undefined> {
  const { context, plan, lock } = rebuilding;
  const nodes = nodesOf(own);
  const served = await servedEntities(context.store, plan.operations ?? [], lock.root);
  if (served !== undefined) return stepAfter(await lock.release(), { complete: true, nodes, entities: served });
  if (!(await isStillConnected(context, lock.root, own, some))) return undefined;
  return removeAlone(rebuilding, own, true, { complete: true, nodes, entities: [lock.root] });
}

/** Removes the traces of removed content, and releases the entity as it is. */
async function removeAlone(
  rebuilding: Rebuilding,
  own: readonly Removed[],
  leaves: boolean,
  rebuilt: Rebuilt,
): Promise<Attempted<Rebuilt, Retry>> {
  const { context, lock } = rebuilding;
  const { versions } = await readContents(rebuilding, own, []);
  await removePostings(context.store, lock, own, versions);
  if ((await deleteMembers(lock, own, versions)) === 'lock lost') return { retry: 'lock lost' };
  return stepAfter(await lock.release({ leaves }), rebuilt);
}

/** Deletes members one by one, because each is refused if its record is stored again. */
async function deleteMembers(
  lock: EntityLock,
  removed: readonly Removed[],
  versions: StoredVersions,
): Promise<FencedOutcome> {
  for (const writes of memberDeletes(removed, versions)) {
    if ((await lock.write(writes)) === 'lock lost') return 'lock lost';
  }
  return 'applied';
}

/** Splits the entity where it is not connected, also for operations that wait to have that done. */
async function rebuildTree(
  rebuilding: Rebuilding,
  tree: Tree,
  own: readonly Removed[],
  waiting: readonly WaitingRemoval[],
): Promise<Attempted<Rebuilt, Retry>> {
  const { context, plan, contents, prepared, lock } = rebuilding;
  const { store, observer } = context;
  const read = await readContents(rebuilding, [...own, ...waiting.flatMap((one) => one.removed)], tree.members);
  // An operation that has not changed its record yet will have the entity rebuilt afterwards.
  const served = waiting.filter((one) => one.removed.every((content) => isGone(content, read.versions)));
  const removed = [...own, ...served.flatMap((one) => one.removed)];
  await removePostings(store, lock, removed, read.versions);
  if (context.rules.entityRules !== undefined || hasHeld(tree)) {
    return rebuildGroups(rebuilding, tree, read, { removed, served });
  }
  const parts = await partsOf(context, lock, { prepared, judged: contents.judged }, membersOf(tree, read));
  const { kept, leaving } = parts;
  const holding = holdingParts([...plan.removed, ...removed], kept, leaving);
  const splitting: Splitting = { tree, removed, parts, holding, served: parts.isWhole ? served : [] };
  const isOneWrite =
    splitting.served.length === 0 &&
    leaving.length === 0 &&
    holding.parts.size <= KEY_OWNERS_AT_ONCE &&
    memberDeletes(removed, read.versions).length <= 1;
  const outcome = isOneWrite
    ? await releaseWhole(rebuilding, splitting, read)
    : await split(rebuilding, splitting, read);
  const entities = entitiesAfter(rebuilding, parts);
  if (outcome === 'applied' && kept !== undefined && leaving.length > 0) observer.split(leaving.length);
  if (outcome === 'applied' && !parts.isWhole) return { retry: 'unfinished' };
  return stepAfter(outcome, { complete: true, nodes: tree.nodes, entities });
}

const hasHeld = ({ places }: Tree): boolean => [...places.values()].some(({ held }) => held !== undefined);

/** Makes the entities of a component what its records say, which may be several (groups.ts). */
async function rebuildGroups(
  { context, plan, lock, node }: Rebuilding,
  tree: Tree,
  read: ContentsRead,
  { removed, served }: Pick<Splitting, 'removed' | 'served'>,
): Promise<Attempted<Rebuilt, Retry>> {
  if (isTorn(tree, lock.root)) {
    assert((await lock.write([])) !== 'applied', 'a locked tree does not change');
    return { retry: 'lock lost' };
  }
  const groups = await planGroups(context, lock, tree, membersOf(tree, read));
  const moved = await moveParts(context, lock, groups.fragments);
  if (moved !== 'applied') return retryAfter(moved);
  const contents = [...plan.removed, ...removed];
  if ((await pointGroupKeys(context, lock, tree, groups, contents)) !== 'applied') return { retry: 'lock lost' };
  const deleted = await deleteMembers(lock, removed, read.versions);
  if (deleted !== 'applied') return retryAfter(deleted);
  const homes = new Map(
    groups.groups.flatMap(({ records, leader }) => records.map(({ stored }) => [stored.id, leader])),
  );
  const entities = groups.entitiesFrom(node);
  const { constraint, leaves } = plan;
  const placed = await placeGroups(context, lock, groups, { constraint, leaves, release: served.length === 0 });
  if (placed !== 'applied') return retryAfter(placed);
  const done = { complete: true, nodes: tree.nodes, entities, homes, heldLinks: groups.heldLinks };
  if (served.length === 0) return { done };
  lock.check();
  await context.store.write(served.map(({ operation }) => servedWrite(operation, entities, lock.root)));
  return stepAfter(await lock.release({ leaves: true }), done);
}

interface Splitting {
  readonly tree: Tree;
  /** Content whose traces are removed. */
  readonly removed: readonly Removed[];
  readonly parts: Parts;
  readonly holding: HoldingParts;
  /** Operations that need no rebuild of their own after this one. */
  readonly served: readonly WaitingRemoval[];
}

/** Where nothing leaves: removes the traces and releases the entity in one transaction. */
async function releaseWhole(
  rebuilding: Rebuilding,
  { tree, removed, parts, holding }: Splitting,
  first: ContentsRead,
): Promise<FencedOutcome> {
  const { context, plan, lock } = rebuilding;
  for (let read = first; ; read = await readContents(rebuilding, removed, [])) {
    const owners = await keyOwnerWrites(context.store, lock.root, tree, holding, read.keyOwners);
    const also = [...memberDeletes(removed, read.versions).flat(), ...owners];
    const outcome = await detachParts(context, lock, plan, { parts, also, release: true });
    if (outcome !== 'refused') return outcome;
  }
}

/** The entity itself unless it is empty, and the parts that left it. */
const entitiesAfter = ({ detached }: Rebuilding, { kept }: Parts): string[] => [
  ...(kept === undefined ? [] : [kept.node]),
  ...detached,
];

/** Splits the parts off, some at a time, and removes the traces of removed content. */
async function split(rebuilding: Rebuilding, splitting: Splitting, { versions }: ContentsRead): Promise<FencedOutcome> {
  const { context, lock } = rebuilding;
  const { parts, removed, served } = splitting;
  const rounds = roundsOf(parts.leaving);
  for (const [index, leaving] of rounds.entries()) {
    const moved = await moveParts(context, lock, leaving);
    // What was read of the entity before a part left it does not hold for another attempt under this lock.
    if (moved === 'refused' && index > 0) {
      await lock.release({ leaves: true });
      return 'lock lost';
    }
    if (moved !== 'applied') return moved;
    const isLast = index === rounds.length - 1;
    const deleted = isLast ? await deleteMembers(lock, removed, versions) : 'applied';
    if (deleted !== 'applied') return deleted;
    const outcome = await detachRound(rebuilding, splitting, { leaving, isLast });
    if (outcome !== 'applied') return outcome;
    rebuilding.detached.push(...leaving.map(({ node }) => node));
  }
  if (served.length === 0) return 'applied';
  lock.check();
  const entities = entitiesAfter(rebuilding, parts);
  await context.store.write(served.map(({ operation }) => servedWrite(operation, entities, lock.root)));
  return lock.release({ leaves: true });
}

/** Parts that leave the entity together. */
interface Round {
  readonly leaving: readonly Part[];
  /** Whether all that leaves has left after it. */
  readonly isLast: boolean;
}

/** Records of the parts of a round, unless one part has more. */
const RECORDS_OF_ROUND = 1_000;

/** The rounds in which parts leave: at least one, which may have none. */
function roundsOf(leaving: readonly Part[]): readonly (readonly Part[])[] {
  const rounds: Part[][] = [[]];
  let records = 0;
  for (const part of leaving) {
    const last = present(rounds.at(-1), 'there is a round');
    const isFull = last.length === DETACH_AT_ONCE || records + part.records.length > RECORDS_OF_ROUND;
    if (last.length > 0 && isFull) {
      rounds.push([part]);
      records = part.records.length;
    } else {
      last.push(part);
      records += part.records.length;
    }
  }
  return rounds;
}

/** Makes the parts of a round owners of their keys, and entities of their own. */
async function detachRound(
  { context, plan, detached, lock }: Rebuilding,
  { tree, parts: { kept }, holding, served }: Splitting,
  { leaving, isLast }: Round,
): Promise<FencedOutcome> {
  const ofRound = holdingInRound(holding, lock.root, { leaving, isLast, left: new Set(detached) });
  const pointed = await pointKeyOwners(context.store, lock, tree, ofRound);
  if (pointed !== 'applied') return pointed;
  // As long as parts are still to leave, the entity does not become empty.
  const stays = kept ?? (isLast || lock.state.empty ? undefined : { node: lock.root, records: [] });
  const parts = { kept: stays, leaving };
  return detachParts(context, lock, plan, { parts, release: isLast && served.length === 0 });
}

/** The members that are stored; and of removed content, what is stored instead and the owners of its exact keys. */
interface ContentsRead {
  readonly records: readonly MemberRecord[];
  readonly versions: StoredVersions;
  readonly keyOwners: KeyOwnerItems;
}

async function readContents(
  { context, plan, contents, lock }: Rebuilding,
  removed: readonly Removed[],
  members: Iterable<string>,
): Promise<ContentsRead> {
  const versions = new Map(removed.map(({ recordID }): [string, StoredRecord | undefined] => [recordID, undefined]));
  const ids = [...new Set([...members, ...versions.keys()])];
  const records = await contents.read(context.store, ids, lock.pace, (id, item) => {
    if (versions.has(id)) versions.set(id, item === undefined ? undefined : readRecord(item));
  });
  const hashes = [...new Set(plan.removed.flatMap(({ exact }) => exact))];
  return { records, versions, keyOwners: await readKeyOwnerItems(context.store, hashes) };
}

/** The records that are in the tree, in the order in which they were first stored. */
const membersOf = ({ nodes }: Tree, { records }: ContentsRead): MemberRecord[] =>
  records.filter(({ stored }) => nodes.has(stored.node)).sort(byAge);
