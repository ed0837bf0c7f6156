import { present } from '../../assert.ts';
import { RetryableError, UndecidedError } from '../../errors.ts';
import type { Check, Clause, Item, Key, Put, Store, Update, Write } from '../../store/port.ts';
import { inShardOf, newID } from './ids.ts';

/**
 * The epoch of the rules is a number, in the attribute `q` of every counter and every pending-operations shard. Each step
 * of a change of rules raises it. A write that opens an operation, or that unites or splits entities, is conditional on
 * the epoch that the process knows: so a process that missed the step opens nothing, and moves nothing. These items are
 * written anyway, so that the condition costs nothing. A table whose rules never changed has no epoch.
 */
export type RulesEpoch = number | undefined;

const EPOCH = 'q';

/** Other rules are in force than those that this process goes by: it must read them. */
export class RulesReplacedError extends RetryableError {
  constructor() {
    super('other rules have come into force in this table since this process started', {
      hint: 'Repeat the request. A local service goes by them after a restart.',
    });
  }
}

export const underEpoch = (epoch: RulesEpoch): Clause =>
  epoch === undefined ? { attribute: EPOCH, absent: true } : { attribute: EPOCH, equals: epoch };

export const isUnderEpoch = (item: Item | undefined, epoch: RulesEpoch): boolean => item?.[EPOCH] === epoch;

/** Raises the epoch by one. Refused if it is raised already. */
export const epochWrite = (key: Key, epoch: number): Update => ({
  update: key,
  set: { [EPOCH]: epoch },
  if: [epoch === 1 ? { attribute: EPOCH, absent: true } : { attribute: EPOCH, equals: epoch - 1 }],
});

const isAboutEpoch = (clause: Clause): boolean => 'attribute' in clause && clause.attribute === EPOCH;

/**
 * Called with the writes of a refused transaction.
 *
 * @throws RulesReplacedError if the epoch of the rules refused it
 */
export function refuseReplaced(
  writes: readonly (Write | Check)[],
  refused: readonly { readonly index: number; readonly before?: Item | undefined }[],
  epoch: RulesEpoch,
): void {
  for (const { index, before } of refused) {
    const write = present(writes[index], 'what is refused is one of the writes');
    if (write.if?.some(isAboutEpoch) && !isUnderEpoch(before, epoch)) throw new RulesReplacedError();
  }
}

/** The numbers of records and entities. They are exact when no operation is unfinished. */
export interface Counts {
  readonly records: number;
  readonly entities: number;
}

/**
 * | item    | pk        | sk  | attributes |
 * |---------|-----------|-----|------------|
 * | counter | `N#shard` | `#` | `r` records, `e` entities, `q` epoch of the rules |
 *
 * Spread over items, so that concurrent transactions rarely write the same one. Pending-operations shards have counters
 * of their own.
 */
const COUNTERS = 64;

export const counterKeys: readonly Key[] = Array.from({ length: COUNTERS }, (_, shard) => ({
  pk: `N#${shard}`,
  sk: '#',
}));
const counterKey = (operation: string): Key => inShardOf(counterKeys, operation);

/**
 * The write, if one is needed, that counts what its transaction does. It refuses the transaction if other rules are in
 * force by now.
 */
export function countWrites(operation: string, { records, entities }: Counts, epoch: RulesEpoch): Update[] {
  if (records === 0 && entities === 0) return [];
  return [{ update: counterKey(operation), add: { r: records, e: entities }, if: [underEpoch(epoch)] }];
}

/** Refuses a transaction if other rules are in force by now. */
export const epochCheck = (operation: string, epoch: RulesEpoch): Check => ({
  check: counterKey(operation),
  if: [underEpoch(epoch)],
});

/** Whether the rules are still in force, after all that the operation has written: what comes later sees all of it. */
async function isStillUnderEpoch(
  store: Pick<Store, 'getMany'>,
  operation: string,
  epoch: RulesEpoch,
): Promise<boolean> {
  return isUnderEpoch((await store.getMany([counterKey(operation)]))[0], epoch);
}

/** @throws RulesReplacedError as {@link isStillUnderEpoch} says */
export async function demandEpoch(store: Pick<Store, 'getMany'>, operation: string, epoch: RulesEpoch): Promise<void> {
  if (!(await isStillUnderEpoch(store, operation, epoch))) throw new RulesReplacedError();
}

export async function readCounts(store: Store): Promise<Counts> {
  const items = await store.getMany([...counterKeys, ...pendingShardKeys]);
  let records = 0;
  let entities = 0;
  for (const item of items) {
    records += (item?.['r'] as number | undefined) ?? 0;
    entities += (item?.['e'] as number | undefined) ?? 0;
  }
  return { records, entities };
}

/**
 * Pending-operations shards are the journal and the counters of small operations, for engines that bill transactions
 * double. Each shard is one item: an attribute for every operation under way, and the numbers of records and entities
 * that completed operations have added. The write that completes an operation also counts it, so that both are one step
 * without a transaction. The first process that makes it has counted; others find nothing to complete.
 *
 * | item  | pk        | sk  | attributes |
 * |-------|-----------|-----|------------|
 * | shard | `S#shard` | `#` | `r` records, `e` entities, `q` epoch of the rules; by operation its work as JSON text; operation`!` when a record of it was erased before it ended |
 */

/** One item takes 1,000 write units a second, and an operation two. All shards are read in one call. */
const SHARDS = 64;

export const pendingShardKeys: readonly Key[] = Array.from({ length: SHARDS }, (_, shard) => ({
  pk: `S#${shard}`,
  sk: '#',
}));

/** Ends the id of an operation that is in a shard. Other ids have no lower-case letter. */
const MARK = 's';
const ERASED = '!';

export const isInPendingShard = (operation: string): boolean => operation.endsWith(MARK);
export const pendingShardKey = (operation: string): Key => inShardOf(pendingShardKeys, operation);

/** The most bytes of record ids of an operation in a shard: every write is billed by the size of the whole shard. */
const MOST_BYTES = 400;
/** More attributes mean that interrupted work is left, or that more processes are at work than a shard is for. */
const OVERLOADED = 40;
/** Milliseconds for which a process that met an overloaded shard uses none. */
const AVOID = 60_000;

/** Chooses where the operations of one process are noted. */
export class PendingShards {
  private avoidedUntil = Number.NEGATIVE_INFINITY;

  /** The id of a new operation on the records. It says whether the operation is noted in a shard. */
  newOperation(store: Store, now: number, recordIDs: readonly string[]): string {
    const id = newID(now);
    if (store.billsTransactions !== true || now < this.avoidedUntil) return id;
    let bytes = 0;
    for (const recordID of recordIDs) bytes += Buffer.byteLength(recordID) + 3;
    return bytes > MOST_BYTES ? id : id + MARK;
  }

  /** @param before the shard before an operation was noted in it */
  noted(before: Item | undefined, now: number): void {
    if (before !== undefined && Object.keys(before).length > OVERLOADED) this.avoidedUntil = now + AVOID;
  }
}

/** Refused if other rules are in force. */
export const noteWrite = (operation: string, content: string, epoch: RulesEpoch): Update => ({
  update: pendingShardKey(operation),
  set: { [operation]: content },
  if: [underEpoch(epoch)],
});

export const contentInShard = (shard: Item | undefined, operation: string): string | undefined =>
  shard?.[operation] as string | undefined;

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

export function operationsIn(shard: Item): PendingOperation[] {
  return Object.entries(shard)
    .filter(([name]) => isInPendingShard(name))
    .map(([operation, content]) => ({
      operation,
      content: content as string,
      erased: shard[operation + ERASED] !== undefined,
    }));
}

export interface Completion {
  readonly records: number;
  readonly entities: number;
  readonly outbox: readonly Put[];
  /** True to refuse if a record of the operation was erased before it ended. */
  readonly unlessErased: boolean;
}

/**
 * Counts the operation and removes it from its shard. Returns false if another process completed it, or `unlessErased`
 * refuses. The outbox entries are written first: if the process stops then, the sweeper writes both again, and an outbox
 * entry that is written twice is one entry.
 */
export async function completeOperation(
  store: Store,
  operation: string,
  content: string,
  { records, entities, outbox, unlessErased }: Completion,
): Promise<boolean> {
  if (outbox.length > 0) await store.write(outbox);
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
    return present(outcome, 'every write has an outcome').applied;
  } catch (error) {
    if (!(error instanceof UndecidedError)) throw error;
    // Everything is linked. If the write was not made, the sweeper makes it.
    return true;
  }
}
