import type { Item, Store } from '../../../store/port.ts';
import {
  endKey,
  entityEventKeyOf,
  type RecordEvent,
  readEntityEvent,
  readRecordEvent,
  withoutRecordWrite,
} from '../../items/history.ts';

/**
 * Deletes an event of an erased record, and the id of the record from the event of its entity. If the entity has no event
 * yet, this is left to the run that writes it.
 *
 * @param creator the operation that stored the record first; events of another record of this id stay
 */
export async function forgetEvent(store: Store, item: Item, creator: string): Promise<void> {
  const event = readRecordEvent(item);
  if (event.creator === creator && (await isOutOfEntity(store, event))) await deleteEvent(store, item);
}

/** The same by the run that writes both events. */
export async function forgetUnfinished(store: Store, item: Item): Promise<void> {
  await isOutOfEntity(store, readRecordEvent(item));
  await deleteEvent(store, item);
}

/** Takes a record out of the event of its entity. Returns false if there is none. */
async function isOutOfEntity(store: Store, event: RecordEvent): Promise<boolean> {
  for (;;) {
    const [found] = await store.getMany([entityEventKeyOf(event)]);
    if (found === undefined) return false;
    if (!readEntityEvent(found).recordIDs.includes(event.recordID)) return true;
    const [outcome] = await store.write([withoutRecordWrite(found, event.recordID)]);
    if (outcome!.applied) return true;
  }
}

async function deleteEvent(store: Store, item: Item): Promise<void> {
  const listed = store.billsTransactions === true ? [] : [{ delete: endKey(item) }];
  await store.write([{ delete: { pk: item.pk, sk: item.sk } }, ...listed]);
}
