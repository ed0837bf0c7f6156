import { type Item, queryAll, type Store } from '../../store/port.ts';
import { DECISIONS_OF_RECORD } from '../items/decision.ts';
import {
  endKey,
  entityEventKeyOf,
  HISTORY_OF_RECORD,
  readEntityEvent,
  readRecordEvent,
  withoutRecordWrite,
} from '../items/history.ts';

/**
 * Deletes the history of an erased record, and its id from that of entities.
 *
 * @param creator the operation that stored the record first
 */
export async function forgetHistory(store: Store, recordID: string, creator: string): Promise<void> {
  for await (const item of queryAll(store, DECISIONS_OF_RECORD + recordID, { prefix: HISTORY_OF_RECORD })) {
    await forgetEvent(store, item, creator);
  }
}

/** The same for one event of the record. */
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
