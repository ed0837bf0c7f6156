import { copyFileSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { examineStore } from '../../src/store/embedded/database-file.ts';
import { openEmbeddedStore } from '../../src/store/embedded/store.ts';
import { StoreFormatError, StoreUnavailableError } from '../../src/store/errors.ts';
import type { Item } from '../../src/store/port.ts';
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
  /** Of opening the store and of its operations. */
  const errorsOfAll = async (items: readonly Item[]): Promise<unknown[]> => {
    const errors: unknown[] = [];
    const note = (error: unknown) => void errors.push(error);
    const store = await openEmbeddedStore({ directory: directory.path() }).catch(note);
    if (store === undefined) return errors;
    for (const item of items) {
      await store.getMany([item]).catch(note);
      await store.query(item.pk).catch(note);
      await store.write([{ put: { ...item, v: 'y'.repeat(900) } }]).catch(note);
    }
    await store.scan({ segment: 0, segments: 1 }).catch(note);
    await store.durable().catch(note);
    await store.close().catch(note);
    return errors;
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

  it.each(['DROP TABLE meta', 'DELETE FROM meta', 'DROP TABLE partition', 'DROP TABLE item'])(
    'refuses a database from which another program took a part (%s)',
    async (sql) => {
      await write();
      const file = new Database(database());
      file.exec(sql);
      file.close();

      await expectFormatError('is damaged', 'Restore a backup');
      expect(() => examineStore(directory.path())).toThrow(StoreFormatError);
    },
  );

  it('finds a value that is not what was written, though SQLite can read it', async () => {
    await write();
    expect(() => examineStore(directory.path())).not.toThrow();
    const file = new Database(database());
    file.exec(
      `UPDATE partition SET items = replace(items, '"v":', '"v"#') WHERE number = (SELECT max(number) FROM partition)`,
    );
    file.close();

    expect(() => examineStore(directory.path())).toThrow(StoreFormatError);
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

  it.each([
    ['bytes that are set', 0xff],
    ['bytes that are not', 0],
    ['text that is none of the store', 0x22],
  ])('says at every operation that a page is damaged (%s), and never ends the process', async (_, byte) => {
    const few = all.slice(0, 20);
    const items = [...few, ...few.map((item, index) => ({ ...item, pk: 'many', sk: `${index}` }))];
    const store = await openEmbeddedStore({ directory: directory.path() });
    await store.write(items.map((put) => ({ put })));
    await store.close();
    const whole = readFileSync(database());

    let refused = 0;
    for (let page = 0; page < whole.length / 4_096; page++) {
      writeFileSync(database(), Buffer.from(whole).fill(byte, page * 4_096, (page + 1) * 4_096));
      for (const error of await errorsOfAll(items)) {
        expect(error).toBeInstanceOf(StoreFormatError);
        refused++;
      }
      for (const end of ['-wal', '-shm']) rmSync(`${database()}${end}`, { force: true });
    }
    expect(refused).toBeGreaterThan(whole.length / 4_096);
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
