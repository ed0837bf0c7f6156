import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { utils, write } from '@e965/xlsx';
import { describe, expect, it } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import { openEngine } from '../../../../../apps/cli/files/engine.ts';
import { readFileIntoTable } from '../../../../../apps/cli/files/open-table.ts';
import { openSource, statSource } from '../../../../../apps/cli/files/source-file.ts';
import { fileStart } from '../../../../../apps/cli/files/source-record.ts';
import { unpackFile } from '../../../../../apps/cli/files/unpack.ts';
import { allOf } from '../../../../setup/all-of.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

const directory = temporaryDirectory();
const table = 'id,name\n1,Ada\n2,Bob\n';

const unpacked = async (name: string, content: string | Buffer, options: Parameters<typeof unpackFile>[2] = {}) => {
  const made = await unpackFile(await directory.write(name, content), directory.path(), options);
  return { notes: made!.notes, text: await readFile(made!.file, 'utf8') };
};

const zip = (files: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))));

type Sheets = Readonly<Record<string, readonly (readonly unknown[])[]>>;

function workbook(
  sheets: Sheets,
  bookType: 'xlsx' | 'biff8' | 'ods' = 'xlsx',
  formats: Readonly<Record<string, string>> = {},
) {
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) {
    const sheet = utils.aoa_to_sheet(rows as unknown[][]);
    for (const [cell, format] of Object.entries(formats)) if (sheet[cell] !== undefined) sheet[cell].z = format;
    utils.book_append_sheet(book, sheet, name);
  }
  return write(book, { type: 'buffer', bookType }) as Buffer;
}

/** The ids and names that load reads. */
async function loaded(file: string): Promise<unknown[]> {
  const source = await openSource(file, { column: new Map() });
  const records = await allOf(source.read(fileStart));
  await source.close();
  return records.map((read) => ('record' in read ? read.record : read.problem));
}

const both = [
  { id: '1', name: 'Ada' },
  { id: '2', name: 'Bob' },
];

describe('a packed file', () => {
  it.each<[string, Buffer]>([
    ['people.csv.gz', gzipSync(table)],
    ['people.zip', zip({ 'people.csv': table, '__MACOSX/._people.csv': 'x', '.DS_Store': 'x' })],
    [
      'people.xlsx',
      workbook({
        People: [
          ['id', 'name'],
          [1, 'Ada'],
          [2, 'Bob'],
        ],
      }),
    ],
    [
      'people.xls',
      workbook(
        {
          People: [
            ['id', 'name'],
            [1, 'Ada'],
            [2, 'Bob'],
          ],
        },
        'biff8',
      ),
    ],
    [
      'people.ods',
      workbook(
        {
          People: [
            ['id', 'name'],
            [1, 'Ada'],
            [2, 'Bob'],
          ],
        },
        'ods',
      ),
    ],
  ])('is read by design and by load: %s', async (name, content) => {
    const file = await directory.write(name, content);
    const engine = await openEngine();
    const read = await readFileIntoTable(engine, file, { seed: 1, workDirectory: directory.path() }).finally(() =>
      engine.close(),
    );

    expect([read.header, read.table.stored]).toEqual([['id', 'name'], 2]);
    expect(await loaded(file)).toEqual(both);
  });

  it.each<[string, string, Buffer, RegExp, RegExp]>([
    ['several files', 'two.zip', zip({ 'a.csv': table, 'b.csv': table }), /holds 2 files: a.csv, b.csv/, /Unpack it/],
    ['none', 'none.zip', zip({ '.hidden': '' }), /holds no files/, /Unpack it/],
    ['nothing', 'damaged.zip', Buffer.from('PK\x03\x04 and so on'), /nothing in it can be found/, /damaged/],
    ['a packed file', 'deep.zip', zip({ 'x.zip': 'PK\x03\x04' }), /another packed file/, /Unpack it/],
    ['half a gzip', 'half.csv.gz', gzipSync(table.repeat(99)).subarray(0, 40), /cannot be unpacked/, /damaged/],
    ['binary content', 'x.csv.gz', gzipSync(Buffer.alloc(999, 1)), /x\.csv\.gz is a binary file/, /Export/],
  ])('with %s is refused', async (_what, name, content, message, hint) => {
    const file = await directory.write(name, content);

    await expect(openSource(file, { column: new Map() })).rejects.toMatchObject({
      code: 'SOURCE_FILE_UNUSABLE',
      message: expect.stringMatching(message),
      hint: expect.stringMatching(hint),
    });
  });

  it.each<[string, Buffer]>([
    ['large.csv.gz', gzipSync(table.repeat(100))],
    ['large.zip', zip({ 'large.csv': table.repeat(100) })],
  ])('that becomes too large is refused: %s', async (name, content) => {
    const limits = { unpacked: 1_000 };

    await expect(unpacked(name, content, { limits })).rejects.toThrow(`${name} unpacks to more than 1000 bytes.`);
    expect((await unpacked(name, content)).text).toHaveLength(table.length * 100);
  });

  it('that is a workbook has all digits of its numbers, or shows that they are lost', async () => {
    const numbers = [7, 0.5, 9007199254740991, 1.2345678901234568e21];
    const file = await directory.write(
      'numbers.xlsx',
      workbook({ Numbers: [['id', 'number'], ...numbers.map((number, index) => [index, number])] }),
    );

    expect((await loaded(file)).map((record) => (record as { number: string }).number)).toEqual([
      '7',
      '0.5',
      '9007199254740991',
      '1.2345678901234568E+21',
    ]);
  });

  it('that is a workbook with too much in it is refused before it is in memory', async () => {
    const content = workbook({ Large: Array.from({ length: 500 }, (_, row) => [row, `Name ${row}`]) });

    await expect(unpacked('large.xlsx', content, { limits: { workbook: 10_000 } })).rejects.toMatchObject({
      message: expect.stringContaining('unpacks to more than'),
      hint: expect.stringContaining('Save the sheet as CSV'),
    });
  });
});

describe('a workbook', () => {
  it('gives texts: dates, all digits, and the zeros that a format shows', async () => {
    const rows = [
      ['id', 'zip', 'born', 'phone', 'seen', 'active', 'note'],
      [7_700_912_350, 1234, 29_221, 1_230_000_000_000, 45_000.5, true, 'a "b", c'],
    ];
    const { text } = await unpacked(
      'types.xlsx',
      workbook({ S: rows }, 'xlsx', { B2: '00000', C2: 'dd.mm.yyyy', E2: 'yyyy-mm-dd hh:mm' }),
    );

    expect(text.split('\n')[1]).toBe(
      '"7700912350","01234","1980-01-01","1230000000000","2023-03-15T12:00:00","true","a ""b"", c"',
    );
  });

  it('keeps a title above its table and remarks below it apart', async () => {
    const rows = [['Customers'], [], ['id', 'name', 'city'], [1, 'Ada', 'Ulm'], [2, 'Bob'], [], ['Confidential']];
    const file = await directory.write('title.xlsx', workbook({ S: rows }));
    const engine = await openEngine();
    const { table: read, notes } = await readFileIntoTable(engine, file, {
      seed: 1,
      workDirectory: directory.path(),
    }).finally(() => engine.close());

    expect(read.stored).toBe(2);
    expect(notes).toEqual([
      expect.stringContaining('The first 2 lines are left out'),
      expect.stringContaining('1 line below the last record is left out: "Confidential"'),
    ]);
  });

  it('has the sheet that is named, else the first one, and says so', async () => {
    const content = workbook({ First: [['a'], ['1']], 'Second sheet': [['b'], ['2']] });

    const first = await unpacked('sheets.xlsx', content);
    expect(first.text).toBe('"a"\n"1"\n');
    expect(first.notes).toEqual([expect.stringMatching(/has 2 sheets; "First" is read\. --sheet/)]);
    expect(await unpacked('sheets.xlsx', content, { sheet: 'Second sheet' })).toEqual({
      notes: [],
      text: '"b"\n"2"\n',
    });
    await expect(unpacked('sheets.xlsx', content, { sheet: 'Third' })).rejects.toMatchObject({
      message: expect.stringContaining('no sheet "Third"'),
      hint: 'Its sheets are: First, Second sheet.',
    });
    await expect(unpacked('empty.xlsx', workbook({ Empty: [] }))).rejects.toThrow('"Empty" of');
  });

  it('alone has sheets', async () => {
    const file = await directory.write('plain.csv', table);

    await expect(openSource(file, { column: new Map(), sheet: 'S' })).rejects.toThrow('is no workbook');
  });
});

describe('contacts', () => {
  const card = (...lines: readonly string[]) => ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n');
  const contacts = async (name: string, content: string | Buffer) =>
    (await unpacked(name, content)).text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));

  it('are read in all versions of vCard', async () => {
    const old = card(
      'VERSION:2.1',
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;Hans=',
      '-Peter;;Dr.;',
      'TEL;CELL;VOICE:+49 170 1234567',
      'ADR;HOME:;;Ring 1;Ulm;;89073;Germany',
    );
    const usual = card(
      'VERSION:3.0',
      'N:Smith;Ada;B,C;;Jr.',
      'FN:Ada Smith\\, Jr.',
      'item1.EMAIL;type=INTERNET:ada@example.org',
      'EMAIL;TYPE=WORK:smith@example.com',
      'ORG:Example\\; Sons;Sales',
      'NOTE:one',
      '  two',
    );
    const recent = card(
      'VERSION:4.0',
      'UID:urn:uuid:1',
      'FN:Bob',
      'BDAY:19800101',
      'TEL;VALUE=uri;TYPE="voice,home":tel:+1-555-0100',
    );

    expect(await contacts('all.vcf', old + usual + recent)).toEqual([
      {
        given_name: 'Hans-Peter',
        family_name: 'Müller',
        name_prefix: 'Dr.',
        phones: ['+49 170 1234567'],
        addresses: [{ street: 'Ring 1', city: 'Ulm', postcode: '89073', country: 'Germany' }],
      },
      {
        full_name: 'Ada Smith, Jr.',
        given_name: 'Ada',
        middle_name: 'B C',
        family_name: 'Smith',
        name_suffix: 'Jr.',
        organization: 'Example; Sons',
        emails: ['ada@example.org', 'smith@example.com'],
        note: 'one two',
      },
      { uid: 'urn:uuid:1', full_name: 'Bob', birth_date: '19800101', phones: ['+1-555-0100'] },
    ]);
  });

  it('are read in UTF-16, and without a photo', async () => {
    const text = `\uFEFF${card('VERSION:3.0', 'FN:Zoë', 'PHOTO;ENCODING=b:AAAA')}`;

    expect(await contacts('utf16.vcf', Buffer.from(text, 'utf16le'))).toEqual([{ full_name: 'Zoë' }]);
  });

  it('are refused if the last one does not end', async () => {
    await expect(contacts('cut.vcf', 'BEGIN:VCARD\nVERSION:3.0\nFN:Ada\n')).rejects.toThrow('does not end');
  });
});

describe('a text of another kind', () => {
  it.each([
    ['MSH|^~\\&|A|B|C', 'HL7 version 2'],
    ['ISA*00*          *00*', 'EDI X12'],
    ["UNA:+.? 'UNB+UNOC", 'EDIFACT'],
    ['<?xml version="1.0"?><a/>', 'XML'],
    ['\uFEFF<!doctype html><table>', 'web page'],
    ['BEGIN:VCALENDAR\n', 'calendar'],
  ])('is refused by its first line: %j', async (text, message) => {
    const file = await directory.write('other.csv', text);

    await expect(statSource(file)).rejects.toMatchObject({
      message: expect.stringContaining(message),
      hint: expect.stringMatching(/CSV|records/),
    });
  });
});
