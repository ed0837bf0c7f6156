import { CallerRefusedError } from '../client/errors.ts';
import type { GraphqlClient } from '../client/graphql-client.ts';
import { BulkLoadIncompleteError, BulkLoadUnknownError } from './errors.ts';

/** What `metrics` says of a load. */
export interface ServiceProgress {
  readonly id: string;
  readonly state: 'IN_PROGRESS' | 'STALLED' | 'FINISHED';
  readonly expectedRecords: number | null;
  readonly storedRecords: number;
  readonly refusedRecords: number;
  readonly expectedParts: number | null;
  readonly finishedParts: number;
  readonly failedParts: number;
  readonly recordsPerSecond: number | null;
  readonly estimatedTimeRemaining: number | null;
}

export interface AwaitLoadOptions {
  readonly client: GraphqlClient;
  /** As `metrics` names the load. */
  readonly id: string;
  /** Parts that were uploaded. */
  readonly parts: number;
  readonly onProgress: (progress: ServiceProgress) => void;
  /** Called once, when the first look finds nothing of the load. */
  readonly onSilence?: () => void;
  /** Resolves when it is time to look again; rejects when the wait is to end. */
  readonly pause: () => Promise<void>;
}

/** Looks without a sign of the load, after which it is in another deployment. A message may wait for minutes. */
const LOOKS_FOR_LOAD = 180;

const query = `query BulkLoad {
  metrics {
    loads {
      id state expectedRecords storedRecords refusedRecords expectedParts finishedParts failedParts recordsPerSecond
      estimatedTimeRemaining
    }
  }
}`;

/**
 * Resolves when the service has settled every part: loaded it or given it up.
 *
 * @throws BulkLoadIncompleteError when nothing comes any more, BulkLoadUnknownError when nothing ever came.
 */
export async function awaitLoad(options: AwaitLoadOptions): Promise<ServiceProgress> {
  const { client, id, parts, onProgress, onSilence, pause } = options;
  for (let looks = 1; ; looks++) {
    const { data, errors } = await client.execute<{ metrics: { loads: ServiceProgress[] } }>(query, {});
    const [error] = errors ?? [];
    if (error !== undefined) {
      throw new CallerRefusedError(error.message, {
        hint: error.extensions?.hint ?? 'The client needs the scope of metrics, and a service of the same version.',
      });
    }
    const load = data?.metrics.loads.find((one) => one.id === id);
    if (load !== undefined) {
      onProgress(load);
      if (load.state === 'FINISHED' && load.expectedParts === parts) return load;
      if (load.state === 'STALLED') {
        throw new BulkLoadIncompleteError(
          `Nothing came for two hours; ${load.finishedParts} of ${load.expectedParts} parts are loaded.`,
          { hint: "See the function's log and the dead letters; then wait again with --resume." },
        );
      }
    } else if (looks >= LOOKS_FOR_LOAD) {
      throw new BulkLoadUnknownError(`The service knows nothing of the load ${id}.`, {
        hint: 'Is the bucket of the same deployment as the API? Does the function start (its log, its alarms)?',
      });
    } else if (looks === 1) onSilence?.();
    await pause();
  }
}
