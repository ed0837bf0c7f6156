import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { detectEncoding, refuseBinaryFile, writeUtf8 } from '../../../../../apps/cli/load/encoding.ts';
import { formatOfText, isParquet } from '../../../../../apps/cli/load/file-format.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

const directory = temporaryDirectory();
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
    expect(await detectEncoding(cutShort)).toMatchObject({ encoding: 'windows-1252' });
  });

  it('takes a text for damaged UTF-8 if most of its letters are UTF-8', async () => {
    const damaged = Buffer.concat([Buffer.from('id,name\n1,Zoë\n2,Renée\n3,'), Buffer.from([0xe9]), Buffer.from('\n')]);
    const file = await directory.write('damaged.csv', damaged);

    expect(await detectEncoding(file)).toEqual({ encoding: 'utf-8', hasMark: false, isDamaged: true });
  });

  it('notices characters of UTF-8 in a text of another encoding', async () => {
    const mixed = Buffer.concat([Buffer.from('id,name\n1,Zoë\n'), Buffer.from('2,Renée\n3,Müller\n', 'latin1')]);
    const file = await directory.write('mixed.csv', mixed);

    expect(await detectEncoding(file)).toEqual({ encoding: 'windows-1252', hasMark: false, isDamaged: true });
  });

  it('counts the bytes that it reads', async () => {
    const file = await directory.write('counted.csv', text);
    let bytes = 0;

    await detectEncoding(file, {
      onRead: (read) => {
        bytes += read;
      },
    });

    expect(bytes).toBe(Buffer.byteLength(text));
  });

  it.each([
    ['nothing.csv', '', 'nothing.csv is empty.'],
    ['book.xlsx', 'PK\x03\x04xl', 'book.xlsx is a workbook or a ZIP archive.'],
    ['rows.csv.gz', Buffer.from([0x1f, 0x8b, 8, 0]), 'rows.csv.gz is compressed.'],
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
