import { queryAll, type Store } from '../../store/port.ts';
import { type BanSide, standsBetween } from '../forest/bans.ts';
import { findStandings, type RootSeen } from '../forest/fragments.ts';
import type { ConnectionBan } from '../types.ts';
import { type EntityTree, readTrees } from './read-entities.ts';

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
export async function readSides(store: Store, reference: string): Promise<Map<string, EntityTree>> {
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
