import { present } from '../../assert.ts';
import type { Check, Clause, Condition, Delete, Item, Key, Put, Update, Write } from '../../store/port.ts';
import { type Constraints, readConstraints } from './constraints.ts';

/**
 * A union-find node holds records that were stored together or joined one another; an entity is a tree of nodes. The
 * parent pointers form the tree, and the root's id is the entity's id.
 *
 * With entity rules, the tree below a root is a connected component, and may be several entities. A node whose link to its
 * parent is held leads an entity of its own: no support joins it with the rest.
 *
 * | item   | pk    | sk     | attributes |
 * |--------|-------|--------|------------|
 * | node   | `E#n` | `#`    | `p` parent node; no item, or no `p`: a root. `v` version, `x` lock, `y` heartbeat of the lock, `b` cannot-link constraints, `z` holds nothing any more, `t` not yet an entity of its own, `h` held: why it leads an entity of its own below its parent, `m` when it merged, in milliseconds since 1970, `l` the last part that a rebuild made below it |
 * | member | `E#n` | `R#id` | – ; the record may be in the node, as its own item decides |
 * | child  | `E#n` | `C#m`  | – ; node m was merged into n |
 * | held child | `E#n` | `H#m` | – ; node m is linked with n, and leads an entity of its own |
 * | end    | `E#n` | `~`    | `l` as in the node; the last item of its partition, absent before the first part |
 */
const SELF = '#';
/** Before the sort key of every member of a node. */
export const MEMBERS = 'R#';
const CHILD = 'C#';
const HELD = 'H#';
/** Behind the sort key of every other item of a node. */
const END = '~';

/** Before the partition key of every node. */
export const NODES = 'E#';
export const nodePartition = (node: string): string => NODES + node;
export const nodeKey = (node: string): Key => ({ pk: nodePartition(node), sk: SELF });
export const isNodeItem = ({ sk }: Key): boolean => sk === SELF;
export const memberKey = (node: string, recordID: string): Key => ({ pk: nodePartition(node), sk: MEMBERS + recordID });
/** The item of a member, its attributes as JSON. */
export const memberText = (recordID: string) => ({ sk: MEMBERS + recordID, text: '{}' });
/** The items of a node that leads an entity of its own below another one, and of that one's child. */
export const heldText = (parent: string, held: Held) => ({ sk: SELF, text: `{"p":"${parent}","h":"${held}"}` });
export const heldChildText = (child: string) => ({ sk: HELD + child, text: '{}' });
export const memberWrite = (node: string, recordID: string): Put => ({ put: { ...memberKey(node, recordID) } });
const childKey = (parent: string, child: string, isHeld: boolean): Key => ({
  pk: nodePartition(parent),
  sk: (isHeld ? HELD : CHILD) + child,
});
export const childWrite = (parent: string, child: string, isHeld = false): Put => ({
  put: { ...childKey(parent, child, isHeld) },
});
export const childDelete = (parent: string, child: string, isHeld = false): Delete => ({
  delete: childKey(parent, child, isHeld),
});

/** Why a node leads an entity of its own below its parent: it is not judged yet, or what kept it apart from the rest. */
export type Held = 'undecided' | 'evidence' | 'source' | 'chain';

export interface NodeState {
  readonly parent: string | undefined;
  /** How often a record left the entities that this node was the root of. */
  readonly version: number;
  /** Token of the rebuild that works on the entity. */
  readonly lock: string | undefined;
  /** Grows with every write of the lock's holder. */
  readonly heartbeat: number;
  readonly constraints: Constraints;
  /** True if the last record left; nothing is ever linked with this entity again. */
  readonly empty: boolean;
  /** True for a part that a rebuild is making: it may yet leave its parent. */
  readonly unnamed: boolean;
  /** Why it leads an entity of its own below its parent; undefined of a root, and of a node that is part of its parent's entity. */
  readonly held: Held | undefined;
  /** The last part that a rebuild made below it. */
  readonly part: string | undefined;
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
    held: item?.['h'] as Held | undefined,
    part: item?.['l'] as string | undefined,
  };
}

/** A node without an item: a root that nothing ever left. */
export const NO_NODE: NodeState = readNode(undefined);

/**
 * True if no rebuild took a record out of the node's entity, or began to, since `state` was read. The heartbeat is that of a
 * root; of a held node, the last part that was made below it tells.
 */
export const hasSameHeartbeat = ({ heartbeat, version, part }: NodeState, item: Item | undefined): boolean =>
  ((item?.['y'] as number | undefined) ?? 0) === heartbeat &&
  ((item?.['v'] as number | undefined) ?? 0) === version &&
  item?.['l'] === part;

/** The content of a node, as far as pages of its partition show it. */
export interface NodeContent {
  parent?: string;
  /** True for a part of a rebuild that did not make it an entity of its own. */
  unnamed?: boolean;
  held?: Held;
  /** The last part that a rebuild made below it, as the first and the last item of the partition show it. */
  partAtStart?: string;
  partAtEnd?: string;
  readonly members: string[];
  readonly children: string[];
  /** Children that lead entities of their own. */
  readonly heldChildren: string[];
}

export const noContent = (): NodeContent => ({ members: [], children: [], heldChildren: [] });

export function addToNode(content: NodeContent, item: Item): void {
  if (item.sk.startsWith(MEMBERS)) content.members.push(item.sk.slice(MEMBERS.length));
  else if (item.sk.startsWith(CHILD)) content.children.push(item.sk.slice(CHILD.length));
  else if (item.sk.startsWith(HELD)) content.heldChildren.push(item.sk.slice(HELD.length));
  else if (item.sk === SELF) {
    if (item['h'] !== undefined) content.held = item['h'] as Held;
    if (item['p'] !== undefined) content.parent = item['p'] as string;
    if (item['t'] !== undefined) content.unnamed = true;
    if (item['l'] !== undefined) content.partAtStart = item['l'] as string;
  } else if (item.sk === END) content.partAtEnd = item['l'] as string;
}

/**
 * True if no rebuild made a part below the node between the first and the last item of one page that has them all.
 *
 * Each part is noted in both items, before a record moves to it. A page reads its items in order. So if it lacks a
 * record that moved, and the part too, then the part was made after its first item was read and before its last one.
 */
export const isOneMoment = ({ partAtStart, partAtEnd }: NodeContent): boolean => partAtStart === partAtEnd;

/** The attributes that {@link leadsAt} reads. */
export const LEADING_ATTRIBUTES = ['p', 'm', 'h'] as const;

/**
 * True if a node leads an entity, or merged into another entity after a moment. Parts that a rebuild is making
 * do neither.
 *
 * @param first the first item of the node's partition
 */
export const leadsAt = (first: Item, moment: number): boolean =>
  isRootAt(first) || first['h'] !== undefined || ((first['m'] as number | undefined) ?? 0) > moment;

/**
 * True if a node is a root: it has no parent.
 *
 * @param first the first item of the node's partition
 */
export const isRootAt = (first: Item): boolean => !isNodeItem(first) || first['p'] === undefined;

/** The node of an item in its partition. */
export const nodeOfItem = ({ pk }: Key): string => pk.slice(NODES.length);

const IS_ROOT: Clause = { attribute: 'p', absent: true };
const IS_UNLOCKED: Clause = { attribute: 'x', absent: true };
const holdsLock = (token: string): Clause => ({ attribute: 'x', equals: token });
const hasConstraints = (text: string): Clause =>
  text === '' ? { attribute: 'b', absent: true } : { attribute: 'b', equals: text };

/** True while the node is an unlocked root that no record left since it was read. */
const unchangedRoot = ({ version, constraints }: NodeState): Condition => [
  IS_ROOT,
  IS_UNLOCKED,
  version === 0 ? { attribute: 'v', absent: true } : { attribute: 'v', equals: version },
  hasConstraints(constraints.text),
];

/** Refuses a transaction when the root changed since it was read. */
export const rootCheck = (root: string, state: NodeState): Check => ({
  check: nodeKey(root),
  if: unchangedRoot(state),
});

/** Merges a root into a parent. The time tells a list of entities that the root led one when the list began. */
export const mergeWrite = (
  root: string,
  state: NodeState,
  parent: string,
  { now, held }: { readonly now: number; readonly held?: Held | undefined },
): Update => ({
  update: nodeKey(root),
  set: held === undefined ? { p: parent, m: now } : { p: parent, h: held },
  if: unchangedRoot(state),
});

/** Replaces the constraints of a root that is otherwise unchanged. */
export const constraintsWrite = (root: string, state: NodeState, constraints: Constraints): Update => ({
  update: nodeKey(root),
  set: { b: constraints.text },
  if: unchangedRoot(state),
});

/** The same, whether or not records left the root since it was read. */
export const liftWrite = (root: string, state: NodeState, constraints: Constraints): Update => ({
  update: nodeKey(root),
  set: { b: constraints.text },
  if: [IS_ROOT, IS_UNLOCKED, hasConstraints(state.constraints.text)],
});

/**
 * Points a node directly at its root.
 *
 * @param touched whether a record left an entity on the way, which the node must then say itself
 */
export const shortenWrite = (node: string, parent: string, root: string, touched: boolean): Update => ({
  update: nodeKey(node),
  set: { p: root, ...(touched ? { v: 1 } : {}) },
  if: [{ attribute: 'p', equals: parent }],
});

/** Refuses a transaction if the root was merged, or its constraints changed, since it was read. */
export const constraintsCheck = (root: string, { constraints }: NodeState): Check => ({
  check: nodeKey(root),
  if: [IS_ROOT, hasConstraints(constraints.text)],
});

/** Removes or replaces the constraints of a root, whether or not records left it since it was read. */
export const unconstrainWrite = (root: string, state: NodeState, constraints: Constraints): Update => ({
  ...(constraints.text === ''
    ? { update: nodeKey(root), remove: ['b'] }
    : { update: nodeKey(root), set: { b: constraints.text } }),
  if: [IS_ROOT, IS_UNLOCKED, hasConstraints(state.constraints.text)],
});

export const lockWrite = (root: string, token: string): Update => ({
  update: nodeKey(root),
  set: { x: token },
  if: [IS_ROOT, IS_UNLOCKED],
});

/** Breaks a lock whose holder gave no sign of life since `state` was read. */
export const breakLockWrite = (root: string, { lock, heartbeat }: NodeState): Update => ({
  update: nodeKey(root),
  remove: ['x'],
  add: { v: 1, y: 1 },
  if: [
    holdsLock(present(lock, 'a lock that is broken is held')),
    heartbeat === 0 ? { attribute: 'y', absent: true } : { attribute: 'y', equals: heartbeat },
  ],
});

/** What a write does to the locked root itself. */
export interface RootChange {
  /** True if a record left the entity: neighbours read before are stale. */
  readonly leaves?: boolean;
  /** The constraints from now on, as text; unchanged when empty. */
  readonly constraints?: string;
  readonly empty?: boolean;
  readonly release?: boolean;
  /** The part that {@link partWrites} make below the root. */
  readonly part?: string;
}

/** The write of the lock's holder to the locked root. Refused when the lock was broken. */
export function lockedRootWrite(
  root: string,
  token: string,
  { leaves, constraints = '', empty, release, part }: RootChange,
): Update {
  const set = {
    ...(constraints === '' ? {} : { b: constraints }),
    ...(empty ? { z: 1 } : {}),
    ...(part === undefined ? {} : { l: part }),
  };
  return {
    update: nodeKey(root),
    ...(Object.keys(set).length === 0 ? {} : { set }),
    add: { y: 1, ...(leaves ? { v: 1 } : {}) },
    ...(release ? { remove: ['x'] } : {}),
    if: [holdsLock(token)],
  };
}

/**
 * A part that a rebuild makes: below the root, and not an entity of its own until {@link detachWrite}. They go together
 * with the write of {@link lockedRootWrite} that notes the part.
 */
export const partWrites = (node: string, root: string): Put[] => [
  { put: { ...nodeKey(node), p: root, v: 1, t: 1 } },
  childWrite(root, node),
  { put: { pk: nodePartition(root), sk: END, l: node } },
];

/** Notes the part in the node that it is below, where that is not the locked root. */
export const partNote = (node: string, part: string): Update => ({ update: nodeKey(node), set: { l: part } });

/** Where a node stands in the tree of its component. */
export interface Place {
  /** Undefined of the root of a component. */
  readonly parent: string | undefined;
  /** Undefined of a root, and of a node that is part of its parent's entity. */
  readonly held: Held | undefined;
}

/** What becomes of a node that moves to another place; only the holder of the lock of its component writes it. */
export interface Placing extends Place {
  readonly now: number;
  /** Constraints of a new root, as text. */
  readonly constraints: string;
  /** True if its entity lost its last record. */
  readonly empty: boolean;
  /** True if it was no entity of its own yet, and becomes none. */
  readonly unnamed: boolean;
}

/** Moves a node to another place in the tree, or out of it. */
export function placeWrites(
  node: string,
  from: Place & { readonly parent: string },
  { parent, held, now, constraints, empty, unnamed }: Placing,
): Write[] {
  const leads = parent === undefined || held !== undefined;
  const set = {
    ...(parent === undefined ? {} : { p: parent }),
    ...(held === undefined ? {} : { h: held }),
    // A list of entities that began before has to list it once more.
    ...(leads || unnamed ? {} : { m: now }),
    ...(parent === undefined && constraints !== '' ? { b: constraints } : {}),
    ...(empty ? { z: 1 } : {}),
  };
  const remove = [
    ...(parent === undefined ? ['p', ...(constraints === '' ? ['b'] : [])] : []),
    ...(held === undefined ? ['h'] : []),
    ...(leads ? ['t'] : []),
  ];
  const update: Update = {
    update: nodeKey(node),
    ...(Object.keys(set).length === 0 ? {} : { set }),
    ...(remove.length === 0 ? {} : { remove }),
    // What was read of a node that leaves its component is stale.
    ...(parent === undefined ? { add: { v: 1 } } : {}),
    if: [{ attribute: 'p', equals: from.parent }],
  };
  const isSamePlace = parent === from.parent && (held === undefined) === (from.held === undefined);
  return [
    update,
    ...(isSamePlace ? [] : [childDelete(from.parent, node, from.held !== undefined)]),
    ...(isSamePlace || parent === undefined ? [] : [childWrite(parent, node, held !== undefined)]),
  ];
}

/** Makes a part an entity of its own, with these constraints. */
export const detachWrite = (node: string, root: string, constraints: string): Update => ({
  update: nodeKey(node),
  remove: ['p', 't'],
  ...(constraints === '' ? {} : { set: { b: constraints } }),
  if: [{ attribute: 'p', equals: root }],
});
