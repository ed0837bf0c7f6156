import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { partPath, statePath } from '../../../../../apps/cli/export/export-file.ts';
import { isWhole } from '../../../../../apps/cli/export/export-state.ts';
import { exportToFile, openTarget, type TargetOptions } from '../../../../../apps/cli/export/file-export.ts';
import type { ReadPage } from '../../../../../apps/cli/export/list-pages.ts';
import { flatEncoder } from '../../../../../apps/cli/export/row-encoder.ts';
import { literal, openEngine } from '../../../../../apps/cli/files/engine.ts';

import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';
import { content, entitiesOf, exporting, idsIn, pagesOf, subject } from './fake-service.ts';

const entities = entitiesOf(40);
const ids = entities.map(({ records }) => records![0]!.id).sort();

const folder = temporaryDirectory('beforeEach');
let out: string;
let told: string[];

beforeEach(() => {
  out = folder.path('out.csv');
  told = [];
});

const open = (options: Partial<TargetOptions> = {}, of: typeof subject = subject) =>
  openTarget(out, of, {
    resume: false,
    force: false,
    segments: 3,
    service: 'http://one/graphql',
    tell: (message) => told.push(message),
    ...options,
  });

/** Calls back before the page of that number, from 1 on. */
function beforePage(number: number, then: () => void, readPage: ReadPage = pagesOf(entities)): ReadPage {
  let count = 0;
  return async (request) => {
    count += 1;
    if (count === number) then();
    return readPage(request);
  };
}

/** An export of all entities that Ctrl-C stops after the last page. */
function stoppedAtTheEnd() {
  const stop = new AbortController();
  const onProgress = (state: Parameters<typeof isWhole>[0]) => {
    if (isWhole(state)) stop.abort();
  };
  return { ...exporting(pagesOf(entities)), onProgress, signal: stop.signal };
}

const failing = (number: number): ReadPage =>
  beforePage(number, () => {
    throw new Error('the service is gone');
  });

describe('an export into a file', () => {
  it('has the rows of all entities and leaves nothing beside it', async () => {
    const end = await exportToFile(await open(), exporting(pagesOf(entities)));

    expect(end).toMatchObject({ isComplete: true, state: { rows: 40, entities: 40 } });
    expect(idsIn(await readFile(out, 'utf8'))).toEqual(ids);
    expect(await readdir(folder.path())).toEqual(['out.csv']);
  });

  it('has a header also without entities', async () => {
    await exportToFile(await open(), exporting(pagesOf([])));

    expect(await readFile(out, 'utf8')).toBe('record_id,entity_id\n');
  });

  it('has its name only when it is complete, and continues where it was interrupted', async () => {
    const stop = new AbortController();
    const readPage = beforePage(9, () => stop.abort());
    const end = await exportToFile(await open(), { ...exporting(readPage), signal: stop.signal });
    const between = await readdir(folder.path());

    const target = await open({ resume: true });
    const resumed = await exportToFile(target, exporting(pagesOf(entities)));

    expect(end.isComplete).toBe(false);
    expect(between.sort()).toEqual(['out.csv.export-state.json', 'out.csv.part']);
    expect(target.from.rows).toBe(end.state.rows);
    expect(told).toEqual([`Continuing after ${end.state.rows} rows.`]);
    expect(resumed).toMatchObject({ isComplete: true, state: { rows: 40 } });
    expect(idsIn(await readFile(out, 'utf8'))).toEqual(ids);
    expect(await readdir(folder.path())).toEqual(['out.csv']);
  });

  it('drops what was written after the last state, as after a kill', async () => {
    await expect(exportToFile(await open(), exporting(failing(10)))).rejects.toThrow('the service is gone');
    await writeFile(partPath(out), 'half of a row, which no state coun', { flag: 'a' });

    await exportToFile(await open({ resume: true }), exporting(pagesOf(entities)));

    expect(idsIn(await readFile(out, 'utf8'))).toEqual(ids);
  });

  it('is complete when Ctrl-C comes after the last page', async () => {
    const stopped = stoppedAtTheEnd();

    const end = await exportToFile(await open(), stopped);

    expect(stopped.signal.aborted).toBe(true);
    expect(end.isComplete).toBe(true);
    expect(await readdir(folder.path())).toEqual(['out.csv']);
  });

  it('leaves no part where the first pages fail, because nothing could continue it', async () => {
    await expect(exportToFile(await open(), exporting(failing(2)))).rejects.toThrow('the service is gone');

    expect(await readdir(folder.path())).toEqual([]);
  });

  it('keeps the former file until a forced export is complete', async () => {
    await writeFile(out, 'former');
    await expect(open()).rejects.toThrow('out.csv exists.');
    await expect(exportToFile(await open({ force: true }), exporting(failing(9)))).rejects.toThrow();
    const between = await readFile(out, 'utf8');

    await exportToFile(await open({ resume: true }), exporting(pagesOf(entities)));

    expect(between).toBe('former');
    expect(idsIn(await readFile(out, 'utf8'))).toEqual(ids);
  });
});

describe('an export as Parquet', () => {
  const asParquet = { ...subject, format: 'parquet' };
  const encoder = flatEncoder(content.columns);
  const exportStopped = async () => exportToFile(await open({}, asParquet), { ...stoppedAtTheEnd(), encoder });
  /** Needs no page. */
  const resume = async () =>
    exportToFile(await open({ resume: true }, asParquet), { ...exporting(failing(1)), encoder });

  async function rowsIn(): Promise<unknown> {
    const engine = await openEngine();
    const [row] = await engine.rows(`SELECT count(DISTINCT record_id) FROM read_parquet(${literal(out)})`);
    engine.close();
    return Number(row![0]);
  }

  it('can be continued when Ctrl-C comes after the last page', async () => {
    const first = await exportStopped();
    const between = await readdir(folder.path());

    const resumed = await resume();

    expect(first.isComplete).toBe(false);
    expect(between.sort()).toEqual(['out.csv.export-state.json', 'out.csv.part']);
    expect(resumed.isComplete).toBe(true);
    expect(await rowsIn()).toBe(40);
    expect(await readdir(folder.path())).toEqual(['out.csv']);
  });

  it('is finished by --resume wherever it was killed after its last page', async () => {
    await exportStopped();
    const state = await readFile(statePath(out), 'utf8');
    await resume();
    const parquet = await readFile(out);

    // Killed before the last name, and then before the state was removed.
    await rm(out);
    await writeFile(statePath(out), state);
    await writeFile(`${partPath(out)}.parquet`, parquet);
    await resume();
    const named = await rowsIn();
    await writeFile(statePath(out), state);
    await resume();

    expect([named, await rowsIn()]).toEqual([40, 40]);
    expect(await readdir(folder.path())).toEqual(['out.csv']);
  });

  it('says that its rows are gone', async () => {
    await exportStopped();
    await rm(partPath(out));

    await expect(resume()).rejects.toThrow('out.csv.part.parquet is gone, which had all rows of this export.');
  });
});

describe('--resume', () => {
  beforeEach(async () => {
    await expect(exportToFile(await open(), exporting(failing(9)))).rejects.toThrow();
  });

  it('refuses another export and says what differs', async () => {
    const other = (change: object) => open({ resume: true }, { ...subject, ...change });

    await expect(other({ format: 'jsonl' })).rejects.toThrow('belongs to an export with another format.');
    await expect(other({ content: 'links' })).rejects.toThrow('another content.');
    await expect(other({ columns: [] })).rejects.toThrow('another list of fields.');
    await expect(other({ survivorship: '[["a"]]' })).rejects.toThrow('another survivorship.');
  });

  it('names both services where the fields differ', async () => {
    const elsewhere = open({ resume: true, service: 'http://two/graphql' }, { ...subject, columns: [] });

    await expect(elsewhere).rejects.toThrow(
      'another list of fields. It read from http://one/graphql, and this one from http://two/graphql.',
    );
  });

  it('continues with the same data under another address', async () => {
    const target = await open({ resume: true, service: 'http://localhost:2/graphql' });

    await exportToFile(target, exporting(pagesOf(entities)));

    expect(target).toMatchObject({ begunAt: 'http://one/graphql', service: 'http://localhost:2/graphql' });
    expect(idsIn(await readFile(out, 'utf8'))).toEqual(ids);
  });

  it.each(['', '{}', '{"format":2}', 'null'])('refuses the damaged state %j', async (text) => {
    await writeFile(statePath(out), text);

    await expect(open({ resume: true })).rejects.toMatchObject({
      code: 'EXPORT_STATE_UNUSABLE',
      message: expect.stringContaining('does not contain the state of an export.'),
    });
  });

  it('begins anew without a state, and says so', async () => {
    await rm(statePath(out));

    const target = await open({ resume: true });

    expect(target.from.rows).toBe(0);
    expect(told).toEqual(['There is no interrupted export into this file; starting from the beginning.']);
  });
});
