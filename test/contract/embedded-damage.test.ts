import { copyFileSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { openEmbeddedStore } from '../../src/store/embedded/store.ts';
import { StoreFormatError, StoreUnavailableError } from '../../src/store/errors.ts';
import { startStoreProcess } from '../setup/store-process.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';

describe('the embedded store, opened where it cannot be', () => {
  const directory = temporaryDirectory('beforeEach');
  const database = () => directory.path('entity-data.sqlite');
  const log = () => directory.path('entity-data.sqlite-wal');

  const failure = (place = directory.path()): Promise<StoreUnavailableError | StoreFormatError> =>
    openEmbeddedStore({ directory: place }).then(
      () => {
        throw new Error('The store was opened');
      },
      (error) => error,
    );
  const all = Array.from({ length: 100 }, (_, index) => ({ pk: `p${index}`, sk: 's', v: 'x'.repeat(1_000) }));
  const puts = all.map((put) => ({ put }));
  const write = async (count = all.length) => {
    const store = await openEmbeddedStore({ directory: directory.path() });
    await store.write(puts.slice(0, count));
    await store.close();
  };
  /** Leaves database and log as a process leaves them that is killed. */
  const writeAndKill = async (options = {}) => {
    const process = await startStoreProcess({ directory: directory.path(), ...options });
    await process.call('write', puts);
    await process.call('durable');
    await process.kill();
  };
  const stored = async () => {
    const store = await openEmbeddedStore({ directory: directory.path() });
    const items = await store.getMany(all);
    await store.close();
    return items;
  };
  const expectFormatError = async (message: string, hint = '') => {
    const error = await failure();
    expect(error).toBeInstanceOf(StoreFormatError);
    expect(error.message).toContain(message);
    expect(error.hint).toContain(hint);
  };

  it('says that a directory is a file', async () => {
    const file = directory.path('file');
    writeFileSync(file, '');

    const error = await failure(join(file, 'data'));

    expect(error).toBeInstanceOf(StoreUnavailableError);
    expect(error.message).toContain(join(file, 'data'));
    expect(error.hint).toContain('directory');
  });

  it('refuses a file that is no database and leaves it as it is', async () => {
    writeFileSync(database(), 'no database'.repeat(1_000));

    await expectFormatError('not one of this service');
    expect(readFileSync(database(), 'utf8')).toBe('no database'.repeat(1_000));
  });

  it('refuses the database of another program', async () => {
    const other = new Database(database());
    other.exec('CREATE TABLE t (a)');
    other.close();

    await expectFormatError('not one of this service');
  });

  it('refuses data of another format', async () => {
    await write();
    const file = new Database(database());
    file.exec('UPDATE meta SET format = 9');
    file.close();

    await expectFormatError('have format 9; this release reads format 4', 'load the records again');
  });

  it.each(['entity-data.mdb', 'entity-data.log.mdb'])('refuses the file %s of a former release', async (name) => {
    writeFileSync(directory.path(name), 'x');

    await expectFormatError(name, 'former release');
  });

  it.each([0, 0.02, 0.5, 0.99])('refuses a database cut to %d of its length', async (share) => {
    await write();
    truncateSync(database(), Math.floor(statSync(database()).size * share));

    await expectFormatError('is damaged', 'Restore a backup');
  });

  it('refuses a database that is missing beside its log', async () => {
    await writeAndKill();
    rmSync(database());

    await expectFormatError('is missing, but its log is there');
  });

  it.each([{}, { checkpointItems: 1 }])('refuses a database whose log is missing or empty (%j)', async (options) => {
    await writeAndKill(options);
    const kept = directory.path('kept');
    copyFileSync(log(), kept);

    for (const damage of [() => rmSync(log()), () => truncateSync(log(), 0)]) {
      damage();
      rmSync(`${database()}-shm`, { force: true });

      await expectFormatError(`The log ${log()} is missing`, 'Put both files back');
      copyFileSync(kept, log());
    }
    expect(await stored()).toEqual(all);
  });

  it('needs no log after a clean end', async () => {
    await writeAndKill();
    expect(await stored()).toEqual(all);

    expect(() => statSync(log())).toThrow('ENOENT');
    expect(await stored()).toEqual(all);
  });

  it('needs the log again when one of two stores goes on after the other has been closed', async () => {
    const here = await startStoreProcess({ directory: directory.path() });
    await write(1);
    await here.call('write', puts);
    await here.kill();
    // What a checkpoint would have brought into the database by now.
    const file = new Database(database());
    const needsLog = file.prepare('SELECT needs_log FROM meta').pluck().get();
    file.close();

    expect(needsLog).toBe(1);
  });
});
