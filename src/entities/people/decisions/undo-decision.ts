import type { Context } from '../../context.ts';
import type { Attempted } from '../../deadline.ts';
import { Deadline, untilDecided } from '../../deadline.ts';
import { DecisionNotFoundError } from '../../errors.ts';
import { demandEpoch } from '../../items/counters.ts';
import { findDecision, type RemovedPair, type StoredDecision, undoWrite } from '../../items/decision.ts';
import { newID } from '../../items/ids.ts';
import { journalItem, journalKey } from '../../items/journal.ts';
import { causedBy } from '../../items/outbox.ts';
import { linksWrite, removedLinksWrite, type StoredRecord, storedRecords } from '../../items/record.ts';
import { isLinkRemoved } from '../../keys/record-keys.ts';
import { REBUILD_IN_REQUEST } from '../../rebuild/rebuild.ts';
import { nodesOf, rebuildAll, removedContent } from '../../rebuild/removal.ts';
import { asPlaced, settleStored } from '../../submit/settle.ts';
import { relink, removeSides } from '../connection-bans.ts';
import { noteUndonePair } from '../reviews/judge-pairs.ts';
import type { Decided, UndoRequest } from '../types.ts';
import { checkUser, decidedRecords, decisionView, groupOfDecision, isCarriedOut } from './decisions.ts';
import { answerOf } from './link-records.ts';

/**
 * Takes a decision back:
 *
 * - A link: one transaction marks the decision, opens a journal entry and removes the group from both records. Then
 *   the entity is rebuilt from what its records are.
 * - A separation: one transaction marks the decision and opens a journal entry. From then on nothing carries the
 *   decision out any more. The sides of the constraint are removed, the removed links come back, and the records are
 *   linked again.
 *
 * Other decisions about the same records stay. A decision that is taken back already is answered as it is.
 *
 * @throws InvalidDecisionError, DecisionNotFoundError
 */
export async function undoDecision(dependencies: Context, request: UndoRequest): Promise<Decided> {
  if (request.user !== '') checkUser(request.user);
  const { store } = dependencies;
  const deadline = new Deadline(dependencies);
  for (;;) {
    deadline.check();
    const decision = await findDecision(store, request.id);
    if (decision === undefined) throw new DecisionNotFoundError(request.id);
    if (decision.undone !== undefined) {
      const records = await decidedRecords(store, [decision.a, decision.b]);
      const complete = await isCarriedOut(store, decision);
      return { decision: decisionView(decision), triggered: false, complete, records };
    }
    const step =
      decision.kind === 'link'
        ? await undoLink(dependencies, decision, request, deadline)
        : await undoSeparation(dependencies, decision, request, deadline);
    if ('retry' in step) continue;
    const { operation, complete } = step.done;
    if (complete) {
      await noteUndonePair(dependencies, [decision.a, decision.b]);
      await store.write([{ delete: journalKey(operation) }]);
    }
    await store.durable();
    return answerOf(dependencies, decision.id, complete);
  }
}

interface Undone {
  readonly operation: string;
  readonly complete: boolean;
}

async function undoLink(
  dependencies: Context,
  decision: StoredDecision,
  request: UndoRequest,
  deadline: Deadline,
): Promise<Attempted<Undone>> {
  const { store, now } = dependencies;
  const operation = newID(now());
  const context = causedBy(dependencies, 'undo', operation, { decision: decision.id });
  const group = groupOfDecision(decision.id);
  const records = (await storedRecords(store, [decision.a, decision.b])).filter(({ groups }) => groups.includes(group));
  const removed = records.map((record) => removedContent(record, { exact: [group], blocking: [] }));
  const nodes = [...new Set(records.map(({ node }) => node))];
  const unlinked = records.map(({ id }) => id);
  deadline.check();
  // One transaction: the sweeper never finds the entry while the group is there.
  const { applied } = await store.transact([
    {
      put: journalItem(operation, { decision: { id: decision.id, action: 'undo' }, removed, rebuild: nodes, unlinked }),
    },
    undoWrite(decision.id, { ...request, at: now(), operation }),
    ...records.map((record) =>
      linksWrite(record, {
        groups: record.groups.filter((one) => one !== group),
        removedLinks: record.removedLinks,
      }),
    ),
  ]);
  if (!applied) return { retry: true };
  const { complete } = await rebuildAll(
    context,
    removed,
    // A rebuild that judged the records before the group was removed may have moved them since.
    { nodes: [...nodes, ...(await nodesOf(store, unlinked))], everywhere: true, limit: REBUILD_IN_REQUEST },
    deadline,
  );
  // Under rules that came into force meanwhile, the sweeper redoes it.
  await demandEpoch(store, operation, context.epoch);
  return { done: { operation, complete } };
}

async function undoSeparation(
  dependencies: Context,
  { id }: StoredDecision,
  request: UndoRequest,
  deadline: Deadline,
): Promise<Attempted<Undone>> {
  const { store, now } = dependencies;
  const operation = newID(now());
  deadline.check();
  const { applied } = await store.transact([
    { put: journalItem(operation, { decision: { id, action: 'undo' } }) },
    undoWrite(id, { ...request, at: now(), operation }),
  ]);
  if (!applied) return { retry: true };
  const context = causedBy(dependencies, 'undo', operation, { decision: id });
  const complete = await untilDecided(context, deadline, () =>
    carryOutUndo(context, operation, id, deadline, REBUILD_IN_REQUEST),
  );
  return { done: { operation, complete } };
}

/**
 * Does what is left to do when a decision was taken back; of a link, nothing besides what its journal entry says.
 * Repeats harmlessly. Returns false if an entity has more records than the limit.
 */
export async function carryOutUndo(
  context: Context,
  operation: string,
  id: string,
  deadline: Deadline,
  limit: number,
): Promise<boolean> {
  const { store } = context;
  const decision = await findDecision(store, id);
  if (decision?.kind !== 'separate') return true;
  await removeSides(context, id, deadline);
  for (const pair of decision.removedLinks) await restoreLink(context, pair, deadline);
  const named = [decision.a, decision.b, ...decision.removedLinks.flatMap(({ a, b }) => [a, b])];
  const placed = (await storedRecords(store, named)).map((stored) => asPlaced(context.rules, stored));
  const settled = await settleStored(context, operation, placed, deadline, { limit });
  return (await relink(context, operation, id, deadline, limit)) && settled;
}

/** Puts a removed link back, as far as both records are stored. */
async function restoreLink({ store }: Context, { a, b }: RemovedPair, deadline: Deadline): Promise<void> {
  for (;;) {
    const [first, second] = await storedRecords(store, [a, b]);
    if (first === undefined || second === undefined || !isLinkRemoved(first, second)) return;
    deadline.check();
    const { applied } = await store.transact([without(first, second.id), without(second, first.id)]);
    if (applied) return;
  }
}

const without = (record: StoredRecord, other: string) =>
  removedLinksWrite(
    record,
    record.removedLinks.filter((id) => id !== other),
  );
