import { readStateFile, writeStateFile } from '../load/state-file.ts';
import type { Column } from './columns.ts';
import { ExportStateError } from './errors.ts';
import type { SegmentState } from './read-segments.ts';

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

const FORMAT = 1;

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

export function writeExportState(path: string, subject: ExportSubject, state: ExportState): Promise<void> {
  return writeStateFile(path, { format: FORMAT, subject, state });
}

/**
 * Reads the state of an interrupted export; undefined when there is none.
 *
 * @throws ExportStateError when the state belongs to another export
 */
export async function readExportState(path: string, subject: ExportSubject): Promise<ExportState | undefined> {
  const content = await readStateFile(path);
  if (content === undefined) return undefined;
  const hint = 'Repeat the options of the interrupted export, or start anew with --force.';
  const kept = checked(content);
  if (kept === undefined) throw new ExportStateError(`${path} does not contain the state of an export.`, { hint });
  for (const name of Object.keys(whatIs) as (keyof ExportSubject)[]) {
    if (JSON.stringify(kept.subject[name]) !== JSON.stringify(subject[name])) {
      throw new ExportStateError(`${path} belongs to an export with another ${whatIs[name]}.`, { hint });
    }
  }
  return kept.state;
}

function checked(value: unknown): { subject: ExportSubject; state: ExportState } | undefined {
  const { format, subject, state } = (value ?? {}) as {
    format?: unknown;
    subject?: ExportSubject;
    state?: Partial<ExportState>;
  };
  const isWhole =
    format === FORMAT &&
    typeof subject === 'object' &&
    Array.isArray(state?.segments) &&
    state.segments.every((one) => typeof one === 'object' && one !== null && typeof one.isDone === 'boolean') &&
    [state.bytes, state.entities, state.rows].every((one) => typeof one === 'number') &&
    typeof state.replaces === 'boolean';
  return isWhole ? { subject, state: state as ExportState } : undefined;
}
