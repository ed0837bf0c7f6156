import type { Check, Write } from '../../store/port.ts';
import type { Context } from '../context.ts';
import type { Deadline } from '../deadline.ts';
import type { EntityLock, FencedOutcome } from '../forest/lock.ts';
import type { NodeState, RootChange } from '../items/node.ts';
import { Pace } from '../pace.ts';

/** Milliseconds after which a long computation gives a sign of life of the lock's holder. */
const SIGN_OF_LIFE = 1_000;

/** The writes of a rebuild: each is fenced by the lock and made before the deadline. */
export class RebuildFence {
  readonly root: string;
  readonly state: NodeState;
  /** Rests during long computations, and then shows that the holder lives. */
  readonly pace: Pace;
  private readonly lock: EntityLock;
  private readonly deadline: Deadline;
  private readonly now: () => number;
  private lastWrite: number;

  constructor({ now }: Pick<Context, 'now'>, lock: EntityLock, deadline: Deadline) {
    this.root = lock.root;
    this.state = lock.state;
    this.lock = lock;
    this.deadline = deadline;
    this.now = now;
    this.lastWrite = now();
    this.pace = new Pace(async () => {
      // If the lock is lost by now, the next write of the rebuild says so.
      if (now() - this.lastWrite >= SIGN_OF_LIFE) await this.write([]);
    });
  }

  write(writes: readonly (Write | Check)[], change: RootChange = {}): Promise<FencedOutcome> {
    this.check();
    this.lastWrite = this.now();
    return this.lock.write(writes, change);
  }

  /** Releases the lock without another write. */
  release(change: RootChange = {}): Promise<FencedOutcome> {
    return this.write([], { ...change, release: true });
  }

  /** Called before every write that the lock does not fence. */
  check(): void {
    this.deadline.check();
  }
}
