import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { EntityDataError } from '../../../src/errors.ts';
import type { SourcePosition } from './source-record.ts';

/** The progress of a load: everything before the position is stored, or is in the errors file. */
export interface LoadState extends SourcePosition {
  readonly loaded: number;
  readonly refused: number;
}

/** What a state belongs to. A load of another file, a changed file or another service must not resume from it. */
export interface LoadSubject {
  readonly apiUrl: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

/** There is a state, but it belongs to another load. */
export class LoadStateError extends EntityDataError {
  readonly code = 'LOAD_STATE_UNUSABLE';
}

const formatVersion = 1;

/** The file beside the loaded one that an interrupted load leaves behind. */
export function statePath(file: string): string {
  return `${file}.load-state.json`;
}

export async function writeLoadState(path: string, subject: LoadSubject, state: LoadState): Promise<void> {
  // Write a new file and rename it, so that a crash leaves either the last state or this one.
  const fresh = `${path}.new`;
  await writeFile(fresh, `${JSON.stringify({ version: formatVersion, subject, state })}\n`);
  await rename(fresh, path);
}

/**
 * Reads the state of an interrupted load; undefined when there is none.
 *
 * @throws LoadStateError when the state belongs to another load
 */
export async function readLoadState(path: string, subject: LoadSubject): Promise<LoadState | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const hint = `Load without --resume (records that are stored already stay as they are), or remove ${path}.`;
  const kept = parse(text);
  if (kept === undefined) throw new LoadStateError(`${path} does not contain the state of a load.`, { hint });
  const { apiUrl, size, modified } = kept.subject;
  if (apiUrl !== subject.apiUrl) throw new LoadStateError(`${path} belongs to a load into ${apiUrl}.`, { hint });
  if (size !== subject.size || modified !== subject.modified) {
    throw new LoadStateError(`The file has changed since ${path} was written.`, { hint });
  }
  return kept.state;
}

export async function removeLoadState(path: string): Promise<void> {
  await rm(path, { force: true });
}

function parse(text: string): { subject: LoadSubject; state: LoadState } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { version, subject, state } = (value ?? {}) as { version?: unknown; subject?: LoadSubject; state?: LoadState };
  const numbers = [subject?.size, subject?.modified, state?.offset, state?.line, state?.loaded, state?.refused];
  const isWhole =
    version === formatVersion && typeof subject?.apiUrl === 'string' && numbers.every((one) => typeof one === 'number');
  return isWhole ? { subject: subject as LoadSubject, state: state as LoadState } : undefined;
}
