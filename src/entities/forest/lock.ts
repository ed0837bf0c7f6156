import { present } from '../../assert.ts';
import type { Check, Write } from '../../store/port.ts';
import type { Context } from '../context.ts';
import type { Deadline } from '../deadline.ts';
import { refuseReplaced } from '../items/counters.ts';
import { newID } from '../items/ids.ts';
import {
  breakLockWrite,
  lockedRootWrite,
  lockWrite,
  type NodeState,
  nodeKey,
  type RootChange,
  readNode,
} from '../items/node.ts';
import { Pace } from '../pace.ts';
import { findRoots, foundOf, type RootSeen } from './find.ts';

/**
 * - `applied`: everything was written.
 * - `refused`: nothing was written, because the condition of one of the writes was false.
 * - `lock lost`: nothing was written, because another process took this one for dead and broke its lock.
 */
export type FencedOutcome = 'applied' | 'refused' | 'lock lost';

/** Milliseconds after which a long computation gives a sign of life of the lock's holder. */
const SIGN_OF_LIFE = 1_000;

/**
 * The lock of one entity, taken for a rebuild. It is on the root's node, so that no union passes it. Every write of its
 * holder is a transaction that fails once the lock is broken, and is made before the deadline: a process that waits may
 * break the lock of a dead one, and a slow process that lost its lock does no harm. A broken lock leaves nothing to
 * clean up, because a rebuild changes the entity in single transactions (rebuild.ts).
 */
export class EntityLock {
  readonly root: string;
  /** The root's state when the lock was taken. */
  readonly state: NodeState;
  /** Rests during long computations, and then shows that the holder lives. */
  readonly pace: Pace;
  private readonly context: Pick<Context, 'store' | 'epoch' | 'now'>;
  private readonly token: string;
  private readonly deadline: Deadline;
  private lastWrite: number;

  constructor(
    context: Pick<Context, 'store' | 'epoch' | 'now'>,
    { root, state }: RootSeen,
    token: string,
    deadline: Deadline,
  ) {
    this.context = context;
    this.root = root;
    this.state = state;
    this.token = token;
    this.deadline = deadline;
    this.lastWrite = context.now();
    this.pace = new Pace(async () => {
      // If the lock is lost by now, the next write of the rebuild says so.
      if (context.now() - this.lastWrite >= SIGN_OF_LIFE) await this.write([]);
    });
  }

  /**
   * Writes all or nothing, as long as the lock is held.
   *
   * @throws RulesReplacedError
   */
  write(writes: readonly (Write | Check)[], change: RootChange = {}): Promise<FencedOutcome> {
    this.check();
    this.lastWrite = this.context.now();
    return this.transact(writes, change);
  }

  /** Releases the lock without another write. */
  release(change: RootChange = {}): Promise<FencedOutcome> {
    return this.write([], { ...change, release: true });
  }

  /** Releases the lock of work that is given up, also after the deadline. */
  async abandon(change: RootChange): Promise<void> {
    await this.transact([], { ...change, release: true });
  }

  /** Called before every write that the lock does not fence. */
  check(): void {
    this.deadline.check();
  }

  private async transact(writes: readonly (Write | Check)[], change: RootChange): Promise<FencedOutcome> {
    const { store, epoch } = this.context;
    const all = [lockedRootWrite(this.root, this.token, change), ...writes];
    const { applied, refused } = await store.transact(all);
    if (applied) return 'applied';
    refuseReplaced(all, refused, epoch);
    return refused.length === 0 || refused.some(({ index }) => index === 0) ? 'lock lost' : 'refused';
  }
}

/** Locks the entity that holds the node. Waits while another rebuild works on it. */
export async function lockEntity(context: Context, node: string, deadline: Deadline): Promise<EntityLock> {
  const { store, now } = context;
  // Most nodes are roots; the write that locks them checks it.
  for (let root = node; ; root = foundOf(await findRoots(store, [node]), node)) {
    deadline.check();
    const token = newID(now());
    const [outcome] = await store.write([lockWrite(root, token)]);
    const { applied, before: item } = present(outcome, 'every write has an outcome');
    const before = readNode(item);
    if (!applied) {
      if (before.parent === undefined) await waitForLock(context, root, deadline);
      continue;
    }
    const lock = new EntityLock(context, { root, state: before }, token, deadline);
    // The tree below the root does not change while it is locked. The node may have left it before.
    if (root === node || (await findRoots(store, [node])).get(node) === root) return lock;
    await lock.abandon({});
  }
}

const SHORTEST_PAUSE = 20;
const LONGEST_PAUSE = 250;

/** Waits until the entity is unlocked. Breaks the lock of a holder that shows no sign of life. */
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
      await store.write([breakLockWrite(root, state)]);
      return;
    }
    deadline.check();
    await pause(rest);
  }
}
