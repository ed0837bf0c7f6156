import { parse } from 'csv-parse/sync';
import { ToolRefusal } from './tool.ts';

/** The most characters of a header line. */
export const maxHeader = 20_000;

const delimiters = [';', ',', '\t', '|'] as const;

/**
 * The names of the fields in the header line of a CSV file. The delimiter is the one that splits the line into most
 * names.
 *
 * @throws ToolRefusal if the text is no header line.
 */
export function headerFields(header: string): { readonly name: string }[] {
  const lines = header.split(/\r\n|[\r\n]/).filter((line) => line.trim() !== '');
  if (lines.length !== 1) {
    throw new ToolRefusal(
      `the argument header has ${lines.length} lines with text, not one`,
      'Give the first line of the file alone, and some of its rows as sampleRecords.',
    );
  }
  const rows = delimiters.map((delimiter) => namesIn(lines[0]!, delimiter));
  const names = rows.reduce((most, one) => (one.length > most.length ? one : most));
  return names.map((name) => ({ name }));
}

function namesIn(line: string, delimiter: string): string[] {
  const [names = []] = parse(line, {
    delimiter,
    bom: true,
    trim: true,
    relax_quotes: true,
    skip_empty_lines: true,
  }) as string[][];
  return names.filter((name) => name !== '');
}
