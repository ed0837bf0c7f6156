import { chmod, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { forSpreadsheet, mayRunAsFormula } from '../../../src/text/spreadsheet-cell.ts';
import { identifier, literal, openEngine, readCall } from '../files/engine.ts';
import { columnName } from '../files/file-table.ts';
import type { CellType, Column } from './columns.ts';
import { unwritable } from './export-file.ts';

/** The values of one row, in the order of the columns; undefined for none. */
export type Row = readonly unknown[];

/** Turns rows into the text of a file. */
export interface RowEncoder {
  /** Before the first row. */
  readonly head: string;
  encode(rows: readonly Row[]): string;
  /** Cells so far that a spreadsheet may take for formulas, and that are written as they are. */
  readonly formulas: number;
}

/** Tells a text without characters from no value: the one is quoted. */
const cast = { string: (text: string) => (text === '' ? { value: '', quoted_empty: true } : text) };

/**
 * Writes CSV as RFC 4180 has it, with line feeds. An empty text is `""`, and no value is nothing.
 *
 * @param isForSpreadsheet adds a byte order mark, and apostrophes before what a spreadsheet would take for formulas
 */
export function csvEncoder(columns: readonly Column[], isForSpreadsheet: boolean): RowEncoder {
  const options = { cast };
  let formulas = 0;
  const cell = (value: unknown, type?: CellType): string | undefined => {
    if (value === undefined) return undefined;
    const text =
      type === 'ids' ? (value as string[]).join(';') : typeof value === 'object' ? JSON.stringify(value) : `${value}`;
    if (isForSpreadsheet) return forSpreadsheet(text);
    if (mayRunAsFormula(text)) formulas += 1;
    return text;
  };
  return {
    head: stringify([columns.map(({ name }) => cell(name))], { ...options, bom: isForSpreadsheet }),
    encode: (rows) =>
      stringify(
        rows.map((row) => row.map((value, index) => cell(value, columns[index]!.type))),
        options,
      ),
    get formulas() {
      return formulas;
    },
  };
}

/** Writes one JSON object a line. A dot in the name of a field nests; a value that is not there is left out. */
export function jsonlEncoder(columns: readonly Column[]): RowEncoder {
  return linesEncoder(columns.map(({ name, isPlain }) => (isPlain ? [name] : name.split('.'))));
}

/**
 * Writes one flat JSON object a line, as `writeParquet` reads it: values have the names of their positions, because
 * DuckDB does not tell `name` from `Name`. What fits no other type is JSON in a text.
 */
export function flatEncoder(columns: readonly Column[]): RowEncoder {
  const { encode, ...rest } = linesEncoder(columns.map((_, position) => [columnName(position)]));
  const flat = (value: unknown, index: number) =>
    columns[index]!.type === 'json' && value !== undefined ? JSON.stringify(value) : wellFormed(value);
  return { ...rest, encode: (rows) => encode(rows.map((row) => row.map(flat))) };
}

/** Half of a surrogate pair is no character of UTF-8, and DuckDB refuses it: it becomes U+FFFD, as in every CSV file. */
function wellFormed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wellFormed);
  return typeof value === 'string' ? value.toWellFormed() : value;
}

function linesEncoder(paths: readonly (readonly string[])[]): RowEncoder {
  const lineOf = (row: Row): string => {
    const line: Nested = Object.create(null);
    for (const [index, path] of paths.entries()) if (row[index] !== undefined) put(line, path, row[index]);
    return `${JSON.stringify(line)}\n`;
  };
  return { head: '', encode: (rows) => rows.map(lineOf).join(''), formulas: 0 };
}

/** Without a prototype, so that every name is a name like any other. */
type Nested = Record<string, unknown>;

function put(object: Nested, [first = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) object[first] = value;
  else {
    object[first] ??= Object.create(null);
    put(object[first] as Nested, rest, value);
  }
}

const typeOf: Readonly<Record<CellType, string>> = {
  text: 'VARCHAR',
  integer: 'INTEGER',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  texts: 'VARCHAR[]',
  ids: 'VARCHAR[]',
  // JSON as text.
  json: 'VARCHAR',
};

/** A line is a record, or the merged fields of an entity. */
const LONGEST_LINE = 64 * 1024 * 1024;

const MEMORY = '512MB';

/**
 * Writes the rows of a file of JSON lines as Parquet. A line names its values by their positions: `c0`, `c1` and so on.
 *
 * @param signal interrupts the work
 * @throws DuckdbUnavailableError, ExportFileError, and InterruptedError when aborted
 */
export async function writeParquet(
  lines: string,
  parquet: string,
  columns: readonly Column[],
  signal?: AbortSignal,
): Promise<void> {
  const overflow = resolve(`${parquet}.overflow`);
  const engine = await openEngine({ overflow, memory: MEMORY, isOrdered: false, signal });
  const types = columns.map(({ type }, position) => `${columnName(position)}: ${literal(typeOf[type])}`);
  const names = parquetNames(columns).map((name, position) => `${columnName(position)} AS ${identifier(name)}`);
  try {
    await engine.rows(
      `COPY (SELECT ${names.join(', ')} FROM ${readCall(
        'read_json',
        lines,
        `format = 'newline_delimited', columns = {${types.join(', ')}}, maximum_object_size = ${LONGEST_LINE}`,
      )}) TO ${literal(resolve(parquet))} (FORMAT parquet, COMPRESSION zstd)`,
    );
  } catch (cause) {
    await rm(parquet, { force: true });
    throw (cause as Error).name === 'AbortError' ? cause : unwritable(parquet, cause);
  } finally {
    engine.close();
    await rm(overflow, { recursive: true, force: true });
  }
  await chmod(parquet, 0o600);
}

/**
 * The names of the columns in Parquet. Its readers do not tell `name` from `Name`: a name that folds to an earlier one
 * gets a number, such as `name_2`.
 */
export function parquetNames(columns: readonly Column[]): string[] {
  const taken = new Set(columns.map(({ name }) => name.toLowerCase()));
  const given = new Set<string>();
  return columns.map(({ name }) => {
    let free = name;
    for (let number = 2; given.has(free.toLowerCase()); number++) {
      const numbered = `${name}_${number}`;
      if (!taken.has(numbered.toLowerCase())) free = numbered;
    }
    given.add(free.toLowerCase());
    return free;
  });
}

/** The columns that Parquet gives another name, each with both names. */
export function renamedForParquet(columns: readonly Column[]): readonly (readonly [name: string, given: string])[] {
  const names = parquetNames(columns);
  return columns.flatMap(({ name }, position) => (name === names[position] ? [] : [[name, names[position]!] as const]));
}
