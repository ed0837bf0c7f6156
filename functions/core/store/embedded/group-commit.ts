import { RetryableError } from '../../errors.ts';
import { StoreClosedError, StoreFullError } from '../errors.ts';
import type { Database } from './database.ts';

interface Waiting {
  readonly run: () => void;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * One LMDB transaction for all writers that came while the last one was committing. Each runs under the write lock of
 * the file, which every process respects, sees what those before it in the group wrote, and resolves when the group is
 * visible to all readers.
 */
export class GroupCommit {
  readonly #database: Database;
  #waiting: Waiting[] = [];
  #committing: Promise<void> | undefined;
  #closed = false;

  constructor(database: Database) {
    this.#database = database;
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
    // What else this turn of the event loop brings joins the first group.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) {
      const group = this.#waiting;
      this.#waiting = [];
      await this.#commitGroup(group);
    }
    this.#committing = undefined;
  }

  async #commitGroup(group: readonly Waiting[]): Promise<void> {
    const failures = new Map<Waiting, unknown>();
    try {
      await this.#database.transaction(() => {
        for (const one of group) {
          try {
            one.run();
          } catch (error) {
            failures.set(one, error);
          }
        }
      });
    } catch (error) {
      const failure = await commitFailure(error);
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
async function commitFailure(error: unknown): Promise<Error> {
  let cause = error;
  try {
    await (error as { commitError?: Promise<never> }).commitError;
  } catch (reason) {
    cause = reason;
  }
  return storageFailure(cause);
}

export function storageFailure(cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  if (/MDB_MAP_FULL|No space left|ENOSPC|File too large|quota/i.test(reason)) {
    return new StoreFullError(`The data directory is full: ${reason}`, {
      hint: 'Free disk space, then repeat the request; nothing that was acknowledged is lost.',
      cause,
    });
  }
  return new RetryableError(`The embedded store could not commit: ${reason}`, {
    hint: 'Repeat the request; when it keeps failing, look at the disk of the data directory.',
    cause,
  });
}
