import { MAX_ID_BYTES } from '../../../src/entities/validate.ts';
import { type Engine, literal, numberOf } from './engine.ts';
import { columnName, type FileTable, rowsTable, type TableColumn } from './file-table.ts';

/** What a column holds. */
interface ColumnSummary {
  /** Rows with a value. */
  readonly filled: number;
  /** Different values, without blanks around them; an estimate if `isApproximate`. */
  readonly distinct: number;
  readonly isApproximate: boolean;
  /** The most frequent values, from the most frequent one on. */
  readonly top: readonly { readonly value: string; readonly count: number }[];
  readonly shortest: string | undefined;
  readonly longest: string | undefined;
}

/** With more cells, the number of different values is estimated. */
const mostCells = 100_000_000;

const topValues = 10;

/** Characters of a value that are kept. */
const shownCharacters = 200;

const blank = String.raw`E' \t\r\n'`;

/** Counts what each column holds. */
export async function summarizeColumns(
  engine: Engine,
  { columns, stored }: Pick<FileTable, 'columns' | 'stored'>,
  onColumn: (done: number) => void = () => {},
): Promise<readonly ColumnSummary[]> {
  const isApproximate = columns.length * stored > mostCells;
  const summaries: ColumnSummary[] = [];
  for (const column of columns) {
    summaries.push(await summarize(engine, column, isApproximate));
    onColumn(summaries.length);
  }
  return summaries;
}

async function summarize(engine: Engine, column: TableColumn, isApproximate: boolean): Promise<ColumnSummary> {
  const values = valuesOf(column);
  const distinct = isApproximate ? 'approx_count_distinct(v)' : 'count(DISTINCT v)';
  const [row] = await engine.rows(
    `SELECT ${distinct}, arg_min(v, length(v)), arg_max(v, length(v)) FROM (${values}) WHERE v IS NOT NULL`,
  );
  const top = await topOf(engine, values, isApproximate);
  const shown = (text: unknown) => (typeof text === 'string' ? text.slice(0, shownCharacters) : undefined);
  return {
    filled: await filledRows(engine, column),
    distinct: numberOf(row?.[0]),
    isApproximate,
    top: top.map(([value, count]) => ({ value: shown(value)!, count: numberOf(count) })),
    shortest: shown(row?.[1]),
    longest: shown(row?.[2]),
  };
}

async function topOf(engine: Engine, values: string, isApproximate: boolean): ReturnType<Engine['rows']> {
  const counted = (where: string) =>
    engine.rows(
      `SELECT v, count(*) AS n FROM (${values}) WHERE ${where} GROUP BY v ORDER BY n DESC, v LIMIT ${topValues}`,
    );
  if (!isApproximate) return counted('v IS NOT NULL');
  const [row] = await engine.rows(`SELECT approx_top_k(v, ${topValues}) FROM (${values}) WHERE v IS NOT NULL`);
  const found = (row?.[0] ?? []) as readonly string[];
  return found.length === 0 ? [] : counted(`v IN (${found.map(literal).join(', ')})`);
}

async function filledRows(engine: Engine, { position, isList, steps }: TableColumn): Promise<number> {
  const name = columnName(position);
  const isFilled =
    isList || steps.includes('*')
      ? `len(list_filter(${name}, lambda x: trim(x, ${blank}) <> '')) > 0`
      : `trim(${name}, ${blank}) <> ''`;
  const [row] = await engine.rows(`SELECT count(*) FROM ${rowsTable} WHERE ${isFilled}`);
  return numberOf(row?.[0]);
}

/** A query of the values of a column, without blanks around them and null for none. */
function valuesOf({ position, isList, steps }: TableColumn): string {
  const name = columnName(position);
  const value = isList || steps.includes('*') ? `unnest(${name})` : name;
  return `SELECT nullif(trim(v, ${blank}), '') AS v FROM (SELECT ${value} AS v FROM ${rowsTable})`;
}

/** A column of the file and what it holds. */
export interface FileColumn extends TableColumn {
  /** As in the header; the names of nested values are joined by dots. */
  readonly title: string;
  readonly summary: ColumnSummary;
}

/** The title of a path of names. */
export const titleOf = (steps: readonly string[]): string => steps.join('.');

/** True if the value is not within an object or a list. */
export const isFlat = ({ steps, isList }: TableColumn): boolean => steps.length === 1 && !isList;

/** True if a row has a list of values. */
export const isListed = ({ steps, isList }: TableColumn): boolean => isList || steps.includes('*');

/** What is wrong with the values of an id column. */
export interface IdProblems {
  /** Rows without an id. */
  readonly missing: number;
  /** Positions of the first of them, from 1. */
  readonly missingRows: readonly number[];
  /** Ids that more than one row has. */
  readonly doubled: number;
  /** Rows with such an id. */
  readonly doubledRows: number;
  readonly mostDoubled: readonly { readonly id: string; readonly count: number }[];
  /** Ids that a record cannot have. */
  readonly refused: number;
  readonly firstRefused: string | undefined;
  /** Refused ids because of a colon only. */
  readonly withColon: number;
}

const shown = 3;

/**
 * Checks the ids of all rows.
 *
 * @param replace texts to replace first, as when the records are loaded
 */
export async function checkIds(
  engine: Engine,
  position: number,
  replace: readonly (readonly [from: string, to: string])[] = [],
): Promise<IdProblems> {
  const name = columnName(position);
  const id = replace.reduce((value, [from, to]) => `replace(${value}, ${literal(from)}, ${literal(to)})`, name);
  const ids = `(SELECT ${id} AS id, rowid + 1 AS row FROM ${rowsTable})`;
  const isMissing = "(id IS NULL OR trim(id) = '')";
  const other = `regexp_matches(id, '[\\x00-\\x1f\\x7f]') OR strlen(id) > ${MAX_ID_BYTES}`;
  const [counts] = await engine.rows(
    `SELECT count(*) FILTER (${isMissing}), count(*) FILTER (contains(id, ':') OR ${other}),
            count(*) FILTER (contains(id, ':') AND NOT (${other})), min(id) FILTER (contains(id, ':') OR ${other})
     FROM ${ids}`,
  );
  const missing = await engine.rows(`SELECT row FROM ${ids} WHERE ${isMissing} ORDER BY row LIMIT ${shown}`);
  const groups = `(SELECT id, count(*) AS n FROM ${ids} WHERE NOT ${isMissing} GROUP BY id HAVING n > 1)`;
  const [doubled] = await engine.rows(`SELECT count(*), coalesce(sum(n), 0) FROM ${groups}`);
  const most = await engine.rows(`SELECT id, n FROM ${groups} ORDER BY n DESC, id LIMIT ${shown}`);
  return {
    missing: numberOf(counts?.[0]),
    missingRows: missing.map(([row]) => numberOf(row)),
    doubled: numberOf(doubled?.[0]),
    doubledRows: numberOf(doubled?.[1]),
    mostDoubled: most.map(([value, count]) => ({ id: value as string, count: numberOf(count) })),
    refused: numberOf(counts?.[1]),
    firstRefused: (counts?.[3] ?? undefined) as string | undefined,
    withColon: numberOf(counts?.[2]),
  };
}
