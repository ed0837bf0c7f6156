import { isObject } from '../../../src/is-object.ts';
import type { RecordPayload } from '../../../src/rules/types.ts';
import { type Engine, literal, numberOf, type ObjectFormat, objectsQuery, readCall, type SqlRow } from './engine.ts';
import { type ObjectPath, ObjectPathFinder, type UnusablePath } from './object-paths.ts';
import type { SpreadsheetLosses } from './restored-cell.ts';
import { RoleFinder, type RoleList } from './role-lists.ts';
import { encodingProblem, recordLimit, SourceFileError } from './source-record.ts';

/** The name of the table that holds the rows of a file, in their order. */
export const rowsTable = 'rows';

/** A column of the table. Its values are in `c0`, `c1` and so on: texts, or lists of texts. */
export interface TableColumn extends ObjectPath {
  readonly position: number;
  /** Parts the values of a cell that is a list. */
  readonly separator?: string;
  /** What a spreadsheet did to the values, which are as they were before. */
  readonly losses?: SpreadsheetLosses;
}

/** A line of the file that is no row. */
interface RejectedLine {
  /** From 1; undefined where the format has no lines. */
  readonly line: number | undefined;
  readonly reason: string;
}

/** The rows of a file in a table of DuckDB. */
export interface FileTable {
  readonly columns: readonly TableColumn[];
  /** Lists of objects that are read as objects of lists. */
  readonly roles?: readonly RoleList[];
  /** Values of objects that no column can hold. */
  readonly unusable: readonly UnusablePath[];
  /** The number of rows of the file. */
  readonly total: number;
  /** The number of rows in the table: fewer, if it holds a sample. */
  readonly stored: number;
  /** True if every row has a column `json` with its object. */
  readonly hasObjects: boolean;
  readonly rejected: {
    readonly count: number;
    readonly first: readonly RejectedLine[];
    /** The last line whose quotes are wrong, with its position in bytes: its cell may swallow the rest of the file. */
    readonly lastQuote?: { readonly line: number; readonly offset: number } | undefined;
  };
}

/** What to keep of a file that is too large to keep every row. */
export interface RowSample {
  /** About so many rows at most. */
  readonly rows: number;
  /** At most this share of all rows, because long ones make a large sample. */
  readonly share?: number;
  /** Another seed draws other rows. */
  readonly seed: number;
}

/** With more columns, a table takes more memory than there is. */
export const mostColumns = 2_000;

/** Rejected lines that DuckDB notes; it counts no more. */
const mostRejected = 10_000;

/** A sample of fewer rows teaches nothing, however long they are. */
const fewestSampled = 1_000;

/** Rejected lines to show. */
const shownRejected = 5;

/** How the cells of a file are separated. */
interface CellLayout {
  readonly delimiter: string;
  readonly quote: string;
  readonly escape: string;
  /** True if the first row is no data. */
  readonly hasHeader: boolean;
  /** Lines above it. */
  readonly skipLines: number;
  readonly columns: readonly string[];
}

/** Copies the rows of a file with columns into the table, every cell as the text that it is. */
export async function readCells(
  engine: Engine,
  file: string,
  layout: CellLayout,
  sample: RowSample | undefined,
): Promise<FileTable> {
  const { delimiter, quote, hasHeader, columns } = layout;
  const names = columns.map((_, position) => columnName(position));
  const types = names.map((name) => `${literal(name)}: 'VARCHAR'`).join(', ');
  const source = readCall(
    'read_csv',
    file,
    `auto_detect = false, delim = ${literal(delimiter)}, quote = ${literal(quote)}, escape = ${literal(layout.escape)}`,
    `header = ${hasHeader}, skip = ${layout.skipLines}, columns = {${types}}, max_line_size = ${recordLimit}`,
    `store_rejects = true, rejects_limit = ${mostRejected}`,
  );
  // A blank line is a row without a value only where there is one column.
  const rows = `SELECT * FROM ${source}${names.length === 1 ? ' WHERE c0 IS NOT NULL' : ''}`;
  const { stored, total } = await storeRows(engine, rows, names.join(', '), sample);
  const lossy = await removeLossyRows(engine, names);
  const rejected = await rejectedCells(engine);
  return {
    columns: columns.map((name, position) => ({ position, steps: [name], isList: false })),
    unusable: [],
    stored: stored - lossy,
    total: total - lossy,
    hasObjects: false,
    rejected: { ...rejected, count: rejected.count + lossy },
  };
}

/** Makes room for the rows of another file. */
export const dropRows = (engine: Engine): Promise<unknown> =>
  engine.rows(
    `DROP TABLE IF EXISTS ${rowsTable}; DROP TABLE IF EXISTS reject_errors; DROP TABLE IF EXISTS reject_scans`,
  );

const isLossy = (text: string): string => `contains(${text}, chr(${0xfffd}))`;

/** Removes rows in which an earlier conversion left U+FFFD: load refuses them. */
async function removeLossyRows(engine: Engine, names: readonly string[]): Promise<number> {
  const found = names.map(isLossy).join(' OR ');
  const [row] = await engine.rows(`SELECT count(*) FROM ${rowsTable} WHERE ${found}`);
  const lossy = numberOf(row?.[0]);
  if (lossy > 0) await engine.rows(`DELETE FROM ${rowsTable} WHERE ${found}`);
  return lossy;
}

/** Copies the objects of a file into the table, with a column for each of their values. */
export async function readObjects(
  engine: Engine,
  file: string,
  format: ObjectFormat,
  sample: RowSample | undefined,
): Promise<FileTable> {
  const query = await objectsQuery(engine, file, format);
  const { stored, total } = await storeRows(engine, query, 'json', sample);
  const finder = new ObjectPathFinder();
  const roles = new RoleFinder();
  let rejected = 0;
  for await (const [json] of engine.stream(`SELECT json FROM ${rowsTable}`)) {
    const value = json === null ? undefined : (JSON.parse(json as string) as unknown);
    if (isObject(value) && encodingProblem(json as string) === undefined) {
      finder.add(value);
      roles.add(value);
    } else rejected += 1;
    if (finder.count > mostColumns) throw tooManyFields(file);
  }
  const { usable, unusable } = finder.paths();
  if (usable.length > mostColumns) throw tooManyFields(file);
  const columns = usable.map((path, position) => ({ ...path, position }));
  // One expression for all texts: each of its own would keep a buffer.
  const flat = columns.filter(isText);
  const texts = `json_extract_string(json, [${flat.map(({ steps }) => literal(pointerOf(steps))).join(', ')}])`;
  const values = columns.map((column) => {
    const at = flat.indexOf(column);
    return `${at === -1 ? textsOf(column) : `texts[${at + 1}]`} AS ${columnName(column.position)}`;
  });
  await engine.rows(
    `CREATE TABLE extracted AS SELECT ${['json', ...values].join(', ')}
     FROM (SELECT json${flat.length === 0 ? '' : `, ${texts} AS texts`} FROM ${rowsTable}
           WHERE json_type(json) = 'OBJECT' AND NOT ${isLossy('json')});
     DROP TABLE ${rowsTable}; ALTER TABLE extracted RENAME TO ${rowsTable}`,
  );
  return {
    columns,
    roles: roles.found(),
    unusable,
    stored: stored - rejected,
    total: total - rejected,
    hasObjects: true,
    rejected: { count: rejected, first: [] },
  };
}

/** The name of a column in the table. */
export const columnName = (position: number): string => `c${position}`;

/** Stores every row, or those whose hash falls into the share to keep: the same ones in every run. */
async function storeRows(
  engine: Engine,
  query: string,
  columns: string,
  sample: RowSample | undefined,
): Promise<{ readonly stored: number; readonly total: number }> {
  if (sample === undefined) {
    await engine.rows(`CREATE TABLE ${rowsTable} AS ${query}`);
    const stored = await countOf(engine, rowsTable);
    return { stored, total: stored };
  }
  const total = await countOf(engine, `(${query})`);
  const most = Math.max(fewestSampled, total * (sample.share ?? 1));
  const share = Math.min(1, Math.min(sample.rows, most) / Math.max(1, total));
  const parts = 1_000_000_000;
  await engine.rows(
    `CREATE TABLE ${rowsTable} AS SELECT * FROM (${query}) WHERE hash(${sample.seed}, ${columns}) % ${parts} < ${Math.ceil(share * parts)}`,
  );
  return { stored: await countOf(engine, rowsTable), total };
}

async function countOf(engine: Engine, source: string): Promise<number> {
  const [row] = await engine.rows(`SELECT count(*) FROM ${source}`);
  return numberOf(row?.[0]);
}

const reasons: Readonly<Record<string, string>> = {
  'MISSING COLUMNS': 'it has fewer cells than the header',
  'TOO MANY COLUMNS': 'it has more cells than the header',
  'UNQUOTED VALUE': 'a quote within a cell is not doubled, or not closed',
  'LINE SIZE OVER MAXIMUM': `it has more than ${recordLimit} bytes`,
  'INVALID ENCODING': 'it has bytes that are not UTF-8',
};

async function rejectedCells(engine: Engine): Promise<FileTable['rejected']> {
  const [counted] = await engine.rows('SELECT count(DISTINCT line) FROM reject_errors');
  const first = await engine.rows(
    `SELECT line, any_value(error_type) FROM reject_errors GROUP BY line ORDER BY line LIMIT ${shownRejected}`,
  );
  const [last] = await engine.rows(
    `SELECT line, line_byte_position FROM reject_errors WHERE error_type = 'UNQUOTED VALUE' ORDER BY line DESC LIMIT 1`,
  );
  return {
    count: numberOf(counted?.[0]),
    lastQuote: last === undefined ? undefined : { line: numberOf(last[0]), offset: numberOf(last[1]) - 1 },
    first: first.map(([line, type]) => ({
      line: numberOf(line),
      reason: reasons[type as string] ?? 'it cannot be read',
    })),
  };
}

const tooManyFields = (file: string): SourceFileError =>
  new SourceFileError(`The objects of ${file} have more than ${mostColumns.toLocaleString('en')} different fields.`, {
    hint: 'Names of fields that differ from object to object are data: write them as values. Else leave out fields that describe no record.',
  });

/** True for a path that leads to one text. */
const isText = ({ steps, isList }: ObjectPath): boolean => !isList && !steps.includes('*');

/** An expression for the texts at a path to a list. */
function textsOf({ steps, isList }: ObjectPath): string {
  if (steps.includes('*')) return `json_extract_string(json, ${literal(pathOf(isList ? [...steps, '*'] : steps))})`;
  const pointer = literal(pointerOf(steps));
  return (
    `CASE json_type(json, ${pointer}) WHEN 'ARRAY' THEN json_extract_string(json, ${literal(pathOf([...steps, '*']))}) ` +
    `WHEN NULL THEN NULL ELSE [json_extract_string(json, ${pointer})] END`
  );
}

/** RFC 6901. */
const pointerOf = (steps: readonly string[]): string =>
  steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

const pathOf = (steps: readonly string[]): string =>
  `$${steps.map((step) => (step === '*' ? '[*]' : `."${step.replace(/["\\]/g, '\\$&')}"`)).join('')}`;

/** The texts at a path of a record, such as `emails.*.address`. */
export function valuesAt(record: RecordPayload, path: string): readonly string[] {
  const found = path.split('.').reduce<readonly unknown[]>(
    (values, step) =>
      values.flatMap((value) => {
        if (step === '*') return Array.isArray(value) ? value : [];
        return typeof value === 'object' && value !== null && Object.hasOwn(value, step)
          ? [(value as Readonly<Record<string, unknown>>)[step]]
          : [];
      }),
    [record],
  );
  return found
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter((value) => typeof value === 'string');
}

/** A row of a file: its cells, or the text of its object. */
export type TableRow = { readonly cells: readonly string[] } | { readonly object: string };

/** All rows in the order of the file. */
export async function* allRows(engine: Engine, table: FileTable): AsyncGenerator<TableRow, void, undefined> {
  for await (const row of engine.stream(`SELECT ${selected(table)} FROM ${rowsTable}`)) yield toRow(row, table);
}

/**
 * A random sample without repetition: the rows with the least hashes of their positions. The same seed draws the same
 * rows, and a larger sample contains a smaller one.
 */
export async function sampleRows(
  engine: Engine,
  table: FileTable,
  count: number,
  seed: number,
): Promise<readonly TableRow[]> {
  const rows = await engine.rows(
    `SELECT ${selected(table)} FROM ${rowsTable} WHERE rowid IN (
       SELECT rowid FROM ${rowsTable} ORDER BY hash(${seed}, rowid) LIMIT ${count}
     ) ORDER BY hash(${seed}, rowid)`,
  );
  return rows.map((row) => toRow(row, table));
}

const selected = ({ hasObjects, columns }: FileTable): string =>
  hasObjects
    ? 'json'
    : columns
        .map(({ position, separator }) =>
          separator === undefined
            ? columnName(position)
            : `array_to_string(${columnName(position)}, ${literal(separator)})`,
        )
        .join(', ');

function toRow(row: SqlRow, { hasObjects }: FileTable): TableRow {
  return hasObjects ? { object: row[0] as string } : { cells: row.map((cell) => (cell as string | null) ?? '') };
}
