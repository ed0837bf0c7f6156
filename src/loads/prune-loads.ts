import { type Key, queryAll, type Store } from '../store/port.ts';
import { LOADS, loadKey, partsOf, readLoadItem } from './load-items.ts';

/** Milliseconds. Longer than the retention of both queues, so that a late message is not counted a second time. */
const KEPT = 30 * 24 * 60 * 60_000;
/** The most loads of one call, because the start of a new load waits for it. */
const LOADS_AT_ONCE = 20;
const KEYS_AT_ONCE = 100;

/** Deletes the counts of loads without activity for 30 days. Their records stay. */
export async function pruneLoads(store: Store, now: number): Promise<void> {
  const old: string[] = [];
  for await (const item of queryAll(store, LOADS)) {
    const { load, touched } = readLoadItem(item);
    if (now - touched > KEPT && old.push(load) === LOADS_AT_ONCE) break;
  }
  for (const load of old) {
    let keys: Key[] = [];
    for await (const { pk, sk } of queryAll(store, partsOf(load))) {
      keys.push({ pk, sk });
      if (keys.length < KEYS_AT_ONCE) continue;
      await store.discard(keys);
      keys = [];
    }
    await store.discard([...keys, loadKey(load)]);
  }
}
