import { present } from '../../assert.ts';
import type { CompiledRuleConfig } from '../../rules/types.ts';
import type { Write } from '../../store/port.ts';
import type { Context } from '../context.ts';
import type { Attempted, Deadline } from '../deadline.ts';
import { type FindResult, findEntities, findSets, foundOf } from '../forest/find.ts';
import { waitForLock } from '../forest/lock.ts';
import { cannotLink, isSame, joinRoots } from '../forest/union.ts';
import { demandEpoch } from '../items/counters.ts';
import { ownersWrite } from '../items/index-keys.ts';
import { readRecord, recordKey, type StoredRecord } from '../items/record.ts';
import { listText } from '../items/texts.ts';
import { Candidates, Verdicts } from '../keys/candidates.ts';
import { dormantHashes, hashesOf, isInForce, keysOf, memberOf, publishedKeys } from '../keys/record-keys.ts';

import { Pace } from '../pace.ts';
import { REBUILD_IN_REQUEST, rebuild } from '../rebuild/rebuild.ts';
import { rebuildAll, removedContent } from '../rebuild/removal.ts';
import { noteHeldLinks, noteNearMatches } from './near-matches.ts';
import { gatherNeighbours, isPlacementIntact, type Neighbours, nodesIn, type PresentRecord } from './neighbours.ts';
import { notingOrphanedKeys } from './orphaned-keys.ts';
import { type PlacedRecord, type PlacementReason, publishKeys } from './publish-keys.ts';

export interface Settled {
  /** Entity id by record id. */
  readonly entities: ReadonlyMap<string, string>;
  /** False if an entity that is too large for a request is left to the sweeper. */
  readonly complete: boolean;
}

/** Records to settle: they were placed together. */
export interface Settling {
  readonly context: Context;
  readonly operation: string;
  readonly cluster: readonly PlacedRecord[];
  readonly placementReason: PlacementReason;
  readonly candidates: Candidates;
  readonly deadline: Deadline;
  /** The largest entity that may be rebuilt. */
  readonly limit?: number;
  /** True to publish the dormant keys of records that are linked already, and nothing else. */
  readonly dormantOnly?: boolean;
}

/** What earlier attempts found out and did. */
interface Progress {
  /** Nodes that are probably involved, so that their roots are read early. */
  readonly known: ReadonlySet<string>;
  /** By id, the node of each record that was changed or erased meanwhile, and whose late publications were removed. */
  readonly gone: ReadonlyMap<string, string>;
  /** True if the records are certain to belong where they are. */
  readonly isPlacementSure: boolean;
  readonly complete: boolean;
  /** While entities are being split: those that were, before they are united, and those that are too large for it. */
  readonly split: ReadonlySet<string>;
  readonly oversized: ReadonlySet<string>;
}

/**
 * Links records optimistically where records may have left entities: read roots, publish keys, gather neighbours, read
 * roots again, retry when a version moved.
 *
 * Every decision rests on neighbours that were read between two reads of the same roots, with the same versions and
 * without a lock, so that no record left those entities in between. Then one of three things happens:
 *
 * 1. If the records may be in the wrong entity, because what they came for is gone, the entity is rebuilt.
 * 2. If the neighbours are in other roots, one of them is united with the record's, on condition that the versions still
 *    match. If a constraint refuses it, the record's own entity becomes an owner of the keys as well.
 * 3. Otherwise the records are settled.
 */
export async function settle(settling: Settling): Promise<Settled> {
  const { cluster, placementReason } = settling;
  let progress: Progress = {
    // The roots that were read before the first write are probably those needed here.
    known: new Set(cluster.flatMap(({ placedBy }) => [...placedBy.keys()])),
    gone: new Map(),
    isPlacementSure: placementReason === 'founded',
    complete: true,
    split: new Set(),
    oversized: new Set(),
  };
  for (;;) {
    const step = await settleOnce(settling, progress);
    if ('done' in step) {
      if (settling.dormantOnly !== true) await noteNearMatches(settling.context, cluster, settling.candidates);
      return step.done;
    }
    progress = step.retry;
  }
}

async function settleOnce(settling: Settling, before: Progress): Promise<Attempted<Settled, Progress>> {
  const { context, operation, candidates, deadline } = settling;
  deadline.check();
  const read = await readRecords(settling, before);
  const progress = await removeLatePublications(settling, before, read);
  const { present } = read;
  if (present.length === 0) return { done: { entities: progress.gone, complete: progress.complete } };

  const roots = await readRoots(settling, progress, read);
  const locked = [...roots.values()].find(({ state }) => state.lock !== undefined);
  if (locked !== undefined) {
    await waitForLock(context, locked.root, deadline);
    return { retry: progress };
  }
  const members = settling.dormantOnly !== true;
  const publishing = present.map((one) => ({ ...one, node: one.stored.node }));
  const keyOwners = await publishKeys(context, operation, publishing, candidates, deadline, { members });
  await candidates.read(
    present.map(({ record }) => record),
    { consistent: true },
  );
  const neighbours = await gatherNeighbours(context, present, keyOwners, candidates);
  const nodes = nodesIn(neighbours);
  const [found, stayed] = await Promise.all([findSets(context.store, nodes), areAsRead(context, present)]);
  const next: Progress = { ...progress, known: nodes };
  if (!stayed || !isStable(roots, found)) return { retry: next };
  if (mustRebuild(settling, progress, neighbours, found)) return { retry: await rebuildEach(settling, next, present) };
  const united = await uniteNeighbours(settling, next, neighbours, found);
  if ('retry' in united) return united;
  if (await nameInKeyOwners(settling, neighbours, found)) return { retry: next };
  const entities = new Map(progress.gone);
  for (const { stored } of present) entities.set(stored.id, foundOf(found, stored.node).root);
  return { done: { entities, complete: progress.complete && united.done } };
}

/** The records of the cluster and the roots that were read with them. */
interface RecordsRead {
  readonly present: readonly PresentRecord[];
  /** Records that no attempt before found changed or erased, with what is stored instead. */
  readonly gone: readonly { readonly placed: PlacedRecord; readonly stored: StoredRecord | undefined }[];
  readonly roots: ReadonlyMap<string, FindResult>;
}

async function readRecords(
  { context, cluster, dormantOnly = false }: Settling,
  { known, gone }: Progress,
): Promise<RecordsRead> {
  const { store, rules } = context;
  const [items, roots] = await Promise.all([
    store.getMany(cluster.map(({ record }) => recordKey(record.id))),
    // The records are probably where they were placed: then this is the only read of their roots.
    findSets(store, new Set([...known, ...cluster.map(({ node }) => node)])),
  ]);
  const read = cluster.map((placed, index) => {
    const item = items[index];
    return { placed, stored: item === undefined ? undefined : readRecord(item) };
  });
  return {
    present: read.flatMap(({ placed, stored }): PresentRecord[] => {
      if (stored?.recordVersion !== placed.recordVersion) return [];
      // Groups may have been added since.
      const all = publishedKeys(stored, keysOf(rules, placed.record.values, stored.groups));
      const keys = dormantOnly ? all.filter((key) => !isInForce(key)) : all;
      return [{ ...placed, record: { ...placed.record, keys }, stored }];
    }),
    gone: read.filter(
      ({ placed, stored }) => stored?.recordVersion !== placed.recordVersion && !gone.has(placed.record.id),
    ),
    roots,
  };
}

/** Removes what was published of records after they were changed or erased. */
async function removeLatePublications(
  { context, cluster, deadline, limit = REBUILD_IN_REQUEST }: Settling,
  progress: Progress,
  { present, gone }: RecordsRead,
): Promise<Progress> {
  const { known, gone: before, complete } = progress;
  const removed = gone.map(({ placed: { record, recordVersion, node } }) =>
    removedContent({ id: record.id, recordVersion, node }, hashesOf(record.keys)),
  );
  const rebuilt = removed.length > 0 ? await rebuildAll(context, removed, { everywhere: true, limit }, deadline) : NONE;
  return {
    ...progress,
    known: new Set([...known, ...cluster.map(({ node }) => node), ...present.map(({ stored }) => stored.node)]),
    gone: new Map([
      ...before,
      ...gone.map(({ placed, stored }) => [placed.record.id, stored?.node ?? placed.node] as const),
    ]),
    complete: complete && rebuilt.complete,
  };
}

const NONE = { complete: true };

/** The roots of all known nodes. A rebuild of this attempt makes those read before stale. */
async function readRoots(
  { context }: Settling,
  { known }: Progress,
  { gone, roots }: RecordsRead,
): Promise<ReadonlyMap<string, FindResult>> {
  const unread = [...known].filter((node) => gone.length > 0 || !roots.has(node));
  return new Map([...roots, ...(await findSets(context.store, unread))]);
}

/** True if no record was moved, changed or lost a link or a group between its first read and the first read of the roots. */
async function areAsRead({ store }: Context, present: readonly PresentRecord[]): Promise<boolean> {
  const items = await store.getMany(present.map(({ stored }) => recordKey(stored.id)));
  return present.every(({ stored }, index) => {
    const item = items[index];
    if (item === undefined) return false;
    const now = readRecord(item);
    return (
      now.node === stored.node &&
      now.recordVersion === stored.recordVersion &&
      listText(now.removedLinks) === listText(stored.removedLinks) &&
      listText(now.groups) === listText(stored.groups)
    );
  });
}

/**
 * True if every node had the same root before, in the same state. It is not enough that the root is known: a record may
 * have left the node while it had another root, before it was united with this one.
 */
function isStable(before: ReadonlyMap<string, FindResult>, after: ReadonlyMap<string, FindResult>): boolean {
  for (const [node, { root, state }] of after) {
    const seen = before.get(node);
    if (seen === undefined || seen.root !== root || !isSame(seen.state, state)) return false;
  }
  return true;
}

/** True if a record is in an emptied entity, or may be in one where it does not belong. */
function mustRebuild(
  { cluster, placementReason }: Settling,
  { isPlacementSure }: Progress,
  neighbours: readonly Neighbours[],
  found: ReadonlyMap<string, FindResult>,
): boolean {
  if (neighbours.some(({ present }) => foundOf(found, present.stored.node).state.empty)) return true;
  if (isPlacementSure) return false;
  return placementReason !== 'neighbour' || !isPlacementIntact(cluster, neighbours, found);
}

async function rebuildEach(
  { context, deadline, limit = REBUILD_IN_REQUEST }: Settling,
  progress: Progress,
  present: readonly PresentRecord[],
): Promise<Progress> {
  const handled = new Set<string>();
  let { complete } = progress;
  for (const { stored } of present) {
    if (handled.has(stored.node)) continue;
    const rebuilt = await rebuild(context, stored.node, { removed: [], leaves: false }, deadline, limit);
    for (const node of rebuilt.nodes) handled.add(node);
    complete &&= rebuilt.complete;
  }
  return { ...progress, isPlacementSure: true, complete };
}

/** Unites the entity of one record with another that it belongs to. Done if there is none; false if one is too large. */
async function uniteNeighbours(
  settling: Settling,
  progress: Progress,
  neighbours: readonly Neighbours[],
  found: ReadonlyMap<string, FindResult>,
): Promise<Attempted<boolean, Progress>> {
  const { context, operation, deadline } = settling;
  let complete = true;
  for (const { present, nodes } of neighbours) {
    const own = foundOf(found, present.stored.node);
    for (const node of [...nodes].sort()) {
      const other = foundOf(found, node);
      // Never two others with one another: a record that may not join an entity links nothing with it.
      if (other.root === own.root || other.state.empty || cannotLink(own, other, context.mostBans)) continue;
      deadline.check();
      if (context.isSplitting === true) {
        const unsplit = [own.root, other.root].filter((root) => !progress.split.has(root));
        if (unsplit.some((root) => progress.oversized.has(root))) {
          complete = false;
          continue;
        }
        if (unsplit.length > 0) return { retry: await splitFirst(settling, progress, unsplit) };
      }
      await joinRoots(context, operation, own, other);
      return { retry: progress };
    }
  }
  return { done: complete };
}

/** Splits entities that the rules may part, before they are united: else a stranger would join what is about to leave. */
async function splitFirst(
  { context, deadline, limit = REBUILD_IN_REQUEST }: Settling,
  progress: Progress,
  roots: readonly string[],
): Promise<Progress> {
  const [split, oversized] = [new Set(progress.split), new Set(progress.oversized)];
  for (const root of roots) {
    const rebuilt = await rebuild(context, root, { removed: [], leaves: false }, deadline, limit);
    if (!rebuilt.complete) oversized.add(root);
    for (const entity of rebuilt.entities) split.add(entity);
  }
  return { ...progress, split, oversized };
}

/** Makes the entity of each record an owner of the record's exact keys. Returns false if each is one already. */
async function nameInKeyOwners(
  { context, deadline }: Settling,
  neighbours: readonly Neighbours[],
  found: ReadonlyMap<string, FindResult>,
): Promise<boolean> {
  const rootOf = (node: string): string => foundOf(found, node).root;
  const writes = new Map<string, Write>();
  for (const { present, keyOwners } of neighbours) {
    const root = rootOf(present.stored.node);
    const dormant = new Set(dormantHashes(present.record));
    for (const [hash, { owners }] of keyOwners) {
      if (owners.some((owner) => rootOf(owner) === root)) continue;
      // One owner for each entity is enough.
      const named = new Map(owners.map((owner) => [rootOf(owner), owner]));
      // Those that are not named join the owners when the key comes into force, each when its records are linked anew.
      if (dormant.has(hash) && named.size >= context.genericKeyRecords) continue;
      const write = ownersWrite(hash, owners, [...named.values(), present.stored.node]);
      if (write !== undefined) writes.set(hash, write);
    }
  }
  if (writes.size === 0) return false;
  deadline.check();
  await context.store.write([...writes.values()]);
  return true;
}

/**
 * With entity rules, makes the entities of linked records what the records of their components say: links alone have joined
 * nothing but components so far.
 *
 * @param linked with the root of the component of each record
 */
export async function holdTogether(
  context: Context,
  linked: Settled,
  deadline: Deadline,
  limit = REBUILD_IN_REQUEST,
): Promise<Settled> {
  if (context.rules.entityRules === undefined) return linked;
  const homes = new Map<string, string>();
  const handled = new Set<string>();
  let { complete } = linked;
  for (const root of new Set(linked.entities.values())) {
    if (handled.has(root)) continue;
    const rebuilt = await rebuild(context, root, { removed: [], leaves: false }, deadline, limit);
    for (const node of rebuilt.nodes) handled.add(node);
    for (const [recordID, entity] of rebuilt.homes ?? []) homes.set(recordID, entity);
    await noteHeldLinks(context, linked.entities, rebuilt.heldLinks ?? []);
    complete &&= rebuilt.complete;
  }
  const entities = await entitiesOfRecords(
    context.store,
    [...linked.entities].filter(([id]) => !homes.has(id)),
  );
  for (const id of linked.entities.keys()) entities.set(id, homes.get(id) ?? foundOf(entities, id));
  return { entities, complete };
}

/** The entities that hold records now, by record; of a record that is gone, that of the node that is known. */
async function entitiesOfRecords(
  store: Context['store'],
  known: readonly (readonly [id: string, node: string])[],
): Promise<Map<string, string>> {
  if (known.length === 0) return new Map();
  const items = await store.getMany(known.map(([id]) => recordKey(id)));
  const nodes = known.map(([, node], index) => {
    const item = items[index];
    return item === undefined ? node : readRecord(item).node;
  });
  const found = await findEntities(store, nodes);
  return new Map(known.map(([id], index) => [id, foundOf(found, present(nodes[index], 'every record has a node'))]));
}

export interface SettleStoredOptions {
  /** The most records of an entity that is worked on. */
  readonly limit: number;
  /** True to publish the dormant keys of records that are linked already, and nothing else. */
  readonly dormantOnly?: boolean;
}

/** A stored record where it is, with the keys that it is stored under. */
export function asPlaced(rules: CompiledRuleConfig, stored: StoredRecord): PlacedRecord {
  const { id, node, recordVersion } = stored;
  const { values, given } = memberOf(rules, stored);
  const record = { id, values, keys: publishedKeys(stored, given) };
  return { record, node, recordVersion, placedBy: new Map() };
}

/**
 * Links stored records anew with everything that they belong together with now, one by one: each may need the lock of an
 * entity that another one of them is in. Returns false if an entity has more records than the limit.
 *
 * @throws RulesReplacedError if other rules came into force meanwhile: the sweeper redoes the operation by these
 */
export async function settleStored(
  context: Context,
  operation: string,
  records: readonly PlacedRecord[],
  deadline: Deadline,
  { limit, dormantOnly = false }: SettleStoredOptions,
): Promise<boolean> {
  const { store, rules, epoch } = context;
  const clusters = dormantOnly ? [records] : records.map((one) => [one]);
  const verdicts = new Verdicts(rules, new Pace(async () => deadline.check()));
  for (const { record, recordVersion } of records) verdicts.noteOwn(record.id, recordVersion);
  return notingOrphanedKeys(context, records, async () => {
    let complete = true;
    const entities = new Map<string, string>();
    for (const cluster of clusters) {
      const candidates = new Candidates(store, rules, { ...context, verdicts });
      const settled = await settle({
        context,
        operation,
        cluster,
        placementReason: 'founded',
        candidates,
        deadline,
        limit,
        dormantOnly,
      });
      complete &&= settled.complete;
      for (const [id, entity] of settled.entities) entities.set(id, entity);
    }
    if (!dormantOnly) ({ complete } = await holdTogether(context, { entities, complete }, deadline, limit));
    await demandEpoch(store, operation, epoch);
    return complete;
  });
}
