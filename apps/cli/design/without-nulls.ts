import { type FileColumn, isListed, summarizeColumns } from '../files/column-summary.ts';
import { type Engine, literal } from '../files/engine.ts';

import { columnName, type FileTable, rowsTable } from '../files/file-table.ts';

import type { NullMarkers } from './null-markers.ts';

/** Removes markers of no value from the table, and counts anew what the columns hold. */
export async function withoutNulls(
  engine: Engine,
  columns: readonly FileColumn[],
  { markers, keeps }: NullMarkers,
  { stored }: Pick<FileTable, 'stored'>,
): Promise<readonly FileColumn[]> {
  const remaining: FileColumn[] = [];
  for (const column of columns) {
    const kept = new Set(keeps.get(column.title));
    const nulls = markers.map(({ value }) => value).filter((value) => !kept.has(value));
    if (nulls.length === 0 || !(await remove(engine, column, nulls))) remaining.push(column);
    else {
      const [summary] = await summarizeColumns(engine, { columns: [column], stored });
      remaining.push({ ...column, summary: summary! });
    }
  }
  return remaining;
}

/** True if the column had any. */
async function remove(engine: Engine, column: FileColumn, nulls: readonly string[]): Promise<boolean> {
  const name = columnName(column.position);
  const isNull = (text: string) => `trim(${text}, E' \\t\\r\\n') IN (${nulls.map(literal).join(', ')})`;
  const [where, value] = isListed(column)
    ? [`len(list_filter(${name}, lambda x: ${isNull('x')})) > 0`, `list_filter(${name}, lambda x: NOT ${isNull('x')})`]
    : [isNull(name), 'NULL'];
  const [row] = await engine.rows(`SELECT count(*) FROM ${rowsTable} WHERE ${where}`);
  if (Number(row?.[0]) === 0) return false;
  await engine.rows(`UPDATE ${rowsTable} SET ${name} = ${value} WHERE ${where}`);
  return true;
}
