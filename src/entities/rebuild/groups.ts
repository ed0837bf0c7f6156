import { assert, present } from '../../assert.ts';
import { byNames } from '../../multimap.ts';
import type { Check, Write } from '../../store/port.ts';
import type { Context } from '../context.ts';
import { findRoots } from '../forest/find.ts';
import type { Tree } from '../forest/forest.ts';
import type { EntityLock, FencedOutcome } from '../forest/lock.ts';
import { hasRoom } from '../forest/union.ts';
import { constraintsOf } from '../items/constraints.ts';
import { countWrites, epochCheck } from '../items/counters.ts';
import { newID } from '../items/ids.ts';
import { ownersOf, ownersWrite } from '../items/index-keys.ts';
import { type Held, type Place, placeWrites } from '../items/node.ts';
import { moveOutbox, splitOutbox, unionOutbox } from '../items/outbox.ts';
import { coherentGroups, type HeldLink, reasonsOf } from '../keys/coherent-groups.ts';
import { components } from '../keys/components.ts';
import type { MemberRecord } from '../keys/record-keys.ts';
import {
  DETACH_AT_ONCE,
  KEY_OWNERS_AT_ONCE,
  type Part,
  readKeyOwnerItems,
  registerSides,
  sidesWith,
} from './entity-parts.ts';
import type { Removed } from './remove-traces.ts';

/**
 * The rebuild of a component whose records may be several entities. Below the locked root, each entity has a node that
 * leads it: the root itself, or a held node (src/entities/items/node.ts). The entities become what the records and links of
 * each connected component say (src/entities/keys/coherent-groups.ts):
 *
 * 1. Records that leave their entity move into a node of their own below it. Nothing has changed for a reader yet.
 * 2. The nodes move to their places, up to twenty in one transaction: into another entity, below the root as an entity of
 *    their own, or out of the component.
 *
 * A node that leaves the component leaves last, with all below it, so that none that is not locked ever lacks records.
 */
export interface GroupPlan {
  /** What moves into nodes of its own. */
  readonly fragments: readonly Part[];
  /** Nodes that lead the entities to be, with their records. */
  readonly groups: readonly Group[];
  /** Nodes that move to another place. */
  readonly moves: readonly Move[];
  /** The strongest link between each two entities that stay apart though some link leads from one to the other. */
  readonly heldLinks: readonly HeldLink<MemberRecord>[];
  /** Whether the root loses its last record. */
  readonly isRootEmptied: boolean;
  /** The node that will lead the entity of a node of the tree, or of a fragment. */
  readonly leaderOf: (node: string) => string;
  /** The entities that come out of that of a node: first the one that keeps its id, then its parts and what else leaves. */
  readonly entitiesFrom: (node: string) => readonly string[];
}

/** An entity to be. */
interface Group {
  readonly records: readonly MemberRecord[];
  readonly leader: string;
  /** Whether links do not connect it with the root any more. */
  readonly leaves: boolean;
}

/** A node that moves to another place. */
interface Move {
  readonly node: string;
  readonly from: Place & { readonly parent: string };
  readonly to: Place;
  /** The entity whose records it has, if it is a fragment of one. */
  readonly fragmentOf?: string;
  readonly isEmptied: boolean;
}

/** Records that belong together, before it is known which node leads them. */
interface Found {
  readonly records: readonly MemberRecord[];
  readonly component: number;
  readonly held: Held;
  /** Leading nodes of which it keeps the largest part, and fragments of others. */
  readonly nodes: { readonly node: string; readonly fragmentOf?: string }[];
}

/** The groups that the records form, by the rules in force. */
async function findGroups(
  { rules }: Pick<Context, 'rules'>,
  { pace }: EntityLock,
  records: readonly MemberRecord[],
): Promise<{ readonly found: Found[]; readonly heldLinks: HeldLink<MemberRecord>[] }> {
  const found: Found[] = [];
  const heldLinks: HeldLink<MemberRecord>[] = [];
  const { parts } = await components(records, rules, pace);
  for (const [component, part] of parts.entries()) {
    const coherent = await pace.through(coherentGroups(part, rules));
    const reasons = reasonsOf(coherent);
    for (const [index, group] of coherent.groups.entries()) {
      const held = present(reasons[index], 'every group has a reason');
      found.push({ records: group, component, held, nodes: [] });
    }
    heldLinks.push(...coherent.held);
  }
  return { found, heldLinks };
}

/** What has to move so that the entities below the locked root are what its records say. */
export async function planGroups(
  context: Pick<Context, 'rules' | 'now'>,
  lock: EntityLock,
  tree: Tree,
  records: readonly MemberRecord[],
): Promise<GroupPlan> {
  const { root, state } = lock;
  const { found, heldLinks } = await findGroups(context, lock, records);
  const groupOf = new Map(found.flatMap((group) => group.records.map((record) => [record, group] as const)));
  const leading = (node: string): string => {
    for (let at = node; ; ) {
      const place = placeOf(tree, at);
      if (at === root || place.held !== undefined) return at;
      at = present(place.parent, 'every node but the root has a parent');
    }
  };
  const byLeader = byNames(records, ({ stored }) => [leading(stored.node)]);
  const leaders = [...tree.places].flatMap(([node, { held }]) => (node === root || held !== undefined ? [node] : []));
  const fragments: Part[] = [];
  const keepers = new Map<string, Found>();
  for (const leader of leaders) {
    const parts = Map.groupBy(byLeader.get(leader) ?? [], (record) =>
      present(groupOf.get(record), 'every record is in a group'),
    );
    // Nothing stays in an entity that was empty.
    const keeper = leader === root && state.empty ? undefined : largest(parts);
    if (keeper !== undefined) {
      keepers.set(leader, keeper);
      keeper.nodes.push({ node: leader });
    }
    for (const [group, part] of parts) {
      if (group === keeper) continue;
      const node = newID(context.now());
      fragments.push({ node, records: part, below: leader });
      group.nodes.push({ node, fragmentOf: leader });
    }
  }
  const arranged = arrange(lock.root, tree, found);
  const emptied = leaders.filter((leader) => leader !== root && !keepers.has(leader));
  const moves = [
    ...arranged.moves,
    ...emptied.flatMap((node) => moveOf(tree, { node }, { parent: undefined, held: undefined }, true)),
  ];
  const leaderOf = (node: string): string => {
    const group = ofFragment.get(node) ?? keepers.get(leading(node));
    return group === undefined ? leading(node) : present(arranged.standing.get(group), 'a group has a leader').leader;
  };
  const ofFragment = new Map(found.flatMap((group) => group.nodes.map(({ node }) => [node, group] as const)));
  return {
    fragments,
    groups: found.map((group) => ({
      records: group.records,
      ...present(arranged.standing.get(group), 'a group has a leader'),
    })),
    // A node that leaves the component leaves last.
    moves: [...moves.filter(({ to }) => to.parent !== undefined), ...moves.filter(({ to }) => to.parent === undefined)],
    heldLinks,
    isRootEmptied: !keepers.has(root) && !state.empty,
    leaderOf,
    entitiesFrom: (node) => {
      const leader = tree.nodes.has(node) ? leading(node) : root;
      const parts = fragments.filter(({ below }) => below === leader).map((part) => leaderOf(part.node));
      const kept = keepers.has(leader) ? [leaderOf(leader)] : [];
      const left = moves.flatMap(({ node: one, to, isEmptied }) =>
        to.parent === undefined && !isEmptied ? [one] : [],
      );
      return [...new Set([...kept, ...parts, ...left])];
    },
  };
}

/**
 * True if nodes of the tree were read at different moments, so that one is not below the node that leads to it: only while
 * another process has broken the lock.
 */
export function isTorn({ places }: Tree, root: string): boolean {
  const above = new Set<string>([root]);
  for (const [node, { parent }] of places) {
    if (node !== root && (parent === undefined || !above.has(parent))) return true;
    above.add(node);
  }
  return false;
}

const placeOf = (tree: Tree, node: string) => present(tree.places.get(node), 'every node of a tree has a place');

/** The group with the most records; of equal ones that with the oldest record. */
function largest(parts: ReadonlyMap<Found, readonly MemberRecord[]>): Found | undefined {
  let [keeper, most] = [undefined as Found | undefined, 0];
  for (const [group, part] of parts) if (part.length > most) [keeper, most] = [group, part.length];
  return keeper;
}

/** Where the nodes of the groups belong: the oldest leads, and of each component the oldest leader is the root. */
function arrange(root: string, tree: Tree, found: readonly Found[]) {
  const moves: Move[] = [];
  const standing = new Map<Found, { readonly leader: string; readonly leaves: boolean }>();
  for (const groups of Map.groupBy(found, ({ component }) => component).values()) {
    const leaders = groups.map(({ nodes }) => oldest(nodes));
    const top = oldest(leaders);
    for (const [index, group] of groups.entries()) {
      const leader = present(leaders[index], 'every group has a leader');
      standing.set(group, { leader: leader.node, leaves: top.node !== root });
      const isTop = leader === top;
      if (leader.node !== root) {
        const place = isTop ? { parent: undefined, held: undefined } : { parent: top.node, held: group.held };
        moves.push(...moveOf(tree, leader, place, false));
      }
      for (const node of group.nodes) {
        if (node !== leader) moves.push(...moveOf(tree, node, { parent: leader.node, held: undefined }, false));
      }
    }
  }
  return { moves, standing };
}

type GroupNode = Found['nodes'][number];

/** By its id; a node that is new is younger than all that were there, whatever the clocks say. */
const oldest = (nodes: readonly GroupNode[]): GroupNode =>
  nodes.reduce((first, one) => {
    if ((one.fragmentOf === undefined) !== (first.fragmentOf === undefined))
      return one.fragmentOf === undefined ? one : first;
    return one.node < first.node ? one : first;
  });

function moveOf(tree: Tree, { node, fragmentOf }: GroupNode, to: Place, isEmptied: boolean): Move[] {
  const from = fragmentOf === undefined ? placeOf(tree, node) : { parent: fragmentOf, held: undefined };
  if (from.parent === to.parent && from.held === to.held) return [];
  assert(from.parent !== undefined, 'the locked root stays where it is');
  return [
    {
      node,
      from: { parent: from.parent, held: from.held },
      to,
      ...(fragmentOf !== undefined && { fragmentOf }),
      isEmptied,
    },
  ];
}

/**
 * Makes each entity to be an owner of the exact keys that its records have, where another one has them, too, and of those of
 * records that move or were removed: so that a search by a key finds all entities that have it.
 */
export async function pointGroupKeys(
  context: Pick<Context, 'store' | 'genericKeyRecords'>,
  lock: EntityLock,
  tree: Tree,
  plan: GroupPlan,
  removed: readonly Removed[],
): Promise<Exclude<FencedOutcome, 'refused'>> {
  const { store } = context;
  const { holders, given } = holdersOf(plan, removed);
  for (let open = [...holders.keys()]; open.length > 0; ) {
    const now = open.slice(0, KEY_OWNERS_AT_ONCE);
    const items = await readKeyOwnerItems(store, now);
    const others = new Set([...items.values()].flatMap(ownersOf).filter((owner) => !tree.nodes.has(owner)));
    // A node that an earlier rebuild left below the root may be missing in the tree that was read.
    const roots = await findRoots(store, others);
    const writes = [...items].flatMap(([hash, item]) => {
      const before = ownersOf(item);
      if (before.length === 0 && !given.has(hash)) return [];
      const elsewhere = before.filter((owner) => !tree.nodes.has(owner) && roots.get(owner) !== lock.root);
      const open = new Set(
        [...present(holders.get(hash), 'holders are known of each key')].slice(0, context.genericKeyRecords),
      );
      const kept = before.filter((owner) => tree.nodes.has(owner) && open.delete(plan.leaderOf(owner)));
      return ownersWrite(hash, before, [...elsewhere, ...kept, ...open]) ?? [];
    });
    const outcome = writes.length === 0 ? 'applied' : await lock.write(writes);
    if (outcome === 'lock lost') return outcome;
    // An owner changed after it was read: read these again.
    open = [...open.slice(now.length), ...(outcome === 'applied' ? [] : now)];
  }
  return 'applied';
}

/** By exact key, the leaders of the entities to be that have it; and the keys that the rules give. */
function holdersOf({ groups, fragments }: GroupPlan, removed: readonly Removed[]) {
  const all = groups.flatMap(({ records, leader, leaves }) => records.map((record) => ({ record, leader, leaves })));
  const holders = new Map<string, Set<string>>(removed.flatMap(({ exact }) => exact.map((hash) => [hash, new Set()])));
  // Where nodes leave, they take owners of keys along that records have which stay.
  const moving = all.some(({ leaves }) => leaves)
    ? all.map(({ record }) => record)
    : fragments.flatMap(({ records }) => records);
  const sure = new Set([...holders.keys(), ...moving.flatMap(({ written }) => written.exact)]);
  for (const { record, leader } of all) {
    for (const hash of record.written.exact) holders.set(hash, (holders.get(hash) ?? new Set()).add(leader));
  }
  for (const [hash, leaders] of holders) if (leaders.size < 2 && !sure.has(hash)) holders.delete(hash);
  return { holders, given: new Set(all.flatMap(({ record }) => record.given.map(({ hash }) => hash))) };
}

/** What is written when nodes move to their places. */
export interface Placement {
  /** Reference of a constraint that is to separate the components. */
  readonly constraint?: string | undefined;
  readonly leaves: boolean;
  readonly release: boolean;
}

/** Moves the nodes to their places, and releases the lock if that is asked for. */
export async function placeGroups(
  context: Context,
  lock: EntityLock,
  { moves, isRootEmptied }: GroupPlan,
  { constraint, leaves, release }: Placement,
): Promise<FencedOutcome> {
  const { root, state } = lock;
  const tops = moves.filter(({ to, isEmptied }) => to.parent === undefined && !isEmptied).map(({ node }) => node);
  const separating = tops.length > 0 && hasRoom(lock, context.mostBans) ? constraint : undefined;
  const sidesOf = (node: string) => sidesWith(state.constraints.sides, separating, node);
  const constraintsText = (node: string): string =>
    separating === undefined ? state.constraints.text : constraintsOf(sidesOf(node)).text;
  const registered = tops.length === 0 ? 'applied' : await registerSides(lock, [root, ...tops], sidesOf);
  if (registered !== 'applied') return registered;
  const change = {
    leaves: leaves || tops.length > 0 || isRootEmptied,
    constraints: tops.length > 0 ? constraintsText(root) : '',
  };
  for (let start = 0; start < moves.length || start === 0; start += DETACH_AT_ONCE) {
    const now = moves.slice(start, start + DETACH_AT_ONCE);
    const isLast = start + DETACH_AT_ONCE >= moves.length;
    const empty = isLast && isRootEmptied;
    const writes = moveWrites(context, root, now, empty, constraintsText);
    const outcome = await lock.write(writes, { ...change, empty, release: release && isLast });
    // A node is not where it was: another process has worked on the component.
    if (outcome !== 'applied') return 'lock lost';
  }
  const parted = moves.filter(({ fragmentOf, to }) => fragmentOf !== undefined && leads(to)).length;
  if (parted > 0) context.observer.split(parted);
  for (const { fragmentOf, to } of moves) if (fragmentOf === undefined && !leads(to)) context.observer.merged();
  return 'applied';
}

/** The writes of one transaction, with the count of entities and what events need. */
function moveWrites(
  context: Context,
  root: string,
  moves: readonly Move[],
  isRootEmptied: boolean,
  constraintsText: (node: string) => string,
): (Write | Check)[] {
  const { epoch } = context;
  const entities = moves.reduce((sum, move) => sum + entitiesBy(move), 0) - (isRootEmptied ? 1 : 0);
  return [
    ...moves.flatMap(({ node, from, to, fragmentOf, isEmptied }) =>
      placeWrites(node, from, {
        ...to,
        now: context.now(),
        constraints: isEmptied ? '' : constraintsText(node),
        empty: isEmptied,
        unnamed: fragmentOf !== undefined,
      }),
    ),
    ...(entities === 0 && moves.length > 0 ? [epochCheck(root, epoch)] : []),
    ...countWrites(root, { records: 0, entities }, epoch),
    ...moves.flatMap((move) => outboxOf(context, move)),
  ];
}

const leads = ({ parent, held }: Place): boolean => parent === undefined || held !== undefined;

/** By how much a move changes the number of entities. */
const entitiesBy = ({ fragmentOf, to, isEmptied }: Move): number =>
  (leads(to) && !isEmptied ? 1 : 0) - (fragmentOf === undefined ? 1 : 0);

function outboxOf({ cause }: Context, { node, fragmentOf, to }: Move): (Write | Check)[] {
  if (leads(to)) return fragmentOf === undefined ? [] : splitOutbox(cause, fragmentOf, [node]);
  const into = present(to.parent, 'a part of an entity has a parent');
  return fragmentOf === undefined ? unionOutbox(cause, into, node) : moveOutbox(cause, node, [fragmentOf, into]);
}
