import { queryAll, type Store } from '../../store/port.ts';
import { untilDecided } from '../again.ts';
import type { Context } from '../context.ts';
import { Deadline } from '../deadline.ts';
import { BanNotFoundError } from '../errors.ts';
import { type BanSide, bansOf, standsBetween } from '../forest/bans.ts';
import { findStandings, type RootSeen } from '../forest/fragments.ts';
import { isID, newID } from '../items/ids.ts';
import { journalItem, journalKey } from '../items/journal.ts';
import { nodeKey } from '../items/layout.ts';
import { causedBy } from '../items/notices.ts';
import { Candidates } from '../read/candidates.ts';
import { keysOf } from '../read/components.ts';
import { type EntityTree, readTrees } from '../read/read-entities.ts';
import type { ConnectionBan, RemoveConnectionBanRequest } from '../types.ts';
import { REBUILD_IN_REQUEST } from './rebuild.ts';
import { settle } from './settle.ts';
import { notingStrays } from './strays.ts';

/** The bans of an entity, by reference. */
export async function connectionBans(store: Store, { root, state }: RootSeen): Promise<ConnectionBan[]> {
  return Promise.all(
    state.bans.sides.map(async (side) => {
      const { user, reason, others } = await readBan(store, side.reference);
      const opposed = [...others].filter(([entity, opposite]) => {
        return entity !== root && opposite.some((other) => standsBetween(side, other));
      });
      return { reference: side.reference, others: opposed.map(([entity]) => entity).sort(), user, reason };
    }),
  );
}

/** The entities that hold a side. A part is listed before it leaves its entity, so that a second look shows whether one did. */
async function readSides(store: Store, reference: string): Promise<Map<string, EntityTree>> {
  for (let before = await sidesOf(store, reference); ; ) {
    const trees = await readTrees(store, before);
    const after = await sidesOf(store, reference);
    if (after.length === before.length) return trees;
    before = after;
  }
}

async function sidesOf(store: Store, reference: string): Promise<string[]> {
  const fragments: string[] = [];
  for await (const item of queryAll(store, `X#${reference}`)) if (item.sk !== '#') fragments.push(item.sk);
  return fragments;
}

interface StoredBan {
  readonly user: string;
  readonly reason: string;
  /** Sides by the entity that holds them now. */
  readonly others: ReadonlyMap<string, readonly BanSide[]>;
}

/** The entities that a ban stands between. */
export const bannedEntities = async (store: Store, reference: string): Promise<string[]> =>
  [...(await readBan(store, reference)).others].flatMap(([entity, sides]) => (sides.length === 0 ? [] : [entity]));

async function readBan(store: Store, reference: string): Promise<StoredBan> {
  const fragments: string[] = [];
  let user = '';
  let reason = '';
  for await (const item of queryAll(store, `X#${reference}`)) {
    if (item.sk === '#') {
      user = item['u'] as string;
      reason = item['w'] as string;
    } else fragments.push(item.sk);
  }
  const others = new Map<string, readonly BanSide[]>();
  for (const { root, state } of (await findStandings(store, fragments)).values()) {
    if (state.empty) continue;
    others.set(
      root,
      state.bans.sides.filter((side) => side.reference === reference),
    );
  }
  return { user, reason, others };
}

/**
 * Lifts a ban between an entity and others, and unites what it kept apart: the records of the entity are linked anew.
 * Answers false when no such ban stands between them any more.
 */
export async function removeConnectionBan(context: Context, request: RemoveConnectionBanRequest): Promise<boolean> {
  const { store, now } = context;
  const { reference, entityID } = request;
  const deadline = new Deadline(context);
  for (;;) {
    deadline.check();
    const ids = [entityID, ...request.others].filter(isID);
    const standings = await findStandings(store, ids);
    const mine = standings.get(entityID);
    const side = mine?.state.bans.sides.find((one) => one.reference === reference);
    if (mine === undefined || side === undefined) throw new BanNotFoundError(reference, entityID);
    const lifted = request.others.flatMap((other) =>
      (standings.get(other)?.state.bans.sides ?? [])
        .filter((opposite) => standsBetween(side, opposite))
        .map((opposite) => opposite.side),
    );
    if (lifted.length === 0) return false;
    const sides = mine.state.bans.sides.map((one) =>
      one === side ? { ...side, lifted: [...new Set([...side.lifted, ...lifted])] } : one,
    );
    const operation = newID(now());
    // One transaction: the sweeper never finds the entry while the ban stands.
    const { applied } = await store.transact([
      { put: journalItem(operation, { relink: [reference] }) },
      {
        update: nodeKey(mine.root),
        set: { b: bansOf(sides).text },
        if: [
          { attribute: 'p', absent: true },
          { attribute: 'x', absent: true },
          { attribute: 'b', equals: mine.state.bans.text },
        ],
      },
    ]);
    if (applied) {
      await unite(context, operation, reference, deadline);
      return true;
    }
    await context.pause(20);
  }
}

/** What a lifted ban kept apart comes together, as far as a request can do it. */
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
 * Links the records of all entities that hold a side of a ban anew, those too that were split off since. Answers false
 * when an entity has more of them than the limit.
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
  for (const { records } of (await readSides(store, reference)).values()) {
    if (records.length > limit) {
      complete = false;
      continue;
    }
    for (const { id, payload, fragment, incarnation, groups } of records) {
      const values = rules.resolve(payload);
      const record = { id, values, keys: keysOf(rules, values, groups) };
      const unsettled = { record, fragment, incarnation, witnesses: new Map() };
      const settled = await notingStrays(context, [unsettled], () =>
        settle(context, operation, [unsettled], 'founded', new Candidates(store, rules, context), deadline, limit),
      );
      complete = settled.complete && complete;
    }
  }
  return complete;
}
