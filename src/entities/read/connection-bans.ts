import { queryMany, type Store } from '../../store/port.ts';
import { findSets, foundOf, type RootSeen } from '../forest/find.ts';
import type { Motive } from '../items/constraints.ts';
import {
  type ConstraintSide,
  type Constraints,
  constraintPartition,
  readRegistered,
  separates,
} from '../items/constraints.ts';
import { type EntityTree, readTrees } from './read-entities.ts';
import type { ConnectionBan } from './types.ts';

/** The constraints of an entity, by reference. Those of its component are in the root of that. */
export async function connectionBans(store: Store, standing: RootSeen): Promise<ConnectionBan[]> {
  const isHeld = standing.state.held !== undefined;
  const { root, state } = isHeld ? foundOf(await findSets(store, [standing.root]), standing.root) : standing;
  const { sides } = state.constraints;
  const registers = await readRegisters(
    store,
    sides.map(({ reference }) => reference),
  );
  // Every entity is read once, however many constraints it is under.
  const found = await findSets(
    store,
    registers.flatMap(({ nodes }) => nodes),
  );
  const entities = new Map([...found.values()].map((one) => [one.root, one.state]));
  const sidesOf = new Map([...entities].map(([entity, { constraints }]) => [entity, byReference(constraints)]));
  return sides.map((side, index) => {
    const { motive, nodes } = registers[index]!;
    const others = [...new Set(nodes.map((node) => found.get(node)!.root))].filter((entity) => {
      const opposite = sidesOf.get(entity)!.get(side.reference);
      if (entity === root || opposite === undefined || entities.get(entity)!.empty) return false;
      return separates(side, opposite);
    });
    return { reference: side.reference, others: others.sort(), ...motive };
  });
}

const byReference = ({ sides }: Constraints): ReadonlyMap<string, ConstraintSide> =>
  new Map(sides.map((side) => [side.reference, side]));

/** What is stored of a constraint itself. */
interface Register {
  readonly motive: Required<Motive>;
  /** The nodes whose entities may be on a side. */
  readonly nodes: readonly string[];
}

const NO_MOTIVE: Required<Motive> = { user: '', verified: false, reason: '' };

async function readRegisters(store: Store, references: readonly string[]): Promise<Register[]> {
  const partitions = references.map(constraintPartition);
  const first = await queryMany(store, partitions);
  return Promise.all(
    first.map(async ({ items, next }, index): Promise<Register> => {
      const registered = items.map(readRegistered);
      for (let after = next; after !== undefined; ) {
        const page = await store.query(partitions[index]!, { after });
        registered.push(...page.items.map(readRegistered));
        after = page.next;
      }
      const nodes = registered.flatMap((one) => ('node' in one ? [one.node] : []));
      const motive = registered.flatMap((one) => ('motive' in one ? [one.motive] : []))[0] ?? NO_MOTIVE;
      return { motive, nodes };
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
export const registeredNodes = async (store: Store, reference: string): Promise<readonly string[]> =>
  (await readRegisters(store, [reference]))[0]!.nodes;

/** The entities that a constraint separates. */
export async function separatedEntities(store: Store, reference: string): Promise<string[]> {
  const found = await findSets(store, await registeredNodes(store, reference));
  const on = [...found.values()].filter(
    ({ state }) => !state.empty && state.constraints.sides.some((side) => side.reference === reference),
  );
  return [...new Set(on.map(({ root }) => root))];
}
