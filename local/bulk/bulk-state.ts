import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { LoadStateError } from '../load/load-state.ts';
import type { PartsPosition } from './cut-parts.ts';

/** How far an upload has come: every part before the position is in the bucket. */
export interface BulkState extends PartsPosition {
  /** Name of the load in the bucket. */
  readonly load: string;
  readonly records: number;
  /** Refused before the upload. */
  readonly refused: number;
  /** Whether everything is uploaded and announced: what is left is to wait. */
  readonly isUploaded: boolean;
}

/** What a state belongs to: parts of another file, of another size for another bucket or of other columns would not fit. */
export interface BulkSubject {
  readonly bucket: string;
  readonly folder: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
  readonly partBytes: number;
  /** How records are made of columns: parts made otherwise would end elsewhere. */
  readonly mapping: string;
}

const FORMAT = 1;

/** The manifest beside the file, by which a load that was broken off goes on. */
export function bulkStatePath(file: string): string {
  return `${file}.bulk-load.json`;
}

export async function writeBulkState(path: string, subject: BulkSubject, state: BulkState): Promise<void> {
  // Written beside and renamed, so that a crash leaves the last state or this one.
  const fresh = `${path}.new`;
  await writeFile(fresh, `${JSON.stringify({ format: FORMAT, subject, state })}\n`);
  await rename(fresh, path);
}

export async function removeBulkState(path: string): Promise<void> {
  await rm(path, { force: true });
}

/**
 * The state of a load that was broken off; undefined when there is none.
 *
 * @throws LoadStateError when it is of something else.
 */
export async function readBulkState(path: string, subject: BulkSubject): Promise<BulkState | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const hint = `Load without --resume (records that are stored already stay as they are), or remove ${path}.`;
  const kept = parse(text);
  if (kept === undefined) throw new LoadStateError(`${path} does not hold the state of a bulk load.`, { hint });
  for (const name of ['bucket', 'folder', 'size', 'modified', 'partBytes', 'mapping'] as const) {
    if (kept.subject[name] !== subject[name]) {
      throw new LoadStateError(`${path} is of a load with another ${name}: ${kept.subject[name]}.`, { hint });
    }
  }
  return kept.state;
}

function parse(text: string): { subject: BulkSubject; state: BulkState } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
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
