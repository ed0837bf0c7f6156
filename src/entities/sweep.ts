import { EntityDataError } from '../errors.ts';
import type { CompiledRuleConfig } from '../rules/types.ts';
import { type Put, queryAll, type Store } from '../store/port.ts';
import type { Context } from './context.ts';
import { Deadline, REDO_AGE } from './deadline.ts';
import {
  demandEpoch,
  epochCheck,
  operationsIn,
  pendingShardKeys,
  type RulesEpoch,
  refuseReplaced,
} from './items/counters.ts';
import { findDecision } from './items/decision.ts';
import type { CauseKind } from './items/history.ts';
import { idTime, newID } from './items/ids.ts';
import {
  closeFound,
  isOlderThan,
  isOpen,
  type JournalEntry,
  journalItem,
  journalPartitions,
  readEntries,
  takingWrite,
} from './items/journal.ts';
import { causedBy, finishOutbox } from './items/outbox.ts';
import { creatorOf, noteKeysWrite, type StoredRecord, storedRecords, takeReservation } from './items/record.ts';
import { Candidates } from './keys/candidates.ts';
import { exceptKeys, hasAllKeys, memberOf, notedKeys, staleKeys } from './keys/record-keys.ts';
import { relinkLifted } from './people/connection-bans.ts';
import { carryOutLink } from './people/decisions/link-records.ts';
import { carryOutSeparation } from './people/decisions/separate-records.ts';
import { carryOutUndo } from './people/decisions/undo-decision.ts';
import { deleteEndedHistory, historyFromOutbox } from './people/history/record-history.ts';
import { forgetEndedHoldings } from './people/reviews/held-reviews.ts';
import { noteUndonePair } from './people/reviews/judge-pairs.ts';
import { forgetGone } from './rebuild/forget-record.ts';
import { nodesOfRemovedLinks, rebuildAll, rebuildTogether, removedContent } from './rebuild/removal.ts';
import { linkClusters, type PlacedCluster } from './submit/link.ts';
import { notingOrphanedKeys } from './submit/orphaned-keys.ts';
import { publishKeys } from './submit/publish-keys.ts';
import { asPlaced } from './submit/settle.ts';

/** The sweeper has more time than a request, and rebuilds entities of any size. */
const SWEEP_TIME = 10 * 60_000;
const ANY_SIZE = Number.POSITIVE_INFINITY;

export interface SweepDependencies extends Context {
  /** Days for which history is kept; 0 keeps none. */
  readonly historyRetentionInDays: number;
  /** Whether the relay of entity events makes the history of the outbox (src/events). */
  readonly isRelayed: boolean;
}

/**
 * Finishes the operations that began longer than the redo age ago, and returns how many. Then it ends what has a term:
 * reviews that people hold, and history. Two sweepers may run at once.
 *
 * @throws the error of the first operation that cannot be finished, after all others; at once if the store does not
 * answer
 */
export async function sweep(dependencies: SweepDependencies): Promise<number> {
  const { store, now, historyRetentionInDays, isRelayed } = dependencies;
  const finished = await finishInterrupted(dependencies);
  await forgetEndedHoldings(store, now());
  if (historyRetentionInDays > 0) {
    if (!isRelayed) await historyFromOutbox(store, now(), historyRetentionInDays);
    await deleteEndedHistory(store, now());
  }
  return finished;
}

async function finishInterrupted(context: Context): Promise<number> {
  let finished = 0;
  const failures: unknown[] = [];
  for await (const entries of inBatches(unfinishedWork(context.store, context.now() - REDO_AGE))) {
    const rebuilt = await rebuildTogether(context, entries, kindOf, () => new Deadline(context, SWEEP_TIME));
    for (const entry of entries) {
      try {
        await finish(context, entry, rebuilt.has(entry.operation));
        finished += 1;
      } catch (error) {
        if (error instanceof EntityDataError && error.retryable) throw error;
        failures.push(error);
      }
    }
  }
  if (failures.length > 0) throw failures[0];
  return finished;
}

/** Entries that are finished together: all that wait for one entity share one rebuild. */
const BATCH = 200;

async function* inBatches(entries: AsyncIterable<JournalEntry>): AsyncGenerator<JournalEntry[], void, undefined> {
  let batch: JournalEntry[] = [];
  for await (const entry of entries) {
    batch.push(entry);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Journal entries of operations that began before the moment. Any read sees entries of that age. */
async function* unfinishedWork(store: Store, before: number): AsyncGenerator<JournalEntry, void, undefined> {
  for (const shard of await store.getMany(pendingShardKeys, { consistent: false })) {
    if (shard === undefined) continue;
    for (const entry of readEntries(shard)) if (isOlderThan(entry.operation, before)) yield entry;
  }
  for (const partition of journalPartitions) {
    for await (const item of queryAll(store, partition)) {
      if (!isOlderThan(item.sk, before)) break;
      yield* readEntries(item);
    }
  }
}

/**
 * Milliseconds since the oldest unfinished operation began, if at least `atLeast`; null otherwise. Makes one short read
 * of each partition of the journal, and one of the pending-operations shards.
 */
export async function ageOfOldestWork(store: Store, now: number, atLeast: number): Promise<number | null> {
  const [pendingShards, ...pages] = await Promise.all([
    store.getMany(pendingShardKeys, { consistent: atLeast < REDO_AGE }),
    ...journalPartitions.map((partition) => store.query(partition, { limit: 1 })),
  ]);
  let oldest: string | undefined;
  const under = pendingShards.flatMap((shard) => (shard === undefined ? [] : operationsIn(shard)));
  for (const operation of [...under.map((one) => one.operation), ...pages.map(({ items }) => items[0]?.sk)]) {
    if (operation !== undefined && (oldest === undefined || operation < oldest)) oldest = operation;
  }
  if (oldest === undefined) return null;
  const age = Math.max(0, now - idTime(oldest));
  return age < atLeast ? null : age;
}

/**
 * Redoes what an operation may have left undone. It starts from what the records are now, so that it does not matter
 * how far the operation came or which operation has changed its records since.
 *
 * @param isRebuilt whether the entities that it removed content from have been rebuilt for it
 */
async function finish(dependencies: Context, entry: JournalEntry, isRebuilt: boolean): Promise<void> {
  const context = causedBy(dependencies, kindOf(entry), entry.operation, { decision: entry.decision?.id });
  const { store, rules, epoch } = context;
  const deadline = new Deadline(context, SWEEP_TIME);
  const { operation, removed, constraint } = entry;
  // From here on a process that is about to store a record of the operation is refused, or the read below sees the
  // record.
  const [reserved] = entry.recordIDs;
  if (reserved !== undefined) await takeReservation(store, operation, reserved);
  if (!isRebuilt && removed.length + entry.rebuild.length > 0) {
    // The same for a process that is about to remove a link.
    if (entry.rebuild.length > 0) await store.write([takingWrite(entry)]);
    const nodes = await nodesOfRemovedLinks(store, entry);
    await rebuildAll(context, removed, { nodes, everywhere: true, limit: ANY_SIZE, constraint }, deadline);
  }
  await forgetGone(store, removed);
  const stored = await storedRecords(store, entry.recordIDs);
  const unfinished = stored.filter((record) => record.operation === operation);
  const noted = await noteGivenKeys(context, operation, unfinished, deadline);
  const clusters = noted.map((record) => clusterOf(rules, record));
  await publishAndLink(context, operation, clusters, deadline);
  await finishDecision(context, entry, deadline, ANY_SIZE);
  for (const reference of entry.relink) await relinkLifted(context, operation, reference, deadline, ANY_SIZE);
  const outbox = finishOutbox(
    context.cause,
    stored.map(({ node }) => node),
    entry.recordIDs,
  );
  const wasStored = entry.stored || stored.some(({ recordVersion }) => creatorOf(recordVersion) === operation);
  // By the rules of today: others may have come into force meanwhile, and then another sweeper redoes it.
  const published = clusters.flatMap(({ placed }) => placed);
  await notingOrphanedKeys(context, published, () => demandEpoch(store, operation, epoch));
  await close(store, { ...entry, stored: wasStored }, outbox, epoch);
  await store.durable();
}

/**
 * Notes in the records the keys that the rules give. One that was stored by other rules lacks some, and may have keys that no
 * pass will delete: an entry of their own has them removed. A record that changes meanwhile is left to the operation that
 * changes it. A sweeper that slept over the end of a change of rules notes nothing.
 *
 * @throws RulesReplacedError
 */
async function noteGivenKeys(
  { store, rules, epoch, now }: Context,
  operation: string,
  records: readonly StoredRecord[],
  deadline: Deadline,
): Promise<readonly StoredRecord[]> {
  const notes = records.flatMap((stored) => {
    if (stored.written === undefined) return [];
    const member = memberOf(rules, stored);
    const stale = staleKeys(rules, member, stored.written);
    const written = exceptKeys(notedKeys(member.given, stored.written), stale);
    const isNoted = hasAllKeys(stored.written, written) && hasAllKeys(written, stored.written);
    return isNoted ? [] : [{ stored, stale, written }];
  });
  if (notes.length === 0) return records;
  for (const { stored, stale, written } of notes) {
    deadline.check();
    const note = noteKeysWrite(stored, written);
    const removed = [removedContent(stored, stale)];
    const removing = hasAllKeys(written, stale) ? [] : [{ put: journalItem(newID(now()), { removed }) }];
    const writes = [note, epochCheck(operation, epoch), ...removing];

    refuseReplaced(writes, (await store.transact(writes)).refused, epoch);
  }
  return storedRecords(
    store,
    records.map(({ id }) => id),
  );
}

function clusterOf(rules: CompiledRuleConfig, stored: StoredRecord): PlacedCluster {
  const hasRemovedLinks = stored.removedLinks.length > 0;
  return {
    placed: [{ ...asPlaced(rules, stored), hasRemovedLinks }],
    placementReason: 'unknown',
  };
}

/** Publishes the keys of stored records and links the records, each as its own cluster. */
async function publishAndLink(
  context: Context,
  operation: string,
  clusters: readonly PlacedCluster[],
  deadline: Deadline,
): Promise<void> {
  const { store, rules } = context;
  const placed = clusters.flatMap((cluster) => cluster.placed);
  const candidates = new Candidates(store, rules, context);
  await notingOrphanedKeys(context, placed, async () => {
    const keyOwners = await publishKeys(context, operation, placed, candidates, deadline);
    await linkClusters(context, clusters, keyOwners, candidates, deadline, { operation, limit: ANY_SIZE });
  });
}

/** Closes an entry. Counts it as stored if the record that proves it was erased meanwhile. */
async function close(store: Store, entry: JournalEntry, outbox: readonly Put[], epoch: RulesEpoch): Promise<void> {
  for (let found = entry; ; found = { ...found, stored: true }) {
    const counts = { records: found.stored ? entry.created : 0, entities: found.stored ? entry.founded : 0 };
    if (await closeFound(store, found, outbox, { counts, epoch })) return;
    const [item] = await store.getMany([entry.key]);
    // Another process closed it.
    if (!isOpen(item, entry.operation)) return;
  }
}

/** The kind of the operation, as events name it. */
function kindOf({ recordIDs, removed, relink: lifted, decision }: JournalEntry): CauseKind {
  if (decision !== undefined) return decision.action;
  if (lifted.length > 0) return 'banRemoval';
  if (recordIDs.length > 0) return removed.length > 0 ? 'update' : 'submit';
  return removed.length > 0 ? 'erasure' : 'disassemble';
}

/** Does what an interrupted decision may have left undone. */
async function finishDecision(context: Context, entry: JournalEntry, deadline: Deadline, limit: number): Promise<void> {
  const { operation, decision } = entry;
  if (decision === undefined) return;
  const { id, action } = decision;
  if (action === 'undo') {
    await carryOutUndo(context, operation, id, deadline, limit);
    const undone = await findDecision(context.store, id);
    await noteUndonePair(context, [undone?.a, undone?.b]);
  } else if (action === 'separate') {
    // From here on the process that began is refused, if it still lives.
    await context.store.write([takingWrite(entry)]);
    await carryOutSeparation(context, { id, operation }, [], deadline, limit);
  } else {
    const stored = await findDecision(context.store, id);
    // The sweeper links what lifted constraints kept apart by the journal entry.
    await carryOutLink(context, operation, [stored?.a, stored?.b], [], deadline, limit);
  }
}
