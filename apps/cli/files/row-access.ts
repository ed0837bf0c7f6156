import type { Engine, SqlRow } from './engine.ts';
import { columnName, type FileTable, rowsTable } from './file-table.ts';

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
  hasObjects ? 'json' : columns.map(({ position }) => columnName(position)).join(', ');

function toRow(row: SqlRow, { hasObjects }: FileTable): TableRow {
  return hasObjects ? { object: row[0] as string } : { cells: row.map((cell) => (cell as string | null) ?? '') };
}
