import { CsvError, parse } from 'csv-parse/sync';
import { ToolRefusal } from './tool.ts';

/** The most characters of a header line. */
export const maxHeader = 20_000;

const delimiters = [';', ',', '\t', '|'] as const;

/**
 * The names of the fields in the header line of a CSV file. The delimiter is the one that splits the line into most
 * columns.
 *
 * @throws ToolRefusal if the text is no header line.
 */
export function headerFields(header: string): string[] {
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
