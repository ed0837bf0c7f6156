import type { Check, Store, Write } from '../../store/port.ts';
import type { Context } from '../context.ts';
import type { Deadline } from '../deadline.ts';
import { findRoots, type NodeState, readNode } from '../forest/nodes.ts';
import { newID } from '../items/ids.ts';
import { nodeKey } from '../items/layout.ts';

/**
 * The lock of one entity, taken for a rebuild. It stands on the root's node, so that no union passes it, and every write
 * of its holder is a transaction that fails when the lock is not its own any more: the lock of a dead process is broken
 * by whoever waits for it, and a slow process that lost it can do no harm. A broken lock leaves nothing to clean up,
 * because a rebuild changes what the entity is in single transactions (see rebuild.ts).
 */
export class EntityLock {
  readonly root: string;
  /** The root as it stood when the lock was taken. */
  readonly state: NodeState;
  private readonly store: Store;
  private readonly token: string;

  constructor(store: Store, root: string, token: string, state: NodeState) {
    this.store = store;
    this.root = root;
    this.token = token;
    this.state = state;
  }

  /**
   * Writes all or nothing, as long as the lock stands. Answers the positions of writes that were refused by their own
   * conditions; throws a LockLost when the lock was broken.
   */
  async write(writes: readonly (Write | Check)[], change: Change = {}): Promise<readonly number[]> {
    const { constraints, release, ...also } = change;
    const set = {
      ...(constraints === undefined || constraints === '' ? {} : { b: constraints }),
      ...(also.empty ? { z: 1 } : {}),
    };
    const { applied, refused } = await this.store.transact([
      {
        update: nodeKey(this.root),
        ...(Object.keys(set).length === 0 ? {} : { set }),
        add: { y: 1, ...(also.leaves ? { v: 1 } : {}) },
        ...(release ? { remove: ['x'] } : {}),
        if: [{ attribute: 'x', equals: this.token }],
      },
      ...writes,
    ]);
    if (applied) return [];
    if (refused.length === 0 || refused.some(({ index }) => index === 0)) throw new LockLost();
    return refused.map(({ index }) => index - 1);
  }
}

/** What a write does to the locked root itself. */
export interface Change {
  /** Something left the entity: evidence read before is stale. */
  readonly leaves?: boolean;
  readonly constraints?: string;
  readonly empty?: boolean;
  readonly release?: boolean;
}

/** Another process took the lock for dead and broke it. */
export class LockLost extends Error {}

/** Locks the entity that holds the node, waiting for whoever works on it. */
export async function lockEntity(context: Context, node: string, deadline: Deadline): Promise<EntityLock> {
  const { store, now } = context;
  // Most nodes are roots; the write that locks them says so.
  for (let root = node; ; root = (await findRoots(store, [node])).get(node)!) {
    deadline.check();
    const token = newID(now());
    const [outcome] = await store.write([
      {
        update: nodeKey(root),
        set: { x: token },
        if: [
          { attribute: 'p', absent: true },
          { attribute: 'x', absent: true },
        ],
      },
    ]);
    const before = readNode(outcome!.before);
    if (!outcome!.applied) {
      if (before.parent === undefined) await waitForLock(context, root, deadline);
      continue;
    }
    const lock = new EntityLock(store, root, token, before);
    // From here on the tree below the root stands still; before, the node may have left it.
    if (root === node || (await findRoots(store, [node])).get(node) === root) return lock;
    await lock.write([], { release: true }).catch((error: unknown) => {
      if (!(error instanceof LockLost)) throw error;
    });
  }
}

const SHORTEST_PAUSE = 20;
const LONGEST_PAUSE = 250;

/** Waits until nobody works on the entity; breaks the lock of a holder that shows no sign of life. */
export async function waitForLock(context: Context, root: string, deadline: Deadline): Promise<void> {
  const { store, now, pause, lockTime } = context;
  let seen: NodeState | undefined;
  let since = now();
  for (let rest = SHORTEST_PAUSE; ; rest = Math.min(rest * 2, LONGEST_PAUSE)) {
    const state = readNode((await store.getMany([nodeKey(root)]))[0]);
    if (state.lock === undefined) return;
    if (seen === undefined || seen.lock !== state.lock || seen.heartbeat !== state.heartbeat) {
      seen = state;
      since = now();
    } else if (now() - since >= lockTime) {
      deadline.check();
      await store.write([
        {
          update: nodeKey(root),
          remove: ['x'],
          add: { v: 1, y: 1 },
          if: [
            { attribute: 'x', equals: state.lock },
            state.heartbeat === 0 ? { attribute: 'y', absent: true } : { attribute: 'y', equals: state.heartbeat },
          ],
        },
      ]);
      return;
    }
    deadline.check();
    await pause(rest);
  }
}
