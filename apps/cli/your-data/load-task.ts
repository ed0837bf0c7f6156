import type { Refusal } from '../../console/app/your-data/state.ts';
import type { LoadResult, WorkerMessage, WorkerTask } from '../../service/your-data/worker-protocol.ts';
import type { Connection } from '../client/connection.ts';
import { openSession, patient } from '../commands/connection-options.ts';
import { openFilesToSend } from '../commands/source-options.ts';
import { statSource } from '../files/source-file.ts';
import { type LoadedFile, type LoadFileOptions, loadFile } from '../load/load-file.ts';
import { type LoadState, LoadStateError } from '../load/state-file.ts';
import { loadUnused } from '../resolve/first-load.ts';

type LoadTask = Extract<WorkerTask, { readonly kind: 'load' }>;

const batchSize = 50;
const concurrency = 4;
/** Stops the load: the cause is then not in the records. */
const refusedInARow = 200;
const shownRefusals = 10;
/** Milliseconds between two messages about progress. */
const pause = 200;

/**
 * Loads the file into the service that runs on a data directory, and continues a load of it that was interrupted.
 *
 * @throws what loadFile and openFilesToSend throw
 */
export async function runLoad(
  { file, dataDirectory }: LoadTask,
  signal: AbortSignal,
  send: (message: WorkerMessage) => Promise<void>,
): Promise<LoadResult> {
  const { size, mtimeMs: modified } = await statSource(file);
  const session = await openSession({ dataDir: dataDirectory, quiet: true }, { backoff: patient });
  const refusals: Refusal[] = [];
  const onRefused: LoadFileOptions['onRefused'] = (refused) => {
    for (const { line, code, reason } of refused) {
      if (refusals.length < shownRefusals) refusals.push({ line, code, reason });
    }
  };
  const atOnce = await loadAtOnce(file, session.connection, { signal, send, onRefused });
  if (atOnce !== undefined) return { isComplete: true, records: atOnce.records, refused: atOnce.refused, refusals };
  refusals.length = 0;
  const client = session.client({ signal });
  const [open] = await openFilesToSend([file], { column: new Map() }, client, session.connection.instanceDirectory);
  const source = open!.records;
  let told = Number.NEGATIVE_INFINITY;
  const tell = ({ offset, loaded, refused }: LoadState) => {
    if (performance.now() - told < pause) return;
    told = performance.now();
    const share = source.total === 0 ? 1 : offset / source.total;
    void send({ kind: 'progress', progress: { step: 'Loading records', share, records: loaded, refused } });
  };
  try {
    const { end } = await loadOrReload({
      file,
      subject: { apiUrl: session.connection.apiUrl, size, modified },
      source,
      client,
      batchSize,
      concurrency,
      refusedInARow,
      signal,
      onBegin: tell,
      onProgress: tell,
      onRefused,
    });
    return { isComplete: !signal.aborted, records: end.loaded, refused: end.refused, refusals };
  } finally {
    await source.close();
  }
}

interface AtOnceOptions extends Pick<LoadFileOptions, 'signal' | 'onRefused'> {
  readonly send: (message: WorkerMessage) => Promise<void>;
}

/** Loads the file as a whole, unless the service has records. Returns undefined where requests are to do it. */
async function loadAtOnce(
  file: string,
  connection: Connection,
  { signal, send, onRefused }: AtOnceOptions,
): Promise<Pick<LoadResult, 'records' | 'refused'> | undefined> {
  let current = { step: 'Loading records', share: (): number | undefined => 0 };
  const timer = setInterval(() => {
    void send({ kind: 'progress', progress: { step: current.step, share: current.share() } });
  }, pause);
  try {
    const step = (name: string, share: () => number | undefined) => {
      current = { step: name, share };
    };
    return await loadUnused({
      files: [file],
      column: new Map(),
      connection,
      keepGoing: false,
      onRefused,
      signal,
      step,
      // The page shows the progress of the requests.
      tell: () => {},
    });
  } finally {
    clearInterval(timer);
  }
}

/** Continues a load. One into the same data at another address begins anew: what is stored already stays as it is. */
async function loadOrReload(options: Omit<LoadFileOptions, 'resume'>): Promise<LoadedFile> {
  try {
    return await loadFile({ ...options, resume: true });
  } catch (error) {
    if (!(error instanceof LoadStateError)) throw error;
    return loadFile({ ...options, resume: false });
  }
}
