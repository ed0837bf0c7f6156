import { assert, present } from '../../assert.ts';
import { RetryableError } from '../../errors.ts';
import type { Store } from '../../store/port.ts';
import { type NodeState, nodeKey, readNode, shortenWrite } from '../items/node.ts';

/**
 * The find operation of union-find over stored nodes. A parent is always older than its child (its id is smaller), so
 * pointers descend, no cycle can form, and the oldest entity keeps its id.
 */

/** A root and its state when it was read. */
export interface RootSeen {
  readonly root: string;
  readonly state: NodeState;
}

export interface FindResult extends RootSeen {
  /** The node that leads the entity: the root, or a held node below it. */
  readonly entity: string;
  /** True if no record ever left any entity that the node belonged to, so that neighbours read in it cannot be stale. */
  readonly untouched: boolean;
}

/** Finds the roots of nodes with strongly consistent reads. */
export async function findRoots(store: Store, nodes: Iterable<string>): Promise<Map<string, string>> {
  return new Map([...(await findSets(store, nodes))].map(([node, { root }]) => [node, root]));
}

/** Finds the entities of nodes: those of their roots, or held ones below these. */
export async function findEntities(store: Store, nodes: Iterable<string>): Promise<Map<string, string>> {
  return new Map([...(await findSets(store, nodes))].map(([node, { entity }]) => [node, entity]));
}

/** Finds the sets of nodes with strongly consistent reads: one round trip for each level of the deepest tree. */
export async function findSets(store: Store, nodes: Iterable<string>): Promise<Map<string, FindResult>> {
  const wanted = new Set(nodes);
  const states = await readUpwards(store, wanted);
  const found = new Map<string, FindResult>();
  const long: Path[] = [];
  for (const node of wanted) {
    const path = pathFrom(node, states);
    const state = stateOf(states, path.root);
    const isStable = state.lock === undefined && state.constraints.text === '' && !state.empty;
    found.set(node, { root: path.root, entity: path.entity, state, untouched: path.untouched && isStable });
    if (path.length > 1 && path.isLasting) long.push(path);
  }
  if (long.length > 0) await shorten(store, long);
  return found;
}

/** What was found of a node. */
export const foundOf = <Found>(found: ReadonlyMap<string, Found>, node: string): Found =>
  present(found.get(node), 'every node that is asked for was read');

/** Reads the nodes and everything above them. */
async function readUpwards(store: Store, nodes: ReadonlySet<string>): Promise<ReadonlyMap<string, NodeState>> {
  const states = new Map<string, NodeState>();
  for (let level = [...nodes]; level.length > 0; ) {
    const items = await store.getMany(level.map(nodeKey));
    const parents = new Set<string>();
    for (const [index, node] of level.entries()) states.set(node, readNode(items[index]));
    for (const node of level) {
      const { parent } = stateOf(states, node);
      if (parent !== undefined && !states.has(parent)) parents.add(parent);
    }
    level = [...parents];
  }
  return states;
}

const stateOf = (states: ReadonlyMap<string, NodeState>, node: string): NodeState =>
  present(states.get(node), 'a node was read with all nodes above it');

/** The parent pointers from a node to its root. */
interface Path {
  readonly node: string;
  readonly parent: string | undefined;
  readonly root: string;
  /** The first node on the way that leads an entity. */
  readonly entity: string;
  /** Of the way to it. */
  readonly length: number;
  /** False if a rebuild may yet take one of the nodes out of its parent. */
  readonly isLasting: boolean;
  readonly untouched: boolean;
  /** True if a record left an entity on the way, and the node itself does not say so yet. */
  readonly touchedAbove: boolean;
}

function pathFrom(node: string, states: ReadonlyMap<string, NodeState>): Path {
  const { version, parent } = stateOf(states, node);
  let root = node;
  let entity: string | undefined;
  let [length, steps] = [0, 0];
  let isLasting = true;
  let untouched = version === 0;
  for (let state = stateOf(states, node); state.parent !== undefined; state = stateOf(states, root)) {
    if (state.held !== undefined) entity ??= root;
    isLasting &&= !state.unnamed;
    root = state.parent;
    untouched &&= stateOf(states, root).version === 0;
    if (entity === undefined) length += 1;
    steps += 1;
    assert(steps <= states.size, 'the pointers of nodes to their parents have no cycle');
  }
  const touchedAbove = version === 0 && !untouched;
  return { node, parent, root, entity: entity ?? root, length, isLasting, untouched, touchedAbove };
}

/**
 * Points the far end of a long path at the node that leads its entity, so that the next reader needs one step. If a record left an entity on
 * the way, the node's own version says so from now on: otherwise stale neighbours would seem valid.
 */
async function shorten(store: Store, paths: readonly Path[]): Promise<void> {
  try {
    await store.write(
      paths.map(({ node, parent, entity, touchedAbove }) =>
        shortenWrite(node, present(parent, 'a long path begins below a parent'), entity, touchedAbove),
      ),
    );
  } catch (error) {
    if (!(error instanceof RetryableError)) throw error;
  }
}
