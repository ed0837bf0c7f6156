import { once } from 'node:events';
import { Command, Option } from 'commander';
import { entityCountQuery } from '../../../src/graphql/queries/metrics.generated.ts';
import type { ConnectionOptions } from '../client/connection.ts';
import type { GraphqlClient } from '../client/graphql-client.ts';
import { readSchema } from '../client/selection.ts';
import { chosenColumns, columnsOfRecord, ownNames } from '../export/columns.ts';
import { crosswalkContent, type ExportContent, entityContent, linkContent, recordContent } from '../export/content.ts';
import { encoderOf } from '../export/encodings.ts';
import { ExportOptionsError, ExportStateError, ExportUnsupportedError } from '../export/errors.ts';
import { exportEntities } from '../export/export.ts';

import { checkPlace, type ExportFormat, type ExportSink, formatOf, formats } from '../export/export-file.ts';
import { beginning, canContinue, type ExportState, isWhole, otherData } from '../export/export-state.ts';
import {
  createExportProgress,
  type ExportEnd,
  exportToFile,
  type FileTarget,
  openTarget,
} from '../export/file-export.ts';

import { createPageReader } from '../export/list-pages.ts';
import { type RowEncoder, renamedForParquet } from '../export/row-encoder.ts';
import { mergedColumns, type SurvivorshipRule } from '../export/survivorship.ts';
import { allColumnsFiles, type ColumnsFileOptions } from '../files/columns-file.ts';
import { importDuckdb } from '../files/engine.ts';
import { duration } from '../load/progress.ts';
import { addConnectionOptions, openSession, patient } from './connection-options.ts';
import { count } from './entity.ts';
import { noteSetback, onInterruption } from './interruption.ts';
import { wholeNumber } from './numbers.ts';
import { survivorshipOption } from './survivorship-option.ts';

interface ExportCommandOptions extends ConnectionOptions, ColumnsFileOptions {
  readonly format?: ExportFormat;
  readonly out?: string;
  readonly fields?: string;
  readonly entities: boolean;
  readonly links: boolean;
  readonly crosswalk: boolean;
  readonly survivorship: ReadonlyMap<string, SurvivorshipRule>;
  readonly spreadsheet: boolean;
  readonly concurrency: number;
  readonly resume: boolean;
  readonly force: boolean;
  readonly json: boolean;
}

/** Exit codes of the process. */
const exitCodes = { somePartial: 2, interrupted: 130 };

/** Ids that are printed of entities whose rows lack something. */
const SHOWN = 5;

export function exportCommand(): Command {
  const command = new Command('export')
    .description('Write all records with the ids of their entities, or all entities, or all links, into a file.')
    .addOption(new Option('--format <format>', 'default: by the name of the file, else csv').choices(formats))
    .option('--out <file>', 'default: standard output, for csv and jsonl')
    .option(
      '--fields <names>',
      'fields of the records, separated by commas, or all; default: none, with --entities all',
    )
    .option('--entities', 'a row for each entity: id, size, score, confidence, ids in sources, merged fields', false)
    .option('--links', 'a row for each two linked records: both ids, rules, weight', false)
    .option('--crosswalk', 'a row for each entity: the ids that it has in each source', false)
    .option('--columns-file <file>', 'calls fields as its columns are called (default: that of the instance)')
    .option('--no-columns-file', 'calls fields as the schema does')
    .addOption(survivorshipOption())
    .option('--spreadsheet', 'csv for a spreadsheet: marks UTF-8, and keeps cells from being run as formulas', false)
    .option('--concurrency <requests>', 'concurrent requests', wholeNumber(1, 64), 4)
    .option('--resume', 'continue an interrupted export into the file', false)
    .option('--force', 'overwrite the file, and discard an interrupted export into it', false)
    .option('--json', 'print the summary as JSON: to standard output, without --out to standard error', false);
  return addConnectionOptions(command)
    .addHelpText(
      'after',
      '\nExit codes: 0 everything is written, 2 some entities are too large for their score or links and everything else is written, 1 the export failed, 130 it was interrupted.',
    )
    .action(run);
}

/** The first reason why options contradict one another or would have no effect. */
function optionsProblem(options: ExportCommandOptions, format: ExportFormat): string | undefined {
  const { entities, links, crosswalk, resume, force, out } = options;
  const [first, second] = [entities && '--entities', links && '--links', crosswalk && '--crosswalk'].filter(Boolean);
  if (second) return `${first} and ${second} are two exports`;
  if ((links || crosswalk) && options.fields !== undefined) return `--fields has no effect with ${first}`;
  if (!entities && options.survivorship.size > 0) return '--survivorship has no effect without --entities';
  if (options.spreadsheet && format !== 'csv') return `--spreadsheet has no effect on ${format}`;
  if (resume && force) return '--force discards what --resume would continue';
  return out === undefined ? problemWithoutFile(options, format) : undefined;
}

function problemWithoutFile({ resume, force }: ExportCommandOptions, format: ExportFormat): string | undefined {
  if (format === 'parquet' || format === 'xlsx') return `${format} needs --out FILE`;
  return resume || force ? `${resume ? '--resume' : '--force'} has no effect without --out` : undefined;
}

async function run(options: ExportCommandOptions, command: Command): Promise<void> {
  const format = formatOf(options.format, options.out);
  const problem = optionsProblem(options, format);
  if (problem !== undefined) command.error(`error: ${problem}`);
  if (options.out !== undefined) await checkPlace(options.out);
  // Not only when all rows are read.
  if (format === 'parquet') await importDuckdb();
  const session = await openSession(options, { backoff: patient });
  const abort = new AbortController();
  const interruption = onInterruption(() => abort.abort());
  try {
    const client = session.client({ onSetback: noteSetback(), signal: abort.signal });
    const content = await contentOf(client, options, session.connection.instanceDirectory);
    const encoder = encoderOf(content.columns, format, options.spreadsheet);
    const started = Date.now();
    const service = session.connection.apiUrl;
    const writing = { client, service, content, encoder, format, options, signal: abort.signal };
    const { state: end, isComplete } = await write(writing);
    const seconds = (Date.now() - started) / 1_000;
    tell({ options, format, content, encoder, end, isComplete, seconds });
    if (!isComplete) process.exitCode = exitCodes.interrupted;
    else if (content.partial.length > 0) process.exitCode = exitCodes.somePartial;
  } catch (error) {
    // An abort ends the pauses between attempts of requests that come before the first page.
    if (!abort.signal.aborted || (error as Error).name !== 'AbortError') throw error;
    process.stderr.write('Interrupted.\n');
    process.exitCode = exitCodes.interrupted;
  } finally {
    interruption.dispose();
  }
}

/** @throws ExportOptionsError, ExportUnsupportedError */
async function contentOf(
  client: GraphqlClient,
  options: ExportCommandOptions,
  instanceDirectory: string | undefined,
): Promise<ExportContent> {
  const { types, sources } = await readSchema(client);
  if (!types.get('Query')?.fields?.some(({ name }) => name === 'entities')) {
    throw new ExportUnsupportedError('The service cannot list its entities: it is of an earlier release.', {
      hint: 'Deploy or start the release that this command belongs to.',
    });
  }
  if (options.links) return linkContent();
  if (options.crosswalk) {
    if (sources !== undefined) return crosswalkContent(sources);
    throw new ExportOptionsError(
      '--crosswalk has a column for each source, and the schema of the records declares none.',
      {
        hint: 'Declare them: type Record @sources(names: ["crm", "shop"]) in schema.graphqls.',
      },
    );
  }
  const all = columnsOfRecord(types);
  const names = ownNames(await allColumnsFiles(options, sources?.names ?? [], instanceDirectory));
  if (options.entities) {
    const merged = mergedColumns(chosenColumns(all, options.fields ?? 'all'), all, options.survivorship);
    return entityContent(merged, { sources, names });
  }
  return recordContent(options.fields === undefined ? [] : chosenColumns(all, options.fields), { sources, names });
}

interface Writing {
  readonly client: GraphqlClient;
  /** Address of the API. */
  readonly service: string;
  readonly content: ExportContent;
  readonly encoder: RowEncoder;
  readonly format: ExportFormat;
  readonly options: ExportCommandOptions;
  readonly signal: AbortSignal;
}

async function write(writing: Writing): Promise<ExportEnd> {
  const { client, service, content, encoder, options, signal } = writing;
  const target = options.out === undefined ? undefined : await targetOf(options.out, writing);
  const from = target?.from ?? beginning(options.concurrency, false);
  const progress = createExportProgress({ stream: process.stderr, total: await entityCount(client) });
  let canResume = target !== undefined && canContinue(from);
  const exporting = {
    client,
    content,
    encoder,
    readPage: createPageReader(client, content.query, () => otherData(service, target?.begunAt ?? service)),
    onProgress: (state: ExportState) => {
      canResume = target !== undefined && canContinue(state);
      progress.update(state);
    },
    signal,
  };
  try {
    if (target !== undefined) return await exportToFile(target, exporting);
    const state = await exportEntities({ ...exporting, sink: standardOutput(), from });
    return { state, isComplete: isWhole(state) };
  } catch (error) {
    progress.stop();
    if (canResume && !(error instanceof ExportStateError))
      process.stderr.write('The export stopped; continue with --resume.\n');
    throw error;
  } finally {
    progress.stop();
  }
}

function targetOf(out: string, { content: { columns }, format, service, options }: Writing): Promise<FileTarget> {
  const { survivorship, spreadsheet, concurrency, resume, force } = options;
  const subject = {
    format: spreadsheet ? `${format} for a spreadsheet` : format,
    content: contentName(options),
    columns,
    survivorship: JSON.stringify([...survivorship].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
  const say = (message: string) => process.stderr.write(`${message}\n`);
  return openTarget(out, subject, { resume, force, segments: concurrency, service, tell: say });
}

const contentName = ({ entities, links, crosswalk }: ExportCommandOptions): string =>
  entities ? 'entities' : links ? 'links' : crosswalk ? 'crosswalk' : 'records';

/** How many entities there are, for the progress; undefined if the client may not know. */
async function entityCount(client: GraphqlClient): Promise<number | undefined> {
  const { data } = await client.execute(entityCountQuery, {});
  return data?.metrics.entityCount;
}

function standardOutput(): ExportSink {
  let bytes = 0;
  return {
    get bytes() {
      return bytes;
    },
    async write(text) {
      bytes += Buffer.byteLength(text);
      if (!process.stdout.write(text)) await once(process.stdout, 'drain');
    },
    flush: async () => {},
    close: async () => {},
  };
}

interface Ended extends Omit<Writing, 'client' | 'service' | 'signal'> {
  readonly end: ExportState;
  readonly isComplete: boolean;
  readonly seconds: number;
}

/** Prints what was written, to standard output unless the rows went there. */
function tell(ended: Ended): void {
  const { options, format, content, encoder, end, isComplete, seconds } = ended;
  const summary = options.out === undefined ? process.stderr : process.stdout;
  if (options.json) {
    const { rows, entities } = end;
    const figures = { rows, entities, seconds, formulas: encoder.formulas, partial: content.partial };
    summary.write(
      `${JSON.stringify({ complete: isComplete, out: options.out ?? null, format, content: contentName(options), ...figures })}\n`,
    );
  } else summary.write(`${summaryText(ended)}\n`);
  if (!isComplete) {
    process.stderr.write(
      `Interrupted${options.out !== undefined && canContinue(end) ? '; continue with --resume' : ''}.\n`,
    );
  }
  for (const note of notesOf(content, encoder, format)) process.stderr.write(`${note}\n`);
}

const entityText = (number: number): string => (number === 1 ? '1 entity' : `${number.toLocaleString('en')} entities`);

function summaryText({ options, end, seconds }: Ended): string {
  const entities = entityText(end.entities);
  const what =
    options.entities || options.crosswalk
      ? entities
      : `${count(end.rows, options.links ? 'link' : 'record')} of ${entities}`;
  const into = options.out === undefined ? '' : ` into ${options.out}`;
  return `${what} exported${into} in ${duration(seconds)}.`;
}

function notesOf({ partial, notes, columns }: ExportContent, { formulas }: RowEncoder, format: ExportFormat): string[] {
  const renamed = format === 'parquet' ? renamedForParquet(columns) : [];
  const shown = partial.slice(0, SHOWN).join(', ');
  return [
    ...(partial.length === 0
      ? []
      : [
          `${entityText(partial.length)} with too many records for a score or links: ${shown}${partial.length > SHOWN ? ', …' : ''}.`,
        ]),
    ...(formulas === 0
      ? []
      : [
          `${count(formulas, 'cell')} with =, +, - or @ in front may run as formulas in a spreadsheet: export for one with --spreadsheet.`,
        ]),
    ...renamed.map(
      ([name, given]) =>
        `The column ${name} is called ${given}: readers of Parquet do not tell it from another column.`,
    ),
    ...notes(),
  ];
}
