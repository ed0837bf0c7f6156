import { present } from '../../../assert.ts';
import type { CompiledRuleConfig } from '../../../rules/types.ts';
import type { Key, Outcome, Store, TableScan, Write } from '../../../store/port.ts';
import type { Context } from '../../context.ts';
import { Deadline } from '../../deadline.ts';
import { epochCheck, RulesReplacedError } from '../../items/counters.ts';
import { newID } from '../../items/ids.ts';
import { isOpen, journalItem, journalKey, type Work } from '../../items/journal.ts';
import {
  exceptReserved,
  isOfRecord,
  RECORDS,
  readRecord,
  type StoredRecord,
  takeOverSet,
  unchangedOperation,
} from '../../items/record.ts';
import type { ChangeItems, SegmentCounts } from '../../items/rule-change-items.ts';
import type { RuleChangeOptions } from '../../items/rules-register.ts';
import { type MemberRecord, notedKeys } from '../../keys/record-keys.ts';
import type { Segment } from '../../read/list-entities.ts';
import type { PlacedRecord } from '../../submit/publish-keys.ts';
import { settleStored } from '../../submit/settle.ts';
import type { RuleChangeReport } from '../types.ts';

/** What a pass works with. Every operation of the library may run at the same time. */
export interface PassContext extends Context {
  /** Without records that are only reserved. */
  readonly store: Store;
  readonly table: TableScan;
  /**
   * The rules of the phase. In `INDEX`, `READY`, `SPLIT` and `UNITE` they are a pair: keys of both generations, of which
   * one links.
   */
  readonly rules: CompiledRuleConfig;
  /** The rules before and after the change, each for itself. */
  readonly from: CompiledRuleConfig;
  readonly to: CompiledRuleConfig;
  /** Keys of the items that belong to this change alone. They are deleted when it ends. */
  readonly items: ChangeItems;
  readonly options: RuleChangeOptions;
}

/** What a pass has done so far, over all chunks of a segment. Sums over segments are sums of these. */
export type PassCounts = SegmentCounts;

export const noCounts: PassCounts = { seen: 0, changed: 0, problems: 0, writeUnits: 0 };

export const addCounts = (a: PassCounts, b: PassCounts): PassCounts => ({
  seen: a.seen + b.seen,
  changed: a.changed + b.changed,
  problems: a.problems + b.problems,
  writeUnits: a.writeUnits + b.writeUnits,
});

/** The end of a chunk: where the next one begins, or that the segment is done. Counts are those of the chunk. */
export type PassStep = { readonly counts: PassCounts } & (
  | { readonly cursor: Key }
  | { readonly done: true }
  /** The segment must be read again from its beginning, because some of it was in use. */
  | { readonly again: true }
);

/**
 * The work of one phase on the whole table, in chunks. The same chunk may be worked on twice, also by two processes at
 * once: it must come to the same. The cursor is stored between two chunks.
 */
export interface PassChunk {
  /** Where the chunk begins; undefined at the beginning of the segment. */
  readonly cursor: Key | undefined;
  /** The most items of the table that the chunk scans, those of other kinds included. */
  readonly limit: number;
  /** What the chunks before it in the segment came to. */
  readonly before: PassCounts;
}

export interface PhasePass {
  chunk(context: PassContext, segment: Segment, chunk: PassChunk): Promise<PassStep>;
  /** Called when every segment is done, by one worker or, after a crash, by several. */
  finish?(context: PassContext): Promise<void>;
}

/** The pass of `READY`: it reads only, and what it finds is the report. */
export interface EvaluationPass extends PhasePass {
  /**
   * Called when every segment is done, by one worker or, after a crash, by several. A change without a report waits for
   * its owner.
   */
  report(context: PassContext): Promise<RuleChangeReport | undefined>;
}

/** The records of a chunk as a scan shows them. */
export interface ScannedRecords {
  readonly records: readonly StoredRecord[];
  /** Where the next chunk begins; undefined at the end of the segment. */
  readonly next: Key | undefined;
}

export async function scanRecords(
  { table }: PassContext,
  segment: Segment,
  { cursor, limit }: PassChunk,
): Promise<ScannedRecords> {
  const { items, next } = await table.scan({ ...segment, prefix: RECORDS, limit, ...(cursor && { after: cursor }) });
  const records = items.filter((item) => isOfRecord(item) && exceptReserved(item) !== undefined).map(readRecord);
  return { records, next };
}

export const stepAt = (next: Key | undefined, counts: PassCounts): PassStep =>
  next === undefined ? { counts, done: true } : { counts, cursor: next };

/**
 * The operations of the records that are not finished. They began by the rules of this phase, or the sweeper redoes them
 * by these: so what they store needs no pass.
 */
export async function openOperations(
  { store }: PassContext,
  records: readonly StoredRecord[],
): Promise<ReadonlySet<string>> {
  const operations = [...new Set(records.map(({ operation }) => operation))];
  const items = await store.getMany(operations.map(journalKey));
  return new Set(operations.filter((operation, index) => isOpen(items[index], operation)));
}

/**
 * Opens a journal entry for what a chunk is about to write, so that the next phase waits for it.
 *
 * @throws RulesReplacedError if another phase has begun
 */
export async function openChunk(context: PassContext, operation: string, work: Partial<Work>): Promise<void> {
  await openChunkWith(context, operation, work, []);
}

/**
 * Opens a journal entry, and then makes the first writes of the chunk, each on its own: what an engine can do in one call, it
 * does in one. Returns their outcomes.
 *
 * @throws RulesReplacedError if another phase has begun
 */
async function openChunkWith(
  { store, epoch }: PassContext,
  operation: string,
  work: Partial<Work>,
  writes: readonly Write[],
): Promise<readonly Outcome[]> {
  const opening = [{ put: journalItem(operation, work) }, epochCheck(operation, epoch)];
  const [opened, written] = await store.inOrder([{ all: opening }, { each: writes }]);
  if (!present(opened, 'a store answers its first step').applied) throw new RulesReplacedError();
  return present(written, 'a store answers each step after one that was made').outcomes;
}

/** The sweeper would find nothing left to do for an entry that stays. */
export async function closeChunk({ store }: PassContext, operation: string): Promise<void> {
  await store.discard([journalKey(operation)]);
}

/** As the sweeper: it has more time than a request. */
export const CHUNK_TIME = 10 * 60_000;

const ANY_SIZE = Number.POSITIVE_INFINITY;

/** What a pass does with records: publish their dormant keys, or link them anew. */
export type Relinking = 'publish dormant keys' | 'link';

/** A journal entry names so many records. */
const AT_ONCE = 100;

/** Takes any number of records over, and returns how many it took. */
export async function relinkAll(
  context: PassContext,
  members: readonly MemberRecord[],
  relinking: Relinking,
): Promise<number> {
  let taken = 0;
  for (let start = 0; start < members.length; start += AT_ONCE) {
    taken += await relinkRecords(context, newID(context.now()), members.slice(start, start + AT_ONCE), relinking);
  }
  return taken;
}

/**
 * Takes records over as a submit of the same content would: from then on an erasure or a change knows that they are being
 * worked on, and the sweeper finishes what a crash interrupts. The keys that they get are noted before they are published.
 * A record that changed since it was scanned is left to the operation that changed it. Returns the number of records that
 * were taken.
 *
 * @throws RulesReplacedError if another phase has begun
 */
async function relinkRecords(
  context: PassContext,
  operation: string,
  members: readonly MemberRecord[],
  relinking: Relinking,
): Promise<number> {
  const deadline = new Deadline(context, CHUNK_TIME);
  deadline.check();
  const takeOvers = members.map(({ stored, given }) => ({
    ...takeOverSet(stored, operation, { written: notedKeys(given, stored.written), group: undefined }),
    if: [...unchangedOperation(stored)],
  }));
  const recordIDs = members.map(({ stored }) => stored.id);
  const outcomes = await openChunkWith(context, operation, { recordIDs }, takeOvers);
  const taken = members.filter((_, index) => present(outcomes[index], 'every write has an outcome').applied);
  const placed = taken.map(
    ({ stored, values, given }): PlacedRecord => ({
      record: { id: stored.id, values, keys: given },
      node: stored.node,
      recordVersion: stored.recordVersion,
      placedBy: new Map(),
    }),
  );
  const dormantOnly = relinking === 'publish dormant keys';
  await settleStored(context, operation, placed, deadline, { limit: ANY_SIZE, dormantOnly });
  await closeChunk(context, operation);
  return taken.length;
}
