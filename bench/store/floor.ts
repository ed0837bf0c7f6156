import { keyOwnerKey, postingItem } from '../../src/entities/items/index-keys.ts';
import { journalItem } from '../../src/entities/items/journal.ts';
import { memberKey } from '../../src/entities/items/node.ts';
import { newRecordVersion, recordItem } from '../../src/entities/items/record.ts';
import { carriedValues } from '../../src/entities/keys/candidates.ts';
import { notedKeys } from '../../src/entities/keys/record-keys.ts';
import type { CompiledRuleConfig, RecordPayload } from '../../src/rules/types.ts';
import { checkItem } from '../../src/store/items.ts';
import type { Item } from '../../src/store/port.ts';

const ID = '01'.padEnd(26, '0');

/** Units of writing an item once: one for each KB that was begun. */
const writeUnitsOf = (item: Item): number => Math.ceil(checkItem(item) / 1_024);

/** What DynamoDB stores beside an item and bills as well. */
const STORED_BESIDE = 100;

/** The items that a stored record consists of when it shares none of its keys. */
export interface RecordItems {
  readonly record: Item;
  readonly member: Item;
  /** Anchors and postings, in the order of the record's keys. */
  readonly keys: readonly Item[];
}

export function itemsOf(payload: RecordPayload & { readonly id: string }, rules: CompiledRuleConfig): RecordItems {
  const recordVersion = newRecordVersion(ID, 0);
  const values = rules.resolve(payload);
  return {
    record: recordItem({
      id: payload.id,
      document: JSON.stringify(payload),
      digest: 'd'.repeat(43),
      node: ID,
      recordVersion,
      operation: ID,
      removedLinks: [],
      groups: [],
      written: notedKeys(rules.indexKeys(values)),
    }),
    member: { ...memberKey(ID, payload.id) },
    keys: rules.indexKeys(values).map((key) =>
      key.plan.exact
        ? { ...keyOwnerKey(key.hash), n: ID, o: ID }
        : postingItem(key.hash, {
            recordID: payload.id,
            recordVersion,
            node: ID,
            values: carriedValues(key, values),
          }),
    ),
  };
}

/** Bytes that DynamoDB bills a month for a record. */
export function storedBytes({ record, member, keys }: RecordItems): number {
  return [record, member, ...keys].reduce((sum, item) => sum + checkItem(item) + STORED_BESIDE, 0);
}

/**
 * The least that any layout would store which finds records by their keys: the record as it was submitted, and for each
 * key an item of its partition key and the record's id.
 */
export function storedFloor(payload: RecordPayload & { readonly id: string }, { keys }: RecordItems): number {
  const id = Buffer.byteLength(payload.id);
  const item = (bytes: number) => bytes + id + STORED_BESIDE;
  return keys.reduce(
    (sum, { pk }) => sum + item(Buffer.byteLength(pk)),
    item(Buffer.byteLength(JSON.stringify(payload))),
  );
}

export interface FloorOptions {
  /** Keys that are written: those that have no owner yet. Default: all. */
  readonly keys?: number;
  /** Entities that become one. */
  readonly merges?: number;
  /** Records that share a journal entry and a reservation. */
  readonly batch?: number;
  /** Whether records are stored that were not; default true. */
  readonly stores?: boolean;
}

/**
 * The write units without which this layout cannot keep its promise: the record, its place in an entity and its keys,
 * once each and plain; a reservation; a journal entry, put, and deleted in the write that counts; and for a merge one transaction of the
 * pointer, the check of the other root and the child's entry, for which DynamoDB takes double, and a counter.
 */
export function writeFloor(items: RecordItems, options: FloorOptions = {}): number {
  const { keys = items.keys.length, merges = 0, batch = 1, stores = true } = options;
  const keyUnits = items.keys.slice(0, keys).reduce((sum, item) => sum + writeUnitsOf(item), 0);
  const journal = writeUnitsOf(
    journalItem(ID, { recordIDs: Array.from({ length: batch }, () => items.record.pk), created: batch }),
  );
  const reservation = stores ? 1 : 0;
  return writeUnitsOf(items.record) + 1 + keyUnits + (reservation + 2 * journal) / batch + merges * (2 * 3 + 1);
}

/**
 * The least that any layout would write which finds records by their keys and survives a crash: the record and its keys.
 */
export function publishedFloor(items: RecordItems): number {
  return writeUnitsOf(items.record) + items.keys.reduce((sum, item) => sum + writeUnitsOf(item), 0);
}
