import type { Check } from '../../../store/port.ts';
import type { Context } from '../../context.ts';
import type { Attempted } from '../../deadline.ts';
import { Deadline, takenForDead, untilDecided } from '../../deadline.ts';
import { findSets, foundOf, type RootSeen } from '../../forest/find.ts';
import { waitForLock } from '../../forest/lock.ts';
import { hasRoom, noRoomLeft, refuseBan } from '../../forest/union.ts';
import { type Constraints, constraintsOf, motiveWrite, registerNodeWrite, separates } from '../../items/constraints.ts';
import { demandEpoch } from '../../items/counters.ts';
import {
  decisionOfRecordWrite,
  decisionStands,
  decisionWrite,
  findDecision,
  type RemovedPair,
  removedLinkOfDecision,
  type StoredDecision,
  undoWrite,
} from '../../items/decision.ts';
import { newID } from '../../items/ids.ts';
import { journalItem, journalKey, stillOpen } from '../../items/journal.ts';
import { constraintsWrite } from '../../items/node.ts';
import { causedBy } from '../../items/outbox.ts';
import { creatorOf, removedLinksWrite, type StoredRecord, storedRecords, unmovedCheck } from '../../items/record.ts';
import { isLinkRemoved, type MemberRecord } from '../../keys/record-keys.ts';
import { Pace } from '../../pace.ts';
import { REBUILD_IN_REQUEST } from '../../rebuild/rebuild.ts';
import { nodesOf, rebuildAll } from '../../rebuild/removal.ts';
import type { Decided, DecidedRecord, DecisionRequest, SeparationRequest } from '../types.ts';
import { checkDecision, decidedRecords, decisionView, MOST_NAMED, repeatedDecision } from './decisions.ts';
import { answerOf, bothRecords } from './link-records.ts';
import { cutBetween, type EntityCut, joinedWith, MOST_PAIRS, MOST_RECORDS } from './minimum-cut.ts';
import { carryOutUndo } from './undo-decision.ts';

/**
 * Parts two records, and keeps them apart:
 *
 * 1. Find a smallest set of links without which the two part (minimum-cut.ts). Nothing is stored if there is none
 *    within the limits.
 * 2. In one transaction, store the decision and open a journal entry.
 * 3. Remove each link in one transaction that also notes it in the decision, and rebuild the entity.
 * 4. When the two are in two entities, put a cannot-link constraint between these in one transaction.
 *
 * Where other requests took the room for the constraint meanwhile, the decision is taken back.
 *
 * A record that comes in between may join the two again: then the steps from the first are repeated. A crash leaves the
 * journal entry, and the sweeper goes on from what the records are then.
 *
 * A dry run stores nothing, and answers what would become of the two.
 *
 * @throws InvalidDecisionError, UnknownRecordError, SeparationTooLargeError, TooManyRemovedLinksError, TooManyBansError
 */
export async function separateRecords(dependencies: Context, request: SeparationRequest): Promise<Decided> {
  checkDecision(request);
  if (request.dryRun === true) return previewSeparation(dependencies, request);
  const { store, now } = dependencies;
  const repeated = await repeatedDecision(store, 'separate', request);
  if (repeated !== undefined) return repeated;
  const deadline = new Deadline(dependencies);
  const { a, b, user, verified = false, client, reason } = request;
  for (;;) {
    deadline.check();
    const both = await bothRecords(dependencies, a, b);
    // Refuses what cannot be done before anything is stored.
    const found = await findSets(store, [both[0].node, both[1].node]);
    const [x, y] = [foundOf(found, both[0].node), foundOf(found, both[1].node)];
    refuseBan(x.root === y.root ? [x] : [x, y], dependencies.mostBans);
    if (x.root === y.root) await cutBetween(dependencies, x.root, { a, b }, MOST_RECORDS);
    const id = newID(now());
    const operation = newID(now());
    const { applied } = await store.transact([
      { put: journalItem(operation, { decision: { id, action: 'separate' } }) },
      decisionWrite({ id, kind: 'separate', a, b, user, verified, client, reason, operation }),
      motiveWrite(id, { user, verified, reason }),
      ...both.flatMap((record) => [
        unmovedCheck(record),
        decisionOfRecordWrite(record.id, id, creatorOf(record.recordVersion)),
      ]),
    ]);
    if (!applied) continue;
    const context = causedBy(dependencies, 'separate', operation, { decision: id });
    const complete = await untilDecided(context, deadline, () =>
      carryOutSeparation(context, { id, operation }, [stillOpen(operation)], deadline, REBUILD_IN_REQUEST),
    );
    // Under rules that came into force meanwhile, the sweeper redoes it.
    await demandEpoch(store, operation, context.epoch);
    if (complete) await store.write([{ delete: journalKey(operation) }]);
    await store.durable();
    if (isTakenBackBy(await findDecision(store, id), operation)) throw noRoomLeft(dependencies.mostBans);
    return answerOf(dependencies, id, complete);
  }
}

/**
 * Parts the two records of a decision. Repeats harmlessly. Does nothing if the decision was taken back or a record was
 * erased. Returns false if the entity has more records than the limit.
 *
 * @param fence refuses the writes of a process that was taken for dead
 */
export async function carryOutSeparation(
  context: Context,
  { id, operation }: { readonly id: string; readonly operation: string },
  fence: readonly Check[],
  deadline: Deadline,
  limit: number,
): Promise<boolean> {
  for (;;) {
    const step = await separateOnce({ context, id, operation, fence, deadline, limit });
    if ('done' in step) return step.done;
  }
}

/** True if the operation that was to carry the decision out found no room for its ban. Another one took it back otherwise. */
const isTakenBackBy = (decision: StoredDecision | undefined, operation: string): boolean =>
  decision?.undone !== undefined && decision.operation === operation;

interface Separating {
  readonly context: Context;
  readonly id: string;
  readonly operation: string;
  readonly fence: readonly Check[];
  readonly deadline: Deadline;
  readonly limit: number;
}

async function separateOnce(separating: Separating): Promise<Attempted<boolean>> {
  const { context, id, operation, deadline, limit } = separating;
  const { store } = context;
  deadline.check();
  const decision = await findDecision(store, id);
  if (decision === undefined) return { done: true };
  if (isTakenBackBy(decision, operation)) {
    return { done: await carryOutUndo(context, operation, id, deadline, limit) };
  }
  if (decision.a === undefined || decision.b === undefined || decision.undone !== undefined) return { done: true };
  const { a, b } = decision;
  const [first, second] = await storedRecords(store, [a, b]);
  if (first === undefined || second === undefined) return { done: true };
  const found = await findSets(store, [first.node, second.node]);
  const [x, y] = [foundOf(found, first.node), foundOf(found, second.node)];
  const locked = [x, y].find(({ state }) => state.lock !== undefined);
  if (locked !== undefined) {
    await waitForLock(context, locked.root, deadline);
    return { retry: true };
  }
  if (x.root !== y.root) return constrain(separating, decision, [first, x], [second, y]);
  const cut = await cutBetween(context, x.root, { a, b }, limit);
  if (cut === undefined) return { done: false };
  for (const pair of cut.links) await removeLink(separating, pair);
  const unlinked = [...new Set([a, b, ...cut.links.flatMap((pair) => [pair.a, pair.b])])];
  const nodes = [first.node, second.node, ...(await nodesOf(store, unlinked))];
  const { complete } = await rebuildAll(context, [], { nodes, limit }, deadline);
  return complete ? { retry: true } : { done: false };
}

/** Removes a link and notes it in the decision, in one transaction. Does nothing if it is removed, or a record erased. */
async function removeLink({ context, id, fence, deadline }: Separating, pair: RemovedPair): Promise<void> {
  const { store } = context;
  for (;;) {
    const decision = await findDecision(store, id);
    const [first, second] = await storedRecords(store, [pair.a, pair.b]);
    if (decision === undefined || decision.undone !== undefined) return;
    if (first === undefined || second === undefined || isLinkRemoved(first, second)) return;
    deadline.check();
    const { applied, refused } = await store.transact([
      ...fence,
      removedLinkOfDecision(decision, pair),
      removedLinksWrite(first, [...first.removedLinks, second.id]),
      removedLinksWrite(second, [...second.removedLinks, first.id]),
      ...[first, second].map((record) => decisionOfRecordWrite(record.id, id, creatorOf(record.recordVersion))),
    ]);
    if (applied) return;
    if (refused.some(({ index }) => index < fence.length)) throw takenForDead();
  }
}

/** Puts the constraint between two entities, unless it is there; takes the decision back if there is no room for it. */
async function constrain(
  { context, id, operation, fence, deadline }: Separating,
  decision: StoredDecision,
  [first, x]: readonly [StoredRecord, RootSeen],
  [second, y]: readonly [StoredRecord, RootSeen],
): Promise<Attempted<boolean>> {
  const { store } = context;
  const [mine, other] = [x, y].map(({ state }) => state.constraints.sides.find(({ reference }) => reference === id));
  if (mine !== undefined && other !== undefined && separates(mine, other)) return { done: true };
  deadline.check();
  if (!hasRoom(x, context.mostBans) || !hasRoom(y, context.mostBans)) {
    const { user, verified, client } = decision;
    await store.write([undoWrite(id, { at: context.now(), user, verified, client, operation })]);
    return { retry: true };
  }
  const { applied, refused } = await store.transact([
    ...fence,
    decisionStands(id),
    unmovedCheck(first),
    unmovedCheck(second),
    ...[x, y].flatMap(({ root, state }) => [
      registerNodeWrite(id, root, root),
      constraintsWrite(root, state, withSide(state.constraints, id, root)),
    ]),
  ]);
  if (applied) return { done: true };
  if (refused.some(({ index }) => index < fence.length)) throw takenForDead();
  await context.pause(20);
  return { retry: true };
}

const withSide = ({ sides }: Constraints, reference: string, side: string): Constraints =>
  constraintsOf([...sides.filter((one) => one.reference !== reference), { reference, side, lifted: [] }]);

/**
 * What would become of two records and their entity if they were separated now. Stores nothing. The id of the decision is
 * that of no decision, and both records are still in the entity that the answer names.
 *
 * @throws UnknownRecordError, SeparationTooLargeError, TooManyRemovedLinksError
 */
async function previewSeparation(
  dependencies: Context,
  { a, b, user, verified = false, client, reason }: DecisionRequest,
): Promise<Decided> {
  const { store, now } = dependencies;
  const both = await bothRecords(dependencies, a, b);
  const found = await findSets(
    store,
    both.map(({ node }) => node),
  );
  const [x, y] = [foundOf(found, both[0].node), foundOf(found, both[1].node)];
  refuseBan(x.root === y.root ? [x] : [x, y], dependencies.mostBans);
  const cut = x.root === y.root ? await cutBetween(dependencies, x.root, { a, b }, MOST_RECORDS) : undefined;
  const removedLinks = cut?.links ?? [];
  const records =
    cut === undefined
      ? await decidedRecords(store, [a, b])
      : await Promise.all([a, b].map((id) => sideOf(dependencies, cut, id, x.root)));
  const decision = { id: newID(now()), kind: 'separate', a, b, user, verified, client, reason, removedLinks } as const;
  return {
    decision: decisionView({ ...decision, operation: '', undone: undefined }),
    triggered: false,
    complete: true,
    records,
  };
}

/** A record with those that would stay with it. */
async function sideOf({ rules }: Context, cut: EntityCut, id: string, entityID: string): Promise<DecidedRecord> {
  const joined = await joinedWith(withoutLinks(cut), rules, id, { pairs: MOST_PAIRS }, new Pace());
  if (joined === undefined) return { id, entityID, recordIDs: [id] };
  const byAge = joined
    .map(({ stored }) => stored)
    .sort((one, other) => (one.recordVersion < other.recordVersion ? -1 : 1));
  return { id, entityID, recordIDs: byAge.slice(0, MOST_NAMED).map((record) => record.id) };
}

function withoutLinks({ records, links }: EntityCut): MemberRecord[] {
  const removed = new Map<string, string[]>();
  for (const { a, b } of links) removed.set(a, [...(removed.get(a) ?? []), b]);
  return records.map((record) => {
    const more = removed.get(record.stored.id);
    if (more === undefined) return record;
    return { ...record, stored: { ...record.stored, removedLinks: [...record.stored.removedLinks, ...more] } };
  });
}
