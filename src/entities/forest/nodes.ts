import { RetryableError } from '../../errors.ts';
import type { Condition, Item, Store, Write } from '../../store/port.ts';
import type { Cause } from '../context.ts';
import type { Deadline } from '../deadline.ts';
import { countWrites } from '../items/counters.ts';
import { childItem, nodeKey } from '../items/layout.ts';
import { unionOutbox } from '../items/outbox.ts';
import type { Observer } from '../observer.ts';
import { type Constraints, mergeConstraints, readConstraints, separated } from './constraints.ts';

/**
 * Nodes form trees by their parent pointers; the root's id is the entity's id. A parent is always older (its id is
 * smaller), so that pointers descend, no cycle can form, and the oldest entity keeps its id.
 */

/** What a node's node says. */
export interface NodeState {
  readonly parent: string | undefined;
  /** How often something left the entities that this node was the root of. */
  readonly version: number;
  /** Token of the rebuild that works on the entity. */
  readonly lock: string | undefined;
  /** Grows with every write of the lock's holder. */
  readonly heartbeat: number;
  readonly constraints: Constraints;
  /** The last record left; nothing is ever linked with this entity again. */
  readonly empty: boolean;
  /** A part that a rebuild is making: it may yet leave its parent. */
  readonly unnamed: boolean;
}

/** Where a node stands. */
export interface FindResult {
  readonly root: string;
  readonly state: NodeState;
  /** Nothing ever left any of the entities that the node belonged to, so that evidence about it cannot be stale. */
  readonly untouched: boolean;
}

export function readNode(item: Item | undefined): NodeState {
  return {
    parent: item?.['p'] as string | undefined,
    version: (item?.['v'] as number | undefined) ?? 0,
    lock: item?.['x'] as string | undefined,
    heartbeat: (item?.['y'] as number | undefined) ?? 0,
    constraints: readConstraints(item?.['b'] as string | undefined),
    empty: item?.['z'] !== undefined,
    unnamed: item?.['t'] !== undefined,
  };
}

/** What is said of a node without a node: a root that nothing ever happened to. */
export const NO_NODE: NodeState = readNode(undefined);

/** Whether a node that is read again shows that nobody took anything out of the node's entity, or began to. */
export const hasSameHeartbeat = ({ heartbeat, version }: NodeState, item: Item | undefined): boolean =>
  ((item?.['y'] as number | undefined) ?? 0) === heartbeat && ((item?.['v'] as number | undefined) ?? 0) === version;

/** Whether nothing left or entered a constraint between two looks at a root, and nobody works on it. */
export const isSame = (a: NodeState, b: NodeState): boolean =>
  a.version === b.version && a.constraints.text === b.constraints.text && a.lock === undefined && b.lock === undefined;

/** The roots of nodes, by strongly consistent reads. */
export async function findRoots(store: Store, nodes: Iterable<string>): Promise<Map<string, string>> {
  return new Map([...(await findSets(store, nodes))].map(([node, { root }]) => [node, root]));
}

/** Where nodes stand, by strongly consistent reads: one round of reads for each level of the deepest tree. */
export async function findSets(store: Store, nodes: Iterable<string>): Promise<Map<string, FindResult>> {
  const wanted = new Set(nodes);
  const states = new Map<string, NodeState>();
  let open = [...wanted];
  while (open.length > 0) {
    const nodes = await store.getMany(open.map(nodeKey));
    const next = new Set<string>();
    nodes.forEach((node, index) => {
      states.set(open[index]!, readNode(node));
    });
    for (const node of open) {
      const { parent } = states.get(node)!;
      if (parent !== undefined && !states.has(parent)) next.add(parent);
    }
    open = [...next];
  }
  const findResults = new Map<string, FindResult>();
  const long: Chain[] = [];
  for (const node of wanted) {
    let root = node;
    let steps = 0;
    let state = states.get(root)!;
    let untouched = state.version === 0;
    const wasUntouched = untouched;
    let lasting = true;
    for (; state.parent !== undefined; state = states.get(root)!) {
      lasting &&= !state.unnamed;
      root = state.parent;
      untouched &&= states.get(root)!.version === 0;
      steps += 1;
    }
    const touched = wasUntouched && !untouched;
    untouched &&= state.lock === undefined && state.constraints.text === '' && !state.empty;
    findResults.set(node, { root, state, untouched });
    if (steps > 1 && lasting) long.push({ node, old: states.get(node)!.parent!, root, touched });
  }
  if (long.length > 0) await shorten(store, long);
  return findResults;
}

interface Chain {
  readonly node: string;
  readonly old: string;
  readonly root: string;
  /** Something left an entity on the way, and the node itself does not say so yet. */
  readonly touched: boolean;
}

/**
 * Points the far end of a long chain at its root, so that the next reader needs one step. The versions that are passed over
 * go into the node's own: else evidence that is older than what left would seem to stand.
 */
async function shorten(store: Store, chains: readonly Chain[]) {
  const shortened = store.write(
    chains.map(({ node, old, root, touched }) => ({
      update: nodeKey(node),
      set: { p: root, ...(touched ? { v: 1 } : {}) },
      if: [{ attribute: 'p', equals: old }],
    })),
  );
  await shortened.catch((error: unknown) => {
    if (!(error instanceof RetryableError)) throw error;
  });
}

/** Holds while the root is as it was seen: a root, nobody's work, and nothing left it. */
export function unchangedRoot({ version, constraints }: NodeState): Condition {
  return [
    { attribute: 'p', absent: true },
    { attribute: 'x', absent: true },
    version === 0 ? { attribute: 'v', absent: true } : { attribute: 'v', equals: version },
    constraints.text === '' ? { attribute: 'b', absent: true } : { attribute: 'b', equals: constraints.text },
  ];
}

export interface RootSeen {
  readonly root: string;
  readonly state: NodeState;
}

/** What a union works with. */
export interface Joining {
  readonly store: Store;
  readonly observer: Observer;
  /** Where changes of entities are noted. */
  readonly cause?: Cause;
}

/**
 * Makes one entity of two roots in one transaction that fails when either is not as it was seen. Answers whether it
 * did. The caller has seen that no constraint stands between them.
 */
export async function joinRoots(
  { store, observer, cause }: Joining,
  operation: string,
  a: RootSeen,
  b: RootSeen,
): Promise<boolean> {
  const [parent, child] = a.root < b.root ? [a, b] : [b, a];
  const constraints = mergeConstraints(parent.state.constraints, child.state.constraints);
  // A parent that takes over constraints is written, so that whoever saw it without them fails.
  const parentWrite: Write | { check: ReturnType<typeof nodeKey>; if: Condition } =
    constraints.text === parent.state.constraints.text
      ? { check: nodeKey(parent.root), if: unchangedRoot(parent.state) }
      : { update: nodeKey(parent.root), set: { b: constraints.text }, if: unchangedRoot(parent.state) };
  const { applied } = await store.transact([
    { update: nodeKey(child.root), set: { p: parent.root }, if: unchangedRoot(child.state) },
    parentWrite,
    { put: childItem(parent.root, child.root) },
    ...countWrites(operation, { records: 0, entities: -1 }),
    ...unionOutbox(cause, parent.root, child.root),
  ]);
  if (applied) observer.merged();
  return applied;
}

/**
 * Makes one entity of that of a node and those that hold its records' evidence, as long as nothing ever left any of
 * them: then evidence never expires, and it is enough that both are roots. Answers the entity's id; undefined when one
 * of them was rebuilt, so that the evidence must be looked at again.
 *
 * Every union is one of the node's own entity, never of two others: whoever stops half way leaves nothing together
 * that only these records hold together, without them.
 */
export async function unite(
  joining: Joining,
  operation: string,
  own: string,
  evidence: Iterable<string>,
  deadline: Deadline,
): Promise<string | undefined> {
  const nodes = [...new Set([own, ...evidence])];
  for (;;) {
    const findResults = await findSets(joining.store, nodes);
    let mine: RootSeen = findResults.get(own)!;
    const others = new Map<string, RootSeen>();
    for (const standing of findResults.values()) {
      if (!standing.untouched) return undefined;
      if (standing.root !== mine.root) others.set(standing.root, standing);
    }
    if (others.size === 0) return mine.root;
    for (const other of others.values()) {
      deadline.check();
      if (!(await joinRoots(joining, operation, mine, other))) break;
      if (other.root < mine.root) mine = other;
    }
  }
}

/** Whether a constraint keeps the two entities apart. */
export const cannotLink = (a: RootSeen, b: RootSeen): boolean => separated(a.state.constraints, b.state.constraints);
