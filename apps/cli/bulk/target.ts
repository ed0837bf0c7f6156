import { ERRORS_FOLDER, LOADS_FOLDER } from '../../../functions/ingest/uploads.ts';
import { LoadStateError, readStateFile, stateHint, writeStateFile } from '../load/state-file.ts';
import type { PartsPosition } from './cut-parts.ts';
import { BulkTargetError } from './errors.ts';

/** The bucket and folder for the objects of a load. */
export interface BulkTarget {
  readonly bucket: string;
  /** Folder below `loads/`; empty, or ends with a slash. */
  readonly folder: string;
}

const hint = "Use the deployment's output ingest_address: s3://<bucket>/loads, optionally with folders below it.";

/**
 * Reads `s3://bucket`, `s3://bucket/loads` or `s3://bucket/loads/folder`.
 *
 * @throws BulkTargetError
 */
export function readTarget(text: string): BulkTarget {
  const [, bucket, path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(text) ?? [];
  if (bucket === undefined)
    throw new BulkTargetError(`${JSON.stringify(text)} is not the address of a bucket.`, { hint });
  const steps = path.replace(/\/$/, '').split('/');
  if (path !== '' && `${steps[0]}/` !== LOADS_FOLDER) {
    throw new BulkTargetError(
      `${JSON.stringify(text)} lies outside of ${LOADS_FOLDER}, the only folder that is loaded.`,
      { hint },
    );
  }
  const below = steps.slice(1);
  if (below.some((step) => step === '' || /[^\w.=-]/.test(step))) {
    throw new BulkTargetError(
      `${JSON.stringify(text)} has a folder with other characters than letters, digits, _ . = -`,
      {
        hint,
      },
    );
  }
  return { bucket, folder: below.map((step) => `${step}/`).join('') };
}

/** Object names of one load. */
export interface LoadNames {
  /** Id of the load in `metrics`. */
  readonly id: string;
  readonly manifest: string;
  part(number: number): string;
  /** Prefix of all objects about refused lines and parts. */
  readonly errors: string;
  /** The part that an errors object belongs to, and whether the object reports that the part was given up. */
  readErrorsKey(key: string): { readonly part: number; readonly isReport: boolean } | undefined;
}

export function loadNames({ folder }: BulkTarget, load: string): LoadNames {
  const id = `${folder}${load}`;
  const errors = `${ERRORS_FOLDER}${id}/`;
  return {
    id,
    manifest: `${LOADS_FOLDER}${id}/load.json`,
    part: (number) => `${LOADS_FOLDER}${id}/part-${String(number).padStart(6, '0')}.jsonl`,
    errors,
    readErrorsKey(key) {
      if (!key.startsWith(errors)) return undefined;
      const [, part, rest] =
        /^part-(\d{6,})\.jsonl\.(\d+\.errors\.jsonl|report\.json)$/.exec(key.slice(errors.length)) ?? [];
      return part === undefined ? undefined : { part: Number(part), isReport: rest === 'report.json' };
    },
  };
}

/** A unique name for a load: time, file and a random text. */
export function newLoadName(file: string, now: Date, random: string): string {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const base = file.replace(/^.*[\\/]/, '').replace(/[^\w.-]/g, '_');
  return `${time}-${base.slice(0, 80)}-${random}`;
}

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
