import type { GraphqlClient } from '../client/graphql-client.ts';
import type { ExportContent } from './content.ts';
import type { ExportSink } from './export-file.ts';
import { type ExportState, readSegments, type SegmentState } from './export-state.ts';
import type { ListedPage, ReadPage } from './list-pages.ts';
import type { Row, RowEncoder } from './row-encoder.ts';

export interface ExportOptions {
  readonly client: GraphqlClient;
  readonly readPage: ReadPage;
  readonly content: ExportContent;
  readonly encoder: RowEncoder;
  readonly sink: ExportSink;
  /** Where to begin; the sink has its rows already. */
  readonly from: ExportState;
  /** Called when the rows of a page are written. */
  readonly onProgress?: (state: ExportState) => void;
  /** Stops the export after the current pages when aborted. */
  readonly signal?: AbortSignal;
}

/**
 * Writes the rows of all entities. Segments are read at the same time; their pages are written one after the other, so
 * that a state names a number of bytes that hold the rows of whole pages.
 *
 * @returns the state at the end, or where an abort stopped the export
 */
export async function exportEntities(options: ExportOptions): Promise<ExportState> {
  const { client, readPage, content, encoder, sink, from, onProgress, signal } = options;
  let state = from;

  async function writeHead(): Promise<void> {
    if (sink.bytes === 0 && encoder.head !== '') await sink.write(encoder.head);
  }

  async function write(rows: readonly Row[]): Promise<number> {
    if (rows.length > 0) await sink.write(encoder.encode(rows));
    return rows.length;
  }

  async function writePage(page: ListedPage, segment: number, after: SegmentState): Promise<void> {
    // Not before a page is read: an export that is refused writes nothing.
    await writeHead();
    let entities = page.entities.length;
    let rows = await write(page.entities.flatMap((entity) => content.rowsOf(entity)));
    for (const id of page.oversized) {
      for await (const some of content.rowsOfOversized(client, id)) rows += await write(some);
      entities += 1;
    }
    state = {
      segments: state.segments.map((one, index) => (index === segment ? after : one)),
      bytes: sink.bytes,
      entities: state.entities + entities,
      rows: state.rows + rows,
      replaces: state.replaces,
    };
    onProgress?.(state);
  }

  const inTurn = createTurns();
  await readSegments({
    readPage,
    from: from.segments,
    take: (page, segment, after) => inTurn(() => writePage(page, segment, after)),
    ...(signal === undefined ? {} : { signal }),
  });
  return state;
}

/** Runs one piece of work at a time, and none after a failure: what that wrote would count as rows of the next page. */
function createTurns(): (work: () => Promise<void>) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return (work) => {
    last = last.then(work);
    return last;
  };
}
