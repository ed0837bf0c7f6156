import { readFile, stat, writeFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { unzipSync } from 'fflate';
import type { Column } from '../../../../../apps/cli/export/columns.ts';
import type { Row } from '../../../../../apps/cli/export/row-encoder.ts';
import { csvEncoder } from '../../../../../apps/cli/export/row-encoder.ts';
import { sheetEncoder, writeWorkbook } from '../../../../../apps/cli/export/workbook.ts';
import { sheetAsCsv } from '../../../../../apps/cli/files/workbook.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

const folder = temporaryDirectory('beforeEach');

const columns: readonly Column[] = [
  { name: 'record_id', type: 'text' },
  { name: 'size', type: 'integer' },
  { name: 'active', type: 'boolean' },
  { name: 'phones', type: 'texts' },
  { name: 'note & <more>', type: 'text' },
];

async function written(rows: readonly Row[], signal?: AbortSignal): Promise<string> {
  const { head, encode } = sheetEncoder(columns);
  await writeFile(folder.path('out.part'), head + encode(rows));
  await writeWorkbook(folder.path('out.part'), folder.path('out.xlsx'), signal);
  return folder.path('out.xlsx');
}

describe('writeWorkbook', () => {
  it('writes what a workbook reader reads as the text that it was', async () => {
    const rows: readonly Row[] = [
      ['0042', 2, true, ['+1 202', '=1+1'], '=HYPERLINK("x")'],
      ['1234567890123456789', 10.5, false, undefined, ' blanks  kept '],
      ["'apostrophe", 0, undefined, [], 'line\nbreak\ttab\rreturn'],
      ['1.23E+12', undefined, undefined, undefined, 'Łódź 東京 😀 <b>&amp;</b> "q"'],
      ['_x0041_', 1, true, undefined, 'bell \u0007 and zero \u0000'],
    ];

    const file = await written(rows);
    await sheetAsCsv(file, await readFile(file), folder.path('read.csv'), undefined);

    const { head, encode } = csvEncoder(columns, false);
    const expected = (head + encode(rows)).replace(/\[\]|""(?=\n|,)/g, (empty) => empty);
    const { parse } = await import('csv-parse/sync');
    expect(parse(await readFile(folder.path('read.csv'), 'utf8'))).toEqual(parse(expected));
  });

  it('marks cells of text as text, so that a spreadsheet that opens it changes none', async () => {
    const parts = unzipSync(await readFile(await written([['0042', 1, true, undefined, '']])));
    const sheet = Buffer.from(parts['xl/worksheets/sheet1.xml']!).toString();

    expect(sheet).toContain(
      '<row><c s="1" t="inlineStr"><is><t xml:space="preserve">0042</t></is></c><c><v>1</v></c><c t="b"><v>1</v></c><c/>',
    );
    expect(Buffer.from(parts['xl/styles.xml']!).toString()).toContain(
      '<xf numFmtId="49" applyNumberFormat="1" xfId="0"/>',
    );
  });

  it('is readable by this user only', async () => {
    expect((await stat(await written([]))).mode & 0o777).toBe(0o600);
  });

  it('refuses more rows than a sheet holds, also of an export that was continued', async () => {
    const encoder = sheetEncoder(columns);
    const many = Array.from({ length: 1_048_576 }, (): Row => []);

    expect(() => encoder.encode(many)).toThrow('A sheet of a workbook holds 1,048,575 rows, and there are more.');

    await writeFile(folder.path('out.part'), `${encoder.head}${'<row/>\n'.repeat(1_048_576)}`);
    const packing = writeWorkbook(folder.path('out.part'), folder.path('out.xlsx'));
    await expect(packing).rejects.toMatchObject({
      code: 'EXPORT_FILE_UNUSABLE',
      hint: 'Write another format: --format csv, jsonl or parquet, into a file of another name.',
    });
    await expect(stat(folder.path('out.xlsx'))).rejects.toThrow('ENOENT');
  });

  it('refuses a value and columns that a sheet does not hold', () => {
    const { encode } = sheetEncoder(columns);

    expect(encode([['x'.repeat(32_767)]])).toContain('xxx');
    expect(() => encode([['x'.repeat(32_768)]])).toThrow(
      /^A cell of a workbook holds 32,767 characters, and a value has 32,768: "x{40}"…$/,
    );
    expect(() => sheetEncoder(Array.from({ length: 16_385 }, () => columns[0]!))).toThrow(
      'A sheet of a workbook holds 16,384 columns, and there are 16,385.',
    );
  });

  it('stops when it is interrupted, and leaves nothing', async () => {
    await expect(written([['a']], AbortSignal.abort())).rejects.toThrow('aborted');
    await expect(stat(folder.path('out.xlsx'))).rejects.toThrow('ENOENT');
  });
});
