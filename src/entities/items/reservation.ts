import { withReads } from '../../store/gathered-reads.ts';
import type { Clause, Item, Store, Write } from '../../store/port.ts';
import { isOfRecord, NOT_STORED, recordKey, type StoredRecord, unchangedOperation } from './record.ts';

/**
 * A submit reserves the first of its records before it opens its journal entry, and stores its records only while it
 * has the reservation. The sweeper removes the reservation before it finishes the entry. So a process that stops
 * between two steps stores nothing once its entry is closed. The reservation is in the record's own item, so that the
 * write of that item can be conditional on it without a transaction.
 *
 * | item        | pk     | sk  | attributes |
 * |-------------|--------|-----|------------|
 * | reservation | `R#id` | `#` | `f` operation that may store the record |
 *
 * A record that is not stored yet has an item with nothing else, which readers ignore ({@link withoutReservations}). A later
 * submit of the same record takes the reservation over.
 */
const HOLDER = 'f';

/** Reserves a record that is not stored. Refused if it is. */
export const reserveNew = (recordID: string, operation: string): Write => ({
  put: { ...recordKey(recordID), [HOLDER]: operation },
  if: [NOT_STORED],
});

/** Reserves a record that another operation stored and did not finish. Refused if it changed since it was read. */
export const reserveUnfinished = (seen: StoredRecord, operation: string): Write => ({
  update: recordKey(seen.id),
  set: { [HOLDER]: operation },
  if: unchangedOperation(seen),
});

/** True while the operation has the record reserved. */
export const reservedBy = (operation: string): Clause => ({ attribute: HOLDER, equals: operation });

/** The attribute that is removed when an unfinished record is taken over. */
export const RESERVATION = [HOLDER] as const;

/** The item, unless it only reserves a record. */
export const exceptReserved = (item: Item | undefined): Item | undefined =>
  item?.[HOLDER] !== undefined && item['d'] === undefined && isOfRecord(item) ? undefined : item;

/**
 * Removes the reservation of an operation. From then on either the operation has stored its records, or it never will.
 *
 * @param recordID the first of the operation's records
 */
export async function takeReservation(store: Store, operation: string, recordID: string): Promise<void> {
  const key = recordKey(recordID);
  const [outcome] = await store.write([{ delete: key, if: [reservedBy(operation), NOT_STORED] }]);
  if (outcome!.applied || outcome!.before?.[HOLDER] !== operation) return;
  await store.write([{ update: key, remove: RESERVATION, if: [reservedBy(operation)] }]);
}

/** A view of the store in which a record that is only reserved is absent. */
export const withoutReservations = (store: Store): Store =>
  withReads(store, {
    getMany: async (keys, options) => (await store.getMany(keys, options)).map(exceptReserved),
  });
