import { statfsSync } from 'node:fs';
import { EntityDataError, RetryableError } from '../../errors.ts';
import { StoreClosedError, StoreFullError } from '../errors.ts';

interface Waiting {
  readonly run: () => void;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** What a group is committed to. */
export interface GroupTarget {
  readonly directory: string;
  /** Before each group, without the lock: what must be waited for, if anything; rejects when nothing can be written now. */
  prepare(): Promise<void> | undefined;
  /** Runs `work` under the lock of all writers; resolves when what it appended is on disk. */
  transaction(work: () => void): Promise<void>;
  /** Under the lock, before and after the writers of a group. */
  begin(): void;
  append(): void;
  committed(): void;
  failed(): void;
}

/**
 * One transaction for all writers that came while the last one was committing. Each runs under the write lock, which
 * every process respects, sees what those before it in the group wrote, and resolves when the group is on disk and
 * visible to all readers.
 */
export class GroupCommit {
  readonly #target: GroupTarget;
  #waiting: Waiting[] = [];
  #committing: Promise<void> | undefined;
  #closed = false;

  constructor(target: GroupTarget) {
    this.#target = target;
  }

  /** Runs `work` in the next transaction. What it throws rejects this call alone; it must throw before it writes. */
  commit<T>(work: () => T): Promise<T> {
    if (this.#closed) return Promise.reject(new StoreClosedError());
    return new Promise<T>((resolve, reject) => {
      let result: T;
      this.#waiting.push({
        run: () => {
          result = work();
        },
        resolve: () => resolve(result),
        reject,
      });
      this.#committing ??= this.#drain();
    });
  }

  /** Refuses new work and resolves when all accepted work is committed. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#committing;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) await this.#commitGroup();
    this.#committing = undefined;
  }

  async #commitGroup(): Promise<void> {
    const target = this.#target;
    let group: Waiting[] = [];
    const failures = new Map<Waiting, unknown>();
    try {
      const ready = target.prepare();
      if (ready !== undefined) await ready;
      await target.transaction(() => {
        target.begin();
        // Taken only now that the lock is held: who came while we waited for it still gets in.
        group = this.#waiting;
        this.#waiting = [];
        for (const one of group) {
          try {
            one.run();
          } catch (error) {
            failures.set(one, error);
          }
        }
        target.append();
      });
      target.committed();
    } catch (error) {
      target.failed();
      const failure = await commitFailure(error, target.directory);
      // When not even the lock could be had, those who wait must hear of it too.
      if (group.length === 0) {
        group = this.#waiting;
        this.#waiting = [];
      }
      for (const one of group) one.reject(failures.get(one) ?? failure);
      return;
    }
    for (const one of group) {
      if (failures.has(one)) one.reject(failures.get(one));
      else one.resolve();
    }
  }
}

/** lmdb hides the reason of a failed commit behind a promise of its own. */
async function commitFailure(error: unknown, directory: string): Promise<Error> {
  let cause = error;
  try {
    await (error as { commitError?: Promise<never> }).commitError;
  } catch (reason) {
    cause = reason;
  }
  return storageFailure(cause, directory);
}

/** Less free space than this explains a failed write. */
const FULL_BELOW_BYTES = 4 * 1_048_576;

/** The error for those whose writes could not be stored. */
export function storageFailure(cause: unknown, directory: string): Error {
  if (cause instanceof EntityDataError) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  if (/MDB_MAP_FULL|No space left|File too large|Disk quota/i.test(reason) || freeBytes(directory) < FULL_BELOW_BYTES) {
    return new StoreFullError(`The data directory ${directory} is full: ${reason}`, {
      hint: 'Free disk space, then repeat the request; nothing that was acknowledged is lost.',
      cause,
    });
  }
  return new RetryableError(`The data directory ${directory} could not be written: ${reason}`, {
    hint: /MDB_PANIC|set back/.test(reason)
      ? 'Look at the disk of the data directory, then start the process again; nothing that was acknowledged is lost.'
      : 'Repeat the request; when it keeps failing, look at the disk of the data directory.',
    cause,
  });
}

/** LMDB reports a write cut short by a full disk as an input/output error; the file system knows better. */
function freeBytes(directory: string): number {
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize;
  } catch {
    // Not knowable here; the reason at hand stands.
    return Number.POSITIVE_INFINITY;
  }
}
