import { appendFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
// The command asks for four modules at once, and Jest links only what it has read before.
import '../../apps/cli/design/design-file.ts';
import { commandHere } from '../setup/command-here.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { createCaller } from './api-caller.ts';
import { startExportProxy } from './export-proxy.ts';
import { type CommandProcess, runCommand, type ServiceProcess, startServiceProcess } from './service-process.ts';

const header = ['id', 'first_name', 'last_name', 'birth_date', 'email'];
const given = ['Ada', 'Bob', 'Cyd', 'Dee', 'Eva', 'Fay', 'Gus', 'Hal', 'Ida'];
const family = ['Smith', 'Jones', 'Müller', 'Weber', 'Haas', 'Klein', 'Groß', 'Vogel', 'Stein', 'Lang', 'Kurz'];

/** People, of whom every fifth is there twice with another spelling. */
const people: readonly (readonly string[])[] = Array.from({ length: 100 }, (_, index) => {
  const of = index % 5 === 4 ? index - 1 : index;
  const name = `${family[of % 11]}${of === index ? '' : 'e'}`;
  return [`c${index}`, given[of % 9]!, name, `19${10 + (of % 80)}-0${1 + (of % 9)}-1${of % 8}`, `p${of}@example.org`];
});

type Rows = readonly (readonly string[])[];
const csv = (rows: Rows, delimiter = ',', names: readonly string[] = header): string =>
  [names, ...rows].map((row) => `${row.join(delimiter)}\n`).join('');
/** The people with some rows changed. */
const changed = (rows: Readonly<Record<number, readonly string[]>>): Rows =>
  people.map((row, index) => rows[index] ?? row);

/**
 * What a file holds, and what `design` says: a refusal, or what it did with it. The unit tests of `designFile` have more
 * refusals.
 */
interface Input {
  readonly name: string;
  readonly content: string | Buffer;
  readonly code: 0 | 1;
  /** In order of appearance, without breaks of lines. */
  readonly says: readonly string[];
  /** Is in the report. */
  readonly reports?: string;
}

const half = (from: number, encoding: BufferEncoding) =>
  Buffer.from(
    people
      .slice(from, from + 50)
      .map((row) => `${row.join(',')}\n`)
      .join(''),
    encoding,
  );

const inputs: readonly Input[] = [
  {
    name: 'ragged.csv',
    content: csv(changed({ 3: people[3]!.slice(0, 3), 7: [...people[7]!, 'more'] })),
    code: 0,
    says: [
      'ragged.csv: 98 records',
      '2 lines are no records and are left out (line 5: it has fewer cells than the header; line 9: it has more cells than the header). load refuses them too.',
    ],
  },
  {
    name: 'utf-16.csv',
    content: Buffer.from(`\ufeff${csv(people, ';')}`, 'utf16le'),
    code: 0,
    reports: 'Müller',
    says: [
      'cells separated by ";", UTF-16.',
      'utf-16.csv is UTF-16, by its bytes. It is read as such, now and by load.',
    ],
  },
  {
    name: 'latin-1.csv',
    content: Buffer.from(csv(people, ';').replaceAll('\n', '\r\n'), 'latin1'),
    code: 0,
    reports: 'Müller',
    says: ['latin-1.csv is Windows-1252 (Latin-1), by its bytes.'],
  },
  {
    name: 'two-encodings.csv',
    content: Buffer.concat([Buffer.from(csv([])), half(0, 'latin1'), half(50, 'utf8')]),
    code: 0,
    says: [
      'Some characters of two-encodings.csv are of another encoding, such as UTF-8.',
      'write the whole file in UTF-8.',
    ],
  },
  {
    name: 'json-column.csv',
    content: csv(
      people.map((row) => [...row, `"{""a"": ${row[0]!.slice(1)}, ""b"": [1]}"`]),
      ',',
      [...header, 'data'],
    ),
    code: 0,
    says: ['data', 'free text, not', 'JSON', '100 records become'],
  },
  {
    name: 'one-column.csv',
    content: csv(
      people.map(([, ...names]) => [`${names[0]} ${names[1]}`]),
      ',',
      ['full_name'],
    ),
    code: 0,
    says: ['There is no id', 'line numbers', 'one-column.csv has one column only. If it has more, name the separator'],
  },
  {
    name: 'no-duplicates.csv',
    content: csv(people.filter((_, index) => index % 5 !== 4)),
    code: 0,
    says: ['The model finds hardly any two records of one entity. Check that the records have duplicates'],
  },
  { name: 'blank.csv', content: '\n\n', code: 1, says: ['blank.csv has no header: its first line is blank.'] },
  {
    name: 'binary.csv',
    content: Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 7_919) % 251)),
    code: 1,
    says: ['binary.csv is a binary file.', 'Export the table as CSV, JSON lines or Parquet.'],
  },
  {
    name: 'workbook.xlsx',
    content: 'PK\x03\x04 and so on',
    code: 1,
    says: ['workbook.xlsx begins like a workbook', 'save the table as CSV'],
  },
  {
    name: 'long-cell.csv',
    content: csv([['1', 'x'.repeat(11_000_000), 'a', 'b', 'c']]),
    code: 1,
    says: ['long-cell.csv: the row at line 2 or one below it has more than 10,485,760 bytes.', 'close its quote'],
  },
  {
    name: 'numbers.jsonl',
    content: '1\n2\n3\n',
    code: 1,
    says: ['numbers.jsonl holds no JSON object.', 'Write one object a line'],
  },
  {
    name: 'cut.jsonl',
    content: `${people.map(([id, name]) => JSON.stringify({ id, name })).join('\n')}\n{"id": "x", "na`,
    code: 0,
    says: ['1 line is no record and is left out (line 101: it is no JSON'],
  },
  { name: 'cut.parquet', content: 'PAR1 and so', code: 1, says: ['cut.parquet cannot be read:', 'write it again.'] },
];

const folder = temporaryDirectory('beforeEach');

const run = (...args: string[]): CommandProcess =>
  runCommand(args, { XDG_CACHE_HOME: folder.path('cache') }, [], folder.path());
const files = async () => (await readdir(folder.path())).filter((name) => name !== 'cache').sort();
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

describe('entity-data design of a raw file', () => {
  it.each(inputs)('says what $name is', async ({ name, content, code, says, reports = '' }) => {
    await folder.write(name, content);

    const ended = await commandHere(['design', name, '--out', 'out', '--yes'], folder.path());

    const said = oneLine(code === 0 ? ended.stdout : ended.stderr);
    expect({ code: ended.code, stderr: ended.stderr }).toMatchObject({ code });
    for (const sentence of says) expect(said).toContain(sentence);
    expect(`${ended.stdout}${ended.stderr}`).not.toMatch(/^ {4}at /m);
    // Everything is written, or nothing.
    expect(await files()).toEqual(code === 0 ? [name, 'out'].sort() : [name]);
    if (code === 0) expect(await readFile(folder.path('out/report.html'), 'utf8')).toContain(reports);
  });

  it('refuses a directory', async () => {
    await mkdir(folder.path('customers.csv'));

    const ended = await run('design', 'customers.csv').finished;

    expect(ended).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('customers.csv is a directory, not a file.'),
    });
    expect(await files()).toEqual(['customers.csv']);
  });
});

describe('entity-data load of a raw file', () => {
  let service: ServiceProcess;

  const directory = temporaryDirectory('beforeAll', () => service.end('SIGKILL'));
  beforeAll(async () => {
    await directory.write('people.csv', csv(people));
    const designed = await runCommand(['design', 'people.csv', '--out', 'people'], {}, [], directory.path()).finished;
    expect(designed).toMatchObject({ code: 0 });
    service = await startServiceProcess(['--instance', 'people'], [], directory.path());
  });

  const load = (name: string, ...args: string[]) =>
    run('load', name, '--instance', directory.path('people'), ...args).finished;
  const reasons = async (name: string) =>
    (await readFile(folder.path(`${name}.errors.jsonl`), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { line: number; code: string });
  /** Rows that no other test has. */
  const rowsOf = (test: string, count: number): string[][] =>
    people.slice(0, count).map(([id, ...rest]) => [`${test}-${id}`, ...rest]);

  it('stores the rows that are records, and names each other one', async () => {
    const rows = rowsOf('mixed', 8);
    rows[1]![0] = '';
    rows[2]![0] = 'mixed-c0';
    rows[3] = rows[3]!.slice(0, 2);
    rows[4]!.push('more');
    rows[5]![0] = 'crm:1';
    await folder.write('mixed.csv', csv(rows));

    const ended = await load('mixed.csv');

    expect(ended).toMatchObject({ code: 2, stdout: expect.stringContaining('3 records loaded') });
    expect((await reasons('mixed.csv')).map(({ line, code }) => [line, code])).toEqual([
      [3, 'RECORD_ID_MISSING'],
      [4, 'RECORD_CONFLICT'],
      [5, 'UNREADABLE'],
      [6, 'UNREADABLE'],
      [7, expect.any(String)],
    ]);
  });

  it.each<[string, string | Buffer, string]>([
    ['no-header.csv', csv(people.slice(1), ',', people[0]), 'No column is named "id".'],
    ['blank.csv', '\n\n', 'blank.csv has no header: its first line is blank.'],
    ['empty.csv', '', 'empty.csv is empty.'],
    ['doubled-header.csv', csv(people, ',', ['id', 'name', 'name', 'a', 'b']), 'The column "name" occurs twice.'],
    ['other-separator.csv', csv(people, ';'), "Name the separator of cells: --delimiter ';'."],
    ['workbook.xlsx', 'PK\x03\x04 and so on', 'workbook.xlsx begins like a workbook'],
    [
      'long-cell.csv',
      csv([['1', 'x'.repeat(11_000_000), 'a', 'b', 'c']]),
      'the row at line 2 or one below it has more than',
    ],
  ])('refuses %s before its first record', async (name, content, message) => {
    await folder.write(name, content);

    const ended = await load(name);

    expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(message) });
    expect(await files()).toEqual([name]);
  });

  it('says that a file changed while it was loaded', async () => {
    const proxy = await startExportProxy(await service.description(), 200, 'submit(');
    const name = 'growing.csv';
    await folder.write(name, csv(rowsOf('growing', 20)));
    // Another program appends a row after the first request.
    proxy.interfere = async ({ number }) => {
      if (number === 1) await appendFile(folder.path(name), `${people[50]!.join(',')}\n`);
      return undefined;
    };

    const ended = await run(
      ...['load', name, ...proxy.options, '--batch-size', '5'],
      ...['--columns-file', directory.path('people/columns.json')],
    ).finished;
    await proxy.close();

    expect(ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /FILE_CHANGED: growing\.csv changed while it was loaded; \d+ records of it are stored\.\nLoad it again when it is complete/,
      ),
    });
    const caller = await createCaller(await service.description());
    expect((await caller.entityByRecord('growing-c19')).body.data.entityByRecord.entity).not.toBeNull();
    expect(await load(name)).toMatchObject({ code: 0 });
  });
});
