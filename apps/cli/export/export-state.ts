import { readStateFile, writeStateFile } from '../load/state-file.ts';
import type { Column } from './columns.ts';
import { ExportStateError } from './errors.ts';
import type { ListedPage, ReadPage } from './list-pages.ts';

/** How far a segment is read. */
export interface SegmentState {
  /** Where it continues; null before its first page. */
  readonly after: string | null;
  readonly isDone: boolean;
}

interface ReadSegmentsOptions {
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

/** The progress of an export: the rows of every page before the positions are in the first bytes of the part. */
export interface ExportState {
  readonly segments: readonly SegmentState[];
  readonly bytes: number;
  readonly entities: number;
  readonly rows: number;
  /** Whether a file of the same name may be replaced. */
  readonly replaces: boolean;
}

/** What a state belongs to: another export would have other rows. */
export interface ExportSubject {
  readonly format: string;
  readonly content: string;
  readonly columns: readonly Column[];
  readonly survivorship: string;
}

const whatIs: Readonly<Record<keyof ExportSubject, string>> = {
  format: 'format',
  content: 'content',
  columns: 'list of fields',
  survivorship: 'survivorship',
};

const FORMAT = 2;

export const beginning = (segments: number, replaces: boolean): ExportState => ({
  segments: Array.from({ length: segments }, () => ({ after: null, isDone: false })),
  bytes: 0,
  entities: 0,
  rows: 0,
  replaces,
});

/** True when every segment has begun. Before, an export that continues might not notice some merges. */
export const canContinue = ({ segments }: ExportState): boolean =>
  segments.every(({ after, isDone }) => isDone || after !== null);

/** True when the rows of all entities are written. */
export const isWhole = ({ segments }: ExportState): boolean => segments.every(({ isDone }) => isDone);

/** An interrupted export. */
export interface KeptExport {
  readonly subject: ExportSubject;
  /** Address of the API that it read from. */
  readonly service: string;
  readonly state: ExportState;
}

export function writeExportState(path: string, kept: KeptExport): Promise<void> {
  return writeStateFile(path, { format: FORMAT, ...kept });
}

/**
 * Reads the state of an interrupted export; undefined when there is none. Another service is no reason to refuse it: a
 * local service gets another port with each start, and positions tell whether the data are the same.
 *
 * @param service address of the API that the export continues with
 * @throws ExportStateError when the state belongs to another export
 */
export async function readExportState(
  path: string,
  subject: ExportSubject,
  service: string,
): Promise<KeptExport | undefined> {
  const content = await readStateFile(path);
  if (content === undefined) return undefined;
  const hint = 'Repeat the options of the interrupted export, or start anew with --force.';
  const kept = checked(content);
  if (kept === undefined) throw new ExportStateError(`${path} does not contain the state of an export.`, { hint });
  for (const name of Object.keys(whatIs) as (keyof ExportSubject)[]) {
    if (JSON.stringify(kept.subject[name]) !== JSON.stringify(subject[name])) {
      const elsewhere = kept.service === service ? '' : ` It read from ${kept.service}, and this one from ${service}.`;
      throw new ExportStateError(`${path} belongs to an export with another ${whatIs[name]}.${elsewhere}`, { hint });
    }
  }
  return kept;
}

/** Why a service refuses to continue a list of entities: its data are others than those that the list began with. */
export function otherData(service: string, begunAt: string): ExportStateError {
  const hint = 'Start the service with the data of the interrupted export, or start anew with --force.';
  return new ExportStateError(
    service === begunAt
      ? `${service} has other data than when this export began.`
      : `This export began with ${begunAt}; ${service} is another service, with other data.`,
    { hint },
  );
}

function checked(value: unknown): KeptExport | undefined {
  const { format, subject, service, state } = (value ?? {}) as {
    format?: unknown;
    subject?: ExportSubject;
    service?: unknown;
    state?: Partial<ExportState>;
  };
  const isUsable =
    format === FORMAT &&
    typeof subject === 'object' &&
    typeof service === 'string' &&
    Array.isArray(state?.segments) &&
    state.segments.every((one) => typeof one === 'object' && one !== null && typeof one.isDone === 'boolean') &&
    [state.bytes, state.entities, state.rows].every((one) => typeof one === 'number') &&
    typeof state.replaces === 'boolean';
  return isUsable ? { subject, service, state: state as ExportState } : undefined;
}
