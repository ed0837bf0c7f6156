import { chmod, rm } from 'node:fs/promises';
import type { CellType, Column } from './columns.ts';
import { ExportFileError, ParquetUnavailableError } from './errors.ts';

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

/** Fails early where there is no DuckDB. */
export async function requireParquet(): Promise<typeof import('@duckdb/node-api')> {
  try {
    // Loaded on demand: only Parquet needs it, and some platforms have none.
    return await import('@duckdb/node-api');
  } catch (cause) {
    throw new ParquetUnavailableError(
      `Parquet is written by DuckDB, which cannot be loaded: ${(cause as Error).message}`,
      {
        hint:
          `DuckDB has binaries for Linux, macOS and Windows on x64 and arm64; this is ${process.platform} on ${process.arch}. ` +
          'Install without --omit=optional, or export as csv or jsonl.',
        cause,
      },
    );
  }
}

/**
 * Writes the rows of a file of JSON lines as Parquet.
 *
 * @throws ParquetUnavailableError, ExportFileError
 */
export async function writeParquet(lines: string, parquet: string, columns: readonly Column[]): Promise<void> {
  const { DuckDBInstance } = await requireParquet();
  const instance = await DuckDBInstance.create(':memory:', {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    memory_limit: MEMORY,
    temp_directory: `${parquet}.overflow`,
    preserve_insertion_order: 'false',
  });
  const connection = await instance.connect();
  const types = columns.map(({ name, type }) => `${literal(name)}: ${literal(typeOf[type])}`).join(', ');
  try {
    await connection.run(
      `COPY (SELECT * FROM read_json(${literal(lines)}, format = 'newline_delimited', columns = {${types}}, ` +
        `maximum_object_size = ${LONGEST_LINE})) TO ${literal(parquet)} (FORMAT parquet, COMPRESSION zstd)`,
    );
  } catch (cause) {
    await rm(parquet, { force: true });
    throw new ExportFileError(`${parquet} cannot be written: ${(cause as Error).message}`, {
      hint: 'Free space on the disk, then continue with --resume.',
      cause,
    });
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
  await chmod(parquet, 0o600);
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
