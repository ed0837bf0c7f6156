import { assert, present } from '../../assert.ts';
import type { CompiledRuleConfig } from '../../rules/types.ts';
import type { Check, Item, Store, Write } from '../../store/port.ts';
import type { Context } from '../context.ts';
import { findRoots } from '../forest/find.ts';
import type { Tree } from '../forest/forest.ts';
import type { EntityLock, FencedOutcome } from '../forest/lock.ts';
import { hasRoom } from '../forest/union.ts';
import { type ConstraintSide, constraintsOf, registerNodeWrite } from '../items/constraints.ts';
import { countWrites } from '../items/counters.ts';
import { newID } from '../items/ids.ts';
import { keyOwnerKey, movePostingWrite, ownersOf, ownersWrite } from '../items/index-keys.ts';
import { childDelete, detachWrite, memberKey, memberWrite, partNote, partWrites } from '../items/node.ts';
import { splitOutbox } from '../items/outbox.ts';
import { moveWrite } from '../items/record.ts';
import { components, type JudgedLinks, partByPart } from '../keys/components.ts';
import type { MemberRecord } from '../keys/record-keys.ts';
import type { Pace } from '../pace.ts';
import { byAge } from './contents.ts';
import type { PreparedParts } from './large-entities.ts';
import type { Removed } from './remove-traces.ts';
import { writeInBatches } from './remove-traces.ts';

/** Three writes each, besides the lock. */
const MOVE_AT_ONCE = 30;
/** One write each, besides the lock. */
const REGISTERED_AT_ONCE = 90;
/** Three writes each, besides the lock, the counter and the outbox entry. */
export const DETACH_AT_ONCE = 20;

/** A part of the entity and the node it moves to; the part that stays has the root's. */
export interface Part {
  readonly node: string;
  readonly records: readonly MemberRecord[];
  /** The node that leads the entity which the records are in, if that is not the root. */
  readonly below?: string;
}

export interface Parts {
  /** The largest part, of equal ones that with the oldest record; undefined if nothing stays. */
  readonly kept: Part | undefined;
  readonly leaving: readonly Part[];
  /** False if what is kept is still to be judged: of a large entity, the parts leave as they are found. */
  readonly isWhole: boolean;
}

/** What was judged before the entity was locked. */
interface KnownBefore {
  readonly prepared: PreparedParts | undefined;
  readonly judged: JudgedLinks;
}

/** The parts into which the records fall, as far as they were found. Nothing stays in an entity that was empty. */
export async function partsOf(
  { rules, now }: Context,
  { root, state, pace }: EntityLock,
  before: KnownBefore,
  records: readonly MemberRecord[],
): Promise<Parts> {
  const { parts, rest } = await foundParts(rules, state.empty, before, records, pace);
  let largest: MemberRecord[] | undefined;
  if (!state.empty) {
    for (const part of parts) if (largest === undefined || part.length > largest.length) largest = part;
  }
  const kept = rest.length === 0 ? largest : [...(largest ?? []), ...rest].sort(byAge);
  const placed = parts.reduce((sum, part) => sum + part.length, rest.length);
  assert(placed === records.length, 'every record of an entity is in one of its parts');
  return {
    kept: kept && { node: root, records: kept },
    leaving: parts.filter((part) => part !== largest).map((part) => ({ node: newID(now()), records: part })),
    isWhole: rest.length === 0,
  };
}

async function foundParts(
  rules: CompiledRuleConfig,
  isEmpty: boolean,
  { prepared, judged }: KnownBefore,
  records: readonly MemberRecord[],
  pace: Pace,
): Promise<{ readonly parts: readonly MemberRecord[][]; readonly rest: readonly MemberRecord[] }> {
  // From an entity that was empty everything leaves at once.
  if (prepared === undefined || (isEmpty && !prepared.isWhole)) {
    return { parts: (await components(records, rules, pace, judged)).parts, rest: [] };
  }
  const { parts, others } = await prepared.intact(records, rules, pace);
  if (!prepared.isWhole) return { parts, rest: others };
  const changed = await partByPart(others, rules, pace, judged, () => false);
  return { parts: [...parts, ...changed.parts].sort(byOldest), rest: [] };
}

const oldestOf = ([oldest]: readonly MemberRecord[]): MemberRecord => present(oldest, 'a part has records');
const byOldest = (a: readonly MemberRecord[], b: readonly MemberRecord[]): number => byAge(oldestOf(a), oldestOf(b));

/**
 * Moves each part into a node of its own below the same root. Nothing has changed for a reader yet, and a crash leaves
 * an entity that is as good as before. `refused` if a record changed since the parts were computed.
 */
export async function moveParts(
  { store }: Context,
  lock: EntityLock,
  leaving: readonly Part[],
): Promise<FencedOutcome> {
  for (const { node, records, below = lock.root } of leaving) {
    const made =
      below === lock.root
        ? await lock.write(partWrites(node, below), { part: node })
        : await lock.write([...partWrites(node, below), partNote(below, node)]);
    if (made !== 'applied') return made;
    for (let start = 0; start < records.length; start += MOVE_AT_ONCE) {
      const moved = await lock.write(
        records
          .slice(start, start + MOVE_AT_ONCE)
          .flatMap(({ stored }): Write[] => [
            moveWrite(stored, node),
            memberWrite(node, stored.id),
            { delete: memberKey(stored.node, stored.id) },
          ]),
      );
      if (moved !== 'applied') return moved;
    }
    lock.check();
    const postings = records.flatMap(({ stored, written }) =>
      written.blocking.map((hash) =>
        movePostingWrite(hash, { recordID: stored.id, recordVersion: stored.recordVersion }, node),
      ),
    );
    await writeInBatches(store, lock, postings);
  }
  return 'applied';
}

/** What is written when parts are detached. */
export interface Detaching {
  readonly parts: Pick<Parts, 'kept' | 'leaving'>;
  /** Written together with the root, where nothing leaves. */
  readonly also?: readonly (Write | Check)[];
  readonly release: boolean;
}

/**
 * Makes the leaving parts entities of their own, in one transaction for up to {@link DETACH_AT_ONCE} of them. `refused`
 * if a condition of `also` is false: then nothing was written.
 */
export async function detachParts(
  context: Context,
  lock: EntityLock,
  plan: { readonly constraint?: string | undefined; readonly leaves: boolean },
  { parts: { kept, leaving }, also = [], release }: Detaching,
): Promise<FencedOutcome> {
  const { root, state } = lock;
  const constraint = leaving.length > 0 && hasRoom(lock, context.mostBans) ? plan.constraint : undefined;
  const empty = kept === undefined;
  const leaves = plan.leaves || leaving.length > 0 || empty;
  const sidesOf = (node: string): readonly ConstraintSide[] => sidesWith(state.constraints.sides, constraint, node);
  const constraintsText = (node: string): string =>
    constraint === undefined ? state.constraints.text : constraintsOf(sidesOf(node)).text;

  const registered = await registerSides(lock, [root, ...leaving.map(({ node }) => node)], sidesOf);
  if (registered !== 'applied') return registered;
  for (let start = 0; start < leaving.length || start === 0; start += DETACH_AT_ONCE) {
    const nodes = leaving.slice(start, start + DETACH_AT_ONCE).map(({ node }) => node);
    const last = start + DETACH_AT_ONCE >= leaving.length;
    const emptied = last && empty && !state.empty;
    const detached = await lock.write(
      [
        ...also,
        ...nodes.flatMap((node): Write[] => [detachWrite(node, root, constraintsText(node)), childDelete(root, node)]),
        ...countWrites(root, { records: 0, entities: nodes.length - (emptied ? 1 : 0) }, context.epoch),
        ...splitOutbox(context.cause, root, nodes),
      ],
      { leaves, constraints: constraintsText(root), empty, release: release && last },
    );
    // A part that is not below the root any more: another process has worked on the entity.
    if (detached === 'refused' && also.length === 0) return 'lock lost';
    if (detached !== 'applied') return detached;
  }
  return 'applied';
}

/** The sides of the constraints of a part, with the new constraint between the parts. */
export const sidesWith = (
  sides: readonly ConstraintSide[],
  constraint: string | undefined,
  node: string,
): readonly ConstraintSide[] =>
  constraint === undefined
    ? sides
    : [...sides.filter(({ reference }) => reference !== constraint), { reference: constraint, side: node, lifted: [] }];

/** Registers the parts with their constraints before they leave, so that no reader of a constraint misses one. */
export async function registerSides(
  lock: EntityLock,
  nodes: readonly string[],
  sidesOf: (node: string) => readonly ConstraintSide[],
): Promise<FencedOutcome> {
  const writes = nodes.flatMap((node) =>
    sidesOf(node).map(({ reference, side }) => registerNodeWrite(reference, node, side)),
  );
  for (let start = 0; start < writes.length; start += REGISTERED_AT_ONCE) {
    const outcome = await lock.write(writes.slice(start, start + REGISTERED_AT_ONCE));
    if (outcome !== 'applied') return outcome;
  }
  return 'applied';
}

/** Key owners that one transaction changes, besides the lock. */
export const KEY_OWNERS_AT_ONCE = 90;

/** Who holds exact keys. */
export interface HoldingParts {
  /** Nodes of the parts that hold each key; none of a key that no record has any more. */
  readonly parts: ReadonlyMap<string, ReadonlySet<string>>;
  /** Keys that the rules give. Others have owners only until all records have lost them, and get none anew. */
  readonly given: ReadonlySet<string>;
  /** Keys of removed content. */
  readonly removed: readonly string[];
}

/** Items of key owners by hash, as they were read. */
export type KeyOwnerItems = ReadonlyMap<string, Item | undefined>;

export async function readKeyOwnerItems(store: Store, hashes: readonly string[]): Promise<KeyOwnerItems> {
  const items = await store.getMany(hashes.map(keyOwnerKey));
  return new Map(hashes.map((hash, index) => [hash, items[index]]));
}

/** The exact keys of leaving parts and of removed content, with the parts that hold them. */
export function holdingParts(
  removed: readonly Removed[],
  kept: Part | undefined,
  leaving: readonly Part[],
): HoldingParts {
  const leavingKeys = leaving.flatMap(({ records }) => records.flatMap(({ written }) => written.exact));
  const removedKeys = removed.flatMap(({ exact }) => exact);
  const keys = [...removedKeys, ...leavingKeys];
  const holding = new Map(keys.map((hash) => [hash, new Set<string>()]));
  const given = new Set<string>();
  const found = { parts: holding, given, removed: removedKeys };
  if (holding.size === 0) return found;
  const all = kept === undefined ? leaving : [kept, ...leaving];
  for (const { node, records } of all) {
    for (const record of records) {
      for (const hash of record.written.exact) holding.get(hash)?.add(node);
      for (const { hash } of record.given) given.add(hash);
    }
  }
  return found;
}

/**
 * Who holds the keys of a round: parts that leave in it, and the entity for what leaves later. Parts that left before are
 * owners already. The last round takes the keys of removed content along.
 */
export function holdingInRound(
  { parts, given, removed }: HoldingParts,
  root: string,
  {
    leaving,
    isLast,
    left,
  }: { readonly leaving: readonly Part[]; readonly isLast: boolean; readonly left: ReadonlySet<string> },
): HoldingParts {
  const now = new Set(leaving.map(({ node }) => node));
  const keys = new Set([
    ...(isLast ? removed : []),
    ...leaving.flatMap(({ records }) => records.flatMap(({ written }) => written.exact)),
  ]);
  const holders = (hash: string) =>
    [...present(parts.get(hash), 'parts are known of each key that is pointed at them')]
      .filter((node) => !left.has(node))
      .map((node) => (now.has(node) ? node : root));
  return { parts: new Map([...keys].map((hash) => [hash, new Set(holders(hash))])), given, removed };
}

/** Makes the parts owners of the keys that they hold. */
export async function pointKeyOwners(
  store: Store,
  lock: EntityLock,
  tree: Tree,
  holding: HoldingParts,
): Promise<Exclude<FencedOutcome, 'refused'>> {
  for (let open = [...holding.parts.keys()]; open.length > 0; ) {
    const now = open.slice(0, KEY_OWNERS_AT_ONCE);
    const writes = await keyOwnerWrites(store, lock.root, tree, holding, await readKeyOwnerItems(store, now));
    const outcome = writes.length === 0 ? 'applied' : await lock.write(writes);
    if (outcome === 'lock lost') return outcome;
    // An owner changed after it was read: read these again.
    open = [...open.slice(now.length), ...(outcome === 'applied' ? [] : now)];
  }
  return 'applied';
}

/** The writes that make the parts owners of their keys, each on condition that the owner is as it was read. */
export async function keyOwnerWrites(
  store: Store,
  root: string,
  { nodes }: Tree,
  holding: HoldingParts,
  items: KeyOwnerItems,
): Promise<Write[]> {
  const others = new Set([...items.values()].flatMap(ownersOf).filter((owner) => !nodes.has(owner)));
  // A node that an earlier rebuild left below the root may be missing in the tree that was read.
  const roots = await findRoots(store, others);
  const isElsewhere = (owner: string) => !nodes.has(owner) && roots.get(owner) !== root;
  return [...items].flatMap(([hash, item]) => {
    const before = ownersOf(item);
    const elsewhere = before.filter(isElsewhere);
    if (before.length === 0 && !holding.given.has(hash)) return [];
    const parts = present(holding.parts.get(hash), 'parts are known of each key that is pointed at them');
    // Only the part that stays holds the key, and the key's owner is in it already.
    if (parts.size === 1 && parts.has(root) && elsewhere.length < before.length) return [];
    const write = ownersWrite(hash, before, [...new Set([...elsewhere, ...parts])]);
    return write === undefined ? [] : [write];
  });
}
