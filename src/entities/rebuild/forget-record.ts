import { present } from '../../assert.ts';
import { type Item, queryAll, type Store } from '../../store/port.ts';
import { motiveWrite } from '../items/constraints.ts';
import {
  decisionOfRecordDelete,
  decisionsOfRecord,
  findDecision,
  forgetInDecision,
  readDecisionOfRecord,
} from '../items/decision.ts';
import {
  endKey,
  entityEventKeyOf,
  isHistoryEntry,
  type RecordEvent,
  readEntityEvent,
  readRecordEvent,
  withoutRecordWrite,
} from '../items/history.ts';
import type { RemovedContent } from '../items/journal.ts';
import { creatorOf, storedRecords } from '../items/record.ts';
import { dropWrites, isReviewEntry, readReviewEntry } from '../items/reviews.ts';

/**
 * Removes an erased record from the decisions and the pairs to review that name it, and the reasons of these decisions. Nothing
 * happens to what names another record that was given the id since. Costs one short read of a record without decisions.
 * Repeats harmlessly.
 */
export async function forgetErased(store: Store, { recordID, recordVersion }: RemovedContent): Promise<void> {
  const creator = creatorOf(recordVersion);
  for await (const item of queryAll(store, decisionsOfRecord(recordID))) {
    if (isReviewEntry(item)) {
      await forgetReview(store, item, creator);
      continue;
    }
    if (isHistoryEntry(item)) {
      await forgetEvent(store, item, creator);
      continue;
    }
    const named = readDecisionOfRecord(item);
    if (named.creator !== creator) continue;
    await forgetIn(store, named.decision, recordID);
    await store.write([decisionOfRecordDelete(item)]);
  }
}

/** The same for those of the records that are not stored any more; others only lost content. */
export async function forgetGone(store: Store, removed: readonly RemovedContent[]): Promise<void> {
  if (removed.length === 0) return;
  const stored = await storedRecords(
    store,
    removed.map(({ recordID }) => recordID),
  );
  const creators = new Map(stored.map(({ id, recordVersion }) => [id, creatorOf(recordVersion)]));
  for (const content of removed) {
    if (creators.get(content.recordID) !== creatorOf(content.recordVersion)) await forgetErased(store, content);
  }
}

/** Removes a pair of the erased record from the review queue, and from the other record. */
async function forgetReview(store: Store, item: Item, creator: string): Promise<void> {
  for (let found: Item | undefined = item; found !== undefined; [found] = await store.getMany([item])) {
    const entry = readReviewEntry(found);
    if (creatorOf(entry.own.recordVersion) !== creator) return;
    if ((await store.transact(dropWrites(entry))).applied) return;
  }
}

async function forgetIn(store: Store, id: string, recordID: string): Promise<void> {
  for (;;) {
    const decision = await findDecision(store, id);
    if (decision === undefined) return;
    if (decision.kind === 'separate' && (decision.a === recordID || decision.b === recordID)) {
      // Entities show the reason of the constraint as well.
      await store.write([motiveWrite(id, { user: decision.user, verified: decision.verified, reason: '' })]);
    }
    const [outcome] = await store.write([forgetInDecision(decision, recordID)]);
    if (present(outcome, 'every write has an outcome').applied) return;
  }
}

/**
 * Deletes an event of an erased record, and the id of the record from the event of its entity. If the entity has no event
 * yet, this is left to the run that writes it.
 *
 * @param creator the operation that stored the record first; events of another record of this id stay
 */
async function forgetEvent(store: Store, item: Item, creator: string): Promise<void> {
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
    if (present(outcome, 'every write has an outcome').applied) return true;
  }
}

async function deleteEvent(store: Store, item: Item): Promise<void> {
  const listed = store.billsTransactions === true ? [] : [{ delete: endKey(item) }];
  await store.write([{ delete: { pk: item.pk, sk: item.sk } }, ...listed]);
}
