import type { Item, Store } from '../../store/port.ts';
import { endKey, entityEventKeyOf, readEntityEvent, readRecordEvent, withoutRecordWrite } from '../items/history.ts';

/**
 * Deletes an event of an erased record, and the id of the record from the event of its entity.
 *
 * @param creator the operation that stored the record first; events of another record of this id stay
 */
export async function forgetEvent(store: Store, item: Item, creator: string): Promise<void> {
  const event = readRecordEvent(item);
  if (event.creator !== creator) return;
  for (;;) {
    const [found] = await store.getMany([entityEventKeyOf(event)]);
    if (found === undefined || !readEntityEvent(found).recordIDs.includes(event.recordID)) break;
    const [outcome] = await store.write([withoutRecordWrite(found, event.recordID)]);
    if (outcome!.applied) break;
  }
  const listed = store.billsTransactions === true ? [] : [{ delete: endKey(item) }];
  await store.write([{ delete: { pk: item.pk, sk: item.sk } }, ...listed]);
}
