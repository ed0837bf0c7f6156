import { untilDecided } from '../again.ts';
import type { Context } from '../context.ts';
import { Deadline } from '../deadline.ts';
import { BanNotFoundError } from '../errors.ts';
import { findSets } from '../forest/find.ts';
import { constraintsOf, separates } from '../items/constraints.ts';
import { isID, newID } from '../items/ids.ts';
import { journalItem, journalKey } from '../items/journal.ts';
import { liftWrite } from '../items/node.ts';
import { causedBy } from '../items/outbox.ts';
import { keysOf } from '../read/components.ts';
import { readSides } from '../read/connection-bans.ts';
import type { RemoveConnectionBanRequest } from '../types.ts';
import type { PlacedRecord } from './placement.ts';
import { REBUILD_IN_REQUEST } from './rebuild.ts';
import { settleStored } from './settle-stored.ts';

/**
 * Lifts a constraint between an entity and others, and unites what it separated: the records of the entities are linked
 * again. Returns false if the constraint does not separate them any more.
 */
export async function removeConnectionBan(context: Context, request: RemoveConnectionBanRequest): Promise<boolean> {
  const { store, now } = context;
  const { reference, entityID } = request;
  const deadline = new Deadline(context);
  for (;;) {
    deadline.check();
    const ids = [entityID, ...request.others].filter(isID);
    const findResults = await findSets(store, ids);
    const mine = findResults.get(entityID);
    const side = mine?.state.constraints.sides.find((one) => one.reference === reference);
    if (mine === undefined || side === undefined) throw new BanNotFoundError(reference, entityID);
    const lifted = request.others.flatMap((other) =>
      (findResults.get(other)?.state.constraints.sides ?? [])
        .filter((opposite) => separates(side, opposite))
        .map((opposite) => opposite.side),
    );
    if (lifted.length === 0) return false;
    const sides = mine.state.constraints.sides.map((one) =>
      one === side ? { ...side, lifted: [...new Set([...side.lifted, ...lifted])] } : one,
    );
    const operation = newID(now());
    // One transaction, so that the sweeper never finds the entry before the constraint is lifted.
    const { applied } = await store.transact([
      { put: journalItem(operation, { relink: [reference] }) },
      liftWrite(mine.root, mine.state, constraintsOf(sides)),
    ]);
    if (applied) {
      await unite(context, operation, reference, deadline);
      return true;
    }
    await context.pause(20);
  }
}

/** Links what the lifted constraint separated, as far as a request can. */
async function unite(context: Context, operation: string, reference: string, deadline: Deadline): Promise<void> {
  const { store } = context;
  const causing = causedBy(context, 'banRemoval', operation);
  const complete = await untilDecided(causing, deadline, () =>
    relink(causing, operation, reference, deadline, REBUILD_IN_REQUEST),
  );
  if (complete) await store.write([{ delete: journalKey(operation) }]);
  await store.durable();
}

/**
 * Links the records of all entities on a side of the constraint again, also of those split since. Returns false if an
 * entity has more records than the limit.
 */
export async function relink(
  context: Context,
  operation: string,
  reference: string,
  deadline: Deadline,
  limit: number,
): Promise<boolean> {
  const { store, rules } = context;
  let complete = true;
  const placed: PlacedRecord[] = [];
  for (const { records } of (await readSides(store, reference)).values()) {
    if (records.length > limit) {
      complete = false;
      continue;
    }
    for (const { id, payload, node, recordVersion, groups } of records) {
      const values = rules.resolve(payload);
      const record = { id, values, keys: keysOf(rules, values, groups) };
      placed.push({ record, node, recordVersion, placementEvidence: new Map() });
    }
  }
  return (await settleStored(context, operation, placed, deadline, { limit })) && complete;
}
