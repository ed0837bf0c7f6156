import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { EntityDataError } from '../../../src/errors.ts';
import { ifThere } from '../../../src/if-there.ts';
import { parsedJson } from '../../../src/text/json.ts';
import type { SourcePosition } from '../files/source-record.ts';

/** There is a state, but it belongs to another load. */
export class LoadStateError extends EntityDataError {
  readonly code = 'LOAD_STATE_UNUSABLE';
}

/** What a refused state can be replaced by. */
export const stateHint = (path: string): string =>
  `Load without --resume (records that are stored already stay as they are), or remove ${path}.`;

export async function writeStateFile(path: string, content: object): Promise<void> {
  // Write a new file and rename it, so that a crash leaves either the last state or this one.
  const fresh = `${path}.new`;
  await writeFile(fresh, `${JSON.stringify(content)}\n`);
  await rename(fresh, path);
}

/** Returns the content of a state file, `null` if it is not JSON, or undefined if there is no file. */
export async function readStateFile(path: string): Promise<unknown> {
  const text = await ifThere(readFile(path, 'utf8'));
  return text === undefined ? undefined : (parsedJson(text) ?? null);
}

export async function removeStateFile(path: string): Promise<void> {
  await rm(path, { force: true });
}

/** Milliseconds between two states on disk; after a crash, the records of that time are sent again. */
const pause = 1000;

/** Writes the state of a load periodically, one write at a time, and the last state at the end. */
export class StateWriter<State> {
  readonly #writeState: (state: State) => Promise<void>;
  readonly #now: () => number;
  #noted: State | undefined;
  #written = 0;
  #underWay: Promise<void> | undefined;
  #failure: unknown;

  constructor(writeState: (state: State) => Promise<void>, now: () => number = Date.now) {
    this.#writeState = writeState;
    this.#now = now;
  }

  note(state: State): void {
    this.#noted = state;
    if (this.#underWay === undefined && this.#now() - this.#written >= pause) this.#write();
  }

  /** Resolves when the last state is written; rejects when a write failed. */
  async close(): Promise<void> {
    await this.#underWay;
    if (this.#noted !== undefined) this.#write();
    await this.#underWay;
    if (this.#failure !== undefined) throw this.#failure;
  }

  #write(): void {
    const state = this.#noted as State;
    this.#noted = undefined;
    this.#written = this.#now();
    this.#underWay = this.#writeState(state)
      .catch((error: unknown) => {
        this.#failure ??= error;
      })
      .finally(() => {
        this.#underWay = undefined;
      });
  }
}

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
