import { type Key, queryAll, type Store } from '../store/port.ts';
import { LOADS, loadKey, partsOf, readLoadItem } from './load-items.ts';

/** Longer than any message waits in a queue or among the dead letters, so that nothing comes late and is counted anew. */
const KEPT = 30 * 24 * 60 * 60_000;
/** At most so many loads at once: whoever begins a load waits for it. */
const LOADS_AT_ONCE = 20;
const KEYS_AT_ONCE = 100;

/** Forgets the counts of loads that were silent for 30 days. Their records stay, of course. */
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
