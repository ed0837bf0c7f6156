import { close, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';

/** Flushes a file to stable storage. All callers that wait share the next flush. */
export class FileFlush {
  readonly #file: number;
  readonly #begin: () => () => void;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #failure: unknown;

  /** @param begin called before each flush; what it returns, after it */
  constructor(path: string, begin: () => () => void = () => () => {}) {
    this.#file = openSync(path, 'r+');
    this.#begin = begin;
  }

  /** Throws the error of an earlier flush: the system may drop what it failed to write, so no write may follow. */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Resolves when everything that is in the file by now is on stable storage. */
  flush(): Promise<void> {
    this.#next ??= this.#run(this.#running);
    return this.#next;
  }

  /** SQLite loses its locks on a file when this process closes any descriptor of it: close the database first. */
  readonly close = (): Promise<void> => promisify(close)(this.#file);

  async #run(earlier: Promise<void> | undefined): Promise<void> {
    await earlier;
    this.#running = this.#next;
    this.#next = undefined;
    this.check();
    const end = this.#begin();
    await promisify(fdatasync)(this.#file).catch((error) => {
      this.#failure = error;
      throw error;
    });
    end();
  }
}
