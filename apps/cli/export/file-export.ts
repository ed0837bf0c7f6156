import { rm } from 'node:fs/promises';
import { removeStateFile } from '../load/state-file.ts';
import { StateWriter } from '../load/state-writer.ts';
import { type ExportOptions, exportEntities } from './export.ts';
import { finish, openPart, partPath, refuseExisting, statePath } from './export-file.ts';
import {
  beginning,
  canContinue,
  type ExportState,
  type ExportSubject,
  readExportState,
  writeExportState,
} from './export-state.ts';
import { writeParquet } from './parquet.ts';

/** A file to write, and how far an earlier export came. */
export interface FileTarget {
  readonly out: string;
  readonly subject: ExportSubject;
  readonly from: ExportState;
}

export interface TargetOptions {
  readonly resume: boolean;
  readonly force: boolean;
  /** Segments of a new export. */
  readonly segments: number;
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
  { resume, force, segments, tell }: TargetOptions,
): Promise<FileTarget> {
  const kept = resume ? await readExportState(statePath(out), subject) : undefined;
  if (kept !== undefined) {
    tell(`Continuing after ${kept.rows.toLocaleString('en')} rows.`);
    return { out, subject, from: kept };
  }
  if (resume) tell('There is no interrupted export into this file; starting from the beginning.');
  if (!force) await refuseExisting(out, resume);
  // The rows that an earlier state counts are about to be overwritten.
  await removeStateFile(statePath(out));
  return { out, subject, from: beginning(segments, force) };
}

/**
 * Exports into a part of the file, which gets the file's name when it is complete. Meanwhile a state beside it says how
 * far the export came. Without a state to continue from, the part is removed when the export fails.
 */
export async function exportToFile(
  { out, subject, from }: FileTarget,
  options: Omit<ExportOptions, 'from' | 'sink'>,
): Promise<ExportState> {
  const sink = await openPart(out, from.bytes);
  const states = new StateWriter<ExportState>(async (state) => {
    // The bytes that the state counts must not be lost in a crash that the state survives.
    await sink.flush();
    await writeExportState(statePath(out), subject, state);
  });
  let latest = from;
  const onProgress = (state: ExportState) => {
    latest = state;
    options.onProgress?.(state);
    if (canContinue(state)) states.note(state);
  };
  const leave = async () => {
    await sink.close();
    if (!canContinue(latest)) await rm(partPath(out), { force: true });
  };
  let end: ExportState;
  try {
    end = await exportEntities({ ...options, sink, from, onProgress });
  } catch (error) {
    // The first failure tells the cause. On a full disk the last state fails as well, and an earlier one stays.
    await states.close().catch(() => {});
    await leave();
    throw error;
  }
  await states.close();
  if (options.signal?.aborted) {
    await leave();
    return end;
  }
  await sink.flush();
  await sink.close();
  await complete(out, subject, end);
  return end;
}

async function complete(out: string, { format, columns }: ExportSubject, { replaces }: ExportState): Promise<void> {
  if (format === 'parquet') {
    const parquet = `${partPath(out)}.parquet`;
    await writeParquet(partPath(out), parquet, columns);
    await finish(parquet, out, replaces);
    await rm(partPath(out), { force: true });
  } else await finish(partPath(out), out, replaces);
  await removeStateFile(statePath(out));
}
