import { assert } from '../../assert.ts';
import type { CompiledRuleConfig } from '../../rules/types.ts';
import type { Store } from '../../store/port.ts';
import type { Cause } from '../context.ts';
import type { Deadline } from '../deadline.ts';
import { TooManyBansError } from '../errors.ts';
import {
  type Constraints,
  countOf,
  MOST_BANS,
  mergeConstraints,
  separated,
  tooManyTogether,
} from '../items/constraints.ts';
import { countWrites, epochCheck, type RulesEpoch, refuseReplaced } from '../items/counters.ts';
import { childWrite, constraintsWrite, mergeWrite, type NodeState, rootCheck } from '../items/node.ts';
import { unionOutbox } from '../items/outbox.ts';
import type { Observer } from '../observer.ts';
import { findSets, foundOf, type RootSeen } from './find.ts';

/** True if version and constraints are unchanged and the root is unlocked. */
export const isSame = (a: NodeState, b: NodeState): boolean =>
  a.version === b.version && a.constraints.text === b.constraints.text && a.lock === undefined && b.lock === undefined;

/**
 * True if a cannot-link constraint separates the two entities, or they would have too many together.
 *
 * @param mostBans that an entity may have, if not as usual
 */
export const cannotLink = ({ state: a }: RootSeen, { state: b }: RootSeen, mostBans?: number): boolean =>
  separated(a.constraints, b.constraints) || tooManyTogether(a.constraints, b.constraints, mostBans) !== undefined;

/** What a union works with. */
export interface Joining {
  readonly store: Store;
  readonly observer: Observer;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The operation that outbox entries name. */
  readonly cause?: Cause;
  /** That of the rules by which the entities belong together. */
  readonly epoch?: RulesEpoch;
  /** With entity rules, the entities stay apart below one root until a rebuild has judged them together. */
  readonly rules: Pick<CompiledRuleConfig, 'entityRules'>;
}

/**
 * Makes one entity of two roots in one transaction. Returns false if either changed since it was read. The caller has
 * checked that no constraint separates them.
 *
 * @throws RulesReplacedError
 */
export async function joinRoots(
  { store, observer, now, cause, epoch, rules }: Joining,
  operation: string,
  a: RootSeen,
  b: RootSeen,
): Promise<boolean> {
  assert(a.root !== b.root, 'an entity is united with another one');
  const [parent, child] = a.root < b.root ? [a, b] : [b, a];
  const constraints = mergeConstraints(parent.state.constraints, child.state.constraints);
  // A parent that takes over constraints is written, so that the union of a reader that missed them is refused.
  const parentWrite =
    constraints.text === parent.state.constraints.text
      ? rootCheck(parent.root, parent.state)
      : constraintsWrite(parent.root, parent.state, constraints);
  const isHeld = rules.entityRules !== undefined;
  const writes = [
    mergeWrite(child.root, child.state, parent.root, { now: now(), held: isHeld ? 'undecided' : undefined }),
    parentWrite,
    childWrite(parent.root, child.root, isHeld),
    ...(isHeld
      ? [epochCheck(operation, epoch)]
      : [
          ...countWrites(operation, { records: 0, entities: -1 }, epoch),
          ...unionOutbox(cause, parent.root, child.root),
        ]),
  ];
  const { applied, refused } = await store.transact(writes);
  refuseReplaced(writes, refused, epoch);
  if (applied && !isHeld) observer.merged();
  return applied;
}

/** A union without reading the neighbours again: done, or some entity was rebuilt and they may be stale. */
export type Union = { readonly done: string } | { readonly stale: true };

/**
 * Makes one entity of a node's entity and those that hold its records' neighbours, as long as no record ever left any of
 * them: then neighbours never leave, and it is enough that both are roots. Returns the entity's id.
 *
 * Every union is one of the node's own entity, never of two others: a process that stops half way then leaves nothing
 * together that only these records connect.
 */
export async function unite(
  joining: Joining,
  operation: string,
  own: string,
  neighbours: Iterable<string>,
  deadline: Deadline,
): Promise<Union> {
  const nodes = [...new Set([own, ...neighbours])];
  for (;;) {
    const found = await findSets(joining.store, nodes);
    let mine: RootSeen = foundOf(found, own);
    const others = new Map<string, RootSeen>();
    for (const result of found.values()) {
      if (!result.untouched) return { stale: true };
      if (result.root !== mine.root) others.set(result.root, result);
    }
    if (others.size === 0) return { done: mine.root };
    for (const other of others.values()) {
      deadline.check();
      if (!(await joinRoots(joining, operation, mine, other))) break;
      if (other.root < mine.root) mine = other;
    }
  }
}

const FREE =
  'Take separations back that are not needed any more (`undoDecision`), or lift bans (`removeConnectionBan`): `connectionBans` of an entity lists them. Then send the request again.';

/** @throws TooManyBansError if one of the entities has no room for another ban */
export function refuseBan(roots: readonly RootSeen[], most = MOST_BANS): void {
  for (const { root, state } of roots) {
    const count = countOf(state.constraints);
    if (count < most) continue;
    throw new TooManyBansError(
      `the entity ${JSON.stringify(root)} has ${count} connection bans and lifts of bans, and can have no more than ${most}`,
      FREE,
    );
  }
}

/** False if requests at the same time have taken even the room that is kept for their bans. */
export const hasRoom = ({ state }: RootSeen, most = MOST_BANS): boolean => countOf(state.constraints) < 2 * most;

/** Why a decision that was stored was taken back. */
export const noRoomLeft = (most = MOST_BANS): TooManyBansError =>
  new TooManyBansError(
    `one of the entities got more than ${most} connection bans from other requests meanwhile, so the separation was taken back`,
    FREE,
  );

/** Why two entities cannot become one; undefined if they can, as far as their number of bans says. */
export function refusalOfUnion(a: RootSeen, b: RootSeen, most = MOST_BANS): TooManyBansError | undefined {
  const together = tooManyTogether(a.state.constraints, b.state.constraints, most);
  if (together === undefined) return undefined;
  return new TooManyBansError(
    `the entities ${JSON.stringify(a.root)} and ${JSON.stringify(b.root)} belong together, but would have ${together} connection bans and lifts of bans, more than ${most}`,
    FREE,
  );
}

/** @throws TooManyBansError if an entity has no room for more lifts */
export function refuseLifts(root: string, next: Constraints, most = MOST_BANS): void {
  const count = countOf(next);
  if (count <= 2 * most) return;
  throw new TooManyBansError(
    `the entity ${JSON.stringify(root)} would have ${count} connection bans and lifts of bans, more than ${2 * most}`,
    'Lift fewer bans at once, or lift each from its other side: name the other entity as `entityID`, and this one in `others`.',
  );
}
