import { rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { createProgress, type Progress } from '../load/progress.ts';
import { removeStateFile, StateWriter } from '../load/state-file.ts';
import { makeWhole, wholePath } from './encodings.ts';
import { ExportFileError } from './errors.ts';
import { type ExportOptions, exportEntities } from './export.ts';
import { exists, finish, openPart, partPath, refuseExisting, statePath, unwritable } from './export-file.ts';
import {
  beginning,
  canContinue,
  type ExportState,
  type ExportSubject,
  isWhole,
  type KeptExport,
  readExportState,
  writeExportState,
} from './export-state.ts';

/** A file to write, and how far an earlier export came. */
export interface FileTarget {
  readonly out: string;
  readonly subject: ExportSubject;
  /** Address of the API that this export reads from. */
  readonly service: string;
  /** Address of the API that the earlier export read from. */
  readonly begunAt: string;
  readonly from: ExportState;
}

export interface TargetOptions {
  readonly resume: boolean;
  readonly force: boolean;
  /** Segments of a new export. */
  readonly segments: number;
  /** Address of the API. */
  readonly service: string;
  /** Receives what is done about `resume`. */
  readonly tell: (message: string) => void;
}

/**
 * Decides where an export into a file begins.
 *
 * @throws ExportFileError when a file would be overwritten, ExportStateError when another export was interrupted
 */
export async function openTarget(
  out: string,
  subject: ExportSubject,
  { resume, force, segments, service, tell }: TargetOptions,
): Promise<FileTarget> {
  const kept = resume ? await readExportState(statePath(out), subject, service) : undefined;
  if (kept !== undefined) {
    tell(`Continuing after ${kept.state.rows.toLocaleString('en')} rows.`);
    return { out, subject, service, begunAt: kept.service, from: kept.state };
  }
  if (resume) tell('There is no interrupted export into this file; starting from the beginning.');
  if (!force) await refuseExisting(out, resume);
  // The rows that an earlier state counts are about to be overwritten.
  await removeStateFile(statePath(out));
  return { out, subject, service, begunAt: service, from: beginning(segments, force) };
}

/** How an export ended. */
export interface ExportEnd {
  readonly state: ExportState;
  /** False if an abort stopped it before the file had its name. */
  readonly isComplete: boolean;
}

/**
 * Exports into a part of the file, which gets the file's name when it is complete. Meanwhile a state beside it says how
 * far the export came. Without a state to continue from, the part is removed when the export fails.
 *
 * An abort after the last page no longer stops the export, except while rows become Parquet or a workbook.
 */
export async function exportToFile(
  target: FileTarget,
  options: Omit<ExportOptions, 'from' | 'sink'>,
): Promise<ExportEnd> {
  const state = isWhole(target.from) ? target.from : await writePart(target, options);
  if (!isWhole(state)) return { state, isComplete: false };
  try {
    await complete(target.out, target.subject, state, options.signal);
  } catch (error) {
    if (options.signal?.aborted && (error as Error).name === 'AbortError') return { state, isComplete: false };
    throw error;
  }
  return { state, isComplete: true };
}

async function writePart(
  { out, subject, service, from }: FileTarget,
  options: Omit<ExportOptions, 'from' | 'sink'>,
): Promise<ExportState> {
  const sink = await openPart(out, from.bytes);
  const states = new StateWriter<ExportState>(async (state) => {
    // The bytes that the state counts must not be lost in a crash that the state survives.
    await sink.flush();
    await keep(statePath(out), { subject, service, state });
  });
  let latest = from;
  const onProgress = (state: ExportState) => {
    latest = state;
    options.onProgress?.(state);
    if (canContinue(state)) states.note(state);
  };
  let end: ExportState;
  try {
    end = await exportEntities({ ...options, sink, from, onProgress });
    await states.close();
  } catch (error) {
    // The first failure tells the cause. On a full disk the last state fails as well, and an earlier one stays.
    await states.close().catch(() => {});
    throw error;
  } finally {
    await sink.close();
    if (!canContinue(latest)) await rm(partPath(out), { force: true });
  }
  return end;
}

async function keep(path: string, kept: KeptExport): Promise<void> {
  try {
    await writeExportState(path, kept);
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** Continues wherever an earlier run was killed between two of these steps. */
async function complete(
  out: string,
  { format, columns }: ExportSubject,
  { replaces }: ExportState,
  signal: AbortSignal | undefined,
): Promise<void> {
  const part = partPath(out);
  const whole = wholePath(out, format);
  if (whole !== part && (await exists(part))) {
    await makeWhole(out, format, columns, signal);
    await rm(part);
  }
  if (await exists(whole)) await finish(whole, out, replaces);
  else if (!(await exists(out))) {
    throw new ExportFileError(`${whole} is gone, which had all rows of this export.`, {
      hint: 'Start anew with --force.',
    });
  }
  await removeStateFile(statePath(out));
}

interface ExportProgressOptions {
  readonly stream: Writable & { readonly isTTY?: boolean };
  /** How many entities there probably are; undefined if the client may not know. */
  readonly total: number | undefined;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

interface ExportProgress {
  update(state: Pick<ExportState, 'entities' | 'rows'>): void;
  stop(): void;
}

/** Milliseconds before which nothing is shown. */
const QUIET = 1_000;

/** Shows the progress of an export that takes longer than a second. */
export function createExportProgress({ stream, total, now = Date.now }: ExportProgressOptions): ExportProgress {
  const started = now();
  let shown: Progress | undefined;
  // Entities tell the share that is done and the time that is left.
  const figures = ({ entities, rows }: Pick<ExportState, 'entities' | 'rows'>) => ({
    offset: Math.min(entities, total ?? entities),
    loaded: rows,
    refused: 0,
  });
  return {
    update(state) {
      if (now() - started < QUIET) return;
      shown ??= createProgress({ stream, total, from: figures(state), now });
      shown.update(figures(state));
    },
    stop: () => shown?.stop(),
  };
}
