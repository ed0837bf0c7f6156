import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { originOf, type RecordSources, unknownSourceHint } from '../../../src/rules/record-schema/sources.ts';
import { quoteChoices } from '../../../src/text/plain-text.ts';
import { shellWord } from '../shell-word.ts';
import { type ColumnsFile, type ColumnsFileOptions, findColumnsFile } from './columns-file.ts';
import { openSource, type RecordSource, type SourceOptions } from './source-file.ts';
import { ColumnsError, fileStart, SourceFileError } from './source-record.ts';

/** A file that is open, with the source that its records are of; undefined if ids say it, or if there are no sources. */
export interface OpenFile {
  readonly file: string;
  readonly source: string | undefined;
  /** That the schema declares. */
  readonly declared: RecordSources | undefined;
  readonly mapping: ColumnsFile | undefined;
  readonly records: RecordSource;
}

export interface OpenFilesOptions extends SourceOptions, ColumnsFileOptions {
  /** The files that the command line names sources of. */
  readonly source?: ReadonlyMap<string, string> | undefined;
}

interface OpenFilesContext {
  /** That the schema of the records declares. */
  readonly sources: RecordSources | undefined;
  /** With files of columns, the first one with a fitting file first. */
  readonly directories: readonly (string | undefined)[];
  /** Checks the columns of a file before the first record of any is read. */
  readonly check: (records: RecordSource) => void;
}

/**
 * Parses one `--source` argument: `SOURCE=FILE`.
 *
 * @throws SourceFileError when the argument has another form
 */
export function parseSource(text: string): readonly [file: string, source: string] {
  const at = text.indexOf('=');
  if (at > 0 && at < text.length - 1) return [text.slice(at + 1), text.slice(0, at)];
  throw new SourceFileError(`${JSON.stringify(text)} names no source of a file.`, { hint: 'Write SOURCE=FILE.' });
}

/** The files to read: those that are named, then those that only `--source` names. */
export function namedFiles(files: readonly string[], given: ReadonlyMap<string, string> = new Map()): string[] {
  const known = new Set(files.map((file) => resolve(file)));
  return [...files, ...[...given.keys()].filter((file) => !known.has(resolve(file)))];
}

/**
 * Opens files, each by the columns of its source: the one that the command line says, else the one that its name or its
 * columns tell, else ids must have it. Closes all of them when one cannot be read.
 *
 * @throws SourceFileError, ColumnsError, ColumnsFileError, DuckdbUnavailableError
 */
export async function openFiles(
  files: readonly string[],
  options: OpenFilesOptions,
  context: OpenFilesContext,
): Promise<OpenFile[]> {
  const open: OpenFile[] = [];
  try {
    for (const file of files) {
      const source = await sourceOf(file, options, context);
      const opened = await inFile(file, source, files.length, () => openAs(file, source, options, context));
      const { records } = opened;
      open.push({ file, source, declared: context.sources, ...opened });
      refuseShared(open, file, source);
      if (source === undefined && context.sources !== undefined) await demandSources(file, records, context.sources);
      await inFile(file, source, files.length, async () => context.check(records));
    }
    return open;
  } catch (error) {
    await closeFiles(open);
    throw error;
  }
}

export async function closeFiles(files: readonly OpenFile[]): Promise<void> {
  for (const { records } of files) await records.close();
}

async function openAs(
  file: string,
  source: string | undefined,
  options: OpenFilesOptions,
  { directories }: OpenFilesContext,
): Promise<Pick<OpenFile, 'mapping' | 'records'>> {
  const mapping = await findColumnsFile({ ...options, ofSource: source }, ...directories);
  return { mapping, records: await openSource(file, { ...options, mapping, ofSource: source }) };
}

/** Of several files, a problem names the one that has it. */
async function inFile<Result>(
  file: string,
  source: string | undefined,
  files: number,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ColumnsError) || (files === 1 && source === undefined)) throw error;
    const { message, hint, cause } = error;
    throw new ColumnsError(`${file}${source === undefined ? '' : ` (source ${source})`}: ${message}`, { hint, cause });
  }
}

async function sourceOf(
  file: string,
  options: OpenFilesOptions,
  context: OpenFilesContext,
): Promise<string | undefined> {
  const { sources } = context;
  const given = [...(options.source ?? [])].find(([named]) => resolve(named) === resolve(file))?.[1];
  if (given !== undefined) {
    if (sources === undefined) {
      throw new SourceFileError(`--source names ${given}, and the schema of the records declares no sources.`, {
        hint: `Write type Record @sources(names: [${JSON.stringify(given)}]) in schema.graphqls, or leave --source out.`,
      });
    }
    if (!sources.names.includes(given)) {
      throw new SourceFileError(`--source names ${given}, which the schema of the records does not declare.`, {
        hint: unknownSourceHint(given, sources.names),
      });
    }
    return given;
  }
  return sources === undefined ? undefined : (sourceByName(file, sources) ?? sourceByColumns(file, options, context));
}

/** The source that the name of a file has among its words: `crm` of `crm.csv` and `export_crm-2026-11-27.csv.gz`. */
function sourceByName(file: string, { names }: RecordSources): string | undefined {
  const words = `-${basename(file)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')}-`;
  const found = names.filter((name) => words.includes(`-${name.replaceAll('_', '-')}-`));
  // Of crm and crm-eu, the longer one is meant where both fit.
  const longest = found.filter((name) => !found.some((other) => other !== name && other.includes(name)));
  return longest.length === 1 ? longest[0] : undefined;
}

/** The only source whose columns are those of the file. */
async function sourceByColumns(
  file: string,
  options: OpenFilesOptions,
  { sources, directories }: OpenFilesContext,
): Promise<string | undefined> {
  const fitting: string[] = [];
  if (!existsSync(file)) return undefined;
  for (const source of sources?.names ?? []) {
    const mapping = await findColumnsFile({ ...options, ofSource: source }, ...directories);
    if (mapping === undefined || !mapping.isOfSource) continue;
    try {
      const records = await openSource(file, { ...options, mapping, tell: undefined });
      // Objects have no header: any file of them can be opened.
      if (records.text?.header !== undefined) fitting.push(source);
      await records.close();
    } catch (error) {
      if (!(error instanceof ColumnsError)) throw error;
    }
  }
  return fitting.length === 1 ? fitting[0] : undefined;
}

function refuseShared(open: readonly OpenFile[], file: string, source: string | undefined): void {
  const other = open.find((one) => one.file !== file && one.source === source);
  if (source === undefined || other === undefined) return;
  throw new SourceFileError(`${other.file} and ${file} are both of the source ${source}.`, {
    hint: `Load one after the other, or say what each is: --source ${source}=${shellWord(other.file)} --source OTHER=${shellWord(file)}.`,
  });
}

/** Refuses a file whose source nothing tells, unless its ids do. */
async function demandSources(file: string, records: RecordSource, { names }: RecordSources): Promise<void> {
  for await (const first of records.read(fileStart)) {
    const id = 'record' in first ? first.record['id'] : undefined;
    if (typeof id === 'string' && names.includes(originOf(id)?.source ?? '')) return;
    throw new SourceFileError(
      `Nothing tells the source of ${file}: neither its name nor its columns are those of ${quoteChoices(names)}.`,
      { hint: `Say it: --source ${names[0]}=${shellWord(file)}.` },
    );
  }
}

/** @throws SourceFileError when a file is named twice */
export function refuseTwice(files: readonly string[]): void {
  const twice = files.find((file, index) => files.indexOf(file) !== index);
  if (twice !== undefined) throw new SourceFileError(`${twice} is named twice.`, { hint: 'Name each file once.' });
}
