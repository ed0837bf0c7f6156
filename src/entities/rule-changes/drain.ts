import { queryAll, type Store } from '../../store/port.ts';
import { operationsIn, pendingShardKeys } from '../items/counters.ts';
import { journalPartitions } from '../items/journal.ts';
import { type ChangeItems, readWaiting, waitingWrite } from '../items/rule-change-items.ts';

/** More are not noted: the sweeper has too much to do for a change to go on. */
const MOST_NOTED = 5_000;

/**
 * Whether all operations have ended that were under way when the epoch of the phase was raised. They are noted first, so
 * that no clock has to say which began before. Operations that begin by former rules later end with an open journal entry,
 * and the sweeper redoes them by the rules of the phase.
 */
export async function isDrained(store: Store, items: ChangeItems, phase: string): Promise<boolean> {
  const open = await operationsUnderWay(store);
  const waiting = await readWaiting(store, items, phase);
  if (waiting === undefined) {
    if (open.size === 0) return true;
    if (open.size <= MOST_NOTED) await store.write([waitingWrite(items, phase, [...open])]);
    return false;
  }
  return !waiting.some((operation) => open.has(operation));
}

async function operationsUnderWay(store: Store): Promise<ReadonlySet<string>> {
  const open = new Set<string>();
  for (const shard of await store.getMany(pendingShardKeys)) {
    if (shard !== undefined) for (const { operation } of operationsIn(shard)) open.add(operation);
  }
  for (const partition of journalPartitions) {
    for await (const { sk } of queryAll(store, partition)) open.add(sk);
  }
  return open;
}
