import { writeManifest } from '../../../functions/ingest/uploads.ts';
import { bulkLoadQuery, type ServiceProgress } from '../../../src/graphql/queries/metrics.generated.ts';
import { CallerRefusedError } from '../client/errors.ts';
import type { GraphqlClient } from '../client/graphql-client.ts';
import type { RefusedRecord } from '../load/errors-file.ts';
import type { FilePart } from './cut-parts.ts';
import { BulkLoadIncompleteError, BulkLoadUnknownError } from './errors.ts';
import type { Bucket } from './s3-bucket.ts';
import type { BulkState, LoadNames } from './target.ts';

interface UploadOptions {
  readonly bucket: Bucket;
  readonly names: LoadNames;
  /** The parts after the position of `from`. */
  readonly parts: AsyncIterable<FilePart>;
  readonly from: BulkState;
  /** Size of the file in bytes. */
  readonly size: number;
  /** Parts in progress at once. */
  readonly concurrency: number;
  /** Resolves when the reasons of these refusals are written. */
  readonly refuse: (refused: readonly RefusedRecord[]) => Promise<void>;
  /** Called whenever the position advances: everything before it is in the bucket. */
  readonly onProgress?: (state: BulkState) => void;
  /** Stops the upload when aborted. */
  readonly signal?: AbortSignal;
}

/** A part that is being uploaded, or waits for earlier ones. */
interface UnderWay extends Pick<FilePart, 'number' | 'end'> {
  readonly records: number;
  readonly refused: number;
  isThere: boolean;
}

const JSON_LINES = 'application/x-ndjson';

/**
 * Uploads parts concurrently and announces the size of the load to the service: first an estimate, at the end the exact
 * numbers. The position only moves past parts without gaps. A resume uploads later parts again, as the same objects.
 *
 * @returns the state at the end of the file, or at the position where an abort stopped the upload
 */
export async function upload(options: UploadOptions): Promise<BulkState> {
  const { bucket, names, from, size, concurrency, refuse, onProgress, signal } = options;
  const parts = options.parts[Symbol.asyncIterator]();
  const underWay: UnderWay[] = [];
  let state = from;
  let failure: unknown;
  let announcing: Promise<void> | undefined;

  const announce = (manifest: { records: number; parts: number; isFinal: boolean }) =>
    bucket.put(names.manifest, writeManifest(manifest), 'application/json');

  /** Estimates the size of the load from its first part. */
  const estimate = ({ lines, end }: FilePart): Promise<void> => {
    const share = Math.max(end.offset - from.offset, 1) / Math.max(size - from.offset, 1);
    return announce({
      records: from.records + Math.round(lines.length / share),
      parts: from.parts + Math.ceil(1 / share),
      isFinal: false,
    });
  };

  async function work(): Promise<void> {
    while (failure === undefined && !signal?.aborted) {
      const { value: part, done } = await parts.next();
      if (done) return;
      const { number, lines, refused, end } = part;
      // Keeps no text: a slow part must not keep later, uploaded ones in memory.
      const entry = { number, records: lines.length, refused: refused.length, end, isThere: false };
      underWay.push(entry);
      announcing ??= estimate(part);
      await announcing;
      if (refused.length > 0) await refuse(refused);
      if (lines.length > 0) await bucket.put(names.part(number), part.text, JSON_LINES);
      entry.isThere = true;
      advance();
    }
  }

  function advance(): void {
    let moved = false;
    while (underWay[0]?.isThere) {
      const { number, records, refused, end } = underWay.shift()!;
      state = {
        ...state,
        ...end,
        parts: records > 0 ? number : number - 1,
        records: state.records + records,
        refused: state.refused + refused,
      };
      moved = true;
    }
    if (moved) onProgress?.(state);
  }

  const workers = Array.from({ length: concurrency }, async () => {
    try {
      await work();
    } catch (error) {
      // The other workers finish what they have started; the first failure is thrown.
      if (!signal?.aborted) failure ??= error;
    }
  });
  await Promise.all(workers);
  await parts.return?.(undefined);
  if (failure !== undefined) throw failure;
  if (signal?.aborted) return state;
  await announce({ records: state.records, parts: state.parts, isFinal: true });
  return { ...state, isUploaded: true };
}

interface AwaitLoadOptions {
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

/**
 * Resolves when the service has finished every part: loaded it or given it up.
 *
 * @throws BulkLoadIncompleteError when the load has stalled, BulkLoadUnknownError when the service never saw it
 */
export async function awaitLoad(options: AwaitLoadOptions): Promise<ServiceProgress> {
  const { client, id, parts, onProgress, onSilence, pause } = options;
  for (let looks = 1; ; looks++) {
    const { data, errors } = await client.execute(bulkLoadQuery, {});
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
