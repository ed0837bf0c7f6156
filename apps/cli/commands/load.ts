import { Command } from 'commander';
import { MAX_RECORDS } from '../../../src/entities/validate.ts';
import type { Connection } from '../client/connection.ts';
import { closeFiles, namedFiles, type OpenFile, refuseTwice } from '../files/file-sources.ts';
import { statSource } from '../files/source-file.ts';
import { ShownRefusals } from '../load/errors-file.ts';
import { type LoadedFile, loadFile } from '../load/load-file.ts';
import { createProgress, duration, type Progress } from '../load/progress.ts';
import { removeStateFile, statePath } from '../load/state-file.ts';
import { addConnectionOptions, openSession, patient, type Session, USER_OPTION } from './connection-options.ts';
import { count } from './entity.ts';
import { noteSetback, onInterruption } from './interruption.ts';
import type { SyncOptions } from './load-sync.ts';
import type { LoadedPath, LoadViaOptions } from './load-via.ts';
import { mostRemovals, wholeNumber } from './numbers.ts';
import { addSourceOptions, openFilesToSend, sourceOption, tell } from './source-options.ts';

interface LoadCommandOptions extends Omit<LoadViaOptions, 'via'>, Omit<SyncOptions, 'refusedInARow'> {
  readonly batchSize: number;
  readonly keepGoing: boolean;
  readonly via?: string;
  readonly sync: boolean;
}

/** Exit codes of the process. */
const exitCodes = { someRefused: 2, nothingChanged: 3, interrupted: 130 };

/** Stops after this many refusals in a row: the cause is then not in the records. */
const refusedInARow = 200;

export function loadCommand(): Command {
  const command = addSourceOptions(
    new Command('load')
      .description('Submit the records of files: CSV with a header, JSON lines, JSON or Parquet.')
      .argument('[files...]', '.csv, .tsv, .jsonl, .ndjson, .json or .parquet files; any name with a columns file'),
  )
    .addOption(sourceOption())
    .option('--batch-size <records>', 'records per request', wholeNumber(1, MAX_RECORDS), 50)
    .option('--concurrency <requests>', 'concurrent requests', wholeNumber(1, 256), 4)
    .option('--errors-file <file>', 'file for refused records; default: FILE.errors.jsonl beside the file')
    .option('--resume', 'continue an interrupted load of these files', false)
    .option('--keep-going', `do not stop after ${refusedInARow} refused records in a row`, false)
    .option('--sync', 'the files are whole deliveries: records that they lack are erased', false)
    .option('--dry-run', 'with --sync: only say what it would do', false)
    .option('--yes', 'with --sync: ask no question', false)
    .option(
      '--max-removals <share>',
      'with --sync: refuse a delivery that lacks more of the stored records, as 5% or a number',
      mostRemovals,
      { share: 0.05 },
    )
    .option(
      '--force',
      'with --sync: accept an older delivery, other kinds of values, and removals beside rows that cannot be read',
      false,
    )
    .option(...USER_OPTION)
    .option('--via <address>', 'load through the bucket of a deployment with bulk_ingest: s3://BUCKET/loads')
    .option('--endpoint-url <url>', 'with --via: S3 endpoint to use instead of AWS (AWS_ENDPOINT_URL)')
    .option('--region <region>', 'with --via: region of the bucket (AWS_REGION)')
    .option('--part-size <megabytes>', 'with --via: size of an object', wholeNumber(1, 100), 4)
    .option(
      '--poll-interval <seconds>',
      'with --via: seconds between two reads of the progress',
      wholeNumber(1, 600),
      5,
    )
    .option('--no-wait', 'with --via: exit when everything is uploaded');
  return addConnectionOptions(command)
    .addHelpText(
      'after',
      '\nExit codes: 0 all records are stored, 2 some records were refused and all others are stored, 3 --sync found nothing to change, 1 the load failed, 130 it was interrupted.',
    )
    .action(run);
}

/** Options that apply to only one of the two ways to load. */
const optionsOfVia = ['endpointUrl', 'region', 'partSize', 'pollInterval', 'wait'];
const optionsOfRequests = ['batchSize', 'keepGoing', 'sync'];
const optionsOfSync = ['dryRun', 'yes', 'maxRemovals', 'force', 'user'];

/** Refuses options that would have no effect. */
function checkWay(command: Command): void {
  const isVia = command.getOptionValue('via') !== undefined;
  const given = (names: readonly string[]) =>
    command.options.find(
      (option) =>
        names.includes(option.attributeName()) && command.getOptionValueSource(option.attributeName()) === 'cli',
    );
  const ignored = given(isVia ? optionsOfRequests : optionsOfVia);
  if (ignored !== undefined) command.error(`error: ${ignored.long} has no effect ${isVia ? 'with' : 'without'} --via`);
  const ofSync = command.getOptionValue('sync') === true ? undefined : given(optionsOfSync);
  if (ofSync !== undefined) command.error(`error: ${ofSync.long} has no effect without --sync`);
}

async function run(named: readonly string[], options: LoadCommandOptions, command: Command): Promise<void> {
  checkWay(command);
  const files = namedFiles(named, options.source);
  if (files.length === 0) command.error("error: missing required argument 'files'");
  if (files.length > 1 && options.errorsFile !== undefined) {
    command.error('error: --errors-file is for one file; several have FILE.errors.jsonl each');
  }
  refuseTwice(files);
  const stats = await Promise.all(files.map(statSource));
  const subjects = files.map((path, index) => ({ path, size: stats[index]!.size, modified: stats[index]!.mtimeMs }));
  if (options.sync) await runSync(subjects, options);
  else if (options.via !== undefined) await runVia(subjects, { ...options, via: options.via });
  else await runRequests(subjects, options, command);
}

async function runRequests(
  subjects: readonly LoadedPath[],
  options: LoadCommandOptions,
  command: Command,
): Promise<void> {
  const session = await openSession(options, { isWriting: true, backoff: patient });
  const files = subjects.map(({ path }) => path);
  if (!asksForRequests(options, command) && (await loadAtOnce(files, session.connection, options))) return;
  const { instanceDirectory } = session.connection;
  const open = await openFilesToSend(files, { ...options, tell }, session.client(), instanceDirectory);
  try {
    for (const [index, file] of open.entries()) {
      if (files.length > 1) process.stdout.write(`${sourcedName(file)}: `);
      if (!(await loadSource(file, subjects[index]!, session, options))) return;
    }
  } finally {
    await closeFiles(open);
  }
}

/** Whether the options are about the requests of a load, or about one that was begun. */
const asksForRequests = ({ resume }: LoadCommandOptions, command: Command): boolean =>
  resume || ['batchSize', 'concurrency'].some((name) => command.getOptionValueSource(name) === 'cli');

/** Loads files into a local service without records. Returns false where requests are to do it. */
async function loadAtOnce(
  files: readonly string[],
  connection: Connection,
  options: LoadCommandOptions,
): Promise<boolean> {
  if (connection.firstLoad === undefined) return false;
  // Loaded on demand: other loads need nothing of it.
  const [{ loadUnused }, { createStepProgress }] = await Promise.all([
    import('../resolve/first-load.ts'),
    import('../design/step-progress.ts'),
  ]);
  const shownRefusals = new ShownRefusals();
  const abort = new AbortController();
  const interruption = onInterruption(() => abort.abort());
  const progress = createStepProgress(process.stderr);
  const started = Date.now();
  try {
    const loaded = await loadUnused({
      ...options,
      files,
      connection,
      onRefused: (refused) => shownRefusals.note(refused),
      signal: abort.signal,
      step: progress.step,
      tell,
    });
    progress.stop();
    if (loaded === undefined) return false;
    // The position of a former load says nothing of this one.
    for (const file of files) await removeStateFile(statePath(file));
    const { records, repeated, refused, errorsFiles } = loaded;
    const stored = { CREATED: records - repeated, UPDATED: 0, UNCHANGED: repeated, DUPLICATE: 0 };
    tellLoaded({ records, stored, refused, errorsPath: errorsFiles.join(', '), started }, shownRefusals);
    if (refused > 0) process.exitCode = exitCodes.someRefused;
  } catch (error) {
    progress.stop();
    if (!abort.signal.aborted) throw error;
    process.stderr.write('Interrupted; nothing is stored.\n');
    process.exitCode = exitCodes.interrupted;
  } finally {
    progress.stop();
    interruption.dispose();
  }
  return true;
}

/** A file with the source that it is of. */
const sourcedName = ({ file, source }: OpenFile): string =>
  source === undefined ? file : `${file} (source ${source})`;

/** Returns false if it was interrupted. */
async function loadSource(
  { file, records: source }: OpenFile,
  { size, modified }: LoadedPath,
  session: Session,
  options: LoadCommandOptions,
): Promise<boolean> {
  const shownRefusals = new ShownRefusals();
  const abort = new AbortController();
  const interruption = onInterruption(() => abort.abort());
  const started = Date.now();
  let progress: Progress | undefined;
  let isUnderWay = false;
  let loaded: LoadedFile;
  try {
    loaded = await loadFile({
      ...options,
      file,
      subject: { size, modified, apiUrl: session.connection.apiUrl },
      source,
      client: session.client({ onSetback: noteSetback(), signal: abort.signal }),
      refusedInARow: options.keepGoing ? 0 : refusedInARow,
      signal: abort.signal,
      onBegin(from, isContinued) {
        isUnderWay = isContinued;
        if (isContinued) process.stderr.write(`Continuing after record ${from.loaded + from.refused}.\n`);
        else if (options.resume) {
          process.stderr.write('This file has no interrupted load; starting from the beginning.\n');
        }
        progress = createProgress({ stream: process.stderr, total: source.total, from });
      },
      onProgress(state) {
        isUnderWay = true;
        progress?.update(state);
      },
      onRefused: (refused) => shownRefusals.note(refused),
    });
  } catch (error) {
    progress?.stop();
    if (isUnderWay) process.stderr.write('The load stopped; continue with --resume.\n');
    throw error;
  } finally {
    progress?.stop();
    interruption.dispose();
  }

  const { from, end, stored, errorsPath } = loaded;
  const records = end.loaded - from.loaded;
  tellLoaded({ records, stored, refused: end.refused, errorsPath, started }, shownRefusals);
  if (abort.signal.aborted) {
    process.stderr.write('Interrupted; continue with --resume.\n');
    process.exitCode = exitCodes.interrupted;
    return false;
  }
  if (end.refused > 0) process.exitCode = exitCodes.someRefused;
  return true;
}

interface Told extends Pick<LoadedFile, 'stored' | 'errorsPath'> {
  readonly records: number;
  readonly refused: number;
  /** Milliseconds since 1970. */
  readonly started: number;
}

function tellLoaded({ records, stored, refused, errorsPath, started }: Told, shownRefusals: ShownRefusals): void {
  const seconds = (Date.now() - started) / 1000;
  process.stdout.write(
    `${loadedText(records, stored)} in ${duration(seconds)} (${Math.round(records / seconds).toLocaleString('en')}/s)` +
      `${refused === 0 ? '' : `, ${refused.toLocaleString('en')} refused: see ${errorsPath}`}.\n${shownRefusals}`,
  );
}

/** What a load came to: a file that was loaded before brings nothing new. */
function loadedText(records: number, stored: LoadedFile['stored']): string {
  if (records > 0 && stored.UNCHANGED === records) return `Nothing new: ${count(records, 'record')} unchanged`;
  const parts = [
    ...(stored.UPDATED === 0 ? [] : [`${stored.UPDATED.toLocaleString('en')} changed`]),
    ...(stored.UNCHANGED === 0 ? [] : [`${stored.UNCHANGED.toLocaleString('en')} unchanged`]),
  ];
  return `${count(records, 'record')} loaded${parts.length === 0 ? '' : `, ${parts.join(' and ')},`}`;
}

async function runSync(subjects: readonly LoadedPath[], options: LoadCommandOptions): Promise<void> {
  // Loaded on demand: other loads compare nothing with what is stored.
  const { syncFiles } = await import('./load-sync.ts');
  const end = await syncFiles(subjects, { ...options, refusedInARow: options.keepGoing ? 0 : refusedInARow });
  if (end === 'interrupted') process.exitCode = exitCodes.interrupted;
  if (end === 'some refused') process.exitCode = exitCodes.someRefused;
  if (end === 'nothing changed') process.exitCode = exitCodes.nothingChanged;
}

async function runVia(
  subjects: readonly LoadedPath[],
  options: LoadCommandOptions & { readonly via: string },
): Promise<void> {
  // Loaded on demand: only bulk loads need the S3 client.
  const { loadVia } = await import('./load-via.ts');
  for (const subject of subjects) {
    const end = await loadVia(subject, options);
    if (end === 'interrupted') process.exitCode = exitCodes.interrupted;
    if (end === 'interrupted') return;
    if (end === 'some refused') process.exitCode = exitCodes.someRefused;
  }
}
