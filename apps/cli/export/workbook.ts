import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { Zip, ZipDeflate } from 'fflate';
import type { Column } from './columns.ts';
import { ExportFileError } from './errors.ts';
import { unwritable } from './export-file.ts';
import type { Row, RowEncoder } from './row-encoder.ts';

/** What a sheet of Excel holds: rows below the header, columns, and UTF-16 units of a cell. */
const MOST_ROWS = 1_048_575;
const MOST_COLUMNS = 16_384;
const MOST_CHARACTERS = 32_767;
/** A ZIP of the first version holds no larger file. */
const MOST_BYTES = 2 ** 32 - 1;

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const sheet = 'xl/worksheets/sheet1.xml';

/** The parts of a workbook beside its sheet (ECMA-376). Its second format of cells is text. */
const parts = {
  '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/><Override PartName="/${sheet}" ContentType="${types}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${main}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf numFmtId="49" applyNumberFormat="1" xfId="0"/></cellXfs></styleSheet>`,
};
const tail = Buffer.from('</sheetData></worksheet>');

/**
 * Writes the rows of a sheet, each on a line. Texts are cells of text, which no spreadsheet runs or turns into numbers.
 *
 * @throws ExportFileError for what a sheet does not hold
 */
export function sheetEncoder(columns: readonly Column[]): RowEncoder {
  if (columns.length > MOST_COLUMNS) throw tooLarge('columns', MOST_COLUMNS, columns.length);
  let count = 0;
  const rowOf = (values: Row): string => `<row>${values.map(cellOf).join('')}</row>\n`;
  return {
    head: `${xml}<worksheet xmlns="${main}"><sheetData>${rowOf(columns.map(({ name }) => name))}`,
    encode(rows) {
      count += rows.length;
      refuseMany(count);
      return rows.map(rowOf).join('');
    },
    formulas: 0,
  };
}

function cellOf(value: unknown): string {
  switch (typeof value) {
    case 'undefined':
      return '<c/>';
    case 'number':
      return `<c><v>${value}</v></c>`;
    case 'boolean':
      return `<c t="b"><v>${Number(value)}</v></c>`;
    default:
      return textCell(typeof value === 'string' ? value : JSON.stringify(value));
  }
}

function textCell(text: string): string {
  if (text.length > MOST_CHARACTERS) {
    throw new ExportFileError(
      `A cell of a workbook holds ${MOST_CHARACTERS.toLocaleString('en')} characters, and a value has ${text.length.toLocaleString('en')}: ${JSON.stringify(text.slice(0, 40))}…`,
      { hint: 'Leave its field out with --fields, or write another format.' },
    );
  }
  return `<c s="1" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\n': '&#10;',
  '\t': '&#9;',
};

/** XML has no control characters: a workbook writes them as `_x0000_`, and a text of that form with its underscore so. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replace(
      /[[\p{Cc}\uFFFE\uFFFF]--[\t\n]]/gv,
      (one) => `_x${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replace(/[&<>\n\t]/g, (one) => entities[one]!);
}

/**
 * Packs the rows of a sheet into a workbook.
 *
 * @param rows a file that the encoder of sheets wrote
 * @throws ExportFileError, and the reason of an abort
 */
export async function writeWorkbook(rows: string, workbook: string, signal?: AbortSignal): Promise<void> {
  const output = createWriteStream(workbook, { mode: 0o600 });
  const written = finished(output);
  const waiting: Uint8Array[] = [];
  let failure: unknown;
  const zip = new Zip((error, chunk) => {
    failure ??= error;
    waiting.push(chunk);
  });
  const flush = async () => {
    if (failure !== undefined && failure !== null) throw failure;
    signal?.throwIfAborted();
    for (const chunk of waiting.splice(0))
      if (!output.write(chunk)) await Promise.race([once(output, 'drain'), written]);
  };
  try {
    for (const [name, content] of Object.entries(parts)) addPart(zip, name).push(Buffer.from(xml + content), true);
    const part = addPart(zip, sheet);
    // The header is a line, too.
    let [lines, bytes] = [-1, 0];
    for await (const chunk of createReadStream(rows, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
      bytes += chunk.length;
      refuseMany(lines);
      if (bytes > MOST_BYTES) throw tooLarge('bytes', MOST_BYTES, bytes);
      part.push(chunk);
      await flush();
    }
    part.push(tail, true);
    zip.end();
    await flush();
    output.end();
    await written;
  } catch (cause) {
    output.destroy();
    await written.catch(() => {});
    await rm(workbook, { force: true });
    throw signal?.aborted === true ? cause : unwritable(workbook, cause);
  }
}

function addPart(zip: Zip, name: string): ZipDeflate {
  const part = new ZipDeflate(name, { level: 3 });
  zip.add(part);
  return part;
}

function refuseMany(rows: number): void {
  if (rows > MOST_ROWS) throw tooLarge('rows', MOST_ROWS);
}

const tooLarge = (what: string, most: number, found?: number): ExportFileError =>
  new ExportFileError(
    `A sheet of a workbook holds ${most.toLocaleString('en')} ${what}, and there are ${found === undefined ? 'more' : found.toLocaleString('en')}.`,
    { hint: 'Write another format: --format csv, jsonl or parquet, into a file of another name.' },
  );
