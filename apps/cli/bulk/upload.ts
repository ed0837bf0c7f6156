import { writeManifest } from '../../../functions/ingest/uploads.ts';
import type { RefusedRecord } from '../load/errors-file.ts';
import type { Bucket } from './bucket.ts';
import type { BulkState } from './bulk-state.ts';
import type { FilePart } from './cut-parts.ts';
import type { LoadNames } from './target.ts';

export interface UploadOptions {
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
