import { present } from '../../assert.ts';
import type { Check, Store, Write } from '../../store/port.ts';
import type { Context } from '../context.ts';
import type { Attempted, Deadline } from '../deadline.ts';
import { countWrites, refuseReplaced } from '../items/counters.ts';
import { newID } from '../items/ids.ts';
import { erasedRecordWrite, isOpen, journalItem, journalKey, type RemovedContent } from '../items/journal.ts';
import { erasureOutbox } from '../items/outbox.ts';
import { creatorOf, eraseWrite, readRecord, recordKey, removedLinksWrite, type StoredRecord } from '../items/record.ts';
import { memberOf } from '../keys/record-keys.ts';
import { removedContent, settledContent } from './removal.ts';
import type { Removed } from './remove-traces.ts';

export interface Erasure {
  readonly operation: string;
  readonly content: RemovedContent;
  readonly settled: Removed;
  /** False while another process may still be publishing the record: then the sweeper rebuilds the entity once more. */
  readonly isFinal: boolean;
}

/**
 * Deletes the record's item. Returns undefined if there is none.
 *
 * @param seen the record as it was read, undefined if it was not stored
 */
export async function eraseRecord(
  context: Context,
  id: string,
  seen: StoredRecord | undefined,
  deadline: Deadline,
): Promise<Erasure | undefined> {
  for (let stored = seen; stored !== undefined; stored = await readStored(context.store, id)) {
    const step = await eraseOnce(context, stored, deadline);
    if ('done' in step) return step.done;
  }
  return undefined;
}

/** To be repeated if the record, or one that it has a removed link with, changed since it was read. */
async function eraseOnce(context: Context, stored: StoredRecord, deadline: Deadline): Promise<Attempted<Erasure>> {
  const { store, rules, now, epoch } = context;
  const creator = creatorOf(stored.recordVersion);
  const { keys, written } = memberOf(rules, stored);
  const content = removedContent(stored, written);
  const operation = newID(now());
  deadline.check();
  const [creating, changing, ...partners] = await store.getMany([
    journalKey(creator),
    journalKey(stored.operation),
    ...stored.removedLinks.map(recordKey),
  ]);
  const writes: (Write | Check)[] = [
    { put: journalItem(operation, { removed: [content] }) },
    eraseWrite(stored),
    // No partner may keep the link: the id may be given to another record.
    ...partners.flatMap((partner) => (partner === undefined ? [] : [withoutLinkTo(readRecord(partner), stored.id)])),
    // The creating operation has not counted the record yet and can no longer see that it was stored.
    ...(isOpen(creating, creator)
      ? [erasedRecordWrite(creator, present(creating, 'an open operation has a journal entry'))]
      : []),
    ...countWrites(operation, { records: -1, entities: 0 }, epoch),
    ...erasureOutbox(context.cause, stored),
  ];
  deadline.check();
  const { applied, refused } = await store.transact(writes);
  refuseReplaced(writes, refused, epoch);
  if (!applied) return { retry: true };
  const isFinal = !isOpen(creating, creator) && !isOpen(changing, stored.operation);
  return { done: { operation, content, settled: isFinal ? settledContent(keys, content) : content, isFinal } };
}

const withoutLinkTo = (record: StoredRecord, id: string): Write =>
  removedLinksWrite(
    record,
    record.removedLinks.filter((other) => other !== id),
  );

async function readStored(store: Store, id: string): Promise<StoredRecord | undefined> {
  const [item] = await store.getMany([recordKey(id)]);
  return item === undefined ? undefined : readRecord(item);
}
