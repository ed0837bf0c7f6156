import type { ListedPage, ReadPage } from './list-pages.ts';

/** How far a segment is read. */
export interface SegmentState {
  /** Where it continues; null before its first page. */
  readonly after: string | null;
  readonly isDone: boolean;
}

export interface ReadSegmentsOptions {
  readonly readPage: ReadPage;
  /** Where each segment starts. */
  readonly from: readonly SegmentState[];
  /** Writes the rows of a page. The segment continues when it resolves. */
  readonly take: (page: ListedPage, segment: number, state: SegmentState) => Promise<void>;
  /** Stops each segment after its current page when aborted. */
  readonly signal?: AbortSignal;
}

/**
 * Reads all segments at the same time, each page by page. Their first pages are requested together, so that all notice
 * the merges of entities from the same moment on.
 */
export async function readSegments({ readPage, from, take, signal }: ReadSegmentsOptions): Promise<void> {
  const segments = from.length;
  let failure: unknown;

  async function read(segment: number): Promise<void> {
    let { after, isDone } = from[segment]!;
    while (!isDone && failure === undefined && !signal?.aborted) {
      const page = await readPage({ segment, segments, after });
      after = page.after;
      isDone = after === null;
      await take(page, segment, { after, isDone });
    }
  }

  await Promise.all(
    from.map(async (_, segment) => {
      try {
        await read(segment);
      } catch (error) {
        // An abort ends pauses between attempts; a page that was not read is not a failure.
        if (signal?.aborted && (error as Error).name === 'AbortError') return;
        // The other segments finish their pages; the first failure is thrown.
        failure ??= error;
      }
    }),
  );
  if (failure !== undefined) throw failure;
}
