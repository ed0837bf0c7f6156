import type { Check, Item, Store, Write } from '../../store/port.ts';
import { untilDecided } from '../again.ts';
import type { Context } from '../context.ts';
import type { Deadline } from '../deadline.ts';
import { type ConstraintSide, constraintsOf } from '../forest/constraints.ts';
import { findRoots } from '../forest/nodes.ts';
import { countWrites } from '../items/counters.ts';
import { newID } from '../items/ids.ts';
import {
  childItem,
  isOverFrequentMark,
  keyOwnerKey,
  listText,
  memberItem,
  memberKey,
  nodeKey,
  overFrequentKeyOf,
  overFrequentMarkItem,
  ownersOf,
  ownersText,
  postingKey,
  postingPartition,
  readRecord,
  recordKey,
  unchangedText,
} from '../items/layout.ts';
import { splitOutbox } from '../items/outbox.ts';
import { NOT_STORED } from '../items/reservation.ts';
import { Pace } from '../pace.ts';
import { components, type MemberRecord } from '../read/components.ts';
import { Contents, prepareContents, readTree, type Tree } from './contents.ts';
import { type EntityLock, LockLost, lockEntity } from './lock.ts';
import { isStillConnected, type Removed } from './still-connected.ts';
import { servedEntities, servedWrite, type WaitingRemoval, waitingRemovals } from './waiting-removals.ts';

/**
 * Recomputes an entity from what its records are now, and parts it where it does not hold together any more.
 *
 * 1. Lock the root: no union passes, so that the tree below it stands still. Whoever stored a record before the lock is
 *    seen here; whoever stores one later sees the lock, or the version that it leaves, when it looks at the root last.
 * 2. Compute the components of the records. The largest stays where it is. Of a large entity much of it is computed
 *    before it is locked (contents.ts), and nothing where a few records show that nothing falls apart
 *    (still-connected.ts).
 * 3. Move each other part into a node of its own *below the same root*, and point its key owners there. So far nothing
 *    has changed for any reader, and a crash leaves an entity that is as good as before.
 * 4. Cut the node off from the root, in one transaction for up to {@link CUT_OFF_AT_ONCE} parts.
 *
 * Every write is fenced by the lock.
 */
export interface RebuildPlan {
  readonly removed: readonly Removed[];
  /** What the rebuild is for: each removed something, and has an entry in the journal. */
  readonly operations?: readonly string[];
  /** Reference of a constraint that is to stand between the parts. */
  readonly constraint?: string;
  /** Whether evidence that somebody may have read is stale, even when nothing moves. */
  readonly leaves: boolean;
}

/** Three writes each, and one for the lock and one for the counter. */
const MOVE_AT_ONCE = 30;
const CUT_OFF_AT_ONCE = 20;
const KEY_OWNERS_AT_ONCE = 90;
const POSTINGS_AT_ONCE = 500;

/** Milliseconds after which the holder of a lock gives a sign of life, during a long computation. */
const SIGN_OF_LIFE = 1_000;

/**
 * Larger entities are rebuilt by the sweeper: reading and judging 2,000 records takes about a second, and a request has
 * 25 for everything that it waits for.
 */
export const REBUILD_IN_REQUEST = 2_000;

export interface Rebuilt {
  /** False when the entity has more members than the limit: everything was left as it was. */
  readonly complete: boolean;
  /** The nodes that were below the root. */
  readonly nodes: ReadonlySet<string>;
  /** What became of the entity: itself unless nothing of it is left, and the parts that left it. */
  readonly entities: readonly string[];
}

/** Rebuilds the entity that the node belongs to when the lock is taken. */
export async function rebuild(
  context: Context,
  node: string,
  plan: RebuildPlan,
  deadline: Deadline,
  limit: number,
): Promise<Rebuilt> {
  const contents = new Contents(context.rules);
  if (limit > REBUILD_IN_REQUEST) await prepareContents(context, node, contents, REBUILD_IN_REQUEST);
  return untilDecided(context, deadline, async () => {
    for (;;) {
      const lock = await lockEntity(context, node, deadline);
      try {
        return await new Rebuild(context, lock, plan, contents, deadline).run(limit);
      } catch (error) {
        if (error instanceof LockLost) continue;
        // What is half done is harmless, but a key owner may be gone that somebody has relied on.
        await lock.write([], { leaves: true, release: true }).catch(() => undefined);
        throw error;
      }
    }
  });
}

/** A part of the entity and the node it moves to; the part that stays has the root's. */
interface Part {
  readonly node: string;
  readonly records: readonly MemberRecord[];
}

/** Nodes of the parts by exact key; none of a key that nobody holds any more. */
type Holding = ReadonlyMap<string, Set<string>>;

/** Thrown when a record changed while it was moved: the parts are computed again. */
class RecordChanged extends Error {}

class Rebuild {
  private readonly context: Context;
  private readonly store: Store;
  private readonly lock: EntityLock;
  private readonly plan: RebuildPlan;
  private readonly contents: Contents;
  private readonly deadline: Deadline;
  private readonly pace: Pace;
  private lastWrite: number;

  constructor(context: Context, lock: EntityLock, plan: RebuildPlan, contents: Contents, deadline: Deadline) {
    this.context = context;
    this.store = context.store;
    this.lock = lock;
    this.plan = plan;
    this.contents = contents;
    this.deadline = deadline;
    this.lastWrite = context.now();
    this.pace = new Pace(async () => {
      if (context.now() - this.lastWrite >= SIGN_OF_LIFE) await this.write([]);
    });
  }

  async run(limit: number): Promise<Rebuilt> {
    for (;;) {
      const own = await this.removedHere();
      const first = await readTree(this.store, this.lock.root, this.context.readWhole, this.pace);
      const spared = first.isTooLarge ? await this.spare(own, first) : undefined;
      if (spared !== undefined) return { complete: true, nodes: nodesOf(own), entities: spared };
      const tree = first.isTooLarge ? await readTree(this.store, this.lock.root, limit, this.pace) : first;
      if (tree.isTooLarge) {
        await this.removeAlone(own, this.plan.leaves);
        return { complete: false, nodes: new Set([...tree.nodes, ...nodesOf(own)]), entities: [] };
      }
      // Those of a small entity are not looked for: each rebuilds it as quickly.
      const waiting = first.isTooLarge ? await waitingRemovals(this.store, this.lock.root, own) : [];
      try {
        return { complete: true, nodes: tree.nodes, entities: await this.putRight(tree, own, waiting) };
      } catch (error) {
        if (error instanceof RecordChanged) continue;
        throw error;
      }
    }
  }

  /** What became of the entity when it need not be rebuilt: another rebuild did, or a few records show that it stays whole. */
  private async spare(own: readonly Removed[], some: Tree): Promise<readonly string[] | undefined> {
    const { root } = this.lock;
    const served = await servedEntities(this.store, this.plan.operations ?? [], root);
    if (served !== undefined) {
      await this.write([], { release: true });
      return served;
    }
    if (!(await isStillConnected(this.context, root, own, some))) return undefined;
    await this.removeAlone(own, true);
    return [root];
  }

  /** Removes the traces of removed content, and leaves everything else where it is. */
  private async removeAlone(own: readonly Removed[], leaves: boolean): Promise<void> {
    const seen = await this.look(own, []);
    await this.removeTraces(own, seen);
    for (const one of this.memberWrites(own, seen)) await this.write(one);
    await this.write([], { leaves, release: true });
  }

  /** Parts the entity where it does not hold together, for those as well that wait to have it done. */
  private async putRight(
    tree: Tree,
    own: readonly Removed[],
    waiting: readonly WaitingRemoval[],
  ): Promise<readonly string[]> {
    const seen = await this.look([...own, ...waiting.flatMap((one) => one.removed)], tree.members);
    // An operation that has not changed its record yet will have the entity rebuilt afterwards.
    const served = waiting.filter((one) => one.removed.every((content) => isGone(content, seen)));
    const removed = [...own, ...served.flatMap((one) => one.removed)];
    await this.removeTraces(removed, seen);
    const members = this.memberWrites(removed, seen);
    const { kept, leaving } = await this.part(membersOf(tree, seen));
    await this.move(leaving);
    const keys = this.keysToPoint(removed, kept, leaving);
    const entities = [...(kept === undefined ? [] : [kept]), ...leaving].map(({ node }) => node);
    if (served.length === 0 && leaving.length === 0 && keys.size <= KEY_OWNERS_AT_ONCE && members.length <= 1) {
      await this.pointAndRelease(tree, removed, kept, keys, seen);
    } else {
      for (const one of members) await this.write(one);
      await this.pointKeyOwners(tree, keys);
      await this.cutOff(kept, leaving, [], served.length === 0);
      await this.releaseServed(served, entities);
    }
    if (kept !== undefined && leaving.length > 0) this.context.observer.split(leaving.length);
    return entities;
  }

  /** Everything is done: says so to those that it was done for as well, and gives the lock back. */
  private async releaseServed(served: readonly WaitingRemoval[], entities: readonly string[]): Promise<void> {
    if (served.length === 0) return;
    this.deadline.check();
    await this.store.write(served.map(({ operation }) => servedWrite(operation, entities, this.lock.root)));
    await this.write([], { leaves: true, release: true });
  }

  /** Another entity's traces go under its own lock. */
  private async removedHere(): Promise<readonly Removed[]> {
    const { removed } = this.plan;
    const { root } = this.lock;
    const others = nodesOf(removed);
    others.delete(root);
    const roots = await findRoots(this.store, others);
    return removed.filter(({ node }) => node === root || roots.get(node) === root);
  }

  /** The members, and of what is removed the records and the key owners, as one look under the lock shows them. */
  private async look(removed: readonly Removed[], members: Iterable<string>): Promise<Seen> {
    const gone = new Map(removed.map(({ recordID }): [string, string | undefined] => [recordID, undefined]));
    const ids = [...new Set([...members, ...gone.keys()])];
    const records = await this.contents.read(this.store, ids, this.pace, (id, item) => {
      if (gone.has(id)) gone.set(id, item === undefined ? undefined : readRecord(item).recordVersion);
    });
    const hashes = [...new Set(this.plan.removed.flatMap(({ exact }) => exact))];
    const items = await this.store.getMany(hashes.map(keyOwnerKey));
    return { records, recordVersions: gone, keyOwners: new Map(hashes.map((hash, index) => [hash, items[index]])) };
  }

  /** The postings and members of what no record holds any more. Only now: whoever publishes later sees the lock. */
  private async removeTraces(removed: readonly Removed[], { recordVersions }: Seen): Promise<void> {
    if (removed.length === 0) return;
    const postings = new Map<string, Write>();
    for (const content of removed) {
      // The operation was cut off before it changed the record.
      if (!isGone(content, { recordVersions })) continue;
      for (const hash of content.blocking) {
        const key = postingKey(hash, content);
        postings.set(`${key.pk}\n${key.sk}`, { delete: key });
      }
    }
    const writes = [...postings.values()];
    for (let start = 0; start < writes.length; start += POSTINGS_AT_ONCE) {
      this.deadline.check();
      await this.store.write(writes.slice(start, start + POSTINGS_AT_ONCE));
    }
    await this.forgetOverFrequent(new Set(removed.flatMap(({ blocking }) => blocking)));
  }

  /**
   * The members of records that are not there any more. Refused when the id was given again: the member may be that of
   * the new record. Whoever is about to store one sees the lock, and writes the member once more.
   */
  private memberWrites(removed: readonly Removed[], { recordVersions }: Seen): (Write | Check)[][] {
    const gone = new Map(
      removed
        .filter(({ recordID }) => recordVersions.get(recordID) === undefined)
        .map(({ recordID, node }) => [`${recordID}\t${node}`, { recordID, node }]),
    );
    return [...gone.values()].map(({ recordID, node }) => [
      { check: recordKey(recordID), if: [NOT_STORED] },
      { delete: memberKey(node, recordID) },
    ]);
  }

  /** That many had a value goes with the last posting of it: the mark, and that the key is listed. */
  private async forgetOverFrequent(hashes: ReadonlySet<string>): Promise<void> {
    const keys = [...hashes];
    if (keys.length === 0) return;
    const items = await this.store.getMany([...keys.map(overFrequentMarkItem), ...keys.map(overFrequentKeyOf)]);
    for (const hash of keys.filter(
      (_, index) => items[index] !== undefined || items[keys.length + index] !== undefined,
    )) {
      const { items } = await this.store.query(postingPartition(hash), { limit: 2 });
      if (!items.every(isOverFrequentMark)) continue;
      const mark = overFrequentMarkItem(hash);
      this.deadline.check();
      await this.store.write([{ delete: overFrequentKeyOf(hash) }, { delete: { pk: mark.pk, sk: mark.sk } }]);
    }
  }

  /** The largest part stays (of equal ones that with the oldest record); nothing stays in an entity that was empty. */
  private async part(records: readonly MemberRecord[]): Promise<{ kept: Part | undefined; leaving: Part[] }> {
    const { parts } = await components(records, this.context.rules, this.pace, this.contents.judged);
    let largest: MemberRecord[] | undefined;
    if (!this.lock.state.empty) {
      for (const part of parts) if (largest === undefined || part.length > largest.length) largest = part;
    }
    return {
      kept: largest && { node: this.lock.root, records: largest },
      leaving: parts
        .filter((part) => part !== largest)
        .map((part) => ({ node: newID(this.context.now()), records: part })),
    };
  }

  private async move(leaving: readonly Part[]): Promise<void> {
    for (const { node, records } of leaving) {
      await this.write([
        { put: { ...nodeKey(node), p: this.lock.root, v: 1, t: 1 } },
        { put: childItem(this.lock.root, node) },
      ]);
      for (let start = 0; start < records.length; start += MOVE_AT_ONCE) {
        const refused = await this.write(
          records.slice(start, start + MOVE_AT_ONCE).flatMap(({ stored }): Write[] => [
            {
              update: recordKey(stored.id),
              set: { n: node },
              if: [
                { attribute: 'n', equals: stored.node },
                { attribute: 'i', equals: stored.recordVersion },
                // A cut that comes after the parts were computed is not in them.
                unchangedText('c', listText(stored.removedLinks)),
              ],
            },
            { put: memberItem(node, stored.id) },
            { delete: memberKey(stored.node, stored.id) },
          ]),
        );
        if (refused.length > 0) throw new RecordChanged();
      }
      this.deadline.check();
      // Only those that are there: an erased record's must not come back. They are hints (see settle.ts).
      const postings = records.flatMap(({ stored, written }) =>
        written.blocking.map(
          (hash): Write => ({
            update: postingKey(hash, { recordID: stored.id, recordVersion: stored.recordVersion }),
            set: { n: node },
            if: [{ item: 'present' }],
          }),
        ),
      );
      for (let start = 0; start < postings.length; start += POSTINGS_AT_ONCE) {
        await this.store.write(postings.slice(start, start + POSTINGS_AT_ONCE));
      }
    }
  }

  /** The exact keys of the leaving parts and of removed content, with the parts that hold them. */
  private keysToPoint(removed: readonly Removed[], kept: Part | undefined, leaving: readonly Part[]): Holding {
    const holding = new Map<string, Set<string>>();
    for (const { exact } of [...this.plan.removed, ...removed]) {
      for (const hash of exact) holding.set(hash, new Set());
    }
    for (const part of leaving) {
      for (const { written } of part.records) for (const hash of written.exact) holding.set(hash, new Set());
    }
    if (holding.size === 0) return holding;
    for (const part of kept === undefined ? leaving : [kept, ...leaving]) {
      for (const { written } of part.records) for (const hash of written.exact) holding.get(hash)?.add(part.node);
    }
    return holding;
  }

  /** Points the key owners of keys to the parts that hold them. */
  private async pointKeyOwners(tree: Tree, holding: Holding): Promise<void> {
    for (let open = [...holding.keys()]; open.length > 0; ) {
      const now = open.slice(0, KEY_OWNERS_AT_ONCE);
      const items = await this.store.getMany(now.map(keyOwnerKey));
      const keyOwners = new Map(now.map((hash, index) => [hash, items[index]]));
      const writes = await this.keyOwnerWrites(tree, holding, keyOwners);
      const refused = writes.length === 0 ? [] : await this.write(writes);
      open = [...open.slice(now.length), ...(refused.length === 0 ? [] : now)];
    }
  }

  /** The same where nothing leaves, in the transaction that gives the lock back. */
  private async pointAndRelease(
    tree: Tree,
    removed: readonly Removed[],
    kept: Part | undefined,
    holding: Holding,
    first: Seen,
  ): Promise<void> {
    for (let seen = first; ; seen = await this.look(removed, [])) {
      const keyOwners = await this.keyOwnerWrites(tree, holding, seen.keyOwners);
      if (await this.cutOff(kept, [], [...this.memberWrites(removed, seen).flat(), ...keyOwners])) return;
    }
  }

  /** What makes the key owners name those that hold their keys, each on condition that it is as it was read. */
  private async keyOwnerWrites(
    tree: Tree,
    holding: Holding,
    keyOwners: ReadonlyMap<string, Item | undefined>,
  ): Promise<Write[]> {
    const strangers = new Set([...keyOwners.values()].flatMap(ownersOf).filter((holder) => !tree.nodes.has(holder)));
    // A node that an earlier rebuild left below the root may be missing in the tree that was read.
    const roots = await findRoots(this.store, strangers);
    const writes: Write[] = [];
    for (const [hash, item] of keyOwners) {
      const named = ownersOf(item);
      const elsewhere = named.filter((holder) => !tree.nodes.has(holder) && roots.get(holder) !== this.lock.root);
      const holders = holding.get(hash)!;
      // Held only by what stays, and pointing at it already.
      if (holders.size === 1 && holders.has(this.lock.root) && elsewhere.length < named.length) continue;
      const before = ownersText(named);
      const after = ownersText([...new Set([...elsewhere, ...holders])].sort());
      if (after === before) continue;
      const unchanged = item === undefined ? ({ item: 'absent' } as const) : { attribute: 'n', equals: before };
      writes.push(
        after === ''
          ? { delete: keyOwnerKey(hash), if: [unchanged] }
          : { update: keyOwnerKey(hash), set: { n: after }, if: [unchanged] },
      );
    }
    return writes;
  }

  /**
   * Makes the parts entities of their own and, if that is all there is to do, gives the lock back.
   *
   * @param also what is written together with it where nothing leaves; answers false when that was refused, and nothing
   * was done
   */
  private async cutOff(
    kept: Part | undefined,
    leaving: readonly Part[],
    also: readonly (Write | Check)[] = [],
    release = true,
  ): Promise<boolean> {
    const { root, state } = this.lock;
    const { constraint } = this.plan;
    const withConstraint = (node: string): string => {
      if (constraint === undefined || leaving.length === 0) return state.constraints.text;
      const sides: ConstraintSide[] = state.constraints.sides.filter(({ reference }) => reference !== constraint);
      return constraintsOf([...sides, { reference: constraint, side: node, lifted: [] }]).text;
    };
    const empty = kept === undefined;
    const leaves = this.plan.leaves || leaving.length > 0 || empty;
    const constraintItems = (node: string): Write[] =>
      (constraint !== undefined && leaving.length > 0
        ? [
            ...state.constraints.sides.filter(({ reference }) => reference !== constraint),
            { reference: constraint, side: node },
          ]
        : state.constraints.sides
      ).map(({ reference, side }) => ({ put: { pk: `X#${reference}`, sk: node, g: side } }));
    const registered = [root, ...leaving.map(({ node }) => node)].flatMap(constraintItems);
    for (let start = 0; start < registered.length; start += KEY_OWNERS_AT_ONCE) {
      await this.write(registered.slice(start, start + KEY_OWNERS_AT_ONCE));
    }
    for (let start = 0; start < leaving.length || start === 0; start += CUT_OFF_AT_ONCE) {
      const parts = leaving.slice(start, start + CUT_OFF_AT_ONCE);
      const last = start + CUT_OFF_AT_ONCE >= leaving.length;
      const emptied = last && empty && !state.empty;
      const refused = await this.write(
        [
          ...also,
          ...parts.flatMap(({ node }): Write[] => {
            const constraints = withConstraint(node);
            return [
              {
                update: nodeKey(node),
                remove: ['p', 't'],
                ...(constraints === '' ? {} : { set: { b: constraints } }),
                if: [{ attribute: 'p', equals: root }],
              },
              { delete: { pk: childItem(root, node).pk, sk: childItem(root, node).sk } },
            ];
          }),
          ...countWrites(root, { records: 0, entities: parts.length - (emptied ? 1 : 0) }),
          ...splitOutbox(
            this.context.cause,
            root,
            parts.map(({ node }) => node),
          ),
        ],
        { leaves, constraints: withConstraint(root), empty, release: release && last },
      );
      if (refused.length > 0 && also.length > 0) return false;
      if (refused.length > 0) throw new LockLost();
    }
    return true;
  }

  private write(writes: readonly (Write | Check)[], change = {}): Promise<readonly number[]> {
    this.deadline.check();
    this.lastWrite = this.context.now();
    return this.lock.write(writes, change);
  }
}

/** The members that are stored; and of what is removed, by record id, what is stored, and the key owners by exact key. */
interface Seen {
  readonly records: readonly MemberRecord[];
  readonly recordVersions: ReadonlyMap<string, string | undefined>;
  readonly keyOwners: ReadonlyMap<string, Item | undefined>;
}

const nodesOf = (removed: readonly Removed[]): Set<string> => new Set(removed.map(({ node }) => node));

/** Whether the record has lost the content. */
const isGone = ({ recordID, recordVersion }: Removed, { recordVersions }: Pick<Seen, 'recordVersions'>): boolean =>
  recordVersions.get(recordID) !== recordVersion;

/** The records that stand in the tree, in the order in which they were first stored. */
const membersOf = (tree: Tree, { records }: Seen): MemberRecord[] =>
  records
    .filter(({ stored }) => tree.nodes.has(stored.node))
    .sort((a, b) => (a.stored.recordVersion < b.stored.recordVersion ? -1 : 1));
