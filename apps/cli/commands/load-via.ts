import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { ServiceProgress } from '../../../src/graphql/queries/metrics.generated.ts';
import { cutParts, type FilePart, type PartsPosition } from '../bulk/cut-parts.ts';
import { BulkLoadIncompleteError } from '../bulk/errors.ts';
import { type Bucket, openS3Bucket } from '../bulk/s3-bucket.ts';
import { findServiceErrors, locateRefused } from '../bulk/service-errors.ts';
import {
  type BulkState,
  type BulkSubject,
  type BulkTarget,
  bulkStatePath,
  type LoadNames,
  loadNames,
  newLoadName,
  readBulkState,
  readTarget,
  writeBulkState,
} from '../bulk/target.ts';
import { awaitLoad, upload } from '../bulk/upload.ts';

import type { ConnectionOptions } from '../client/connection.ts';
import { closeFiles, type OpenFile, type OpenFilesOptions, openFiles } from '../files/file-sources.ts';
import { mappingOf } from '../files/source-file.ts';
import { fileStart } from '../files/source-record.ts';
import { errorsPathOf, openErrorsFile, ShownRefusals } from '../load/errors-file.ts';
import { createProgress } from '../load/progress.ts';

import { removeStateFile, StateWriter } from '../load/state-file.ts';
import { openSession, patient, type Session } from './connection-options.ts';
import { count } from './entity.ts';
import { onInterruption } from './interruption.ts';
import { openFilesToSend, tell } from './source-options.ts';

export interface LoadViaOptions extends ConnectionOptions, OpenFilesOptions {
  /** Address of the bucket. */
  readonly via: string;
  readonly endpointUrl?: string;
  readonly region?: string;
  /** Megabytes per part. */
  readonly partSize: number;
  readonly pollInterval: number;
  readonly wait: boolean;
  readonly concurrency: number;
  readonly errorsFile?: string;
  readonly resume: boolean;
}

export interface LoadedPath {
  readonly path: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

/** How a load ended. */
export type LoadViaEnd = 'complete' | 'some refused' | 'interrupted';

const MEGABYTE = 1024 * 1024;
/** Loads a file through a bucket: uploads it in parts, waits until the service loaded them, and reports refusals. */
export async function loadVia(file: LoadedPath, options: LoadViaOptions): Promise<LoadViaEnd> {
  const target = readTarget(options.via);
  // Get a token before the upload: without one the command could not report how the load ends.
  const session = options.wait ? await openSession(options, { isWriting: true, backoff: patient }) : undefined;
  await session?.tokens.token();
  const [open] = await openToUpload(file.path, options, session);
  try {
    return await loadSource(file, target, open!, options, session);
  } finally {
    await closeFiles([open!]);
  }
}

/** Without a session nothing tells the sources of the records but `--source`. */
function openToUpload(path: string, options: LoadViaOptions, session: Session | undefined): Promise<OpenFile[]> {
  const opening = { ...options, tell };
  if (session !== undefined) return openFilesToSend([path], opening, session.client(), undefined);
  const names = [...(options.source?.values() ?? [])];
  const sources = names.length === 0 ? undefined : { names, withoutDuplicates: [] };
  return openFiles([path], opening, { sources, directories: [], check: () => {} });
}

async function loadSource(
  file: LoadedPath,
  target: BulkTarget,
  { source: ofSource, mapping: mappedBy, records: source }: OpenFile,
  options: LoadViaOptions,
  session: Session | undefined,
): Promise<LoadViaEnd> {
  const errorsPath = await errorsPathOf(file.path, options.errorsFile);
  const partBytes = options.partSize * MEGABYTE;
  const cut = (from: PartsPosition) => cutParts(source.read(from), from, partBytes);
  const mapping = mappingOf({ ...options, mapping: mappedBy, ofSource });
  const subject: BulkSubject = { ...target, size: file.size, modified: file.modified, partBytes, mapping };
  const statePath = bulkStatePath(file.path);
  const kept = options.resume ? await readBulkState(statePath, subject) : undefined;
  if (kept !== undefined) process.stderr.write(`Continuing after part ${kept.parts} of ${kept.load}.\n`);
  else if (options.resume)
    process.stderr.write('This file has no interrupted bulk load; starting from the beginning.\n');
  const beginning: BulkState = {
    ...fileStart,
    parts: 0,
    records: 0,
    refused: 0,
    isUploaded: false,
    load: newLoadName(file.path, new Date(), randomBytes(3).toString('hex')),
  };
  const from = kept ?? beginning;
  const names = loadNames(target, from.load);

  const abort = new AbortController();
  const interruption = onInterruption(() => abort.abort());
  const bucket = openS3Bucket({
    bucket: target.bucket,
    endpointUrl: options.endpointUrl,
    region: options.region,
    signal: abort.signal,
  });
  const errors = await openErrorsFile(errorsPath, from.line);
  try {
    const end = from.isUploaded ? from : await uploadFile(from);
    if (abort.signal.aborted) return interrupted();
    process.stdout.write(`${count(end.records, 'record')} in ${count(end.parts, 'part')} uploaded as ${names.id}.\n`);
    if (session === undefined) {
      await removeStateFile(statePath);
      return end.refused > 0 ? 'some refused' : 'complete';
    }
    return await settle(session, end);
  } catch (error) {
    // An abort ends every request in progress.
    if (abort.signal.aborted && (error as Error).name === 'AbortError') return interrupted();
    throw error;
  } finally {
    interruption.dispose();
    await errors.close();
  }

  async function uploadFile(start: BulkState): Promise<BulkState> {
    const progress = createProgress({ stream: process.stderr, total: source.total, from: shown(start) });
    const states = new StateWriter<BulkState>((state) => writeBulkState(statePath, subject, state));
    states.note(start);
    try {
      const end = await upload({
        bucket,
        names,
        parts: cut(start),
        from: start,
        size: source.total,
        concurrency: options.concurrency,
        refuse: (refused) => errors.append(refused),
        onProgress: (state) => {
          progress.update(shown(state));
          states.note(state);
        },
        signal: abort.signal,
      });
      states.note(end);
      return end;
    } catch (error) {
      progress.stop();
      if (!abort.signal.aborted) process.stderr.write('The upload stopped; continue with --resume.\n');
      throw error;
    } finally {
      progress.stop();
      await states.close();
    }
  }

  async function settle(connected: Session, end: BulkState): Promise<LoadViaEnd> {
    let load: ServiceProgress;
    try {
      load = await awaitLoad({
        client: connected.client({ signal: abort.signal }),
        id: names.id,
        parts: end.parts,
        onProgress: progressLine(),
        onSilence: () => process.stderr.write('The service has not started this load yet; waiting for it.\n'),
        pause: () => setTimeout(options.pollInterval * 1_000, undefined, { signal: abort.signal }),
      });
    } catch (error) {
      if (abort.signal.aborted) return interrupted();
      throw error;
    }
    const parts = cut({ ...fileStart, parts: 0 });
    const { shownLines, failed } = await tellErrors(bucket, names, load, parts, errorsPath);
    const refused = end.refused + load.refusedRecords;
    process.stdout.write(
      `${count(load.storedRecords, 'record')} loaded` +
        `${refused === 0 ? '' : `, ${refused.toLocaleString('en')} refused: see ${errorsPath}`}.\n${shownLines}`,
    );
    if (load.failedParts > 0) {
      throw new BulkLoadIncompleteError(
        `${load.failedParts} of ${end.parts} parts were given up.${failed.map((line) => `\n  ${line}`).join('')}`,
        {
          hint: 'Fix the cause, move the dead letters back to the queue, and wait again with --resume; or load the file again.',
        },
      );
    }
    await removeStateFile(statePath);
    return refused > 0 ? 'some refused' : 'complete';
  }

  function interrupted(): LoadViaEnd {
    process.stderr.write('Interrupted; continue with --resume.\n');
    return 'interrupted';
  }
}

/** The numbers that the progress bar of an upload shows. */
const shown = ({ offset, records, refused }: BulkState) => ({ offset, loaded: records, refused });

/** Writes all refused lines to the errors file. Returns the first ones, and every part that was given up. */
async function tellErrors(
  bucket: Bucket,
  names: LoadNames,
  load: ServiceProgress,
  parts: AsyncIterable<FilePart>,
  errorsPath: string,
): Promise<{ shownLines: string; failed: string[] }> {
  if (load.refusedRecords === 0 && load.failedParts === 0) return { shownLines: '', failed: [] };
  const { linesOf, reports } = await findServiceErrors(bucket, names);
  const shownLines = new ShownRefusals();
  const errors = await openErrorsFile(errorsPath, fileStart.line);
  try {
    for await (const refused of locateRefused(parts, linesOf)) {
      await errors.append(refused);
      shownLines.note(refused);
    }
  } finally {
    await errors.close();
  }
  // A report remains after its part was loaded later, so reports count only while parts are missing.
  const failed = reports.map(({ object, code, message }) => `${object}: ${code}: ${message}`);
  return { shownLines: String(shownLines), failed: load.failedParts === 0 ? [] : failed };
}

/** Prints a line whenever something has changed. */
function progressLine(): (load: ServiceProgress) => void {
  let last = '';
  return (load) => {
    const { storedRecords, refusedRecords, expectedRecords, recordsPerSecond, estimatedTimeRemaining } = load;
    const settled = (storedRecords + refusedRecords).toLocaleString('en');
    const line =
      `${settled} of ${expectedRecords?.toLocaleString('en') ?? '?'} records` +
      `${recordsPerSecond === null ? '' : `, ${Math.round(recordsPerSecond).toLocaleString('en')}/s`}` +
      `${estimatedTimeRemaining === null ? '' : `, about ${estimatedTimeRemaining} min left`}`;
    if (line === last) return;
    last = line;
    process.stderr.write(`${line}\n`);
  };
}
