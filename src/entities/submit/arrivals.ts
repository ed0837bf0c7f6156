import { present } from '../../assert.ts';
import type { Item, Store } from '../../store/port.ts';
import { RecordExistsError, type RecordProblem, SubmitRefusedError } from '../errors.ts';
import { isOpen, journalKey } from '../items/journal.ts';
import { readRecord, recordKey, type StoredRecord } from '../items/record.ts';
import { staticKey } from '../keys/record-keys.ts';
import type { PreparedRecord } from '../validate.ts';

/** A record on its way into the store. */
export interface Arrival {
  readonly record: PreparedRecord;
  /** Set when the record is stored already, but the operation that stored it did not finish. */
  readonly stored?: StoredRecord;
}

/** A record that is stored with other content. */
export interface ChangedRecord {
  readonly record: PreparedRecord;
  readonly stored: StoredRecord;
  /** True if the operation that stored the content was still under way when the record was read. */
  readonly wasPublishing: boolean;
}

export interface SortedBatch {
  readonly arrivals: readonly Arrival[];
  /** Records that are stored with the same content and finished. */
  readonly unchanged: readonly StoredRecord[];
  readonly changes: readonly ChangedRecord[];
}

/** A record of a batch with what is stored under its id. */
export interface ReadRecord {
  readonly record: PreparedRecord;
  readonly stored: StoredRecord | undefined;
}

/**
 * Splits a batch into what is to be done and what is done already. Refuses the batch if a record is stored with other
 * content and must not change.
 *
 * @param seen the items of the records, in their order, as some earlier moment showed them
 */
export async function sortArrivals(
  { store, updateRecords }: { readonly store: Store; readonly updateRecords: boolean },
  records: readonly PreparedRecord[],
  seen: readonly (Item | undefined)[],
): Promise<SortedBatch> {
  const first = records.map((record, index): ReadRecord => {
    const item = seen[index];
    return { record, stored: item === undefined ? undefined : readRecord(item) };
  });
  if (first.every(({ stored }) => stored === undefined)) {
    return { arrivals: records.map((record) => ({ record })), unchanged: [], changes: [] };
  }
  const { read, finished } = await readAgain(store, first, updateRecords);
  if (!updateRecords) refuseChanged(read);
  const arrivals: Arrival[] = [];
  const unchanged: StoredRecord[] = [];
  const changes: ChangedRecord[] = [];
  for (const { record, stored } of read) {
    if (stored === undefined) arrivals.push({ record });
    else if (stored.digest !== record.digest) {
      changes.push({ record, stored, wasPublishing: !finished.has(stored.operation) });
    } else if (finished.has(stored.operation) && (record.group === undefined || stored.groups.includes(record.group))) {
      unchanged.push(stored);
    } else arrivals.push({ record: withGroups(record, stored.groups), stored });
  }
  return { arrivals, unchanged, changes };
}

/**
 * Reads stored records again, together with the journal entries of their operations, until every operation is known to
 * be finished or not. An operation that a record names has opened its entry before, so that no entry means that it is
 * closed, whichever of the two is read first.
 *
 * @param updateRecords true to read no record again whose content is to change: the write that changes it is refused
 * unless the record is as it was seen
 */
async function readAgain(
  store: Store,
  first: readonly ReadRecord[],
  updateRecords: boolean,
): Promise<{ readonly read: readonly ReadRecord[]; readonly finished: ReadonlySet<string> }> {
  const finished = new Set<string>();
  const checked = new Set<string>();
  const isUnchecked = ({ stored }: ReadRecord) => stored !== undefined && !checked.has(stored.operation);
  let read = first;
  while (read.some(isUnchecked)) {
    const stored = read.flatMap((one) => (one.stored === undefined ? [] : [one.stored]));
    const operations = [...new Set(stored.map(({ operation }) => operation))].filter((one) => !checked.has(one));
    const again = read.flatMap((one) =>
      one.stored === undefined || (updateRecords && isChange(one)) ? [] : [one.stored],
    );
    const items = await store.getMany([...operations.map(journalKey), ...again.map(({ id }) => recordKey(id))]);
    for (const [index, operation] of operations.entries()) {
      checked.add(operation);
      if (!isOpen(items[index], operation)) finished.add(operation);
    }
    const now = new Map(
      items
        .slice(operations.length)
        .map((item, index) => [
          present(again[index], 'every item answers a key').id,
          item === undefined ? undefined : readRecord(item),
        ]),
    );
    read = read.map(({ record, stored: before }) => ({
      record,
      stored: now.has(record.id) ? now.get(record.id) : before,
    }));
  }
  return { read, finished };
}

const isChange = ({ record, stored }: ReadRecord): boolean => stored !== undefined && stored.digest !== record.digest;

/** An unfinished record is published with the groups that it was stored with. */
function withGroups(record: PreparedRecord, groups: readonly string[]): PreparedRecord {
  const others = groups.filter((group) => group !== record.group);
  return others.length === 0 ? record : { ...record, keys: [...record.keys, ...others.map(staticKey)] };
}

/** @throws SubmitRefusedError */
export function refuseChanged(read: readonly ReadRecord[]): void {
  const problems = read
    .filter(isChange)
    .map(({ record }): RecordProblem => ({ index: record.index, error: new RecordExistsError(record.id) }));
  if (problems.length > 0) throw new SubmitRefusedError(problems);
}
