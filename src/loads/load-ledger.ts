import { RetryableError } from '../errors.ts';
import type { Item, Store, TransactOutcome, Update, Value, Write } from '../store/port.ts';
import { loadKey, type PartItem, partKey, readLoadItem, readPartItem } from './load-items.ts';
import { RATE_PAUSE } from './load-progress.ts';
import { pruneLoads } from './prune-loads.ts';

/** An object of a bulk load. */
export interface Part {
  readonly load: string;
  /** The part's name within the load. */
  readonly name: string;
  /** Identifies the content. A part whose content changed is counted again from 0. */
  readonly version: string;
}

/** The result of loading some records of a part. */
export interface Settlement {
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
  const count = (load: string, before: Item | undefined, add: Readonly<Record<string, number>>): Update => {
    const time = now();
    const known = before === undefined ? undefined : readLoadItem(before);
    // After a long pause the measurement of the rate restarts, so that the rate does not include the pause.
    const restarts = known !== undefined && time - known.touched > RATE_PAUSE;
    const added = Object.fromEntries(Object.entries(add).filter(([, value]) => value !== 0));
    return {
      update: loadKey(load),
      set: { u: time, ...(restarts ? { w: time, y: known.stored + known.refused } : {}) },
      setIfAbsent: { s: time, ...(restarts ? {} : { w: time }) },
      ...(Object.keys(added).length === 0 ? {} : { add: added }),
    };
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
    async announce(load, { records, parts, isFinal }) {
      const [before] = await store.getMany([loadKey(load)]);
      const counting = count(load, before, {});
      await store.write([
        {
          ...counting,
          set: { ...counting.set, e: records, p: parts, ...(isFinal ? { k: true } : {}) },
          ...(isFinal ? {} : { if: [{ attribute: 'k', absent: true }] }),
        },
      ]);
      if (before === undefined) await pruneLoads(store, now());
    },

    enter: (part, records) =>
      untilApplied(part, (load, stored) => {
        if (stored?.version === part.version && stored.records === records) {
          const { settled, isFinished, failure } = stored;
          const answer = { settled, isFinished };
          if (failure === undefined) return { writes: [], answer };
          const again: Update = {
            update: partKey(part.load, part.name),
            remove: ['z'],
            if: [
              { attribute: 'v', equals: part.version },
              { attribute: 'z', equals: failure },
            ],
          };
          return { writes: [again, count(part.load, load, { z: -1 })], answer };
        }
        return {
          writes: [newPart(part, stored, { n: records }), count(part.load, load, difference(stored, { m: records }))],
          answer: { settled: 0, isFinished: false },
        };
      }),

    settle: (part, { from, stored: fresh, refused, finished }) =>
      untilApplied(part, (load, stored) => {
        if (stored?.version !== part.version || stored.settled !== from || stored.isFinished) {
          return { writes: [], answer: false };
        }
        const settled: Update = {
          update: partKey(part.load, part.name),
          set: { a: from + fresh + refused, ...(finished ? { f: true } : {}) },
          add: { d: fresh, x: refused },
          if: [
            { attribute: 'v', equals: part.version },
            { attribute: 'a', equals: from },
            { attribute: 'f', absent: true },
          ],
        };
        const counts = { d: fresh, x: refused, q: finished ? 1 : 0 };
        return { writes: [settled, count(part.load, load, counts)], answer: true };
      }),

    fail: (part, code) =>
      untilApplied(part, (load, stored) => {
        if (stored?.version !== part.version) {
          const counts = difference(stored, { z: 1 });
          return { writes: [newPart(part, stored, { z: code }), count(part.load, load, counts)], answer: undefined };
        }
        if (stored.isFinished || stored.failure !== undefined) return { writes: [], answer: undefined };
        const failed: Update = {
          update: partKey(part.load, part.name),
          set: { z: code },
          if: [
            { attribute: 'v', equals: part.version },
            { attribute: 'f', absent: true },
            { attribute: 'z', absent: true },
          ],
        };
        return { writes: [failed, count(part.load, load, { z: 1 })], answer: undefined };
      }),
  };
}

interface Attempt<Answer> {
  /** Empty when there is nothing to do. */
  readonly writes: readonly Write[];
  readonly answer: Answer;
}

/** The write of a new part, or of one whose content changed; conditional on the part being as it was read. */
function newPart(part: Part, seen: PartItem | undefined, attributes: Readonly<Record<string, Value>>): Write {
  return {
    put: { ...partKey(part.load, part.name), v: part.version, n: 0, a: 0, d: 0, x: 0, ...attributes },
    if:
      seen === undefined
        ? [{ item: 'absent' }]
        : [
            { attribute: 'v', equals: seen.version },
            { attribute: 'a', equals: seen.settled },
          ],
  };
}

/** The changes of the load's counts when a part's earlier counts are replaced. */
function difference(before: PartItem | undefined, after: { m?: number; z?: number }): Record<string, number> {
  return {
    m: (after.m ?? 0) - (before?.records ?? 0),
    g: before === undefined ? 1 : 0,
    d: -(before?.stored ?? 0),
    x: -(before?.refused ?? 0),
    q: before?.isFinished ? -1 : 0,
    z: (after.z ?? 0) - (before?.failure === undefined ? 0 : 1),
  };
}
