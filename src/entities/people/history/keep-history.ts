import { queryAll, type Store } from '../../../store/port.ts';
import { dayOf, endDeletes, endsOnPartition, firstDayKey, firstDayWrite, readFirstDay } from '../../items/history.ts';
import { outboxPartitions, readOutboxEntry } from '../../items/outbox.ts';
import { endOfHistory, recordHistory } from './record-history.ts';

const PAGE = 50;

/** Makes history of all outbox entries and deletes them: where no relay publishes them. */
export async function historyFromOutbox(store: Store, now: number, days: number): Promise<void> {
  for (const partition of outboxPartitions) {
    for (let next: string | undefined, isFirst = true; isFirst || next !== undefined; isFirst = false) {
      const page = await store.query(partition, { limit: PAGE, after: next });
      await recordHistory(store, page.items.map(readOutboxEntry), endOfHistory(now, days));
      await store.write(page.items.map(({ pk, sk }) => ({ delete: { pk, sk } })));
      next = page.next;
    }
  }
}

/** Deletes what is kept no longer, on engines that delete nothing by themselves. */
export async function deleteEndedHistory(store: Store, now: number): Promise<void> {
  if (store.billsTransactions === true) return;
  const today = dayOf(now / 1_000);
  const first = readFirstDay((await store.getMany([firstDayKey]))[0]);
  if (first === today) return;
  for (let day = first ?? today; day < today; day++) {
    for await (const item of queryAll(store, endsOnPartition(day))) await store.write(endDeletes(item));
  }
  await store.write([firstDayWrite(today)]);
}
