import { CsvError, parse } from 'csv-parse/sync';
import * as z from 'zod';
import { isObject } from '../../is-object.ts';
import { ToolRefusal } from './tool.ts';

/** The most characters of a header line. */
const maxHeader = 20_000;

const delimiters = [';', ',', '\t', '|'] as const;

/**
 * The names of the fields in the header line of a CSV file. The delimiter is the one that splits the line into most
 * columns.
 *
 * @throws ToolRefusal if the text is no header line.
 */
function headerFields(header: string): string[] {
  const lines = header.split(/\r\n|[\r\n]/).filter((line) => line.trim() !== '');
  if (lines.length !== 1) {
    throw new ToolRefusal(
      `the header line has ${lines.length} lines with text, not one`,
      'Give the first line of the file alone, and some of its rows as sampleRecords.',
    );
  }
  const rows = delimiters.map((delimiter) => columnsOf(lines[0]!, delimiter));
  const columns = rows.reduce((most, one) => (one.length > most.length ? one : most));
  const names = columns.filter((name) => name !== '');
  if (names.length > 0) return names;
  throw new ToolRefusal(
    'the header has no names',
    'Give the line that names the columns, with quotes closed: "id;name;city".',
  );
}

/** None if quotes do not fit this delimiter. */
function columnsOf(line: string, delimiter: string): string[] {
  try {
    const [columns = []] = parse(line, { delimiter, bom: true, trim: true }) as string[][];
    return columns;
  } catch (error) {
    if (error instanceof CsvError) return [];
    throw error;
  }
}

/** The path of a field in a record. */
export const fieldName = z
  .string()
  .min(1)
  .max(200)
  .describe('As in a record; dots walk into objects, * walks a list: emails.*.address.');

/** A line that names several fields. */
export const fieldLine = z.string().min(1).max(maxHeader);

/** The names of fields in an argument that is a list of names, or a line that separates them as a CSV file does. */
export function fieldNames(argument: string | readonly string[]): readonly string[] {
  return typeof argument === 'string' ? headerFields(argument) : argument;
}

/** The paths of the fields that records have: dots walk into objects, `*` walks a list. */
export function fieldsOfRecords(records: readonly unknown[]): string[] {
  const paths = new Set<string>();
  const add = (value: unknown, path: string): void => {
    if (Array.isArray(value)) for (const element of value) add(element, `${path}.*`);
    else if (!isObject(value)) paths.add(path);
    else for (const [name, below] of Object.entries(value)) add(below, path === '' ? name : `${path}.${name}`);
  };
  for (const record of records) add(record, '');
  paths.delete('');
  return [...paths];
}
