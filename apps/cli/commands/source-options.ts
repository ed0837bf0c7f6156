import { type Command, InvalidArgumentError, Option } from 'commander';
import type { RecordPayload } from '../../../src/rules/types.ts';
import type { GraphqlClient } from '../client/graphql-client.ts';
import { readRecordInput } from '../client/record-input.ts';
import { type ColumnMapping, parseColumnMapping } from '../files/columns.ts';
import { checkFields } from '../files/field-target.ts';
import { type OpenFile, type OpenFilesOptions, openFiles, parseSource } from '../files/file-sources.ts';
import { openSource, type SourceOptions } from '../files/source-file.ts';
import { ColumnsError, fileStart, SourceFileError } from '../files/source-record.ts';

import { RulesFileError } from '../rules/errors.ts';
import { wholeNumber } from './numbers.ts';

/**
 * Adds the options of every command that reads records from a file.
 *
 * @param usualColumnsFile which columns file serves where none is named
 */
export function addSourceOptions(
  command: Command,
  usualColumnsFile = 'that of the instance that the local service runs',
): Command {
  return command
    .option('--id-column <name>', 'the column or field that holds the id (default: "id")')
    .option('--columns-file <file>', `maps every column, as "design" writes it (default: ${usualColumnsFile})`)
    .option('--no-columns-file', 'use no such file')
    .addOption(
      new Option(
        '--column <column=field[:type]>',
        'put a column, or a field of JSON lines, into another field (dots nest), as text, number, boolean, json or list (parted by semicolons); "column=" leaves it out; repeatable',
      )
        .default(new Map(), 'every column into the field of its name, as text')
        .argParser(collectColumn),
    )
    .option('--delimiter <text>', 'separator of cells; default: a comma, in .tsv files a tab')
    .option('--sheet <name>', 'sheet of a workbook (default: the one that was designed, else the first one)')
    .option(
      '--skip-lines <number>',
      'lines above the header to leave out; default: those that "design" found',
      skipped,
    );
}

function collectColumn(text: string, before: ReadonlyMap<string, ColumnMapping>): ReadonlyMap<string, ColumnMapping> {
  try {
    return new Map([...before, parseColumnMapping(text)]);
  } catch (error) {
    if (error instanceof ColumnsError) throw new InvalidArgumentError(`${error.message} ${error.hint ?? ''}`);
    throw error;
  }
}

/** The option of commands that read files of several sources. */
export const sourceOption = (): Option =>
  new Option(
    '--source <source=file>',
    'says the source of a file, where neither its name nor its columns do; repeatable',
  )
    .default(new Map(), 'by name, then by columns')
    .argParser((text: string, before: ReadonlyMap<string, string>) => {
      try {
        return new Map([...before, parseSource(text)]);
      } catch (error) {
        if (error instanceof SourceFileError) throw new InvalidArgumentError(`${error.message} ${error.hint}`);
        throw error;
      }
    });

const skipped = wholeNumber(0, 1_000);

/** Prints a sentence for the reader, apart from the output. */
export const tell = (sentence: string): void => void process.stderr.write(`${sentence}\n`);

/**
 * Opens files to send, each as its source needs it, and compares the fields that columns fill with the records of the
 * service, before the first record of any is sent.
 *
 * @param instanceDirectory of the service, if it is a local one
 * @throws what openFiles throws, and ColumnsError
 */
export async function openFilesToSend(
  files: readonly string[],
  options: OpenFilesOptions,
  client: GraphqlClient,
  instanceDirectory: string | undefined,
): Promise<OpenFile[]> {
  const input = await readRecordInput(client);
  if (input === undefined) tell('The API does not say which fields its records have: it checks each record instead.');
  return openFiles(files, options, {
    sources: input?.sources,
    directories: [instanceDirectory],
    check: ({ targets }) => targets !== undefined && input !== undefined && checkFields(targets, input.types),
  });
}

/**
 * The records of a file, one after the other.
 *
 * @throws RulesFileError for a file that is not there, and for a record that cannot be read
 */
export async function* recordsOfFile(
  path: string,
  options: SourceOptions,
): AsyncGenerator<RecordPayload, void, undefined> {
  const file = await openSource(path, options).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw cause;
    throw new RulesFileError(`There is no file ${path}.`, { hint: 'Name a file of records.', cause });
  });
  try {
    for await (const source of file.read(fileStart)) {
      if ('problem' in source) {
        throw new RulesFileError(`${path}:${source.line}: ${source.problem}`, { hint: 'Correct the record.' });
      }
      yield source.record;
    }
  } finally {
    await file.close();
  }
}
