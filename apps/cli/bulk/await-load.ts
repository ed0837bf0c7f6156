import type { LoadProgress } from '../../../src/loads/load-progress.ts';
import { CallerRefusedError } from '../client/errors.ts';
import type { GraphqlClient } from '../client/graphql-client.ts';
import { BulkLoadIncompleteError, BulkLoadUnknownError } from './errors.ts';

/** A load as the query `metrics` describes it. */
export type ServiceProgress = Omit<LoadProgress, 'begun' | 'touched'>;

export interface AwaitLoadOptions {
  readonly client: GraphqlClient;
  /** Id of the load in `metrics`. */
  readonly id: string;
  /** Number of uploaded parts. */
  readonly parts: number;
  readonly onProgress: (progress: ServiceProgress) => void;
  /** Called once, when the first read finds no such load. */
  readonly onSilence?: () => void;
  /** Resolves when it is time to read again; rejects to end the wait. */
  readonly pause: () => Promise<void>;
}

/** Reads without a sign of the load before it counts as unknown. A message may wait in the queue for minutes. */
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
 * Resolves when the service has finished every part: loaded it or given it up.
 *
 * @throws BulkLoadIncompleteError when the load has stalled, BulkLoadUnknownError when the service never saw it
 */
export async function awaitLoad(options: AwaitLoadOptions): Promise<ServiceProgress> {
  const { client, id, parts, onProgress, onSilence, pause } = options;
  for (let looks = 1; ; looks++) {
    const { data, errors } = await client.execute<{ metrics: { loads: ServiceProgress[] } }>(query, {});
    const [error] = errors ?? [];
    if (error !== undefined) {
      throw new CallerRefusedError(error.message, {
        hint:
          error.extensions?.hint ??
          'The client needs the scope of the query metrics, and the service must have the same version.',
      });
    }
    const load = data?.metrics.loads.find((one) => one.id === id);
    if (load !== undefined) {
      onProgress(load);
      if (load.state === 'FINISHED' && load.expectedParts === parts) return load;
      if (load.state === 'STALLED') {
        throw new BulkLoadIncompleteError(
          `No part has come for two hours; ${load.finishedParts} of ${load.expectedParts} parts are loaded.`,
          { hint: "See the function's log and the dead letters; then wait again with --resume." },
        );
      }
    } else if (looks >= LOOKS_FOR_LOAD) {
      throw new BulkLoadUnknownError(`The service knows nothing of the load ${id}.`, {
        hint: 'Check that bucket and API belong to the same deployment, and that the function starts (its log and alarms).',
      });
    } else if (looks === 1) onSilence?.();
    await pause();
  }
}
