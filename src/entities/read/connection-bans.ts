import { queryAll, type Store } from '../../store/port.ts';
import { findSets, type RootSeen } from '../forest/find.ts';
import { constraintPartition, readRegistered } from '../items/constraint-register.ts';
import { type ConstraintSide, separates } from '../items/constraints.ts';
import type { ConnectionBan, Motive } from '../types.ts';
import { type EntityTree, readTrees } from './read-entities.ts';

/** The constraints of an entity, by reference. */
export async function connectionBans(store: Store, { root, state }: RootSeen): Promise<ConnectionBan[]> {
  return Promise.all(
    state.constraints.sides.map(async (side) => {
      const { user, verified, reason, others } = await readConstraint(store, side.reference);
      const opposed = [...others].filter(([entity, opposite]) => {
        return entity !== root && opposite.some((other) => separates(side, other));
      });
      return { reference: side.reference, others: opposed.map(([entity]) => entity).sort(), user, verified, reason };
    }),
  );
}

/**
 * The entities on a side of the constraint. A part is registered before it leaves its entity, so that a second read
 * shows whether one left.
 */
export async function readSides(store: Store, reference: string): Promise<Map<string, EntityTree>> {
  for (let before = await registeredNodes(store, reference); ; ) {
    const trees = await readTrees(store, before);
    const after = await registeredNodes(store, reference);
    if (after.length === before.length) return trees;
    before = after;
  }
}

/** The nodes whose entities may be on a side of the constraint. */
export async function registeredNodes(store: Store, reference: string): Promise<string[]> {
  const nodes: string[] = [];
  for await (const item of queryAll(store, constraintPartition(reference))) {
    const registered = readRegistered(item);
    if ('node' in registered) nodes.push(registered.node);
  }
  return nodes;
}

interface StoredConstraint extends Required<Motive> {
  /** Sides by the entity that holds them now. */
  readonly others: ReadonlyMap<string, readonly ConstraintSide[]>;
}

/** The entities that a constraint separates. */
export const separatedEntities = async (store: Store, reference: string): Promise<string[]> =>
  [...(await readConstraint(store, reference)).others].flatMap(([entity, sides]) =>
    sides.length === 0 ? [] : [entity],
  );

async function readConstraint(store: Store, reference: string): Promise<StoredConstraint> {
  const nodes: string[] = [];
  let motive = { user: '', verified: false, reason: '' };
  for await (const item of queryAll(store, constraintPartition(reference))) {
    const registered = readRegistered(item);
    if ('node' in registered) nodes.push(registered.node);
    else motive = registered.motive;
  }
  const others = new Map<string, readonly ConstraintSide[]>();
  for (const { root, state } of (await findSets(store, nodes)).values()) {
    if (state.empty) continue;
    others.set(
      root,
      state.constraints.sides.filter((side) => side.reference === reference),
    );
  }
  return { ...motive, others };
}
