import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { EntityDataError } from '../../../src/errors.ts';
import { InterruptedError } from '../interrupted.ts';

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
