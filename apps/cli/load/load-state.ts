import type { SourcePosition } from '../files/source-record.ts';
import { LoadStateError, readStateFile, stateHint, writeStateFile } from './state-file.ts';

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

const formatVersion = 1;

/** The file beside the loaded one that an interrupted load leaves behind. */
export function statePath(file: string): string {
  return `${file}.load-state.json`;
}

export function writeLoadState(path: string, subject: LoadSubject, state: LoadState): Promise<void> {
  return writeStateFile(path, { version: formatVersion, subject, state });
}

/**
 * Reads the state of an interrupted load; undefined when there is none.
 *
 * @throws LoadStateError when the state belongs to another load
 */
export async function readLoadState(path: string, subject: LoadSubject): Promise<LoadState | undefined> {
  const content = await readStateFile(path);
  if (content === undefined) return undefined;
  const hint = stateHint(path);
  const kept = checked(content);
  if (kept === undefined) throw new LoadStateError(`${path} does not contain the state of a load.`, { hint });
  const { apiUrl, size, modified } = kept.subject;
  if (apiUrl !== subject.apiUrl) throw new LoadStateError(`${path} belongs to a load into ${apiUrl}.`, { hint });
  if (size !== subject.size || modified !== subject.modified) {
    throw new LoadStateError(`The file has changed since ${path} was written.`, { hint });
  }
  return kept.state;
}

function checked(value: unknown): { subject: LoadSubject; state: LoadState } | undefined {
  const { version, subject, state } = (value ?? {}) as { version?: unknown; subject?: LoadSubject; state?: LoadState };
  const numbers = [subject?.size, subject?.modified, state?.offset, state?.line, state?.loaded, state?.refused];
  const isWhole =
    version === formatVersion && typeof subject?.apiUrl === 'string' && numbers.every((one) => typeof one === 'number');
  return isWhole ? { subject: subject as LoadSubject, state: state as LoadState } : undefined;
}
