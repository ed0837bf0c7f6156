import type { Store } from '../../../store/port.ts';
import { InvalidDecisionError } from '../../errors.ts';
import { findRoots } from '../../forest/find.ts';
import {
  afterDecision,
  decidedAt,
  decisionKey,
  decisionPartition,
  decisionsOfRecord,
  isDecisionEntry,
  readDecision,
  readDecisionOfRecord,
  type StoredDecision,
} from '../../items/decision.ts';
import { isID } from '../../items/ids.ts';
import { isOpen, journalKey } from '../../items/journal.ts';
import { readRecord, recordKey, type StoredRecord } from '../../items/record.ts';
import { readTrees } from '../../read/read-entities.ts';
import type { DecidedRecord, Decision, DecisionList, DecisionListRequest } from './types.ts';

/** Undefined if there is none. */
export async function findDecision(store: Store, id: string): Promise<StoredDecision | undefined> {
  if (!isID(id)) return undefined;
  const [item] = await store.getMany([decisionKey(id)]);
  return item === undefined ? undefined : readDecision(item);
}

/** False while a request or the sweeper still carries the decision out, or takes it back. */
export async function isCarriedOut(store: Store, { operation }: StoredDecision): Promise<boolean> {
  const [entry] = await store.getMany([journalKey(operation)]);
  return !isOpen(entry, operation);
}

export const decisionView = ({
  id,
  kind,
  a,
  b,
  user,
  verified,
  client,
  reason,
  removedLinks,
  undone,
}: StoredDecision): Decision => ({
  id,
  kind,
  decidedAt: decidedAt(id),
  a: a ?? null,
  b: b ?? null,
  user,
  verified,
  client,
  reason: reason ?? null,
  removedLinks,
  undone: undone ?? null,
});

/**
 * A page of decisions, newest first. Reads the page and nothing else.
 *
 * @throws InvalidDecisionError if `after` is no id of a decision
 */
export async function listDecisions(
  { store }: { readonly store: Store },
  { first, after, record }: DecisionListRequest,
): Promise<DecisionList> {
  if (after !== undefined && !isID(after)) {
    throw new InvalidDecisionError(`after is ${JSON.stringify(after.slice(0, 80))}, which is no id of a decision`, {
      hint: 'Pass the `after` of the page before unchanged, or leave it out to begin with the newest decision.',
    });
  }
  const page = await store.query(record === undefined ? decisionPartition : decisionsOfRecord(record), {
    limit: first,
    ...(after === undefined ? {} : { after: afterDecision(after) }),
  });
  // The history of a record, and its pairs to review, are listed behind its decisions.
  const listed = page.items.filter(isDecisionEntry);
  const items =
    record === undefined
      ? listed
      : await store.getMany(listed.map((item) => decisionKey(readDecisionOfRecord(item).decision)));
  const decisions = items.flatMap((item) => (item === undefined ? [] : [decisionView(readDecision(item))]));
  const last = listed.at(-1);
  const isLast = page.next === undefined || listed.length < page.items.length;
  return {
    decisions,
    after: isLast || last === undefined ? undefined : readDecisionOfRecord(last).decision,
  };
}

/** The records that are stored. */
export async function storedRecords(store: Store, ids: Iterable<string | undefined>): Promise<StoredRecord[]> {
  const wanted = [...new Set(ids)].filter((id) => id !== undefined);
  const items = await store.getMany(wanted.map(recordKey));
  return items.flatMap((item) => (item === undefined ? [] : [readRecord(item)]));
}

/** Records of an entity that an answer names, and an entity that is not read for it. */
export const MOST_NAMED = 100;
const MOST_READ = 2_000;

/** The entities of two records; of one with more than 2,000 records, the record alone is named. */
export async function decidedRecords(store: Store, ids: Iterable<string | undefined>): Promise<DecidedRecord[]> {
  const records = await storedRecords(store, ids);
  const nodes = records.map(({ node }) => node);
  const [roots, trees] = await Promise.all([findRoots(store, nodes), readTrees(store, nodes, MOST_READ)]);
  return records.map(({ id, node }) => {
    const entityID = roots.get(node)!;
    const members = trees.get(entityID)?.records.slice(0, MOST_NAMED) ?? [];
    return { id, entityID, recordIDs: members.length === 0 ? [id] : members.map((member) => member.id) };
  });
}
