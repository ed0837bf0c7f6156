import { type LmdbFile, openLmdbFile } from './lmdb-file.ts';

/**
 * Whose turn it is to make a checkpoint, which takes many transactions of the base. The turn is the write lock of a file of
 * LMDB that stays empty: every process respects it, and the system takes it back from a process that was killed.
 */
export class Turn {
  readonly #file: LmdbFile<never, never>;

  constructor(path: string) {
    const keyEncoder = { writeKey: (_key: never, _target: Buffer, start: number) => start, readKey: noKey };
    this.#file = openLmdbFile({ path, keyEncoder });
  }

  /** Waits for the turn, in the thread that calls. */
  take(work: () => void): void {
    this.#file.transactionSync(work);
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

function noKey(): never {
  throw new Error('The file of the turn has no keys');
}
