import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { CellObject, WorkSheet } from '@e965/xlsx';
import { read, SSF } from '@e965/xlsx';
import { quotedLine } from './csv-records.ts';
import { SourceFileError } from './source-record.ts';

/**
 * Writes a sheet of a workbook as CSV with every cell as text: dates as ISO 8601, numbers with all their digits, and
 * codes with the zeros that their format shows. Lines keep the numbers of their rows.
 *
 * @param name of the sheet; undefined is the first one that people see
 * @returns what the reader should know
 * @throws SourceFileError when there is no such sheet, or nothing in it
 */
export async function sheetAsCsv(
  file: string,
  content: Buffer,
  target: string,
  name: string | undefined,
): Promise<readonly string[]> {
  const { SheetNames: names, Workbook } = read(content, { bookSheets: true, bookProps: false });
  const visible = names.filter((_, index) => (Workbook?.Sheets?.[index]?.Hidden ?? 0) === 0);
  const sheet = name ?? visible[0] ?? names[0];
  if (sheet === undefined || !names.includes(sheet)) {
    throw new SourceFileError(`${file} has no sheet ${JSON.stringify(sheet ?? '')}.`, {
      hint: `Its sheets are: ${names.join(', ')}.`,
    });
  }
  const found = read(content, { sheets: sheet, dense: true, cellNF: true, cellHTML: false }).Sheets[sheet];
  const rows = found === undefined ? [] : rowsOf(found);
  if (rows.every((row) => row.length === 0)) {
    throw new SourceFileError(`The sheet ${JSON.stringify(sheet)} of ${file} is empty.`, {
      hint: names.length > 1 ? `Name another one with --sheet: ${names.join(', ')}.` : 'Name a workbook with rows.',
    });
  }
  const output = createWriteStream(target, { mode: 0o600 });
  for (const line of linesOf(rows)) if (!output.write(line)) await once(output, 'drain');
  output.end();
  await finished(output);
  return names.length === 1 || name !== undefined
    ? []
    : [`${file} has ${names.length} sheets; ${JSON.stringify(sheet)} is read. --sheet names another one.`];
}

/** The texts of each row, up to the last one that is not empty. */
function rowsOf(sheet: WorkSheet): readonly (readonly string[])[] {
  const data = (sheet['!data'] ?? []) as readonly (readonly (CellObject | undefined)[] | undefined)[];
  return Array.from(data, (row) => {
    const texts = Array.from(row ?? [], (cell) => (cell === undefined ? '' : textOf(cell)));
    return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1);
  });
}

function textOf({ t: type, v: value, w: shown, z: format }: CellObject): string {
  if (value === undefined || value === null) return '';
  if (type !== 'n') return type === 'e' ? (shown ?? '') : String(value);
  const number = value as number;
  if (format !== undefined && SSF.is_date(String(format))) return dateOf(number) ?? String(number);
  // A format such as 00000 makes a number a code.
  return /^0{2,}$/.test(String(format)) && shown !== undefined ? shown : plainNumber(number);
}

function dateOf(number: number): string | undefined {
  const date = SSF.parse_date_code(number);
  if (date === null || date === undefined) return undefined;
  const two = (part: number) => String(Math.floor(part)).padStart(2, '0');
  const time = `${two(date.H)}:${two(date.M)}:${two(date.S)}`;
  if (number < 1) return time;
  return `${String(date.y).padStart(4, '0')}-${two(date.m)}-${two(date.d)}${time === '00:00:00' ? '' : `T${time}`}`;
}

/** Without an exponent, as far as the digits are known. */
function plainNumber(number: number): string {
  // The digits behind are lost, and zeros in their place would be another number.
  if (Math.abs(number) > Number.MAX_SAFE_INTEGER) return number.toExponential().toUpperCase();
  return Number.isInteger(number) ? number.toLocaleString('en', { useGrouping: false }) : String(number);
}

/**
 * Rows of the table get as many cells as the widest. A title above them and remarks below a blank row stay as they are,
 * so that they are seen for what they are.
 */
function* linesOf(rows: readonly (readonly string[])[]): Generator<string> {
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
  const filled = rows.map((row) => row.filter((text) => text !== '').length);
  const first = filled.findIndex((cells) => cells * 2 > width);
  const last = filled.findLastIndex((cells) => cells > 1);
  const blank = filled.findIndex((cells, index) => cells === 0 && index > last);
  for (const [index, row] of rows.entries()) {
    const isOutside = index < first || (blank !== -1 && index > blank);
    if (row.length === 0) yield '\n';
    else yield quotedLine(isOutside ? row : Array.from({ length: width }, (_, at) => row[at] ?? ''));
  }
}
