import { UndecidedError } from '../../errors.ts';
import type { Item, Key, Put, Store, Update, Write } from '../../store/port.ts';
import { newID } from './ids.ts';
import { shardOf } from './shards.ts';

/**
 * Pending-operations shards are the journal and the counters of small operations where an engine bills transactions double. Each is one
 * item: an attribute for every operation under way, named by it, and how many records and entities those have brought
 * that are finished. The write that wipes an operation off its pending-operations shard counts it as well, so that deletion and count are
 * one step without a transaction: whoever makes it first has counted, and everybody else finds nothing to wipe.
 *
 * | item  | pk        | sk  | attributes |
 * |-------|-----------|-----|------------|
 * | pending-operations shard | `S#shard` | `#` | `r` records, `e` entities; by operation what it is about, as JSON text; operation`!` when a record of it was erased before it ended |
 */

/** One item takes 1,000 write units a second, and an operation two; so many are read in one call. */
const SHARDS = 64;

/** Every pending-operations shard. */
export const pendingShardKeys: readonly Key[] = Array.from({ length: SHARDS }, (_, shard) => ({
  pk: `S#${shard}`,
  sk: '#',
}));

/** Behind the id of an operation on a pending-operations shard. No id holds a small letter. */
const MARK = 's';
const ERASED = '!';

export const isInPendingShard = (operation: string): boolean => operation.endsWith(MARK);
export const pendingShardKey = (operation: string): Key => pendingShardKeys[shardOf(operation, SHARDS)]!;

/** Bytes of record ids up to which an operation may use a pending-operations shard: every write of a pending-operations shard is billed by all that is on it. */
const MOST_BYTES = 400;
/** With more attributes somebody has left work behind, or there are more at work than a pending-operations shard is for. */
const OVERLOADED = 40;
/** Milliseconds for which a process that saw a crowded pending-operations shard does without. */
const AVOID = 60_000;

/** Chooses where the operations of one process are noted. */
export class PendingShards {
  private avoidedUntil = Number.NEGATIVE_INFINITY;

  /** The id of a new operation on the records; it says whether the operation is noted on a pending-operations shard. */
  newOperation(store: Store, now: number, recordIDs: readonly string[]): string {
    const id = newID(now);
    if (store.billsTransactions !== true || now < this.avoidedUntil) return id;
    let bytes = 0;
    for (const recordID of recordIDs) bytes += Buffer.byteLength(recordID) + 3;
    return bytes > MOST_BYTES ? id : id + MARK;
  }

  /** @param before the pending-operations shard before an operation was noted on it */
  noted(before: Item | undefined, now: number): void {
    if (before !== undefined && Object.keys(before).length > OVERLOADED) this.avoidedUntil = now + AVOID;
  }
}

export const noteWrite = (operation: string, content: string): Update => ({
  update: pendingShardKey(operation),
  set: { [operation]: content },
});

export const contentInShard = (slate: Item | undefined, operation: string): string | undefined =>
  slate?.[operation] as string | undefined;

/** Of an operation that is still on the pending-operations shard with this content, says that it did store its records. */
export const erasedWrite = (operation: string, content: string): Update => ({
  update: pendingShardKey(operation),
  set: { [operation + ERASED]: 1 },
  if: [{ attribute: operation, equals: content }],
});

/** Takes an operation off that stored nothing. */
export const withdrawal = (operation: string): Write => ({ update: pendingShardKey(operation), remove: [operation] });

export interface PendingOperation {
  readonly operation: string;
  readonly content: string;
  readonly erased: boolean;
}

export function operationsIn(slate: Item): PendingOperation[] {
  return Object.entries(slate)
    .filter(([name]) => isInPendingShard(name))
    .map(([operation, content]) => ({
      operation,
      content: content as string,
      erased: slate[operation + ERASED] !== undefined,
    }));
}

export interface Completion {
  readonly records: number;
  readonly entities: number;
  readonly notice: readonly Update[];
  /** Refuses when a record of the operation was erased before it ended. */
  readonly unlessErased: boolean;
}

/**
 * Counts the operation and takes it off its pending-operations shard. The outbox entry goes first: should the rest not happen, the sweeper makes
 * both again, and an outbox entry twice is no more than one. Answers false when the operation is not there any more, or `unlessErased`.
 */
export async function completeOperation(
  store: Store,
  operation: string,
  content: string,
  { records, entities, notice, unlessErased }: Completion,
): Promise<boolean> {
  if (notice.length > 0) await store.write(notice.map(({ update, set }): Put => ({ put: { ...update, ...set } })));
  try {
    const [outcome] = await store.write([
      {
        update: pendingShardKey(operation),
        remove: [operation, operation + ERASED],
        ...(records === 0 && entities === 0 ? {} : { add: { r: records, e: entities } }),
        if: [
          { attribute: operation, equals: content },
          ...(unlessErased ? [{ attribute: operation + ERASED, absent: true as const }] : []),
        ],
      },
    ]);
    return outcome!.applied;
  } catch (error) {
    if (!(error instanceof UndecidedError)) throw error;
    // Everything is linked. If the write was not made, the sweeper makes it.
    return true;
  }
}
