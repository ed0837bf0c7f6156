import { ERRORS_FOLDER, LOADS_FOLDER } from '../../../functions/ingest/uploads.ts';
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
