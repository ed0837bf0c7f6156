import { hash } from 'node:crypto';
import type { Store } from '../../../store/port.ts';
import { InvalidDecisionError } from '../../errors.ts';
import { findEntities, findSets, foundOf } from '../../forest/find.ts';
import { separates } from '../../items/constraints.ts';
import {
  afterDecision,
  type DecisionKind,
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
import { storedRecords } from '../../items/record.ts';
import { readTrees } from '../../read/read-entities.ts';
import type { Decided, DecidedRecord, Decision, DecisionList, DecisionListRequest, DecisionRequest } from '../types.ts';

const MOST_USER_CHARACTERS = 200;
const MOST_REASON_CHARACTERS = 2_000;

/** @throws InvalidDecisionError */
export function checkDecision({ a, b, user, reason }: DecisionRequest): void {
  if (a === b) {
    throw new InvalidDecisionError(`a and b are the same record, ${JSON.stringify(a.slice(0, 80))}`, {
      hint: 'Name two records.',
    });
  }
  checkUser(user);
  checkText('reason', reason, MOST_REASON_CHARACTERS);
}

/** @throws InvalidDecisionError */
export const checkUser = (user: string): void => checkText('user', user, MOST_USER_CHARACTERS);

const subjects = {
  user: 'the person who decides',
  reason: 'the reason',
} as const;

function checkText(name: keyof typeof subjects, text: string, most: number): void {
  const hint = `Give ${subjects[name]} in 1 to ${most} characters.`;
  if (text.trim() === '') throw new InvalidDecisionError(`${name} is empty`, { hint });
  if (text.length > most) throw new InvalidDecisionError(`${name} has ${text.length} characters`, { hint });
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

/** Records of an entity that an answer names, and an entity that is not read for it. */
export const MOST_NAMED = 100;
const MOST_READ = 2_000;

/** The entities of two records; of one with more than 2,000 records, the record alone is named. */
export async function decidedRecords(store: Store, ids: Iterable<string | undefined>): Promise<DecidedRecord[]> {
  const records = await storedRecords(store, ids);
  const nodes = records.map(({ node }) => node);
  const [roots, trees] = await Promise.all([findEntities(store, nodes), readTrees(store, nodes, MOST_READ)]);
  return records.map(({ id, node }) => {
    const entityID = foundOf(roots, node);
    const members = trees.get(entityID)?.records.slice(0, MOST_NAMED) ?? [];
    return { id, entityID, recordIDs: members.length === 0 ? [id] : members.map((member) => member.id) };
  });
}

/** Decisions of a record in which a repeated one is looked for. */
const LATEST = 20;

/**
 * The answer to a request that was stored before: its answer was lost, and the client sends it again. The decision stands,
 * is the same in every word, and either its effect holds or it is not carried out yet. Then the sweeper does that, and a
 * second decision would outlive the undoing of the first. Undefined if there is none.
 */
export async function repeatedDecision(
  store: Store,
  kind: DecisionKind,
  { a, b, user, verified = false, client, reason }: DecisionRequest,
): Promise<Decided | undefined> {
  const { items: listed } = await store.query(decisionsOfRecord(a), { limit: LATEST });
  const entries = listed.filter(isDecisionEntry);
  if (entries.length === 0) return undefined;
  const items = await store.getMany(entries.map((entry) => decisionKey(readDecisionOfRecord(entry).decision)));
  const same = items
    .flatMap((item) => (item === undefined ? [] : [readDecision(item)]))
    .find(
      (decision) =>
        decision.kind === kind &&
        decision.undone === undefined &&
        [decision.a, decision.b].sort().join('\t') === [a, b].sort().join('\t') &&
        decision.user === user &&
        decision.verified === verified &&
        decision.client === client &&
        decision.reason === reason,
    );
  if (same === undefined) return undefined;
  const complete = await isCarriedOut(store, same);
  if (complete && !(await holds(store, kind, same.id, [a, b]))) return undefined;
  return {
    decision: decisionView(same),
    triggered: false,
    complete,
    records: await decidedRecords(store, [same.a, same.b]),
  };
}

async function holds(store: Store, kind: DecisionKind, id: string, ids: readonly string[]): Promise<boolean> {
  const records = await storedRecords(store, ids);
  const found = await findSets(
    store,
    records.map(({ node }) => node),
  );
  const [x, y] = records.map(({ node }) => foundOf(found, node));
  if (x === undefined || y === undefined) return false;
  if (kind === 'link') return x.entity === y.entity;
  const [mine, other] = [x, y].map(({ state }) => state.constraints.sides.find(({ reference }) => reference === id));
  return mine !== undefined && other !== undefined && separates(mine, other);
}

/**
 * The group of two records that a decision links: like the group of records that were submitted with `linkTogether`.
 * Every decision has a group of its own, so that taking one back leaves others as they are.
 */
export const groupOfDecision = (id: string): string =>
  hash('sha256', JSON.stringify(['DECISION', id]), 'base64url').slice(0, 22);
