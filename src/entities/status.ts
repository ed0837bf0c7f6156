import { type LoadProgress, readLoads } from '../loads/load-progress.ts';
import { queryAll, type Store } from '../store/port.ts';
import { REDO_AGE } from './deadline.ts';
import { readCounts } from './items/counters.ts';
import { OVER_FREQUENT_KEYS, readListedKey } from './items/index-keys.ts';
import type { RulesStatus } from './rule-changes/versions/register-access.ts';
import { ageOfOldestWork } from './sweep.ts';

export interface AssemblyStatus {
  readonly state: 'READY' | 'IN_PROGRESS';
  /** Whole minutes; null when ready. */
  readonly estimatedTimeRemaining: number | null;
}

interface FrequentKey {
  readonly hash: string;
  readonly ruleIDs: readonly string[];
}

export interface Metrics {
  /** In progress while interrupted work waits, and while a bulk load is under way. */
  readonly assemblyStatus: AssemblyStatus;
  /** Bulk loads of the last 30 days, the latest first. */
  readonly loads: readonly LoadProgress[];
  /** Exact when no operation is unfinished. */
  readonly recordCount: number;
  readonly entityCount: number;
  /** Milliseconds since the oldest unfinished operation began; null if there is none. */
  readonly oldestUnfinished: number | null;
  /** Over-frequent keys, which link no further records, with their rules. */
  readonly genericKeys: readonly FrequentKey[];
  /** Keys that serve searches only, and that more records share than a search reads. */
  readonly tooFrequentKeys: readonly FrequentKey[];
  /** The rules in force; null without a register. */
  readonly rules: RulesStatus | null;
}

interface Instance {
  readonly store: Store;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** In progress while interrupted work waits to be finished. */
export async function assemblyStatus({ store, now }: Instance): Promise<AssemblyStatus> {
  // Work younger than the redo age is under way. Older work waits for the sweeper, which runs every minute.
  const oldest = await ageOfOldestWork(store, now(), REDO_AGE);
  return oldest === null
    ? { state: 'READY', estimatedTimeRemaining: null }
    : { state: 'IN_PROGRESS', estimatedTimeRemaining: 1 };
}

/** Milliseconds since the oldest interrupted operation (older than the redo age) began; null if there is none. */
export const oldestInterrupted = ({ store, now }: Instance): Promise<number | null> =>
  ageOfOldestWork(store, now(), REDO_AGE);

export async function metrics(instance: Instance & { readonly rulesStatus: RulesStatus | null }): Promise<Metrics> {
  const { store, now, rulesStatus } = instance;
  const genericKeys: FrequentKey[] = [];
  const tooFrequentKeys: FrequentKey[] = [];
  for await (const item of queryAll(store, OVER_FREQUENT_KEYS)) {
    const { hash, ruleIDs, isMarked } = readListedKey(item);
    (isMarked ? genericKeys : tooFrequentKeys).push({ hash, ruleIDs });
  }
  const { records, entities } = await readCounts(store);
  const loads = await readLoads(store, now());
  return {
    assemblyStatus: withLoads(await assemblyStatus(instance), loads),
    loads,
    recordCount: records,
    entityCount: entities,
    oldestUnfinished: await ageOfOldestWork(store, now(), 0),
    genericKeys,
    tooFrequentKeys,
    rules: rulesStatus,
  };
}

/** A bulk load counts as work in progress; the estimate is that of the slowest. */
function withLoads(status: AssemblyStatus, loads: readonly LoadProgress[]): AssemblyStatus {
  const minutes = [status.estimatedTimeRemaining, ...loads.map((load) => load.estimatedTimeRemaining)].filter(
    (estimate) => estimate !== null,
  );
  return minutes.length === 0 ? status : { state: 'IN_PROGRESS', estimatedTimeRemaining: Math.max(...minutes) };
}
