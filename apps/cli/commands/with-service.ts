import type { ConnectionOptions } from '../client/connection.ts';
import type { GraphqlClient } from '../client/graphql-client.ts';
import { createExportProgress } from '../export/progress.ts';
import { openSession, patient } from './connection-options.ts';
import { onInterruption } from './interruption.ts';
import { noteSetback } from './setbacks.ts';

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
