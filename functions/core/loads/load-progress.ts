import { queryAll, type Store } from '../store/port.ts';
import { LOADS, type LoadItem, readLoadItem } from './load-items.ts';

export type LoadState = 'IN_PROGRESS' | 'STALLED' | 'FINISHED';

/** How far a bulk load has come. */
export interface LoadProgress {
  /** The folder of its objects below `loads/`. */
  readonly id: string;
  readonly state: LoadState;
  /** Milliseconds since 1970. */
  readonly begun: number;
  /** Its last sign of life, in milliseconds since 1970. */
  readonly touched: number;
  /** Null when nobody has announced how many there will be. Estimated until the last object is uploaded. */
  readonly expectedRecords: number | null;
  readonly storedRecords: number;
  readonly refusedRecords: number;
  readonly expectedParts: number | null;
  readonly finishedParts: number;
  /** Objects that were given up; they lie in the dead letters. */
  readonly failedParts: number;
  /** Null before anything was settled. */
  readonly recordsPerSecond: number | null;
  /** Whole minutes; null unless it is in progress. */
  readonly estimatedTimeRemaining: number | null;
}

/** A load that was silent for longer is not under way: its upload was broken off, or what is left of it has failed. */
export const STALL_TIME = 2 * 60 * 60_000;
/** After a silence of so many milliseconds the rate is measured anew. */
export const RATE_PAUSE = 10 * 60_000;
/** GraphQL's Int ends here. */
export const MOST_PARTS = 2 ** 31 - 1;
const MOST_MINUTES = 2 ** 31 - 1;
/** Records a second that are assumed until the first were counted. */
const ASSUMED_RATE = 100;

/** Every load that is known, the latest first. */
export async function readLoads(store: Store, now: number): Promise<LoadProgress[]> {
  const loads: LoadProgress[] = [];
  for await (const item of queryAll(store, LOADS)) loads.push(progressOf(readLoadItem(item), now));
  return loads.sort((a, b) => b.begun - a.begun || (a.id < b.id ? -1 : 1));
}

export function isFinished({ announced, finishedParts, failedParts, parts }: LoadItem): boolean {
  const settled = finishedParts + failedParts;
  // Without an announcement nobody knows what is still to come: all that came is all there is.
  return announced === undefined ? settled >= parts : announced.isFinal && settled >= announced.parts;
}

export function progressOf(item: LoadItem, now: number): LoadProgress {
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
