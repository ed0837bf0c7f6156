import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EntityDataError } from '../../../src/errors.ts';
import type { ConnectionOptions } from '../client/connection.ts';
import type { GraphqlClient } from '../client/graphql-client.ts';
import { createExportProgress } from '../export/file-export.ts';
import { openSession, patient } from './connection-options.ts';
import { noteSetback, onInterruption } from './interruption.ts';

const INTERRUPTED = 130;

/**
 * Runs work that reads all of a service. Ctrl-C aborts the signal; when the work ends by it, the exit code says so. The
 * work must have no effect that outlasts it.
 */
export async function withService(
  options: ConnectionOptions,
  work: (client: GraphqlClient, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const session = await openSession(options, { backoff: patient });
  const abort = new AbortController();
  const interruption = onInterruption(() => abort.abort());
  try {
    await work(session.client({ onSetback: noteSetback(), signal: abort.signal }), abort.signal);
  } catch (error) {
    if (!abort.signal.aborted || (error as Error).name !== 'AbortError') throw error;
    process.stderr.write('Interrupted. Nothing was written; the command begins anew when you repeat it.\n');
    process.exitCode = INTERRUPTED;
  } finally {
    interruption.dispose();
  }
}

/** Records between two updates of the progress. */
const STEP = 1_000;

/**
 * Shows on standard error how many records are read, while the work lasts.
 *
 * @param total how many there probably are; undefined if the client may not know
 */
export async function showingProgress<Answer>(
  total: number | undefined,
  work: (progress: (records: number) => void) => Promise<Answer>,
): Promise<Answer> {
  const shown = createExportProgress({ stream: process.stderr, total });
  let next = STEP;
  try {
    return await work((records) => {
      if (records < next) return;
      next = records + STEP;
      shown.update({ entities: records, rows: records });
    });
  } finally {
    shown.stop();
  }
}

/** The directory is no instance. */
class InstanceDirectoryError extends EntityDataError {
  readonly code = 'INSTANCE_UNUSABLE';
}

/** Paths within the directory of an instance, as `design` writes it. */
export interface InstanceFiles {
  readonly ruleConfig: string;
  readonly schema: string;
  /** May be missing. */
  readonly clients: string;
  /** The data directory; made when the service starts. */
  readonly data: string;
}

/**
 * The files of an instance.
 *
 * @throws InstanceDirectoryError when the rule-config or the schema is missing
 */
export function instanceFiles(directory: string): InstanceFiles {
  const files = {
    ruleConfig: join(directory, 'rule-config.json'),
    schema: join(directory, 'schema.graphqls'),
    clients: join(directory, 'clients.json'),
    data: join(directory, 'data'),
  };
  const hint = `Design an instance for a file of records: npx entity-data design FILE --out ${directory}`;
  if (!existsSync(directory)) throw new InstanceDirectoryError(`There is no directory ${directory}.`, { hint });
  for (const file of [files.ruleConfig, files.schema]) {
    if (!existsSync(file))
      throw new InstanceDirectoryError(`${directory} is no instance: it has no ${file}.`, { hint });
  }
  return files;
}
