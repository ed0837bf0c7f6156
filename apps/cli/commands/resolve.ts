import { existsSync, realpathSync } from 'node:fs';
import { dirname, resolve as resolvePath } from 'node:path';
import { Command, Option } from 'commander';
import type { ResolvedBatch } from '../../../src/batch/resolve.ts';
import { genericKeyRecordsBounds, OVER_FREQUENT_KEY_RECORDS } from '../../../src/entities/items/index-keys.ts';
import { REVIEW_PAIRS } from '../../../src/entities/items/reviews.ts';
import { EntityDataError } from '../../../src/errors.ts';
import { refuseFilled, type WrittenFiles } from '../../../src/store/dynamodb/import-files.ts';
import { storeDirectory } from '../../service/data-directory.ts';
import type { StepProgress } from '../design/step-progress.ts';
import { chosenColumns, ownNames } from '../export/columns.ts';
import { type ExportContent, entityContent } from '../export/content.ts';
import { checkPlace, type ExportFormat, formatOf, formats, refuseExisting } from '../export/export-file.ts';
import { mergedColumns, type SurvivorshipRule } from '../export/survivorship.ts';
import { allColumnsFiles } from '../files/columns-file.ts';
import { importDuckdb } from '../files/engine.ts';
import { namedFiles, type OpenFilesOptions, refuseTwice } from '../files/file-sources.ts';
import { SourceFileError } from '../files/source-record.ts';
import { ShownRefusals } from '../load/errors-file.ts';
import { duration } from '../load/progress.ts';
import { type Designing, designedInstance } from '../resolve/designed-instance.ts';
import { importSteps } from '../resolve/import-steps.ts';
import type { FirstStoreOptions } from '../resolve/resolve-files.ts';
import { type OpenedInstance, openInstance, resolveIntoInstance } from '../resolve/resolve-instance.ts';
import { type ResultTables, type WrittenTables, writeTables } from '../resolve/result-tables.ts';
import { shellPath } from '../shell-word.ts';
import { count } from './entity.ts';
import { onInterruption } from './interruption.ts';
import { wholeNumber } from './numbers.ts';
import { addSourceOptions, sourceOption } from './source-options.ts';
import { survivorshipOption } from './survivorship-option.ts';
import { instanceFiles } from './with-service.ts';

interface ResolveCommandOptions extends OpenFilesOptions {
  readonly out: string;
  readonly entities?: string;
  readonly links?: string;
  readonly format?: ExportFormat;
  readonly fields?: string;
  readonly survivorship: ReadonlyMap<string, SurvivorshipRule>;
  readonly instance?: string;
  readonly genericKeyRecords: number;
  readonly store: boolean;
  readonly dynamodbFiles?: string;
  readonly threads?: number;
  readonly errorsFile?: string;
  readonly keepGoing: boolean;
  readonly force: boolean;
  readonly json: boolean;
}

/** Exit codes of the process. */
const exitCodes = { failed: 1, someMissing: 2, interrupted: 130 };

export function resolveCommand(): Command {
  const command = new Command('resolve')
    .description('Write which records of files belong together. No service runs, and nothing leaves this machine.')
    .argument('[files...]', 'CSV with a header, JSON lines, JSON or Parquet; without sources, their ids must differ')
    .requiredOption('--out <file>', 'the entity of each record; required')
    .option('--entities <file>', 'a row for each entity, with fields merged from its records')
    .option('--links <file>', 'a row for each two linked records: both ids, rules, weight')
    .addOption(new Option('--format <format>', 'default: by the name of each file').choices(formats))
    .option('--fields <names>', 'with --entities: fields of the records, separated by commas (default: all)')
    .addOption(survivorshipOption())
    .option(
      '--instance <directory>',
      'rules, schema and columns, as "design" writes them (default: a directory with the name of the first file, designed for it where there is none)',
    );
  return addSourceOptions(command, 'that of the instance')
    .addOption(sourceOption())
    .option(
      '--generic-key-records <number>',
      'of a key that only suggests links and that more records share, the first ones are linked',
      wholeNumber(genericKeyRecordsBounds.least, genericKeyRecordsBounds.most),
      OVER_FREQUENT_KEY_RECORDS,
    )
    .option('--store', 'also keep the records in the instance, which has none yet: then start it', false)
    .option('--dynamodb-files <directory>', 'also write files of a table, and say how a new deployment imports them')
    .option('--threads <number>', 'default: by processors and memory', wholeNumber(1, 64))
    .option('--errors-file <file>', 'file for refused records; default: FILE.errors.jsonl beside each file')
    .option('--keep-going', 'do not stop where many records in a row are refused', false)
    .option('--force', 'overwrite files', false)
    .option('--json', 'print the summary, or why there is none, as a line of JSON', false)
    .addHelpText(
      'after',
      '\nExit codes: 0 everything is written, 2 some records were refused, or some entities are too large for their score or links, and everything else is written, 1 nothing is written, or the message says which whole table could not get its name, 130 it was interrupted and nothing is.',
    )
    .action(run);
}

/** The first reason why options contradict one another or would have no effect. */
function optionsProblem(options: ResolveCommandOptions): string | undefined {
  const { entities, fields, survivorship, out, links, store, dynamodbFiles } = options;
  if (store && dynamodbFiles !== undefined) return '--store and --dynamodb-files take a run each';
  if (entities === undefined && fields !== undefined) return '--fields has no effect without --entities';
  if (entities === undefined && survivorship.size > 0) return '--survivorship has no effect without --entities';
  if (
    dynamodbFiles !== undefined &&
    [out, entities, links].some((file) => file !== undefined && isIn(dynamodbFiles, file))
  ) {
    return '--dynamodb-files names a directory of its own: everything in it is uploaded';
  }
  const named = [out, entities, links].filter((file) => file !== undefined).map((file) => resolvePath(file));
  return new Set(named).size < named.length ? '--out, --entities and --links are different files' : undefined;
}

const isIn = (directory: string, file: string): boolean => dirname(resolvePath(file)) === resolvePath(directory);

async function run(named: readonly string[], options: ResolveCommandOptions, command: Command): Promise<void> {
  const files = namedFiles(named, options.source);
  const problem = files.length === 0 ? "missing required argument 'files'" : optionsProblem(options);
  if (problem !== undefined) command.error(`error: ${problem}`);
  const { createStepProgress } = await import('../design/step-progress.ts');
  const progress = createStepProgress(process.stderr);
  const abort = new AbortController();
  const interruption = onInterruption(() => abort.abort());
  let designed: string | undefined;
  const onDesigned = (directory: string) => {
    designed = directory;
  };
  try {
    await resolveWith(files, options, { ...progress, signal: abort.signal, onDesigned });
  } catch (error) {
    progress.stop();
    if (!abort.signal.aborted && !(options.json && error instanceof EntityDataError)) throw error;
    if (abort.signal.aborted) tellInterrupted(designed, options);
    else tellProblem(error as EntityDataError);
    process.exitCode = abort.signal.aborted ? exitCodes.interrupted : exitCodes.failed;
  } finally {
    progress.stop();
    interruption.dispose();
  }
}

function tellInterrupted(designed: string | undefined, { json }: ResolveCommandOptions): void {
  const rules =
    designed === undefined ? '' : ` The rules that were designed are in ${designed}: the next run uses them.`;
  const message = `Interrupted; nothing is written.${rules}`;
  if (json) tellProblem({ code: 'INTERRUPTED', message });
  else process.stderr.write(`${message}\n`);
}

/** In place of the summary. */
const tellProblem = ({ code, message, hint }: { code: string; message: string; hint?: string | undefined }): void =>
  void process.stdout.write(`${JSON.stringify({ error: { code, message, hint: hint ?? null } })}\n`);

/** A result never takes the place of a file that is read, also not with --force. */
function refuseRead(files: readonly string[], { out, entities, links }: ResolveCommandOptions): void {
  const read = new Set(files.filter((file) => existsSync(file)).map((file) => realpathSync(file)));
  for (const [option, file] of Object.entries({ out, entities, links })) {
    if (file === undefined || !existsSync(file) || !read.has(realpathSync(file))) continue;
    throw new SourceFileError(`${file} is a file to resolve.`, { hint: `Name another file for --${option}.` });
  }
}

/** Before anything is read. */
async function checkTargetFiles(options: ResolveCommandOptions): Promise<void> {
  if (options.dynamodbFiles !== undefined) refuseFilled(options.dynamodbFiles);
  for (const file of [options.out, options.entities, options.links]) {
    if (file === undefined) continue;
    await checkPlace(file);
    if (!options.force) await refuseExisting(file, true);
    if (formatOf(options.format, file) === 'parquet') await importDuckdb();
  }
}

async function resolveWith(
  files: readonly string[],
  options: ResolveCommandOptions,
  running: Designing & Pick<StepProgress, 'stop'>,
): Promise<void> {
  refuseTwice(files);
  refuseRead(files, options);
  await checkTargetFiles(options);
  const { step, signal } = running;
  const { instance, notes } = await designedInstance(files, options, running);
  const began = Date.now();
  const { data } = instanceFiles(instance);
  const opened = await openInstance(instance);
  const tables = await tablesOf(options, opened, signal);
  const shownRefusals = new ShownRefusals();
  const { store, dynamodbFiles } = options;
  const { batch, errorsFiles, importFiles, written } = await resolveIntoInstance(
    opened,
    {
      ...options,
      files,
      keepsDocuments: tables.entities !== undefined || tables.links !== undefined,
      store: placeOf(options, data),
      workDirectory: store ? data : dirname(resolvePath(dynamodbFiles ?? options.out)),
      onRefused: (refused) => shownRefusals.note(refused),
      signal,
      step,
    },
    async (found) => {
      step('Writing the results', () => undefined);
      return { ...found, written: await writeTables(found, opened.deployment.config, tables) };
    },
  );
  running.stop();
  const seconds = (Date.now() - began) / 1_000;
  if (batch.refused > 0 || written.partial.length > 0) process.exitCode = exitCodes.someMissing;
  const summed = { instance, notes, options, batch, errorsFiles, importFiles, written, seconds };
  if (options.json) {
    process.stdout.write(`${JSON.stringify(summary(summed))}\n`);
  } else {
    process.stdout.write(summaryText(summed));
    process.stdout.write(String(shownRefusals));
  }
}

/** The first store that the options ask for; undefined for none. */
function placeOf({ store, dynamodbFiles }: ResolveCommandOptions, data: string): FirstStoreOptions | undefined {
  const more = { reviewPairs: REVIEW_PAIRS, entityEvents: false };
  if (dynamodbFiles !== undefined) return { place: { kind: 'import', directory: dynamodbFiles }, ...more };
  return store ? { place: { kind: 'database', directory: storeDirectory(data) }, ...more } : undefined;
}

async function tablesOf(
  options: ResolveCommandOptions,
  { columns: all, deployment, directory }: OpenedInstance,
  signal: AbortSignal,
): Promise<ResultTables> {
  const { out, entities, links, format, force, fields = 'all', survivorship } = options;
  const targetOf = (file: string) => ({ out: file, format: formatOf(format, file) });
  const { sources } = deployment.recordSchema;
  const names = ownNames(await allColumnsFiles(options, sources?.names ?? [], directory));
  const content = (): ExportContent =>
    entityContent(mergedColumns(chosenColumns(all, fields), all, survivorship), { sources, names });
  return {
    records: targetOf(out),
    entities: entities === undefined ? undefined : { ...targetOf(entities), content: content() },
    links: links === undefined ? undefined : targetOf(links),
    sources,
    force,
    signal,
  };
}

interface Summed {
  readonly instance: string;
  /** Of the design that was made for it. */
  readonly notes: readonly string[];
  readonly options: ResolveCommandOptions;
  readonly batch: ResolvedBatch;
  readonly errorsFiles: readonly string[];
  readonly importFiles: WrittenFiles | undefined;
  readonly written: WrittenTables;
  readonly seconds: number;
}

/** Over-frequent keys that are told. */
const SHOWN = 20;

function summary({ instance, notes, options, batch, errorsFiles, importFiles, written, seconds }: Summed): object {
  const { records, entities, largest, repeated, refused, overFrequent } = batch;
  return {
    instance,
    notes,
    records,
    entities,
    largestEntity: largest,
    repeated,
    refused,
    errorsFiles,
    overFrequentKeys: overFrequent
      .slice(0, SHOWN)
      .map(({ ruleIDs, records: holders }) => ({ ruleIDs, records: holders })),
    out: options.out,
    entitiesOut: options.entities ?? null,
    linksOut: options.links ?? null,
    rows: written.rows,
    partial: written.partial,
    dynamodbFiles: importFiles === undefined ? null : { directory: options.dynamodbFiles, ...importFiles },
    seconds,
  };
}

function summaryText({ instance, options, batch, errorsFiles, importFiles, written, seconds }: Summed): string {
  const { records, entities, largest, repeated, refused, overFrequent } = batch;
  const rate = Math.round(records / Math.max(seconds, 0.001)).toLocaleString('en');
  const files = [options.out, options.entities, options.links].filter((file) => file !== undefined);
  const lines = [
    `${count(records, 'record')} ${records === 1 ? 'is' : 'are'} ${entities === 1 ? '1 entity' : `${entities.toLocaleString('en')} entities`}, the largest of ${count(largest, 'record')}: ${duration(seconds)} (${rate}/s).`,
    `Written to ${files.join(', ')}, by the rules in ${instance}.`,
  ];
  if (options.store) lines.push(`Run them: npx entity-data start --instance ${shellPath(instance)}`);
  if (repeated > 0) lines.push(`${count(repeated, 'record')} ${repeated === 1 ? 'repeats' : 'repeat'} an earlier one.`);
  if (overFrequent.length > 0) {
    const [most] = overFrequent;
    lines.push(
      `${count(overFrequent.length, 'value')} ${overFrequent.length === 1 ? 'is' : 'are'} too frequent to suggest links: the most frequent, of ${most!.ruleIDs.join(', ')}, has ${count(most!.records, 'record')}, of which the first ${options.genericKeyRecords.toLocaleString('en')} are linked by it.`,
    );
  }
  if (written.partial.length > 0) {
    lines.push(`${written.partial.length} entities have too many records for their score or links.`);
  }
  if (written.formulas > 0) {
    lines.push(`${count(written.formulas, 'cell')} with =, +, - or @ in front may run as formulas in a spreadsheet.`);
  }
  if (refused > 0) lines.push(`${count(refused, 'record')} refused: see ${errorsFiles.map(shellPath).join(', ')}.`);
  if (importFiles !== undefined && options.dynamodbFiles !== undefined) {
    lines.push('', importSteps(options.dynamodbFiles, importFiles, { instance, ...options }));
  }
  return `${lines.join('\n')}\n`;
}
