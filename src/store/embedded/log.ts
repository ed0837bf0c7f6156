import { setTimeout as pause } from 'node:timers/promises';
import { StoreFormatError } from '../errors.ts';
import type { Batch } from './batch.ts';
import { waitForEventLoop } from './exit-while-waiting.ts';
import { type KeyEncoder, type LmdbFile, openWrittenFile, refuseSetBack, SetBackError } from './lmdb-file.ts';

/** Sequences begin at 1. */
const HEAD = 0;
const WORD = 2 ** 32;
const SEQUENCE_BYTES = 8;
const CHECKPOINT_OFFSET = 8;
const SEED_OFFSET = 16;
const HEAD_BYTES = 20;
/** For how long a transaction waits for a process that is just opening the file: milliseconds, and how often. */
const PAUSE = 5;
const ATTEMPTS = 400;

const sequenceEncoder: KeyEncoder<number, number> = {
  writeKey(sequence, target, start) {
    target.writeUInt32BE(Math.floor(sequence / WORD), start);
    return target.writeUInt32BE(sequence % WORD, start + SEQUENCE_BYTES / 2);
  },
  readKey: (source, start) => source.readUInt32BE(start) * WORD + source.readUInt32BE(start + SEQUENCE_BYTES / 2),
};

export interface Head {
  /** The newest batch; 0 in a new log. */
  sequence: number;
  /** The base has the batches up to this one, and they are not in the log any more. */
  checkpoint: number;
}

/** The base that a log stands before, see `Base`. */
export interface LoggedBase {
  readonly seed: number;
  refresh(): void;
  checkpoint(): number;
}

/**
 * The write-ahead log: a file of LMDB that holds the batches which the base does not have yet, and its write lock is the
 * one that all writers take. To append is to write some pages that lie together, whatever keys the batch has.
 */
export class Log {
  readonly #file: LmdbFile<number, number>;
  /** One object for all reads of the head, of which there is one a read of the store. */
  readonly #head: Head = { sequence: 0, checkpoint: 0 };
  readonly #path: string;
  readonly #base: LoggedBase;

  /**
   * Throws `StoreUnavailableError`, and {@link StoreFormatError} where the file is no log of this base, or one from which
   * batches are gone that the base does not have: where the two were not put back from one backup.
   */
  constructor(path: string, base: LoggedBase) {
    this.#path = path;
    this.#base = base;
    this.#file = openWrittenFile({ path, keyEncoder: sequenceEncoder });
    try {
      this.#checkBase();
      this.#goOnBehind(base.checkpoint());
    } catch (error) {
      void this.#file.close();
      throw error;
    }
  }

  /** Lets the reads that follow see what other processes committed. */
  refresh(): void {
    this.#file.resetReadTxn();
  }

  /** Valid until the next call. */
  head(): Readonly<Head> {
    const bytes = this.#file.getBinaryFast(HEAD);
    this.#head.sequence = bytes?.readDoubleBE(0) ?? 0;
    this.#head.checkpoint = bytes?.readDoubleBE(CHECKPOINT_OFFSET) ?? 0;
    return this.#head;
  }

  /** The batches behind one, up to another and with it. */
  *batches(behind: number, upTo: number): Generator<Batch, void, undefined> {
    for (const { key, value } of this.#file.getRange({ start: behind + 1, end: upTo + 1 })) {
      yield { sequence: key, bytes: value };
    }
  }

  /** Within a transaction. */
  append({ sequence, bytes }: Batch): void {
    const { checkpoint } = this.head();
    this.#file.put(sequence, bytes);
    this.#writeHead({ sequence, checkpoint });
  }

  /** Removes batches that the base has for good. */
  truncate(upTo: number): void {
    this.#file.transactionSync(() => {
      refuseSetBack(this.#file);
      const { sequence, checkpoint } = this.head();
      if (checkpoint >= upTo) return;
      for (let gone = checkpoint + 1; gone <= upTo; gone++) this.#file.remove(gone);
      this.#writeHead({ sequence, checkpoint: upTo });
    });
  }

  /** Runs `work` under the lock of all writers; resolves when what it appended is on disk. */
  async transaction<T>(work: () => T): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#transaction(work);
      } catch (error) {
        if (!(error instanceof SetBackError) || attempt === ATTEMPTS) throw error;
        // Whoever opens the file puts it right.
        await pause(PAUSE);
      }
    }
  }

  async #transaction<T>(work: () => T): Promise<T> {
    // lmdb never answers a transaction that cannot begin, as none can any more when to say what is committed has failed
    // once. To read says so.
    this.refresh();
    this.head();
    let ended: (() => void) | undefined;
    try {
      const committed = this.#file.transaction(() => {
        ended?.();
        refuseSetBack(this.#file);
        return work();
      });
      ended = waitForEventLoop();
      return await committed;
    } finally {
      ended?.();
    }
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  #checkBase(): void {
    const seed = this.#seed();
    const { checkpoint } = this.head();
    // Read behind the log, from which nothing goes that the base does not have.
    this.#base.refresh();
    const has = this.#base.checkpoint();
    let reason: string;
    if (seed !== undefined && seed !== this.#base.seed) reason = 'it is the log of another database';
    else if (checkpoint > has) reason = `the database ends at write ${has}, the log begins behind write ${checkpoint}`;
    else return;
    throw new StoreFormatError(`The log ${this.#path} does not belong to the database beside it: ${reason}`, {
      hint: 'Put both files back from one backup. To go on with the database alone, as it was when it was copied, move the log away.',
    });
  }

  /**
   * Goes on behind the base where that has more than the log: where the base was put back alone, as its backup after a
   * clean end is, or beside an older log. Batches that count up from what the base has already would be taken for old ones.
   */
  #goOnBehind(checkpoint: number): void {
    if (this.head().sequence >= checkpoint) return;
    this.#file.transactionSync(() => {
      refuseSetBack(this.#file);
      const { sequence } = this.head();
      if (sequence >= checkpoint) return;
      for (const batch of [...this.batches(0, sequence)]) this.#file.remove(batch.sequence);
      this.#writeHead({ sequence: checkpoint, checkpoint });
    });
  }

  /** Of the base that it was written for; undefined in a new log, and in one of a version that did not say so. */
  #seed(): number | undefined {
    const bytes = this.#file.getBinaryFast(HEAD);
    return bytes === undefined || this.#file.lastSize < HEAD_BYTES ? undefined : bytes.readInt32BE(SEED_OFFSET);
  }

  #writeHead(head: Head): void {
    const bytes = Buffer.allocUnsafeSlow(HEAD_BYTES);
    bytes.writeDoubleBE(head.sequence, 0);
    bytes.writeDoubleBE(head.checkpoint, CHECKPOINT_OFFSET);
    bytes.writeInt32BE(this.#base.seed, SEED_OFFSET);
    this.#file.put(HEAD, bytes);
  }
}
