import { statSync } from 'node:fs';
import { StoreClosedError } from '../errors.ts';
import {
  changed,
  checkKey,
  checkKeyPart,
  checkTransact,
  checkWrites,
  holds,
  keyOf,
  PARTITION_KEY_BYTES,
} from '../items.ts';

import * as port from '../port.ts';
import { Checkpointer, FileFlush, GroupCommit } from './commits.ts';
import { closeDatabase, explained, openDatabase, storageFailure } from './database-file.ts';
import { LogNotes } from './log-note.ts';
import { itemText } from './rows.ts';
import { queryPage, scanPage, Tables } from './tables.ts';

/** About 32 MB of log: what a stop has to bring into the tables at most, besides what is written meanwhile. */
const CHECKPOINT_ITEMS = 8_192;
const START_OVER_MILLISECONDS = 60_000;

export interface EmbeddedStoreOptions {
  /** Created when missing. */
  readonly directory: string;
  /** Number of items put between two checkpoints, each 4 KB of a large one counted as an item; default 8,192. */
  readonly checkpointItems?: number;
  /** Between two looks whether the log has anything that was removed meanwhile; default a minute. */
  readonly startOverMilliseconds?: number;
}

/**
 * Opens the store in a directory of this machine: a SQLite database, which several processes may open at a time.
 * Throws `StoreUnavailableError` (directory cannot be written) and `StoreFormatError` (damaged, or of another format).
 */
export async function openEmbeddedStore(options: EmbeddedStoreOptions): Promise<port.Store & port.TableScan> {
  const { directory, checkpointItems = CHECKPOINT_ITEMS, startOverMilliseconds = START_OVER_MILLISECONDS } = options;
  const { database, seed } = openDatabase(directory);
  const { dev, ino, birthtimeMs } = statSync(database.name);
  const tables = explained(directory, () => new Tables(database, seed));
  // SQLite commits without a flush (`synchronous = NORMAL`). A checkpoint flushes the log before SQLite overwrites it.
  const notes = new LogNotes(database.name);
  const log = new FileFlush(`${database.name}-wal`, notes.begin);
  const tablesFile = new FileFlush(database.name);
  const limitLog = (bytes: number) => database.exec(`PRAGMA journal_size_limit = ${bytes}`);
  const touch = () => {
    // Cuts the log. To do so whenever it is started over costs a fifth of the processor time of writes.
    limitLog(0);
    return group.commit(() => database.exec('PRAGMA user_version = 0')).finally(() => limitLog(-1));
  };
  const checkpointed = { path: database.name, tables: tablesFile, touch };
  const checkpointer = new Checkpointer(checkpointed, checkpointItems, startOverMilliseconds);
  const transaction = (work: () => unknown): void =>
    explained(directory, () => {
      log.check();
      tablesFile.check();
      checkpointer.wrote(tables.write(work));
    });
  const group = new GroupCommit(transaction, checkpointer);
  let closing: Promise<void> | undefined;
  const fail = (error: unknown): never => {
    throw storageFailure(error, directory);
  };
  const read = <T>(work: () => T): T => {
    if (closing !== undefined) throw new StoreClosedError();
    return explained(directory, work);
  };
  const queryMany = async (pks: readonly string[], options: port.QueryOptions = {}) => {
    for (const pk of pks) checkKeyPart('partition key', pk, PARTITION_KEY_BYTES);
    return read(() => pks.map((pk) => queryPage(tables, pk, options)));
  };
  const write = async (writes: readonly port.Write[]) => {
    const run = prepare({ each: writes });
    return writes.length === 0 ? [] : group.commit(() => run(tables));
  };
  const transact = async (writes: readonly (port.Write | port.Check)[]) => {
    const run = prepare({ all: writes });
    return transactOutcome(writes.length === 0 ? [] : await group.commit(() => run(tables)));
  };
  const close = async (): Promise<void> => {
    try {
      await group.close();
      await checkpointer.close();
      await log.flush();
    } finally {
      closeDatabase(database);
      notes.close();
      await Promise.all([log.close(), tablesFile.close()]);
    }
  };
  return {
    identity: `${dev} ${ino} ${birthtimeMs}`,
    queryMany,
    write,
    transact,
    async getMany(keys) {
      for (const key of keys) checkKey(key);
      return read(() => keys.map((key) => tables.get(key)));
    },
    query: async (pk, options) => (await queryMany([pk], options))[0]!,
    scan: async (options) => read(() => scanPage(tables, options)),
    /** Makes all steps in one group, so that they become visible together. */
    async inOrder(steps, mayGoOn) {
      mayGoOn?.();
      const runs = steps.map(prepare);
      return group.commit(() => {
        const done: port.StepOutcome[] = [];
        for (const [index, run] of runs.entries()) {
          done.push(stepOutcome(steps[index]!, run(tables)));
          if (!done.at(-1)!.applied) break;
        }
        return done;
      });
    },
    /** Resolves before the deletion; `close` waits for it. */
    async discard(keys, also = []) {
      const deletion =
        also.length > 0 ? transact(port.discarding(keys, also)) : write(keys.map((key) => ({ delete: key })));
      // An item that stays is harmless.
      deletion.catch(() => {});
    },
    async durable() {
      if (closing !== undefined) throw new StoreClosedError();
      await log.flush().catch(fail);
    },
    close() {
      closing ??= close().catch(fail);
      return closing;
    },
  };
}

/**
 * Checks the writes of a step. The result makes, within a transaction, those whose conditions hold (`each`), or all of
 * them if all conditions hold (`all`). It returns for each whether its condition held.
 */
function prepare(step: port.Step): (tables: Tables) => port.Outcome[] {
  const writes = 'each' in step ? step.each : step.all;
  if ('each' in step) checkWrites(writes);
  else checkTransact(writes);
  // Encoded here, outside of the transaction.
  const puts = writes.map((write) => ('put' in write ? itemText(write.put) : undefined));
  return (tables) => {
    const outcomes = writes.map((write): port.Outcome => {
      const before = write.if?.length || 'update' in write ? tables.get(keyOf(write)) : undefined;
      return { applied: holds(write.if, before), before };
    });
    if ('all' in step && !transactOutcome(outcomes).applied) return outcomes;
    // An update that cannot be made throws before anything is written.
    const made = writes.flatMap((write, index) => {
      const { applied, before } = outcomes[index]!;
      if (!applied || 'check' in write) return [];
      return [{ key: keyOf(write), text: 'update' in write ? itemText(changed(write, before)) : puts[index] }];
    });
    for (const { key, text } of made) tables.put(key, text);
    return outcomes;
  };
}

function transactOutcome(outcomes: readonly port.Outcome[]): port.TransactOutcome {
  const refused = outcomes.flatMap(({ applied, before }, index) => (applied ? [] : [{ index, before }]));
  return { applied: refused.length === 0, refused };
}

const stepOutcome = (step: port.Step, outcomes: readonly port.Outcome[]): port.StepOutcome =>
  'each' in step ? port.eachOutcome(outcomes) : port.allOutcome(outcomes.length, transactOutcome(outcomes));
