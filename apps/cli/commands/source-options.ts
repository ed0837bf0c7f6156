import { type Command, InvalidArgumentError, Option } from 'commander';
import { type ColumnMapping, parseColumnMapping } from '../files/columns.ts';
import { ColumnsError } from '../files/errors.ts';

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
    .option('--delimiter <text>', 'separator of cells; default: a comma, in .tsv files a tab');
}

function collectColumn(text: string, before: ReadonlyMap<string, ColumnMapping>): ReadonlyMap<string, ColumnMapping> {
  try {
    return new Map([...before, parseColumnMapping(text)]);
  } catch (error) {
    if (error instanceof ColumnsError) throw new InvalidArgumentError(`${error.message} ${error.hint ?? ''}`);
    throw error;
  }
}
