import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ColumnsFile, ColumnsFileContent } from '../../../../../apps/cli/files/columns-file.ts';
import { literal, openEngine } from '../../../../../apps/cli/files/engine.ts';
import {
  detectEncoding,
  formatOfText,
  isParquet,
  refuseBinaryFile,
  writeUtf8,
} from '../../../../../apps/cli/files/file-format.ts';

import { type Line, readLines } from '../../../../../apps/cli/files/jsonl-records.ts';
import { openSource, type SourceOptions, statSource } from '../../../../../apps/cli/files/source-file.ts';
import { fileStart, type SourcePosition } from '../../../../../apps/cli/files/source-record.ts';

import { allOf } from '../../../../setup/all-of.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

const directory = temporaryDirectory();

const mapping = (content: Partial<ColumnsFileContent>): ColumnsFile => ({
  path: 'shop/columns.json',
  content: {
    version: 1,
    id: { column: 'no' },
    columns: [
      { column: 'no', field: null },
      { column: 'Größe', field: 'Grosse' },
    ],
    ...content,
  },
});

async function recordsOf(file: string, options: Partial<SourceOptions> = {}, from: SourcePosition = fileStart) {
  const source = await openSource(file, { column: new Map(), ...options });
  try {
    return { records: await allOf(source.read(from)), total: source.total, targets: source.targets };
  } finally {
    await source.close();
  }
}

async function writeParquet(name: string, query: string): Promise<string> {
  const engine = await openEngine();
  await engine.rows(`COPY (${query}) TO ${literal(directory.path(name))} (FORMAT parquet)`);
  engine.close();
  return directory.path(name);
}

describe('openSource', () => {
  it('reads Parquet: scalars as texts, lists and objects as they are', async () => {
    const file = await writeParquet(
      'a.parquet',
      `SELECT 'r' || i AS id, '0' || i AS zip, 1.50::DECIMAL(5,2) AS price, 12345678901234567890::UBIGINT AS big,
         DATE '2020-01-31' AS since, ['x', 'y'] AS tags, {'city': 'Leeds'} AS address, NULL::VARCHAR AS none
       FROM range(3) r(i)`,
    );

    const { records, total } = await recordsOf(file);

    expect(total).toBe(3);
    expect(records[0]).toEqual({
      line: 1,
      end: 1,
      nextLine: 2,
      record: {
        id: 'r0',
        zip: '00',
        price: '1.50',
        big: '12345678901234567890',
        since: '2020-01-31',
        tags: ['x', 'y'],
        address: { city: 'Leeds' },
        none: null,
      },
    });
  });

  it('keeps the order of many rows, and goes on behind any of them', async () => {
    const file = await writeParquet('many.parquet', `SELECT 'r' || i AS id, i % 7 AS n FROM range(300000) r(i)`);

    const { records } = await recordsOf(file);
    const rest = await recordsOf(file, {}, { offset: 299_990, line: 299_991 });

    expect(records.every((entry, index) => 'record' in entry && entry.record['id'] === `r${index}`)).toBe(true);
    expect(rest.records).toEqual(records.slice(299_990));
  });

  it.each([
    ['a list', '[{"id":"1","a":"x"},\n {"id":"2","a":[1]}]'],
    ['objects over several lines', '{\n "id":"1","a":"x"}\n{"id":"2",\n"a":[1]\n}'],
  ])('reads JSON with %s', async (_what, text) => {
    const file = await directory.write('all.json', text);

    const { records, total } = await recordsOf(file);

    expect(total).toBe(2);
    expect(records).toMatchObject([{ record: { id: '1', a: 'x' } }, { line: 2, record: { id: '2', a: [1] } }]);
    expect((await recordsOf(file, {}, { offset: 1, line: 2 })).records).toEqual(records.slice(1));
  });

  it('says where JSON is damaged', async () => {
    const file = await directory.write('cut.json', '[{"id":"1"},{"id":');

    await expect(recordsOf(file)).rejects.toMatchObject({
      code: 'SOURCE_FILE_UNUSABLE',
      message: expect.stringMatching(/cut\.json cannot be read: Malformed JSON at byte \d+/),
    });
  });

  it.each([
    ['utf-16le', Buffer.from('\uFEFFno;Größe\n1;groß\n', 'utf16le'), 'UTF-16'],
    ['latin1', Buffer.from('no;Größe\n1;groß\n', 'latin1'), 'Windows-1252 (Latin-1)'],
    ['utf-8', Buffer.from('\uFEFFno;Größe\n1;groß\n'), undefined],
  ])('reads %s by a mapping, whatever the name of the file, and leaves no copy', async (_encoding, bytes, title) => {
    const file = await directory.write('rows.dat', bytes);
    const said: string[] = [];
    const before = await readdir(tmpdir());

    const { records } = await recordsOf(file, {
      mapping: mapping({ source: { delimiter: ';' } }),
      tell: (sentence) => said.push(sentence),
    });

    expect(records).toMatchObject([{ line: 2, record: { id: '1', Grosse: 'groß' } }]);
    expect(said).toEqual(title === undefined ? [] : [`${file} is ${title}; it is read as such.`]);
    const left = (await readdir(tmpdir())).filter((name) => !before.includes(name));
    expect(left.filter((name) => name.startsWith('entity-data-load-'))).toEqual([]);
  });

  it('reads a file without a header, with quotes of another kind', async () => {
    const source = { delimiter: ';', quote: "'", header: ['no', 'Größe'] };
    const file = await directory.write('plain.csv', "1;'a;''b'\n2;c\n");

    const { records } = await recordsOf(file, { mapping: mapping({ source }) });

    expect(records).toMatchObject([
      { line: 1, record: { id: '1', Grosse: "a;'b" } },
      { line: 2, record: { id: '2', Grosse: 'c' } },
    ]);
  });

  it('numbers lines where a file has no ids, the same from any position', async () => {
    const numbered = mapping({ id: { linePrefix: 'shop-' }, columns: [{ column: 'a', field: 'a' }] });
    const file = await directory.write('noid.csv', 'a\nx\n"y\ny"\n\nz\n');

    const { records } = await recordsOf(file, { mapping: numbered });
    const [, second, third] = records;
    const rest = await recordsOf(file, { mapping: numbered }, { offset: second!.end, line: second!.nextLine });

    expect(records.map((entry) => 'record' in entry && entry.record['id'])).toEqual(['shop-2', 'shop-3', 'shop-6']);
    expect(rest.records).toEqual([third]);
  });

  it('tells which fields the columns fill where it knows them', async () => {
    const csv = await directory.write('known.csv', 'no,Größe\n1,x\n');
    const lines = await directory.write('known.jsonl', '{"no":"1","Größe":"x"}\n');
    const targets = [{ column: 'Größe', steps: ['Grosse'], type: 'text' }];

    expect((await recordsOf(csv, { mapping: mapping({}) })).targets).toEqual(targets);
    expect((await recordsOf(lines, { mapping: mapping({}) })).targets).toEqual(targets);
    expect((await recordsOf(lines, { idColumn: 'no' })).targets).toBeUndefined();
  });

  it('refuses a file whose name and mapping do not say what it is', async () => {
    const file = await directory.write('rows.txt', 'id,a\n1,x\n');

    await expect(recordsOf(file)).rejects.toMatchObject({ message: expect.stringContaining('is not a .csv, .tsv, ') });
  });
});

describe('statSource', () => {
  it('refuses a directory and a file that is not there', async () => {
    await expect(statSource(directory.path())).rejects.toThrow('is a directory, not a file.');
    await expect(statSource(directory.path('none.csv'))).rejects.toThrow('cannot be read: ENOENT');
  });
});

const text = 'id;größe\n1;Müller – ½ €\n';
const swapped = (utf16: Buffer) => Buffer.from(utf16).swap16();

describe('detectEncoding', () => {
  it.each([
    ['ASCII', Buffer.from('id,name\n1,Ada\n'), 'utf-8', false],
    ['UTF-8', Buffer.from(text), 'utf-8', false],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`), 'utf-8', true],
    ['UTF-16', Buffer.from(`\uFEFF${text}`, 'utf16le'), 'utf-16le', true],
    ['big-endian UTF-16', swapped(Buffer.from(`\uFEFF${text}`, 'utf16le')), 'utf-16be', true],
    ['UTF-16 without a mark', Buffer.from(text, 'utf16le'), 'utf-16le', false],
    ['big-endian UTF-16 without a mark', swapped(Buffer.from(text, 'utf16le')), 'utf-16be', false],
    ['Latin-1', Buffer.from('id;größe\n1;Müller\n', 'latin1'), 'windows-1252', false],
    ['Windows-1252', Buffer.from('id;preis\n1;5 \x80\n', 'latin1'), 'windows-1252', false],
  ])('finds %s by its bytes', async (name, bytes, encoding, hasMark) => {
    const file = await directory.write(`${name}.csv`, bytes);

    expect(await detectEncoding(file)).toEqual({ encoding, hasMark, isDamaged: false });
  });

  it('finds letters that are cut between two reads', async () => {
    const bytes = Buffer.from(`${'a'.repeat(1024 * 1024 - 1)}€${'b'.repeat(1024 * 1024 - 4)}😀ü`);
    const file = await directory.write('cut.csv', bytes);
    const cutShort = await directory.write('short.csv', bytes.subarray(0, -1));

    expect(await detectEncoding(file)).toMatchObject({ encoding: 'utf-8', isDamaged: false });
    expect(await detectEncoding(cutShort)).toMatchObject({ encoding: 'mixed' });
  });

  it.each([
    ['takes a text for damaged UTF-8 if nearly all lines are', 'utf-8', '1,Zoë\n'.repeat(20), '3,\xe9\n'],
    ['notices lines of UTF-8 in another encoding', 'windows-1252', '1,Zoë\n', '2,Müller\n'.repeat(20)],
  ])('%s', async (_what, encoding, utf8, latin1) => {
    const mixed = Buffer.concat([Buffer.from(`id,name\n${utf8}`), Buffer.from(latin1, 'latin1')]);
    const file = await directory.write('mixed.csv', mixed);

    expect(await detectEncoding(file)).toEqual({ encoding, hasMark: false, isDamaged: true });
  });

  it.each([
    ['as many of both', '1,Zoë,ñ\n2,Renée,–\n', '3,Zo\xeb,\x96\n4,M\xfcller,\x80\n'],
    ['with a mark', '\uFEFF1,Zoë,ñ\n2,Renée,–\n', '3,Zo\xeb,\x96\n4,M\xfcller,\x80\n'],
    ['with carriage returns', '1,Zoë,ñ\r2,Renée,–\r', '3,Zo\xeb,\x96\r4,M\xfcller,\x80\r'],
  ])('reads each line of a mix of lines by its bytes: %s', async (_what, utf8, latin1) => {
    // So many lines that chunks end within them.
    const lines = Buffer.concat([Buffer.from(utf8), Buffer.from(latin1, 'latin1')]);
    const file = await directory.write('mix.csv', Buffer.concat(Array<Buffer>(60_000).fill(lines)).subarray(0));
    const target = directory.path('utf-8');

    const found = await detectEncoding(file);
    await writeUtf8(file, target, found.encoding);

    expect(found).toMatchObject({ encoding: 'mixed', isDamaged: false });
    const ends = utf8.at(-1)!;
    const expected = ['1,Zoë,ñ', '2,Renée,–', '3,Zoë,–', '4,Müller,€', ''].join(ends);
    const text = (await readFile(target, 'utf8')).replaceAll('\uFEFF', '');
    expect(text === expected.repeat(60_000)).toBe(true);
  });

  it('keeps the mark of a damaged character in a line of a mix', async () => {
    const lines = [Buffer.from('1,Zoë\n2,Renée\n'), Buffer.from('3,M\xfcller\n', 'latin1')];
    const damaged = Buffer.concat([Buffer.from('4,Zoë Renée '), Buffer.of(0xc3), Buffer.from('x\n')]);
    const file = await directory.write('mix.csv', Buffer.concat([...lines, damaged]));

    await writeUtf8(file, directory.path('utf-8'), (await detectEncoding(file)).encoding);

    expect(await readFile(directory.path('utf-8'), 'utf8')).toBe('1,Zoë\n2,Renée\n3,Müller\n4,Zoë Renée \ufffdx\n');
  });

  it('counts the bytes that it reads', async () => {
    const file = await directory.write('counted.csv', text);
    const reads: number[] = [];

    await detectEncoding(file, { onRead: (bytes) => reads.push(bytes) });

    expect(reads.reduce((sum, bytes) => sum + bytes, 0)).toBe(Buffer.byteLength(text));
  });

  it.each([
    ['nothing.csv', '', 'nothing.csv is empty.'],
    ['print.pdf', '%PDF-1.7', 'print.pdf is a PDF.'],
    ['data.db', 'SQLite format 3\0', 'data.db is a database.'],
    [
      'noise.csv',
      Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7919) % 251)),
      'noise.csv is a binary file.',
    ],
  ])('refuses %s', async (name, content, message) => {
    const file = await directory.write(name, content);
    const refusal = {
      code: 'SOURCE_FILE_UNUSABLE',
      message: expect.stringContaining(message),
      hint: expect.any(String),
    };

    await expect(detectEncoding(file)).rejects.toMatchObject(refusal);
    if (content.length > 0) await expect(refuseBinaryFile(file)).rejects.toMatchObject(refusal);
  });

  it('lets Parquet and text pass', async () => {
    await refuseBinaryFile(await directory.write('a.parquet', 'PAR1\0\0\0\0PAR1'));
    await refuseBinaryFile(await directory.write('utf16.txt', Buffer.from(text, 'utf16le')));
  });
});

describe('writeUtf8', () => {
  it.each([
    ['utf-16le', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['utf-16be', swapped(Buffer.from(`\uFEFF${text}`, 'utf16le'))],
    ['utf-8', Buffer.from(`\uFEFF${text}`)],
    ['windows-1252', Buffer.from('id;größe\n1;Müller \x96 ½ \x80\n', 'latin1')],
  ] as const)('converts %s', async (encoding, bytes) => {
    const file = await directory.write('source', bytes);

    await writeUtf8(file, directory.path('target'), encoding);

    expect(await readFile(directory.path('target'), 'utf8')).toBe(text);
  });

  it('gives all lines the same end, wherever the file is cut between reads', async () => {
    const line = `${'x'.repeat(1024 * 1024 - 1)}\r\n`;
    const file = await directory.write('breaks', `${line}a\rb\nc\r\nd\r`);

    await writeUtf8(file, directory.path('same'), 'utf-8', { sameBreaks: true });

    expect(await readFile(directory.path('same'), 'utf8')).toBe(`${line.trim()}\na\nb\nc\nd\n`);
  });
});

describe('the format of a file', () => {
  it.each([
    ['{"id":"1"}\n{"id":"2"}\n', 'json-lines'],
    ['\n  {"id":"1"}', 'json-lines'],
    ['{"id":\n{"id":"2"}\n', 'json-lines'],
    ['{\n "id": "1"\n}\n', 'json'],
    ['[{"id":"1"}]', 'json'],
    [' [\n {"id":"1"}\n]', 'json'],
    ['[]', 'json'],
    ['id,name\n1,Ada\n', 'csv'],
    ['[id],name\n1,Ada\n', 'csv'],
  ])('of %j is %s', async (content, format) => {
    const file = await directory.write('formatted', content);

    expect(await formatOfText(file, { encoding: 'utf-8', hasMark: false, isDamaged: false })).toBe(format);
    expect(await isParquet(file)).toBe(false);
  });

  it('is that of its name where lines of no object could be a column', async () => {
    const file = await directory.write('numbers.jsonl', '1\n2\n');

    expect(await formatOfText(file, { encoding: 'utf-8', hasMark: false, isDamaged: false })).toBe('json-lines');
  });
});

async function* chunksOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const linesOf = (text: string, size: number, limit = 1000, from = fileStart): Promise<Line[]> =>
  allOf(readLines(chunksOf(Buffer.from(text).subarray(from.offset), size), from, limit));

describe('readLines', () => {
  it('numbers lines and tells where each ends', async () => {
    const lines = await linesOf('\uFEFFa\r\nä\n\nlast', 3);

    expect(lines).toEqual([
      { number: 1, end: 6, text: 'a' },
      { number: 2, end: 9, text: 'ä' },
      { number: 3, end: 10, text: '' },
      { number: 4, end: 14, text: 'last' },
    ]);
  });

  it('gives no text for a line over the limit, and reads on', async () => {
    const lines = await linesOf(`short\n${'x'.repeat(50)}\nshort\n`, 7, 20);

    expect(lines.map(({ text }) => text)).toEqual(['short', undefined, 'short']);
    expect(lines.at(-1)).toMatchObject({ number: 3, end: 63 });
  });

  it('reads the same lines however the bytes are cut, and from behind any line', async () => {
    const text = fc.array(
      fc.string({ unit: 'grapheme', maxLength: 8 }).map((line) => line.replace(/[\r\n\uFEFF]/g, '')),
    );
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), fc.nat(), async (expected, size, at) => {
        const whole = expected.map((line) => `${line}\n`).join('');
        const lines = await linesOf(whole, size);
        const behind = at % (lines.length + 1);
        const from = behind === 0 ? fileStart : { offset: lines[behind - 1]!.end, line: behind + 1 };

        expect(lines.map((line) => line.text)).toEqual(expected);
        expect(await linesOf(whole, size, 1000, from)).toEqual(lines.slice(behind));
      }),
      { numRuns: 60 },
    );
  });
});
