import type { Store } from '../../store/port.ts';
import type { Context } from '../context.ts';
import { Deadline, untilDecided } from '../deadline.ts';
import { BanNotFoundError } from '../errors.ts';
import { findRoots, findSets, type RootSeen } from '../forest/find.ts';
import { waitForLock } from '../forest/lock.ts';
import { refuseLifts } from '../forest/union.ts';
import type { Motive } from '../items/constraints.ts';
import { type ConstraintSide, constraintsOf, separates } from '../items/constraints.ts';
import { isID, newID } from '../items/ids.ts';
import { journalItem, journalKey } from '../items/journal.ts';
import { liftWrite, unconstrainWrite } from '../items/node.ts';
import { causedBy } from '../items/outbox.ts';
import { keysOf } from '../keys/record-keys.ts';
import { readSides, registeredNodes } from '../read/connection-bans.ts';
import { REBUILD_IN_REQUEST } from '../rebuild/rebuild.ts';
import type { PlacedRecord } from '../submit/publish-keys.ts';
import { settleStored } from '../submit/settle.ts';

export interface RemoveConnectionBanRequest {
  readonly reference: string;
  readonly entityID: string;
  /** Entities that it may be united with again. */
  readonly others: readonly string[];
  readonly meta: Motive;
}

/**
 * Lifts a constraint between an entity and others, and unites what it separated: the records of the entities are linked
 * again. Returns false if the constraint does not separate them any more.
 *
 * @throws BanNotFoundError, TooManyBansError
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
    if (mine === undefined) throw new BanNotFoundError(reference, entityID);
    if (side === undefined) {
      if (await wasOnSide(store, mine.root, reference)) return false;
      throw new BanNotFoundError(reference, entityID);
    }
    const lifted = request.others.flatMap((other) =>
      (findResults.get(other)?.state.constraints.sides ?? [])
        .filter((opposite) => separates(side, opposite))
        .map((opposite) => opposite.side),
    );
    if (lifted.length === 0) return false;
    const sides = mine.state.constraints.sides.map((one) =>
      one === side ? { ...side, lifted: [...new Set([...side.lifted, ...lifted])] } : one,
    );
    const next = constraintsOf(sides);
    refuseLifts(mine.root, next, context.mostBans);
    const operation = newID(now());
    // One transaction, so that the sweeper never finds the entry before the constraint is lifted.
    const { applied } = await store.transact([
      { put: journalItem(operation, { relink: [reference] }) },
      liftWrite(mine.root, mine.state, next),
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
    relinkLifted(causing, operation, reference, deadline, REBUILD_IN_REQUEST),
  );
  if (complete) await store.write([{ delete: journalKey(operation) }]);
  await store.durable();
}

/** True if the entity was on a side of the constraint that separates nothing any more. */
async function wasOnSide(store: Store, root: string, reference: string): Promise<boolean> {
  const roots = await findRoots(store, await registeredNodes(store, reference));
  return [...roots.values()].includes(root);
}

/** The same as {@link relink}, and forgets of the lifted constraint what separates nothing any more. */
export async function relinkLifted(
  context: Context,
  operation: string,
  reference: string,
  deadline: Deadline,
  limit: number,
): Promise<boolean> {
  let forgot = true;
  for (await forgetLifts(context, reference, deadline); forgot; ) {
    if (!(await relink(context, operation, reference, deadline, limit))) return false;
    // What was kept apart by the number of bans may have room now.
    forgot = await forgetLifts(context, reference, deadline);
  }
  return true;
}

/**
 * Forgets sides of a constraint that separates no two entities any more, and lifts towards sides that no entity is on:
 * so the entities have room for other bans. Returns false if there was nothing to forget.
 */
async function forgetLifts(context: Context, reference: string, deadline: Deadline): Promise<boolean> {
  for (let forgot = false; ; forgot = true) {
    deadline.check();
    const standing = await readStanding(context, reference);
    const changes = forgetting(standing);
    if (changes.length === 0) return forgot;
    // A rebuild may be putting more entities on sides of it.
    const locked = standing.find(({ entity }) => entity.state.lock !== undefined);
    if (locked !== undefined) await waitForLock(context, locked.entity.root, deadline);
    else for (const { entity, side } of changes) await replaceSide(context, entity, reference, side, deadline);
  }
}

/** An entity on a side of a constraint. */
interface Standing {
  readonly entity: RootSeen;
  readonly side: ConstraintSide;
}

/** All entities on a side. A part is registered before it leaves its entity. */
async function readStanding({ store }: Context, reference: string): Promise<readonly Standing[]> {
  for (let nodes = await registeredNodes(store, reference); ; ) {
    const found = await findSets(store, nodes);
    const after = await registeredNodes(store, reference);
    if (after.length === nodes.length) {
      const roots = new Map([...found.values()].map((one) => [one.root, one]));
      return [...roots.values()].flatMap((entity): Standing[] => {
        const side = entity.state.constraints.sides.find((one) => one.reference === reference);
        return side === undefined ? [] : [{ entity, side }];
      });
    }
    nodes = after;
  }
}

/** An entity that is to change its side, or to forget it. */
interface Forgetting {
  readonly entity: RootSeen;
  readonly side: ConstraintSide | undefined;
}

function forgetting(standing: readonly Standing[]): Forgetting[] {
  if (!separatesAny(standing.filter(({ entity }) => !entity.state.empty).map(({ side }) => side))) {
    return standing.map(({ entity }) => ({ entity, side: undefined }));
  }
  const held = new Set(standing.map(({ side }) => side.side));
  return standing.flatMap(({ entity, side }) => {
    const lifted = side.lifted.filter((one) => held.has(one) && one !== side.side);
    return lifted.length === side.lifted.length ? [] : [{ entity, side: { ...side, lifted } }];
  });
}

/** Whether two of the entities on these sides are kept apart. */
function separatesAny(sides: readonly ConstraintSide[]): boolean {
  const distinct = [...new Map(sides.map((side) => [`${side.side} ${side.lifted.join()}`, side])).values()];
  const names = new Set(distinct.map(({ side }) => side)).size;
  const lifts = distinct.reduce((count, { lifted }) => count + lifted.length, 0);
  // Each two sides need a lift.
  if (lifts < (names * (names - 1)) / 2) return true;
  return distinct.some((one) => distinct.some((other) => separates(one, other)));
}

async function replaceSide(
  context: Context,
  { root, state }: RootSeen,
  reference: string,
  side: ConstraintSide | undefined,
  deadline: Deadline,
): Promise<void> {
  if (state.lock !== undefined) return waitForLock(context, root, deadline);
  const others = state.constraints.sides.filter((one) => one.reference !== reference);
  const next = constraintsOf(side === undefined ? others : [...others, side]);
  await context.store.write([unconstrainWrite(root, state, next)]);
}

/** Takes every entity off its side of the constraint. A part is registered before it leaves an entity. */
export async function removeSides(context: Context, reference: string, deadline: Deadline): Promise<void> {
  const { store } = context;
  for (;;) {
    deadline.check();
    const found = await findSets(store, await registeredNodes(store, reference));
    const roots = new Map([...found.values()].map((one) => [one.root, one]));
    const constrained = [...roots.values()].filter(({ state }) =>
      state.constraints.sides.some((side) => side.reference === reference),
    );
    if (constrained.length === 0) return;
    for (const entity of constrained) await replaceSide(context, entity, reference, undefined, deadline);
  }
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
      placed.push({ record, node, recordVersion, placedBy: new Map() });
    }
  }
  return (await settleStored(context, operation, placed, deadline, { limit })) && complete;
}
