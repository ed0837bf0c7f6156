import { resolve } from 'node:path';
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { EntityDataError } from '../../../src/errors.ts';
import { InterruptedError } from '../interrupted.ts';
import { readHead } from './file-format.ts';
import { recordLimit } from './source-record.ts';

/** DuckDB has no binary for this platform, or it was not installed. */
export class DuckdbUnavailableError extends EntityDataError {
  readonly code = 'DUCKDB_UNAVAILABLE';
}

export type SqlRow = readonly unknown[];

/** A DuckDB of this process, without a network: it never loads an extension. */
export interface Engine {
  /** Runs statements and returns the rows of the last one. */
  rows(sql: string): Promise<readonly SqlRow[]>;
  /** Reads rows in their order without keeping all of them. */
  stream(sql: string): AsyncGenerator<SqlRow, void, undefined>;
  /** The share of the running statement that is done, 0 to 1; undefined when it is unknown. */
  progress(): number | undefined;
  close(): void;
}

export interface EngineOptions {
  /** The database file; by default everything is in memory. */
  readonly file?: string;
  /** Where to put what does not fit into memory; by default nowhere. */
  readonly overflow?: string;
  /** What DuckDB may use, such as `512MB`. It keeps the rest on disk. */
  readonly memory?: string;
  /** False if rows may come in another order, which needs less memory; default true. */
  readonly isOrdered?: boolean;
  /** Interrupts the running statement. */
  readonly signal?: AbortSignal | undefined;
}

/** What DuckDB may use where nothing else is said. */
export const defaultMemory = '1GB';

/** Milliseconds between two interruptions. */
const interruptPause = 20;

/** @throws DuckdbUnavailableError */
export async function openEngine(options: EngineOptions = {}): Promise<Engine> {
  const { file = ':memory:', overflow, memory = defaultMemory, isOrdered = true, signal } = options;
  const { DuckDBInstance } = await importDuckdb();
  const instance = await DuckDBInstance.create(file, {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    memory_limit: memory,
    preserve_insertion_order: String(isOrdered),
    // Without a directory, DuckDB would make one in the present directory.
    temp_directory: overflow ?? '',
  });
  const connection = await instance.connect();
  const guarded = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    if (signal?.aborted) throw new InterruptedError('interrupted');
    let repeat: NodeJS.Timeout | undefined;
    // A statement that has not begun yet misses an interruption, so it is repeated until the statement ends.
    const interrupt = () => {
      connection.interrupt();
      repeat = setTimeout(interrupt, interruptPause);
    };
    signal?.addEventListener('abort', interrupt);
    try {
      return await run();
    } catch (error) {
      if (signal?.aborted) throw new InterruptedError('interrupted', { cause: error });
      throw error;
    } finally {
      signal?.removeEventListener('abort', interrupt);
      clearTimeout(repeat);
    }
  };
  return {
    rows: (sql) => guarded(async () => (await connection.runAndReadAll(sql)).getRowsJS()),
    stream: (sql) => streamed(connection, sql, guarded),
    progress() {
      const { percentage } = connection.progress;
      return percentage < 0 ? undefined : Math.min(1, percentage / 100);
    },
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

async function* streamed(
  connection: DuckDBConnection,
  sql: string,
  guarded: <Result>(run: () => Promise<Result>) => Promise<Result>,
): AsyncGenerator<SqlRow, void, undefined> {
  const result = await guarded(() => connection.stream(sql));
  for (;;) {
    const chunk = await guarded(() => result.fetchChunk());
    if (chunk === null || chunk.rowCount === 0) return;
    const columns: readonly (readonly DuckDBValue[])[] = chunk.getColumns();
    for (let row = 0; row < chunk.rowCount; row++) yield columns.map((column) => column[row]);
  }
}

/**
 * Loads DuckDB, on demand: most commands need none, and some platforms have none.
 *
 * @throws DuckdbUnavailableError
 */
export async function importDuckdb(): Promise<typeof import('@duckdb/node-api')> {
  try {
    return await import('@duckdb/node-api');
  } catch (cause) {
    throw unavailable(cause);
  }
}

/** What to say when the package cannot be loaded. */
export function unavailable(cause: unknown): DuckdbUnavailableError {
  return new DuckdbUnavailableError(
    `DuckDB, which reads and writes these files, cannot be loaded: ${(cause as Error).message}`,
    {
      hint:
        `It has binaries for Linux, macOS and Windows on x64 and arm64; this is ${process.platform} on ${process.arch}. ` +
        'There, install without --omit=optional; elsewhere, run this command on another machine, or export as csv or jsonl.',
      cause,
    },
  );
}

/** A text as a literal of SQL. The text of a statement ends at U+0000. */
export const literal = (text: string): string =>
  `'${text.replaceAll("'", "''")}'`.replaceAll('\0', () => "' || chr(0) || '");

/** A name as an identifier of SQL. */
export const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A count, which DuckDB gives as a bigint. */
export const numberOf = (value: unknown): number => Number(value);

/** Readers of DuckDB with the word of each for a file that is not compressed, whatever its name ends in. */
const uncompressed = {
  read_csv: "compression = 'none'",
  sniff_csv: "compression = 'none'",
  read_json: "compression = 'uncompressed'",
  read_json_objects: "compression = 'uncompressed'",
  read_parquet: undefined,
} as const;

/**
 * A call of a reader for one file. DuckDB takes names for patterns (`people[1].csv` reads `people1.csv`) and for addresses,
 * a leading tilde for the home directory, and a directory such as `year=2024` for a column: here a name is a name.
 *
 * @param options such as `header = true`
 */
export function readCall(reader: keyof typeof uncompressed, file: string, ...options: readonly string[]): string {
  const name = resolve(file).replace(/[[*?]/g, '[$&]');
  const all = [literal(name), ...options, uncompressed[reader], 'hive_partitioning = false'];
  return `${reader}(${all.filter((one) => one !== undefined).join(', ')})`;
}

/** Formats whose rows DuckDB gives as JSON objects. */
export type ObjectFormat = 'json-lines' | 'json' | 'parquet';

/**
 * A query of the rows of a file as JSON texts, in their order, in one column `json`. Scalars of Parquet are texts. A line
 * of JSON that cannot be parsed is null.
 */
export async function objectsQuery(engine: Engine, file: string, format: ObjectFormat): Promise<string> {
  switch (format) {
    case 'json-lines':
      return jsonQuery(file, "'newline_delimited', ignore_errors = true");
    case 'json':
      return jsonQuery(file, await jsonLayout(file));
    case 'parquet':
      return parquetQuery(engine, file);
  }
}

const jsonQuery = (file: string, layout: string): string =>
  `SELECT json FROM ${readCall('read_json_objects', file, `maximum_object_size = ${recordLimit}`, `format = ${layout}`)}`;

/** A list of objects, or objects one after another. */
async function jsonLayout(file: string): Promise<string> {
  return (await readHead(file)).toString('utf8').trimStart().startsWith('[') ? "'array'" : "'unstructured'";
}

async function parquetQuery(engine: Engine, file: string): Promise<string> {
  const source = readCall('read_parquet', file);
  const columns = await engine.rows(`DESCRIBE SELECT * FROM ${source}`);
  const members = columns.map(([name, type]) => {
    const value = identifier(name as string);
    return `${literal(name as string)}, ${isNested(type as string) ? value : `${value}::VARCHAR`}`;
  });
  return `SELECT json_object(${members.join(', ')})::VARCHAR AS json FROM ${source}`;
}

const isNested = (type: string): boolean => /\]$|^(?:STRUCT|MAP|UNION|LIST)\b|^JSON$/.test(type);

/** The bytes of all objects as texts: those of a compressed file may be many times its own. */
export async function bytesOfObjects(engine: Engine, file: string, format: ObjectFormat): Promise<number> {
  const [row] = await engine.rows(`SELECT sum(strlen(json)) FROM (${await objectsQuery(engine, file, format)})`);
  return numberOf(row?.[0]);
}

/** The number of rows of a file whose rows are objects. */
export async function countObjects(engine: Engine, query: string): Promise<number> {
  const [row] = await engine.rows(`SELECT count(*) FROM (${query})`);
  return numberOf(row?.[0]);
}
