import { LoadStateError, readStateFile, stateHint, writeStateFile } from '../load/state-file.ts';
import type { PartsPosition } from './cut-parts.ts';

/** The progress of an upload: every part before the position is in the bucket. */
export interface BulkState extends PartsPosition {
  /** Name of the load in the bucket. */
  readonly load: string;
  readonly records: number;
  /** Refused before the upload. */
  readonly refused: number;
  /** True when everything is uploaded and announced, so that only the wait remains. */
  readonly isUploaded: boolean;
}

/** What a state belongs to. A resume needs the same file, part size, bucket and columns to cut the same parts. */
export interface BulkSubject {
  readonly bucket: string;
  readonly folder: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
  readonly partBytes: number;
  /** How columns become records; another mapping would end the parts elsewhere. */
  readonly mapping: string;
}

const FORMAT = 1;

/** The manifest beside the file, from which an interrupted load resumes. */
export function bulkStatePath(file: string): string {
  return `${file}.bulk-load.json`;
}

export function writeBulkState(path: string, subject: BulkSubject, state: BulkState): Promise<void> {
  return writeStateFile(path, { format: FORMAT, subject, state });
}

/**
 * Reads the state of an interrupted load; undefined when there is none.
 *
 * @throws LoadStateError when the state belongs to another load
 */
export async function readBulkState(path: string, subject: BulkSubject): Promise<BulkState | undefined> {
  const content = await readStateFile(path);
  if (content === undefined) return undefined;
  const hint = stateHint(path);
  const kept = checked(content);
  if (kept === undefined) throw new LoadStateError(`${path} does not contain the state of a bulk load.`, { hint });
  for (const name of ['bucket', 'folder', 'size', 'modified', 'partBytes', 'mapping'] as const) {
    if (kept.subject[name] !== subject[name]) {
      throw new LoadStateError(`${path} belongs to a load with another ${name}: ${kept.subject[name]}.`, { hint });
    }
  }
  return kept.state;
}

function checked(value: unknown): { subject: BulkSubject; state: BulkState } | undefined {
  const { format, subject, state } = (value ?? {}) as { format?: unknown; subject?: BulkSubject; state?: BulkState };
  const numbers = [state?.offset, state?.line, state?.parts, state?.records, state?.refused];
  const isWhole =
    format === FORMAT &&
    typeof subject === 'object' &&
    typeof state?.load === 'string' &&
    typeof state.isUploaded === 'boolean' &&
    numbers.every((one) => typeof one === 'number');
  return isWhole ? { subject: subject as BulkSubject, state } : undefined;
}
