import { readFile, symlink } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { compileColumns, parseColumnMapping } from '../../../../../apps/cli/files/columns.ts';
import { readCsvHeader, readCsvRows } from '../../../../../apps/cli/files/csv-records.ts';
import { objectReaderOf, readJsonLines } from '../../../../../apps/cli/files/jsonl-records.ts';
import { checkEncoding, mappingOf, openSource } from '../../../../../apps/cli/files/source-file.ts';
import {
  ColumnsError,
  fileStart,
  type SourcePosition,
  type SourceRecord,
} from '../../../../../apps/cli/files/source-record.ts';

import { errorsPathOf, openErrorsFile } from '../../../../../apps/cli/load/errors-file.ts';
import {
  type LoadState,
  LoadStateError,
  readLoadState,
  StateWriter,
  statePath,
  writeLoadState,
} from '../../../../../apps/cli/load/state-file.ts';

import { allOf } from '../../../../setup/all-of.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

const directory = temporaryDirectory('beforeEach');

async function* readCsvRecords(file: string, from: SourcePosition) {
  const header = await readCsvHeader(file, {});
  yield* readCsvRows(file, from, header, compileColumns(header.names, {}), {});
}

const refused = (line: number) => ({ line, code: 'X', reason: 'wrong', record: { id: String(line) } });

describe('openErrorsFile', () => {
  it('writes a line for each record, and no file without one', async () => {
    const path = directory.path('errors.jsonl');
    const errors = await openErrorsFile(path, 1);
    await errors.close();
    await expect(readFile(path)).rejects.toThrow('ENOENT');

    const again = await openErrorsFile(path, 1);
    await Promise.all([again.append([refused(1), refused(2)]), again.append([refused(3)])]);
    await again.close();

    const lines = (await readFile(path, 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([refused(1), refused(2), refused(3)]);
  });

  it('begins anew, or drops what will be read again', async () => {
    const lines = [1, 5, 2].map((line) => JSON.stringify(refused(line)));
    const path = await directory.write('errors.jsonl', [...lines, '{"line":3,"co'].join('\n'));

    const resumed = await openErrorsFile(path, 3);
    await resumed.close();
    const kept = await readFile(path, 'utf8');
    const anew = await openErrorsFile(path, 1);
    await anew.close();

    expect(kept).toBe(`${JSON.stringify(refused(1))}\n${JSON.stringify(refused(2))}\n`);
    await expect(readFile(path)).rejects.toThrow('ENOENT');
  });
});

describe('errorsPathOf', () => {
  it('is beside the file unless it is given', async () => {
    const file = await directory.write('people.csv', 'id\n1\n');

    expect(await errorsPathOf(file, undefined)).toBe(`${file}.errors.jsonl`);
    expect(await errorsPathOf(file, directory.path('other'))).toBe(directory.path('other'));
  });

  it('is never the file itself, which would be removed', async () => {
    const file = await directory.write('people.csv', 'id\n1\n');
    const link = directory.path('link.csv');
    await symlink(file, link);

    for (const same of [file, `${directory.path()}/./people.csv`, link]) {
      await expect(errorsPathOf(file, same)).rejects.toMatchObject({ code: 'SOURCE_FILE_UNUSABLE' });
    }
  });
});

describe('the state of a load', () => {
  const subject = { apiUrl: 'http://127.0.0.1:1/', size: 100, modified: 5.5 };
  const state = { offset: 50, line: 6, loaded: 4, refused: 1 };

  it('is written now and again, and at last', async () => {
    const path = statePath(directory.path('people.csv'));
    let now = 10_000;
    const writer = new StateWriter<LoadState>(
      (state) => writeLoadState(path, subject, state),
      () => now,
    );
    writer.note({ ...state, offset: 10 });
    now += 10;
    writer.note(state);
    await writer.close();

    expect(await readLoadState(path, subject)).toEqual(state);
  });

  it('is undefined where there is none', async () => {
    expect(await readLoadState(directory.path('none'), subject)).toBeUndefined();
  });

  it.each([
    [{ apiUrl: 'http://127.0.0.1:2/' }, 'belongs to a load into http://127.0.0.1:1/'],
    [{ size: 101 }, 'The file has changed'],
    [{ modified: 6 }, 'The file has changed'],
  ])('is not taken for another load (%j)', async (difference, message) => {
    const path = directory.path('state');
    const writer = new StateWriter<LoadState>((state) => writeLoadState(path, subject, state));
    writer.note(state);
    await writer.close();

    const reading = readLoadState(path, { ...subject, ...difference });

    await expect(reading).rejects.toThrow(LoadStateError);
    await expect(reading).rejects.toThrow(message);
  });

  it('is not taken from a file that holds something else', async () => {
    const path = await directory.write('state', '{"version":1}');

    await expect(readLoadState(path, subject)).rejects.toThrow('does not contain the state of a load');
  });
});

const sources = temporaryDirectory('beforeAll');

const behind = ({ end, nextLine }: SourceRecord): SourcePosition => ({ offset: end, line: nextLine });

describe('readCsvRows', () => {
  const content = '\uFEFFid,name,x.y\r\n1,"a, ""q""\nb",ä\r\n2,b\r\n\r\n3,"bad"quote,z\n4,ok,z\r\n5,last,zz';

  it('reads rows with their lines and says which are none', async () => {
    const records = await allOf(readCsvRecords(await sources.write('rows.csv', content), fileStart));

    expect(records).toEqual([
      { line: 2, end: 35, nextLine: 4, record: { id: '1', name: 'a, "q"\nb', x: { y: 'ä' } } },
      { line: 4, end: 40, nextLine: 5, problem: 'the row has 2 columns, the header 3', text: '2,b' },
      { line: 6, end: 57, nextLine: 7, record: { id: '3', name: '"bad"quote', x: { y: 'z' } } },
      { line: 7, end: 65, nextLine: 8, record: { id: '4', name: 'ok', x: { y: 'z' } } },
      { line: 8, end: 74, nextLine: 9, record: { id: '5', name: 'last', x: { y: 'zz' } } },
    ]);
  });

  it('loads no text that is not UTF-8', async () => {
    const file = await sources.write('latin1.csv', Buffer.from('id,name\n1,Ren\xe9\n2,René\n', 'latin1'));

    const [first] = await allOf(readCsvRecords(file, fileStart));

    expect(first).toMatchObject({ line: 2, problem: expect.stringContaining('no UTF-8') });
    await expect(
      allOf(readCsvRecords(await sources.write('header.csv', Buffer.from('id,caf\xe9\n', 'latin1')), fileStart)),
    ).rejects.toThrow('no UTF-8');
  });

  it('says which delimiter a header of one column may have', async () => {
    const file = await sources.write('semicolons.csv', 'id;name\n1;a\n');

    await expect(allOf(readCsvRecords(file, fileStart))).rejects.toMatchObject({
      hint: expect.stringContaining("--delimiter ';'"),
    });
  });

  it('goes on behind any record', async () => {
    const file = await sources.write('resume.csv', content);
    const records = await allOf(readCsvRecords(file, fileStart));

    for (const [index, record] of records.entries()) {
      expect(await allOf(readCsvRecords(file, behind(record)))).toEqual(records.slice(index + 1));
    }
  });

  it('stops at a quote that is never closed, after what stands before it', async () => {
    const file = await sources.write('open.csv', 'id,name\n1,a\n2,"open\n3,c\n');
    const read: SourceRecord[] = [];

    const reading = (async () => {
      for await (const record of readCsvRecords(file, fileStart)) read.push(record);
    })();

    await expect(reading).rejects.toThrow(ColumnsError);
    await expect(reading).rejects.toThrow(/: a quote that opens at line 3 or later is not closed\.$/);
  });

  it.each([
    ['empty.csv', '', 'is empty'],
    ['noid.csv', 'name\nx\n', 'No column is named "id"'],
  ])('refuses %s', async (name, text, message) => {
    const file = await sources.write(name, text);

    await expect(allOf(readCsvRecords(file, fileStart))).rejects.toThrow(message);
  });

  it('rejects when there is no such file', async () => {
    await expect(allOf(readCsvRecords(sources.path('missing.csv'), fileStart))).rejects.toThrow('ENOENT');
  });
});

describe('readJsonLines', () => {
  it('loads no text that is not UTF-8', async () => {
    const file = await sources.write('latin1.jsonl', Buffer.from('{"id":"1","name":"Ren\xe9"}\n', 'latin1'));

    expect(await allOf(readJsonLines(file, fileStart, objectReaderOf({})))).toMatchObject([
      { problem: expect.stringContaining('no UTF-8') },
    ]);
  });

  it('reads a record a line and says which lines hold none', async () => {
    const file = await sources.write('a.jsonl', '{"id":"1","a":[1]}\n\n{"id":\n[1]\n{"id":"2"}');

    const records = await allOf(readJsonLines(file, fileStart, objectReaderOf({})));

    expect(records).toMatchObject([
      { line: 1, record: { id: '1', a: [1] } },
      { line: 3, problem: expect.stringContaining('the line is no JSON: '), text: '{"id":' },
      { line: 4, problem: 'the line is no JSON object', text: '[1]' },
      { line: 5, record: { id: '2' } },
    ]);
    expect(await allOf(readJsonLines(file, behind(records[1]!), objectReaderOf({})))).toEqual(records.slice(2));
  });

  it.each([{}, { idColumn: 'number' }])('loads no id that a number does not hold exactly (%j)', async (options) => {
    const [name, id] = [options.idColumn ?? 'id', '9007199254740993'];
    const file = await sources.write('numbers.jsonl', `{"${name}":${id}}\n{"${name}":"${id}"}\n{"${name}":1234}\n`);

    expect(await allOf(readJsonLines(file, fileStart, objectReaderOf(options)))).toMatchObject([
      { line: 1, problem: expect.stringContaining('write it as text') },
      { line: 2, record: { id } },
      { line: 3, record: {} },
    ]);
  });

  it('takes the id from another field', async () => {
    const file = await sources.write('b.jsonl', '{"number":7,"a":1}\n');

    const [first] = await allOf(readJsonLines(file, fileStart, objectReaderOf({ idColumn: 'number' })));

    expect(first).toMatchObject({ record: { id: '7', a: 1 } });
  });
});

describe('mappingOf', () => {
  const options = (...columns: readonly string[]) => ({
    idColumn: 'id',
    column: new Map(columns.map(parseColumnMapping)),
  });

  it('is the same for the same columns, and another for others', () => {
    const mapping = mappingOf(options('a=b', 'c=d:list'));

    expect(mappingOf(options('c=d:list', 'a=b'))).toBe(mapping);
    for (const other of [options('a=b'), options('a=b', 'c=d'), options('a=b', 'c=')]) {
      expect(mappingOf(other)).not.toBe(mapping);
    }
    expect(mappingOf({ ...options('a=b', 'c=d:list'), idColumn: 'number' })).not.toBe(mapping);
    expect(mappingOf({ ...options('a=b', 'c=d:list'), delimiter: ';' })).not.toBe(mapping);
  });
});

describe('openSource', () => {
  it('refuses --delimiter for a file that has no columns', async () => {
    const file = await sources.write('people.jsonl', '{"id":"1","a":"b"}\n');

    await expect(openSource(file, { column: new Map(), delimiter: ';' })).rejects.toMatchObject({
      code: 'SOURCE_FILE_UNUSABLE',
      message: expect.stringContaining('--delimiter'),
    });
  });

  it('puts fields of JSON lines into other fields, also those with dots and blanks in their names', async () => {
    const file = await sources.write(
      'mapped.jsonl',
      '{"number":7,"Site name":"x","a.b":["y"],"c":1.10,"d":{"e":2.50}}\n',
    );
    const column = new Map(['Site name=Site_name', 'a.b=a_b', 'c=', 'number=number:text'].map(parseColumnMapping));

    const source = await openSource(file, { idColumn: 'number', column });

    expect(await allOf(source.read(fileStart))).toMatchObject([
      { record: { id: '7', number: '7', Site_name: 'x', a_b: ['y'], d: { e: 2.5 } } },
    ]);
  });
});

describe('checkEncoding', () => {
  it('refuses UTF-16, as spreadsheets write it, and nothing else', async () => {
    const utf16 = await sources.write('utf16.csv', Buffer.from('\uFEFFid,name\n1,a\n', 'utf16le'));
    const utf8 = await sources.write('utf8.csv', '\uFEFFid,name\n1,a\n');

    await expect(checkEncoding(utf16)).rejects.toThrow('UTF-16');
    await expect(checkEncoding(utf8)).resolves.toBeUndefined();
    await expect(checkEncoding(await sources.write('empty.csv', ''))).resolves.toBeUndefined();
  });
});
