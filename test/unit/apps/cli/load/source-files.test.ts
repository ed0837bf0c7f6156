import { writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parseColumnMapping } from '../../../../../apps/cli/load/columns.ts';
import { readCsvRecords } from '../../../../../apps/cli/load/csv-records.ts';
import { ColumnsError } from '../../../../../apps/cli/load/errors.ts';
import { readJsonlRecords } from '../../../../../apps/cli/load/jsonl-records.ts';
import { checkEncoding, mappingOf, openSource } from '../../../../../apps/cli/load/source-file.ts';
import { fileStart, type SourcePosition, type SourceRecord } from '../../../../../apps/cli/load/source-record.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

const directory = temporaryDirectory('beforeAll');

async function fileWith(name: string, content: string | Buffer): Promise<string> {
  const file = directory.path(name);
  await writeFile(file, content);
  return file;
}

async function all(records: AsyncIterable<SourceRecord>): Promise<SourceRecord[]> {
  const list: SourceRecord[] = [];
  for await (const record of records) list.push(record);
  return list;
}

const behind = ({ end, nextLine }: SourceRecord): SourcePosition => ({ offset: end, line: nextLine });

describe('readCsvRecords', () => {
  const content = '\uFEFFid,name,x.y\r\n1,"a, ""q""\nb",ä\r\n2,b\r\n\r\n3,"bad"quote,z\n4,ok,z\r\n5,last,zz';

  it('reads rows with their lines and says which are none', async () => {
    const records = await all(readCsvRecords(await fileWith('rows.csv', content), fileStart));

    expect(records).toEqual([
      { line: 2, end: 35, nextLine: 4, record: { id: '1', name: 'a, "q"\nb', x: { y: 'ä' } } },
      { line: 4, end: 40, nextLine: 5, problem: 'the row has 2 columns, the header 3', text: '2,b' },
      { line: 6, end: 57, nextLine: 7, record: { id: '3', name: '"bad"quote', x: { y: 'z' } } },
      { line: 7, end: 65, nextLine: 8, record: { id: '4', name: 'ok', x: { y: 'z' } } },
      { line: 8, end: 74, nextLine: 9, record: { id: '5', name: 'last', x: { y: 'zz' } } },
    ]);
  });

  it('loads no text that is not UTF-8', async () => {
    const file = await fileWith('latin1.csv', Buffer.from('id,name\n1,Ren\xe9\n2,René\n', 'latin1'));

    const [first] = await all(readCsvRecords(file, fileStart));

    expect(first).toMatchObject({ line: 2, problem: expect.stringContaining('no UTF-8') });
    await expect(
      all(readCsvRecords(await fileWith('header.csv', Buffer.from('id,caf\xe9\n', 'latin1')), fileStart)),
    ).rejects.toThrow('no UTF-8');
  });

  it('says which delimiter a header of one column may have', async () => {
    const file = await fileWith('semicolons.csv', 'id;name\n1;a\n');

    await expect(all(readCsvRecords(file, fileStart))).rejects.toMatchObject({
      hint: expect.stringContaining("--delimiter ';'"),
    });
  });

  it('goes on behind any record', async () => {
    const file = await fileWith('resume.csv', content);
    const records = await all(readCsvRecords(file, fileStart));

    for (const [index, record] of records.entries()) {
      expect(await all(readCsvRecords(file, behind(record)))).toEqual(records.slice(index + 1));
    }
  });

  it('stops at a quote that is never closed, after what stands before it', async () => {
    const file = await fileWith('open.csv', 'id,name\n1,a\n2,"open\n3,c\n');
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
    const file = await fileWith(name, text);

    await expect(all(readCsvRecords(file, fileStart))).rejects.toThrow(message);
  });

  it('rejects when there is no such file', async () => {
    await expect(all(readCsvRecords(directory.path('missing.csv'), fileStart))).rejects.toThrow('ENOENT');
  });
});

describe('readJsonlRecords', () => {
  it('loads no text that is not UTF-8', async () => {
    const file = await fileWith('latin1.jsonl', Buffer.from('{"id":"1","name":"Ren\xe9"}\n', 'latin1'));

    expect(await all(readJsonlRecords(file, fileStart))).toMatchObject([
      { problem: expect.stringContaining('no UTF-8') },
    ]);
  });

  it('reads a record a line and says which lines hold none', async () => {
    const file = await fileWith('a.jsonl', '{"id":"1","a":[1]}\n\n{"id":\n[1]\n{"id":"2"}');

    const records = await all(readJsonlRecords(file, fileStart));

    expect(records).toMatchObject([
      { line: 1, record: { id: '1', a: [1] } },
      { line: 3, problem: expect.stringContaining('the line is no JSON: '), text: '{"id":' },
      { line: 4, problem: 'the line is no JSON object', text: '[1]' },
      { line: 5, record: { id: '2' } },
    ]);
    expect(await all(readJsonlRecords(file, behind(records[1]!)))).toEqual(records.slice(2));
  });

  it.each([{}, { idColumn: 'number' }])('loads no id that a number does not hold exactly (%j)', async (options) => {
    const [name, id] = [options.idColumn ?? 'id', '9007199254740993'];
    const file = await fileWith('numbers.jsonl', `{"${name}":${id}}\n{"${name}":"${id}"}\n{"${name}":1234}\n`);

    expect(await all(readJsonlRecords(file, fileStart, options))).toMatchObject([
      { line: 1, problem: expect.stringContaining('write it as text') },
      { line: 2, record: { id } },
      { line: 3, record: {} },
    ]);
  });

  it('takes the id from another field', async () => {
    const file = await fileWith('b.jsonl', '{"number":7,"a":1}\n');

    const [first] = await all(readJsonlRecords(file, fileStart, { idColumn: 'number' }));

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
    const file = await fileWith('people.jsonl', '{"id":"1","a":"b"}\n');

    await expect(openSource(file, { column: new Map(), delimiter: ';' })).rejects.toMatchObject({
      code: 'SOURCE_FILE_UNUSABLE',
      message: expect.stringContaining('--delimiter'),
    });
  });

  it('puts fields of JSON lines into other fields, also those with dots and blanks in their names', async () => {
    const file = await fileWith('mapped.jsonl', '{"number":7,"Site name":"x","a.b":["y"],"c":1.10,"d":{"e":2.50}}\n');
    const column = new Map(['Site name=Site_name', 'a.b=a_b', 'c=', 'number=number:text'].map(parseColumnMapping));

    const source = await openSource(file, { idColumn: 'number', column });

    expect(await all(source.read(fileStart))).toMatchObject([
      { record: { id: '7', number: '7', Site_name: 'x', a_b: ['y'], d: { e: 2.5 } } },
    ]);
  });
});

describe('checkEncoding', () => {
  it('refuses UTF-16, as spreadsheets write it, and nothing else', async () => {
    const utf16 = await fileWith('utf16.csv', Buffer.from('\uFEFFid,name\n1,a\n', 'utf16le'));
    const utf8 = await fileWith('utf8.csv', '\uFEFFid,name\n1,a\n');

    await expect(checkEncoding(utf16)).rejects.toThrow('UTF-16');
    await expect(checkEncoding(utf8)).resolves.toBeUndefined();
    await expect(checkEncoding(await fileWith('empty.csv', ''))).resolves.toBeUndefined();
  });
});
