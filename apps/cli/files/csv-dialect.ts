import { open } from 'node:fs/promises';
import { type CsvDialect, readFirstRows, readNumberedRows } from './csv-records.ts';
import { type Engine, literal, readCall } from './engine.ts';
import { namesColumns } from './header.ts';

/** Separators of cells that are in use. */
const delimiters: readonly string[] = [',', ';', '\t', '|', '^', '~', ':', '¦', '\u0001'];
const rowsToCompare = 100;
/** Lines above a header that are not its own. */
const mostBefore = 20;
/** Cells of a row of a table that has other lines above it. */
const fewestBelow = 3;
/** No text has so many separators in most of its lines. */
const surelyTable = 6;

/** How the cells of a file are written, every part of it. */
export type FoundDialect = Readonly<Record<'delimiter' | 'quote' | 'escape', string>> & { readonly skipLines: number };

/**
 * Finds out how the cells of a file are written: the delimiter by which most rows have as many cells, the lines above
 * them, and quotes and escapes by DuckDB's sniffer, which does not find the delimiter of a file with ragged rows.
 *
 * @param given what is known of it
 */
export async function findDialect(
  engine: Engine,
  file: string,
  given: Pick<CsvDialect, 'delimiter' | 'skipLines'>,
): Promise<FoundDialect> {
  const separator = await separatorLine(file);
  const start = given.skipLines ?? (separator === undefined ? 0 : 1);
  const delimiter = given.delimiter ?? separator ?? (await findDelimiter(file, start));
  const skipLines = given.skipLines ?? (await linesBefore(file, delimiter, start));
  return { delimiter, skipLines, ...(await findQuote(engine, file, delimiter, skipLines)) };
}

/** Spreadsheets write the separator of cells into a line of its own, such as `sep=;`. */
async function separatorLine(file: string): Promise<string | undefined> {
  const [line] = await readFirstRows(file, { delimiter: '\n' }, 1);
  return /^sep=(.)$/i.exec(line?.join('') ?? '')?.[1];
}

async function findDelimiter(file: string, skipLines: number): Promise<string> {
  let best = ',';
  let bestCells = 1;
  for (const delimiter of delimiters) {
    const rows = await readFirstRows(file, { delimiter, skipLines }, rowsToCompare);
    const filled = rows.filter(isFilled);
    const usual = usualCells(filled);
    const fitting = filled.filter((row) => row.length === usual).length;
    const first = rows[rowsBefore(rows)] ?? [];
    const cells = (usual * fitting) / filled.length;
    // A row has at least two cells, and at least half of the rows have as many.
    if (first.length > 1 && fitting * 2 >= filled.length && cells > bestCells) {
      best = delimiter;
      bestCells = cells;
    }
  }
  return best;
}

const isFilled = (row: readonly string[]): boolean => row.length > 1 || row[0] !== '';

/** The number of cells that most rows have; among equals, that of the first one. */
function usualCells(rows: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  let usual = 0;
  for (const [cells, count] of counts) if (count > (counts.get(usual) ?? 0)) usual = cells;
  return usual;
}

async function linesBefore(file: string, delimiter: string, skipLines: number): Promise<number> {
  const rows = await readNumberedRows(file, { delimiter, skipLines }, rowsToCompare);
  const before = rowsBefore(rows.map(({ cells }) => cells));
  return before === 0 ? skipLines : rows[before - 1]!.nextLine - 1;
}

/**
 * Rows above the first one that has more than half of the cells of the others: a title, a date, or blank ones. A column of
 * names with commas has many cells, too; but its second row is no header.
 */
function rowsBefore(rows: readonly (readonly string[])[]): number {
  const blank = Math.max(0, rows.findIndex(isFilled));
  const usual = usualCells(rows.filter(isFilled));
  const first = rows.findIndex((row) => row.length * 2 > usual);
  if (first <= blank || first > mostBefore || usual < fewestBelow) return blank;
  const names = rows[first]!.map((cell) => cell.trim());
  return usual >= surelyTable || namesColumns(names, rows.slice(first + 1)) === true ? first : blank;
}

async function findQuote(
  engine: Engine,
  file: string,
  delimiter: string,
  skipLines: number,
): Promise<{ readonly quote: string; readonly escape: string }> {
  const usual = { quote: '"', escape: '"' };
  try {
    const [row] = await engine.rows(
      `SELECT Quote, Escape FROM ${readCall('sniff_csv', file, `delim = ${literal(delimiter)}, skip = ${skipLines}`, 'all_varchar = true', 'header = true')}`,
    );
    const [quote, escaping] = (row ?? []) as readonly (string | undefined)[];
    // Without a quote in the sniffed rows there may still be one below.
    if (quote !== "'" && quote !== '"') return usual;
    return { quote, escape: escaping === '\\' ? escaping : quote };
  } catch (error) {
    // The sniffer refuses files of one row and of ragged rows.
    if ((error as Error).name === 'AbortError') throw error;
    return usual;
  }
}

/** The dialect as `load` takes it: only what is not usual. */
export function unusualDialect({ delimiter, quote, escape: escaping, skipLines }: FoundDialect): CsvDialect {
  return {
    ...(delimiter !== ',' && { delimiter }),
    ...(quote !== '"' && { quote }),
    ...(escaping !== quote && { escape: escaping }),
    ...(skipLines > 0 && { skipLines }),
  };
}

/** Lines below the last record. */
interface Trailer {
  /** The position in bytes at which they begin. */
  readonly offset: number;
  /** Those that are not blank. */
  readonly lines: readonly string[];
}

const tailBytes = 64 * 1024;

/** What ends a file: lines that say so, and Ctrl-Z, which some exports still write. */
const endMark = /^(?:EOF|TRAILER|TRL|END OF (?:FILE|REPORT|DATA))\b/i;
const controlZ = '\u001A';

/**
 * Lines of a report below its records, such as a remark and a date: each is one cell, and a blank line is above them or
 * they are marks of an end. A row that was cut off has neither.
 */
export async function findTrailer(
  file: string,
  { delimiter = ',', quote = '"' }: CsvDialect,
): Promise<Trailer | undefined> {
  const { tail, start } = await readTail(file);
  // Each byte is one character, so that positions are those of the file.
  const lines = tail.toString('latin1').split('\n');
  const textOf = (line: string) => Buffer.from(line, 'latin1').toString('utf8').trim();
  const bare = delimiter === '\t' ? undefined : `${quote}${delimiter}${quote}`;
  const isOneCell = (line: string) => {
    const text = textOf(line);
    const isQuoted = text.length > 1 && text.startsWith(quote) && text.endsWith(quote);
    return isQuoted ? bare === undefined || !text.includes(bare) : !text.includes(delimiter) && !text.includes(quote);
  };
  let first = lines.length;
  while (first > 1 && isOneCell(lines[first - 1]!)) first -= 1;
  // What is above the first blank line may be a record.
  let begin = first;
  while (begin < lines.length && textOf(lines[begin]!) !== '') begin += 1;
  const below = lines.slice(begin).map(textOf);
  const above = lines.slice(first, begin).map(textOf);
  const from = above.findIndex((line) => line === controlZ || endMark.test(line));
  const at = from === -1 ? begin : first + from;
  const found = [...(from === -1 ? [] : above.slice(from)), ...below].filter((line) => line !== '');
  if (found.length === 0) return undefined;
  return { offset: start + lines.slice(0, at).reduce((sum, line) => sum + line.length + 1, 0), lines: found };
}

async function readTail(file: string): Promise<{ readonly tail: Buffer; readonly start: number }> {
  const opened = await open(file);
  try {
    const { size } = await opened.stat();
    const start = Math.max(0, size - tailBytes);
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(size - start), 0, size - start, start);
    return { tail: buffer.subarray(0, bytesRead), start };
  } finally {
    await opened.close();
  }
}

const shownLines = 3;

/** What the reader should know of lines that are no part of the table. */
export const trailerNote = ({ lines }: Trailer): string =>
  `${lines.length === 1 ? '1 line' : `${lines.length} lines`} below the last record ${lines.length === 1 ? 'is' : 'are'} left out: ${shownTexts(lines)}.`;

/** The first of some lines, in quotes. */
export const shownTexts = (lines: readonly string[]): string =>
  `${lines
    .slice(0, shownLines)
    .map((line) => JSON.stringify(line.replace(/^"(.*)"$/, '$1').slice(0, 60)))
    .join(', ')}${lines.length > shownLines ? ', …' : ''}`;
