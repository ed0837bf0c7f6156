import { queryAll, type Store } from '../store/port.ts';
import { LOADS, type LoadItem, readLoadItem } from './load-items.ts';

type LoadState = 'IN_PROGRESS' | 'STALLED' | 'FINISHED';

/** The progress of a bulk load. */
export interface LoadProgress {
  /** The folder of its objects below `loads/`. */
  readonly id: string;
  readonly state: LoadState;
  /** Milliseconds since 1970. */
  readonly begun: number;
  /** Its last activity, in milliseconds since 1970. */
  readonly touched: number;
  /** Null without an announcement. An estimate until the last object is uploaded. */
  readonly expectedRecords: number | null;
  readonly storedRecords: number;
  readonly refusedRecords: number;
  readonly expectedParts: number | null;
  readonly finishedParts: number;
  /** Objects that failed; their messages are in the dead-letter queue. */
  readonly failedParts: number;
  /** Null until the first records are settled. */
  readonly recordsPerSecond: number | null;
  /** Whole minutes; null unless the load is in progress. */
  readonly estimatedTimeRemaining: number | null;
}

/** Milliseconds. A load without activity for longer is stalled: its upload was aborted, or the rest of it failed. */
export const STALL_TIME = 2 * 60 * 60_000;
/** Milliseconds. After a pause of this length the measurement of the rate restarts. */
export const RATE_PAUSE = 10 * 60_000;
/** The greatest Int of GraphQL. */
export const MOST_PARTS = 2 ** 31 - 1;
const MOST_MINUTES = 2 ** 31 - 1;
/** Records per second, assumed until a rate is measured. */
const ASSUMED_RATE = 100;

/** All stored loads, the latest first. */
export async function readLoads(store: Store, now: number): Promise<LoadProgress[]> {
  const loads: LoadProgress[] = [];
  for await (const item of queryAll(store, LOADS)) loads.push(progressOf(readLoadItem(item), now));
  return loads.sort((a, b) => b.begun - a.begun || (a.id < b.id ? -1 : 1));
}

function isFinished({ announced, finishedParts, failedParts, parts }: LoadItem): boolean {
  const settled = finishedParts + failedParts;
  // Without an announcement the total is unknown: the parts delivered so far count as all parts.
  return announced === undefined ? settled >= parts : announced.isFinal && settled >= announced.parts;
}

function progressOf(item: LoadItem, now: number): LoadProgress {
  const { announced, stored, refused } = item;
  const settled = stored + refused;
  const state: LoadState = isFinished(item) ? 'FINISHED' : now - item.touched > STALL_TIME ? 'STALLED' : 'IN_PROGRESS';
  const measured = settled - item.settledBefore;
  const seconds = Math.max(item.touched - item.measuredSince, 0) / 1_000;
  const rate = measured > 0 && seconds >= 1 ? measured / seconds : undefined;
  const expected = announced?.isFinal ? announced.records : Math.max(announced?.records ?? 0, item.records);
  const minutes = Math.ceil(Math.max(0, expected - settled) / (rate ?? ASSUMED_RATE) / 60);
  return {
    id: item.load,
    state,
    begun: item.begun,
    touched: item.touched,
    expectedRecords: announced === undefined ? null : expected,
    storedRecords: stored,
    refusedRecords: refused,
    expectedParts: announced === undefined ? null : Math.max(announced.parts, announced.isFinal ? 0 : item.parts),
    finishedParts: item.finishedParts,
    failedParts: item.failedParts,
    recordsPerSecond: rate ?? null,
    estimatedTimeRemaining: state === 'IN_PROGRESS' ? Math.min(Math.max(1, minutes), MOST_MINUTES) : null,
  };
}
