import { present } from '../../assert.ts';
import { discarding, type Put, type Store } from '../../store/port.ts';
import type { Context } from '../context.ts';
import { type Attempted, type Deadline, untilDecided } from '../deadline.ts';
import { demandEpoch } from '../items/counters.ts';
import { newID } from '../items/ids.ts';
import { isOpen, journalItem, journalKey } from '../items/journal.ts';
import { causedBy, finishOutbox } from '../items/outbox.ts';
import { changedRecordVersion, changeWrite, type StoredRecord } from '../items/record.ts';
import { Candidates, Verdicts } from '../keys/candidates.ts';
import { keysOf, memberOf, notedKeys } from '../keys/record-keys.ts';

import { Pace } from '../pace.ts';
import { REBUILD_IN_REQUEST } from '../rebuild/rebuild.ts';
import { rebuildAll, removedContent, settledContent } from '../rebuild/removal.ts';
import type { PreparedRecord } from '../validate.ts';
import type { EntityIDs, SubmitLog } from './answer.ts';
import type { ChangedRecord } from './arrivals.ts';
import { noteOrphanedKeys, notingOrphanedKeys } from './orphaned-keys.ts';
import { holdTogether, settle } from './settle.ts';

const PLACED_BY_NOTHING = new Map<string, never>();

/** Changes records one after the other. */
export async function changeRecords(
  context: Context & { readonly log: SubmitLog; readonly deadline: Deadline },
  changes: readonly ChangedRecord[],
): Promise<Attempted<EntityIDs>> {
  const { now, log, deadline } = context;
  const entities = new Map<string, string>();
  for (const { record, stored, wasPublishing } of changes) {
    const operation = newID(now());
    log.begin(operation);
    const changed = await changeContent(context, operation, record, stored, wasPublishing, deadline);
    if ('retry' in changed) return changed;
    log.updated(record.id);
    entities.set(record.id, changed.done);
  }
  return { done: entities };
}

/**
 * Replaces the content of a stored record, and returns its entity; to be repeated if another writer changed the record
 * first.
 *
 * 1. Open a journal entry and replace the content, if it is still as it was read.
 * 2. Rebuild the entity, which removes the old keys and splits it where it is not connected any more.
 * 3. Publish the new keys and link the record.
 *
 * @param operation the id of a new operation
 * @param wasPublishing whether the operation that stored the content was still under way when the record was read
 */
async function changeContent(
  dependencies: Context,
  operation: string,
  record: PreparedRecord,
  stored: StoredRecord,
  wasPublishing: boolean,
  deadline: Deadline,
): Promise<Attempted<string>> {
  const { store, rules } = dependencies;
  const context = causedBy(dependencies, 'update', operation);
  const before = memberOf(rules, stored);
  const removed = [removedContent(stored, before.written)];
  const recordVersion = changedRecordVersion(stored.recordVersion, operation);
  const groups = record.group === undefined ? stored.groups : [...new Set([...stored.groups, record.group])].sort();

  deadline.check();
  // One transaction: the sweeper never finds the entry without the new content.
  const { applied } = await store.transact([
    { put: journalItem(operation, { recordIDs: [record.id], removed }) },
    changeWrite(stored, { ...record, recordVersion, operation, groups, written: notedKeys(record.keys) }),
  ]);
  if (!applied) return { retry: true };
  // If the operation has ended by now, the rebuild sees everything that it wrote.
  const isPublishing =
    wasPublishing && isOpen((await store.getMany([journalKey(stored.operation)]))[0], stored.operation);
  const keyed = { id: record.id, values: record.values, keys: keysOf(rules, record.values, groups) };
  const left = wasPublishing ? removed : removed.map((content) => settledContent(before.keys, content));
  const rebuilt = await rebuildAll(context, left, { operations: [operation], limit: REBUILD_IN_REQUEST }, deadline);
  const changed = { record: keyed, node: stored.node, recordVersion, placedBy: PLACED_BY_NOTHING };
  const verdicts = new Verdicts(rules, new Pace(async () => deadline.check()));
  const { entities, complete } = await notingOrphanedKeys(context, [changed], () =>
    untilDecided(context, deadline, async () => {
      const candidates = new Candidates(store, rules, { ...context, verdicts });
      const cluster = [changed];
      const settled = await settle({ context, operation, cluster, placementReason: 'founded', candidates, deadline });
      return holdTogether(context, settled, deadline);
    }),
  );
  // Under rules that came into force meanwhile, the sweeper redoes it.
  await notingOrphanedKeys(context, [changed], () => demandEpoch(store, operation, context.epoch));
  // Another process may still be publishing the old content. Then the sweeper rebuilds the entity once more.
  if (rebuilt.complete && complete && !isPublishing) {
    const outbox = finishOutbox(context.cause, [stored.node], [record.id]);
    if (!(await close(store, operation, outbox))) await noteOrphanedKeys(context, [changed]);
  }
  return { done: present(entities.get(record.id), 'a settled record has an entity') };
}

/** Returns false if another process closed the entry: it took this one for dead. */
async function close(store: Store, operation: string, outbox: readonly Put[]): Promise<boolean> {
  const closing = discarding([journalKey(operation)], outbox);
  if (outbox.length > 0) return (await store.transact(closing)).applied;
  const [outcome] = await store.write(closing);
  return present(outcome, 'every write has an outcome').applied;
}
