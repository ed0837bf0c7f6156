import { writeManifest } from '../../functions/ingest/manifest.ts';
import type { RefusedRecord } from '../load/errors-file.ts';
import type { Bucket } from './bucket.ts';
import type { BulkState } from './bulk-state.ts';
import type { FilePart } from './cut-parts.ts';
import type { LoadNames } from './target.ts';

export interface UploadOptions {
  readonly bucket: Bucket;
  readonly names: LoadNames;
  /** The parts from the state on. */
  readonly parts: AsyncIterable<FilePart>;
  readonly from: BulkState;
  /** Bytes of the file. */
  readonly size: number;
  /** Parts under way at once. */
  readonly concurrency: number;
  /** Resolves when it is written down why these were not uploaded. */
  readonly refuse: (refused: readonly RefusedRecord[]) => Promise<void>;
  /** Called whenever everything before a further position is in the bucket. */
  readonly onProgress?: (state: BulkState) => void;
  /** Aborting ends the upload. */
  readonly signal?: AbortSignal;
}

/** A part whose predecessors need not be uploaded yet. */
interface UnderWay extends Pick<FilePart, 'number' | 'end'> {
  readonly records: number;
  readonly refused: number;
  isThere: boolean;
}

const JSON_LINES = 'application/x-ndjson';

/**
 * Uploads parts, several at once, and announces to the service how much there is: an estimate first, the truth at the
 * end. The state moves over parts at the front only; what lies behind is uploaded again by a resume, as the same objects.
 *
 * @returns the state at the end of the file, or where an abort stopped the upload.
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

  /** By the first part that is seen: the rest of the file will be like it. */
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
      // Without the text: parts that are uploaded must not be held by one before them that takes its time.
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
      // The others finish what they have begun; the first failure is told.
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
