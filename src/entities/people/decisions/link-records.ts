import { present } from '../../../assert.ts';
import type { Check, Write } from '../../../store/port.ts';
import type { Context } from '../../context.ts';
import { type Attempted, Deadline, untilDecided } from '../../deadline.ts';
import { RecordsSeparatedError, TooManyDecisionsError, UnknownRecordError } from '../../errors.ts';
import { findSets, foundOf, type RootSeen } from '../../forest/find.ts';
import { waitForLock } from '../../forest/lock.ts';
import { refusalOfUnion, refuseLifts } from '../../forest/union.ts';
import { constraintsOf, type Separating, separatingSides } from '../../items/constraints.ts';
import { decisionOfRecordWrite, decisionWrite, findDecision } from '../../items/decision.ts';
import { newID } from '../../items/ids.ts';
import { journalItem, journalKey } from '../../items/journal.ts';
import { constraintsCheck, liftWrite } from '../../items/node.ts';
import { causedBy } from '../../items/outbox.ts';
import { creatorOf, linksWrite, type StoredRecord, storedRecords } from '../../items/record.ts';
import { isLinkRemoved } from '../../keys/record-keys.ts';
import { REBUILD_IN_REQUEST } from '../../rebuild/rebuild.ts';
import { asPlaced, settleStored } from '../../submit/settle.ts';
import { relinkLifted } from '../connection-bans.ts';
import type { Decided, LinkRequest } from '../types.ts';
import { checkDecision, decidedRecords, decisionView, groupOfDecision, repeatedDecision } from './decisions.ts';

/** Groups of a record: each takes 23 bytes of its item, and has a key owner of its own. */
const MOST_GROUPS = 90;

/**
 * Makes two records one entity, whatever the rules say, by the mechanism of `linkTogether`: a group that both are in.
 *
 * 1. In one transaction, store the decision, open a journal entry and add the group to both records. With `lift`, the
 *    same transaction lifts what separates the two, which has to be what the person has seen. From then on the records
 *    belong together.
 * 2. Publish the group's key and link both records.
 *
 * @throws InvalidDecisionError, UnknownRecordError, RecordsSeparatedError, TooManyDecisionsError, TooManyBansError
 */
export async function linkRecords(dependencies: Context, request: LinkRequest): Promise<Decided> {
  checkDecision(request);
  const repeated = await repeatedDecision(dependencies.store, 'link', request);
  if (repeated !== undefined) return repeated;
  const deadline = new Deadline(dependencies);
  for (;;) {
    const step = await open(dependencies, request, deadline);
    if ('retry' in step) continue;
    const { id, operation, lifted } = step.done;
    const context = causedBy(dependencies, 'link', operation, { decision: id });
    const complete = await untilDecided(context, deadline, () =>
      carryOutLink(context, operation, [request.a, request.b], lifted, deadline, REBUILD_IN_REQUEST),
    );
    if (complete) await context.store.write([{ delete: journalKey(operation) }]);
    await context.store.durable();
    return answerOf(dependencies, id, complete);
  }
}

/** Links the two records, and what a lifted constraint kept apart. Repeats harmlessly. */
export async function carryOutLink(
  context: Context,
  operation: string,
  ids: readonly (string | undefined)[],
  lifted: readonly string[],
  deadline: Deadline,
  limit: number,
): Promise<boolean> {
  const placed = (await storedRecords(context.store, ids)).map((stored) => asPlaced(context.rules, stored));
  let complete = await settleStored(context, operation, placed, deadline, { limit });
  for (const reference of lifted)
    complete = (await relinkLifted(context, operation, reference, deadline, limit)) && complete;
  return complete;
}

interface Opened {
  readonly id: string;
  readonly operation: string;
  /** References of the constraints that were lifted. */
  readonly lifted: readonly string[];
}

async function open(context: Context, request: LinkRequest, deadline: Deadline): Promise<Attempted<Opened>> {
  const { store, now } = context;
  const { a, b, user, verified, client, reason, lift = false, seen } = request;
  deadline.check();
  const [first, second] = await bothRecords(context, a, b);
  const found = await findSets(store, [first.node, second.node]);
  const [x, y] = [foundOf(found, first.node), foundOf(found, second.node)];
  const between = x.root === y.root ? [] : separatingSides(x.state.constraints, y.state.constraints);
  const lifted = [...new Set(between.map(({ mine }) => mine.reference))];
  const isRemoved = isLinkRemoved(first, second);
  if ((lifted.length > 0 || isRemoved) && !lift) throw new RecordsSeparatedError(a, b, lifted);
  const named = new Set(seen?.bans ?? lifted);
  const unseen = lifted.filter((reference) => !named.has(reference));
  if (unseen.length > 0 || (isRemoved && seen?.cut === false)) throw new RecordsSeparatedError(a, b, unseen, true);
  for (const { id, groups } of [first, second]) {
    if (groups.length >= MOST_GROUPS) throw new TooManyDecisionsError(id, MOST_GROUPS);
  }
  const lifting = withLifts(x, between);
  if (x.root !== y.root) {
    refuseLifts(x.root, lifting.state.constraints, context.mostBans);
    const refusal = refusalOfUnion(lifting, y, context.mostBans);
    if (refusal !== undefined) throw refusal;
  }
  const id = newID(now());
  const operation = newID(now());
  const group = groupOfDecision(id);
  const { applied } = await store.transact([
    { put: journalItem(operation, { decision: { id, action: 'link' }, relink: lifted }) },
    decisionWrite({ id, kind: 'link', a, b, user, verified, client, reason, operation }),
    ...[first, second].map((record) => decisionOfRecordWrite(record.id, id, creatorOf(record.recordVersion))),
    linksWrite(first, withGroup(first, group, b)),
    linksWrite(second, withGroup(second, group, a)),
    ...rootWrites(x, y, lifting),
  ]);
  if (applied) return { done: { id, operation, lifted } };
  for (const { root, state } of [x, y]) if (state.lock !== undefined) await waitForLock(context, root, deadline);
  await context.pause(20);
  return { retry: true };
}

/** @throws UnknownRecordError */
export async function bothRecords(
  { store }: Context,
  a: string,
  b: string,
): Promise<readonly [StoredRecord, StoredRecord]> {
  const records = await storedRecords(store, [a, b]);
  const recordOf = (id: string): StoredRecord => {
    const record = records.find((one) => one.id === id);
    if (record === undefined) throw new UnknownRecordError(id);
    return record;
  };
  return [recordOf(a), recordOf(b)];
}

const withGroup = ({ groups, removedLinks }: StoredRecord, group: string, other: string) => ({
  groups: [...groups, group],
  removedLinks: removedLinks.filter((id) => id !== other),
});

/** The entity with the sides lifted that keep it apart from another one. */
function withLifts({ root, state }: RootSeen, between: readonly Separating[]): RootSeen {
  const lifts = new Map(between.map(({ mine, other }) => [mine.reference, other.side]));
  const sides = state.constraints.sides.map((side) => {
    const lifted = lifts.get(side.reference);
    return lifted === undefined ? side : { ...side, lifted: [...new Set([...side.lifted, lifted])] };
  });
  return { root, state: { ...state, constraints: constraintsOf(sides) } };
}

/** Lifts the sides; and refuses the transaction if another constraint came between the two entities meanwhile. */
function rootWrites(x: RootSeen, y: RootSeen, lifting: RootSeen): (Write | Check)[] {
  if (x.root === y.root) return [];
  const { constraints } = lifting.state;
  const first =
    constraints.text === x.state.constraints.text
      ? constraintsCheck(x.root, x.state)
      : liftWrite(x.root, x.state, constraints);
  return [first, constraintsCheck(y.root, y.state)];
}

/** What became of a decision that a request stored. */
export async function answerOf({ store }: Context, id: string, complete: boolean): Promise<Decided> {
  const decision = present(await findDecision(store, id), 'a decision stays once it is stored');
  return {
    decision: decisionView(decision),
    triggered: true,
    complete,
    records: await decidedRecords(store, [decision.a, decision.b]),
  };
}
