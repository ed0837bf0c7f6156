import { chmod, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { openEngine } from '../files/engine.ts';
import { columnName } from '../files/file-table.ts';
import { readCall } from '../files/read-call.ts';
import { identifier, literal } from '../files/sql.ts';
import type { CellType, Column } from './columns.ts';
import { unwritable } from './export-file.ts';

const typeOf: Readonly<Record<CellType, string>> = {
  text: 'VARCHAR',
  integer: 'INTEGER',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  texts: 'VARCHAR[]',
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
