import type { Engine } from './engine.ts';
import { columnName, type FileTable, rowsTable, type TableColumn } from './file-table.ts';
import { literal, numberOf } from './sql.ts';

/** What a column holds. */
export interface ColumnSummary {
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
