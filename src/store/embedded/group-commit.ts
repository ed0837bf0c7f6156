import { EntityDataError } from '../../errors.ts';
import { StoreClosedError } from '../errors.ts';

interface Waiting {
  /** Runs in the transaction. */
  work(): unknown;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/**
 * Commits the writes of one turn of the event loop in one transaction. Each caller sees what those before it in the
 * group wrote, and is answered when the group is committed.
 */
export class GroupCommit {
  readonly #transaction: (work: () => unknown) => void;
  readonly #checkpointer: { readonly pause: Promise<void> | undefined };
  readonly #waiting: Waiting[] = [];
  #committing: Promise<void> | undefined;
  #closed = false;

  constructor(transaction: (work: () => unknown) => void, checkpointer: { readonly pause: Promise<void> | undefined }) {
    this.#transaction = transaction;
    this.#checkpointer = checkpointer;
  }

  /** Runs `work` in the next transaction. An `EntityDataError`, which `work` must throw before it writes, rejects this call alone. */
  commit<T>(work: () => T): Promise<T> {
    if (this.#closed) return Promise.reject(new StoreClosedError());
    return new Promise((resolve, reject) => {
      this.#waiting.push({ work, resolve: (result) => resolve(result as T), reject });
      this.#committing ??= this.#drain();
    });
  }

  /** Refuses new work and resolves when all accepted work is committed. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#committing;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      await new Promise(setImmediate);
      await this.#checkpointer.pause;
      const group = this.#waiting.splice(0);
      try {
        const answers: (() => void)[] = [];
        this.#transaction(() => {
          for (const { work, resolve, reject } of group) {
            try {
              const result = work();
              answers.push(() => resolve(result));
            } catch (error) {
              if (!(error instanceof EntityDataError)) throw error;
              answers.push(() => reject(error));
            }
          }
        });
        for (const answer of answers) answer();
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.#committing = undefined;
  }
}
