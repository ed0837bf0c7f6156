import { present } from '../../../assert.ts';
import type { Key, Outcome, Write } from '../../../store/port.ts';
import { signCheck } from '../../items/counters.ts';
import { isOpen, journalItem, journalKey, type Work } from '../../items/journal.ts';
import { isOfRecord, RECORDS, readRecord, type StoredRecord } from '../../items/record.ts';
import { exceptReserved } from '../../items/reservation.ts';
import { RulesReplacedError } from '../../items/rules-sign.ts';
import type { Segment } from '../../read/list-entities.ts';
import type { PassChunk, PassContext, PassCounts, PassStep } from '../pass.ts';

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
export async function openChunkWith(
  { store, sign }: PassContext,
  operation: string,
  work: Partial<Work>,
  writes: readonly Write[],
): Promise<readonly Outcome[]> {
  const opening = [{ put: journalItem(operation, work) }, signCheck(operation, sign)];
  const [opened, written] = await store.inOrder([{ all: opening }, { each: writes }]);
  if (!present(opened, 'a store answers its first step').applied) throw new RulesReplacedError();
  return present(written, 'a store answers each step after one that was made').outcomes;
}

/** The sweeper would find nothing left to do for an entry that stays. */
export async function closeChunk({ store }: PassContext, operation: string): Promise<void> {
  await store.discard([journalKey(operation)]);
}
