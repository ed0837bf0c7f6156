import { stat } from 'node:fs/promises';
import type { GraphqlClient } from '../client/graphql-client.ts';
import type { RecordSource } from '../files/source-file.ts';
import { FileChangedError, fileStart } from '../files/source-record.ts';

import { errorsPathOf, openErrorsFile, type RefusedRecord } from './errors-file.ts';
import { createSubmit, load, type StoredOutcome } from './load.ts';
import {
  type LoadState,
  type LoadSubject,
  readLoadState,
  removeStateFile,
  StateWriter,
  statePath,
  writeLoadState,
} from './state-file.ts';

export interface LoadFileOptions {
  readonly file: string;
  readonly subject: LoadSubject;
  readonly source: RecordSource;
  readonly client: GraphqlClient;
  /** Records per request. */
  readonly batchSize: number;
  /** Concurrent requests. */
  readonly concurrency: number;
  /** Default: beside the file. */
  readonly errorsFile?: string | undefined;
  /** Whether an interrupted load of the file is continued. */
  readonly resume: boolean;
  /** Stops the load after this many refusals in a row; 0 never stops it. */
  readonly refusedInARow: number;
  /** Stops the load after the current requests. */
  readonly signal: AbortSignal;
  /** Called before the first record is read, with the state that the load continues, if there is one. */
  onBegin(from: LoadState, isContinued: boolean): void;
  onProgress(state: LoadState): void;
  onRefused(refused: readonly RefusedRecord[]): void;
}

export interface LoadedFile {
  readonly from: LoadState;
  readonly end: LoadState;
  /** How many records became what, of those that this run stored. */
  readonly stored: Readonly<Record<StoredOutcome, number>>;
  /** The file of refused records, which exists if there are any. */
  readonly errorsPath: string;
}

/**
 * Loads a file and keeps its position beside it, so that an interrupted load can continue. A complete load removes the
 * position.
 *
 * @throws LoadStateError, SourceFileError, FileChangedError, EverythingRefusedError and the errors of the client
 */
export async function loadFile(options: LoadFileOptions): Promise<LoadedFile> {
  const { file, subject, source, client, resume, signal } = options;
  const states = statePath(file);
  const kept = resume ? await readLoadState(states, subject) : undefined;
  const from: LoadState = kept ?? { ...fileStart, loaded: 0, refused: 0 };
  const errorsPath = await errorsPathOf(file, options.errorsFile);
  // A new load discards the earlier refusals, so it must discard the earlier position too: a resume would skip them.
  if (kept === undefined) await removeStateFile(states);
  const errors = await openErrorsFile(errorsPath, from.line);
  const stateWriter = new StateWriter<LoadState>((state) => writeLoadState(states, subject, state));
  options.onBegin(from, kept !== undefined);
  const stored: Record<StoredOutcome, number> = { CREATED: 0, UPDATED: 0, UNCHANGED: 0, DUPLICATE: 0 };
  let end: LoadState;
  let latest = from;
  try {
    end = await load({
      source: source.read(from),
      submit: createSubmit(client, (outcomes) => {
        for (const outcome of outcomes) stored[outcome] += 1;
      }),
      batchSize: options.batchSize,
      concurrency: options.concurrency,
      from,
      refuse: (refused) => {
        options.onRefused(refused);
        return errors.append(refused);
      },
      onProgress: (state) => {
        latest = state;
        options.onProgress(state);
        stateWriter.note(state);
      },
      signal,
      refusedInARow: options.refusedInARow,
    });
    if (!signal.aborted) await refuseChanged(file, subject, end);
  } catch (error) {
    // What a half-written file does to the reader says less than that it changed.
    await refuseChanged(file, subject, latest);
    throw error;
  } finally {
    await stateWriter.close();
    await errors.close();
  }
  if (!signal.aborted) await removeStateFile(states);
  return { from, end, stored, errorsPath };
}

/** @throws FileChangedError if the file is no longer the one that the load began with */
export async function refuseChanged(
  file: string,
  { size, modified }: Pick<LoadSubject, 'size' | 'modified'>,
  { loaded }: Pick<LoadState, 'loaded'>,
): Promise<void> {
  // A file that is gone was open until the end.
  const now = await stat(file).catch(() => undefined);
  if (now === undefined || (now.size === size && now.mtimeMs === modified)) return;
  const records = loaded === 1 ? '1 record of it is' : `${loaded.toLocaleString('en')} records of it are`;
  throw new FileChangedError(`${file} changed while it was loaded; ${records} stored.`, {
    hint: 'Load it again when it is complete: records that are stored already stay as they are.',
  });
}
