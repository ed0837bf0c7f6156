import { assert } from '../../assert.ts';
import type { CompiledRuleConfig } from '../../rules/types.ts';
import type { Check, Write } from '../../store/port.ts';
import type { Context } from '../context.ts';
import type { FencedOutcome } from '../forest/lock.ts';
import { hasRoom } from '../forest/refuse-bans.ts';
import { type ConstraintSide, constraintsOf, registerNodeWrite } from '../items/constraints.ts';
import { countWrites } from '../items/counters.ts';
import { newID } from '../items/ids.ts';
import { movePostingWrite } from '../items/index-keys.ts';
import { childDelete, detachWrite, memberKey, memberWrite, partWrites } from '../items/node.ts';
import { splitOutbox } from '../items/outbox.ts';
import { moveWrite } from '../items/record.ts';
import { partByPart } from '../keys/part-by-part.ts';
import { components, type MemberRecord } from '../keys/record-keys.ts';
import type { Pace } from '../pace.ts';
import { byAge, type Contents } from './contents.ts';
import type { RebuildFence } from './rebuild-fence.ts';
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
}

export interface Parts {
  /** The largest part, of equal ones that with the oldest record; undefined if nothing stays. */
  readonly kept: Part | undefined;
  readonly leaving: readonly Part[];
  /** False if what is kept is still to be judged: of a large entity, the parts leave as they are found. */
  readonly isWhole: boolean;
}

/** The parts into which the records fall, as far as they were found. Nothing stays in an entity that was empty. */
export async function partsOf(
  { rules, now }: Context,
  { root, state, pace }: RebuildFence,
  contents: Contents,
  records: readonly MemberRecord[],
): Promise<Parts> {
  const { parts, rest } = await foundParts(rules, state.empty, contents, records, pace);
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
  { prepared, judged }: Contents,
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
  return { parts: [...parts, ...changed.parts].sort(([a], [b]) => byAge(a!, b!)), rest: [] };
}

/**
 * Moves each part into a node of its own below the same root. Nothing has changed for a reader yet, and a crash leaves
 * an entity that is as good as before. `refused` if a record changed since the parts were computed.
 */
export async function moveParts(
  { store }: Context,
  fence: RebuildFence,
  leaving: readonly Part[],
): Promise<FencedOutcome> {
  for (const { node, records } of leaving) {
    const made = await fence.write(partWrites(node, fence.root), { part: node });
    if (made !== 'applied') return made;
    for (let start = 0; start < records.length; start += MOVE_AT_ONCE) {
      const moved = await fence.write(
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
    fence.check();
    const postings = records.flatMap(({ stored, written }) =>
      written.blocking.map((hash) =>
        movePostingWrite(hash, { recordID: stored.id, recordVersion: stored.recordVersion }, node),
      ),
    );
    await writeInBatches(store, fence, postings);
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
  fence: RebuildFence,
  plan: { readonly constraint?: string | undefined; readonly leaves: boolean },
  { parts: { kept, leaving }, also = [], release }: Detaching,
): Promise<FencedOutcome> {
  const { root, state } = fence;
  const constraint = leaving.length > 0 && hasRoom(fence, context.mostBans) ? plan.constraint : undefined;
  const empty = kept === undefined;
  const leaves = plan.leaves || leaving.length > 0 || empty;
  const sidesOf = (node: string): readonly ConstraintSide[] => sidesWith(state.constraints.sides, constraint, node);
  const constraintsText = (node: string): string =>
    constraint === undefined ? state.constraints.text : constraintsOf(sidesOf(node)).text;

  const registered = await registerSides(fence, [root, ...leaving.map(({ node }) => node)], sidesOf);
  if (registered !== 'applied') return registered;
  for (let start = 0; start < leaving.length || start === 0; start += DETACH_AT_ONCE) {
    const nodes = leaving.slice(start, start + DETACH_AT_ONCE).map(({ node }) => node);
    const last = start + DETACH_AT_ONCE >= leaving.length;
    const emptied = last && empty && !state.empty;
    const detached = await fence.write(
      [
        ...also,
        ...nodes.flatMap((node): Write[] => [detachWrite(node, root, constraintsText(node)), childDelete(root, node)]),
        ...countWrites(root, { records: 0, entities: nodes.length - (emptied ? 1 : 0) }, context.sign),
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
const sidesWith = (
  sides: readonly ConstraintSide[],
  constraint: string | undefined,
  node: string,
): readonly ConstraintSide[] =>
  constraint === undefined
    ? sides
    : [...sides.filter(({ reference }) => reference !== constraint), { reference: constraint, side: node, lifted: [] }];

/** Registers the parts with their constraints before they leave, so that no reader of a constraint misses one. */
async function registerSides(
  fence: RebuildFence,
  nodes: readonly string[],
  sidesOf: (node: string) => readonly ConstraintSide[],
): Promise<FencedOutcome> {
  const writes = nodes.flatMap((node) =>
    sidesOf(node).map(({ reference, side }) => registerNodeWrite(reference, node, side)),
  );
  for (let start = 0; start < writes.length; start += REGISTERED_AT_ONCE) {
    const outcome = await fence.write(writes.slice(start, start + REGISTERED_AT_ONCE));
    if (outcome !== 'applied') return outcome;
  }
  return 'applied';
}
