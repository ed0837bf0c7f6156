import { RetryableError } from '../errors.ts';
import {
  type Item,
  type Key,
  queryAll,
  type Store,
  type TransactOutcome,
  type Update,
  type Write,
} from '../store/port.ts';
import {
  announcingUpdate,
  countUpdate,
  failedPartWrite,
  LOADS,
  type LoadCounts,
  loadKey,
  newPartWrite,
  type PartItem,
  type PartVersion,
  partKey,
  partsOf,
  readLoadItem,
  readPartItem,
  resumedPartWrite,
  settledPartWrite,
} from './load-items.ts';
import { RATE_PAUSE } from './load-progress.ts';

/** An object of a bulk load. */
export type Part = PartVersion;

/** The result of loading some records of a part. */
interface Settlement {
  /** How many records of the part were settled before. The settlement applies only if that is still the count. */
  readonly from: number;
  readonly stored: number;
  readonly refused: number;
  /** True if these were the last records of the part. */
  readonly finished: boolean;
}

/** Keeps the counts of bulk loads. Every call is one transaction, so that a repeated delivery is counted once. */
export interface LoadLedger {
  /** Sets the expected totals. An announcement that is not final never replaces a final one. */
  announce(load: string, announced: { records: number; parts: number; isFinal: boolean }): Promise<void>;
  /** Registers a part with its number of records. Returns how many of them are settled already. */
  enter(part: Part, records: number): Promise<Pick<PartItem, 'settled' | 'isFinished'>>;
  /** Counts the records as settled. Returns false, and counts nothing, when another call has settled them. */
  settle(part: Part, settlement: Settlement): Promise<boolean>;
  /** Marks the part as failed, until it is delivered again. */
  fail(part: Part, code: string): Promise<void>;
}

/** Attempts of one call. Parts of one load update the same item; a call that conflicts too often fails as retryable. */
const ATTEMPTS = 20;

export function createLoadLedger(store: Store, now: () => number = Date.now): LoadLedger {
  /** The update that changes the counts of a load together with the writes of its transaction. */
  const count = (load: string, before: Item | undefined, add: Partial<LoadCounts>): Update => {
    const time = now();
    const known = before === undefined ? undefined : readLoadItem(before);
    // After a long pause the measurement of the rate restarts, so that the rate does not include the pause.
    const restarts = known !== undefined && time - known.touched > RATE_PAUSE;
    return countUpdate(load, time, add, restarts ? known.stored + known.refused : undefined);
  };

  /** Reads and writes until no concurrent write came in between. */
  async function untilApplied<Answer>(
    part: Part,
    attempt: (load: Item | undefined, stored: PartItem | undefined) => Attempt<Answer>,
  ): Promise<Answer> {
    for (let attempts = 0; attempts < ATTEMPTS; attempts++) {
      const [load, item] = await store.getMany([loadKey(part.load), partKey(part.load, part.name)]);
      const { writes, answer } = attempt(load, item === undefined ? undefined : readPartItem(item));
      if (writes.length === 0) return answer;
      const { applied }: TransactOutcome = await store.transact(writes);
      if (!applied) continue;
      if (load === undefined) await pruneLoads(store, now());
      return answer;
    }
    throw new RetryableError(`the counts of the load ${JSON.stringify(part.load)} change too often`, {
      hint: 'Nothing is lost: the object comes again.',
    });
  }

  return {
    async announce(load, announced) {
      const [before] = await store.getMany([loadKey(load)]);
      await store.write([announcingUpdate(count(load, before, {}), announced)]);
      if (before === undefined) await pruneLoads(store, now());
    },

    enter: (part, records) =>
      untilApplied(part, (load, stored) => {
        if (stored?.version === part.version && stored.records === records) {
          const { settled, isFinished, failure } = stored;
          const answer = { settled, isFinished };
          if (failure === undefined) return { writes: [], answer };
          const counting = count(part.load, load, { failedParts: -1 });
          return { writes: [resumedPartWrite(part, failure), counting], answer };
        }
        const counting = count(part.load, load, difference(stored, { records }));
        return {
          writes: [newPartWrite(part, stored, { records }), counting],
          answer: { settled: 0, isFinished: false },
        };
      }),

    settle: (part, settlement) =>
      untilApplied(part, (load, stored) => {
        if (stored?.version !== part.version || stored.settled !== settlement.from || stored.isFinished) {
          return { writes: [], answer: false };
        }
        const { stored: fresh, refused, finished } = settlement;
        const counts = { stored: fresh, refused, finishedParts: finished ? 1 : 0 };
        return { writes: [settledPartWrite(part, settlement), count(part.load, load, counts)], answer: true };
      }),

    fail: (part, code) =>
      untilApplied(part, (load, stored) => {
        if (stored?.version !== part.version) {
          const counting = count(part.load, load, difference(stored, { failedParts: 1 }));
          return { writes: [newPartWrite(part, stored, { failure: code }), counting], answer: undefined };
        }
        if (stored.isFinished || stored.failure !== undefined) return { writes: [], answer: undefined };
        const counting = count(part.load, load, { failedParts: 1 });
        return { writes: [failedPartWrite(part, code), counting], answer: undefined };
      }),
  };
}

interface Attempt<Answer> {
  /** Empty when there is nothing to do. */
  readonly writes: readonly Write[];
  readonly answer: Answer;
}

/** The changes of the load's counts when a part's earlier counts are replaced. */
function difference(
  before: PartItem | undefined,
  { records = 0, failedParts = 0 }: Partial<Pick<LoadCounts, 'records' | 'failedParts'>>,
): LoadCounts {
  return {
    records: records - (before?.records ?? 0),
    parts: before === undefined ? 1 : 0,
    stored: -(before?.stored ?? 0),
    refused: -(before?.refused ?? 0),
    finishedParts: before?.isFinished ? -1 : 0,
    failedParts: failedParts - (before?.failure === undefined ? 0 : 1),
  };
}

/** Milliseconds. Longer than the retention of both queues, so that a late message is not counted a second time. */
const KEPT = 30 * 24 * 60 * 60_000;
/** The most loads of one call, because the start of a new load waits for it. */
const LOADS_AT_ONCE = 20;
const KEYS_AT_ONCE = 100;

/** Deletes the counts of loads without activity for 30 days. Their records stay. */
async function pruneLoads(store: Store, now: number): Promise<void> {
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
