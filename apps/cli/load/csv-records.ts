import { createReadStream } from 'node:fs';
import { CsvError, type Options, type Parser, parse } from 'csv-parse';
import { type ColumnOptions, ColumnsError, compileColumns } from './columns.ts';
import { encodingProblem, excerpt, recordLimit, type SourcePosition, type SourceRecord } from './source-record.ts';

export interface CsvOptions extends ColumnOptions {
  /** Separator of cells; default a comma. */
  readonly delimiter?: string;
}

interface CsvRow {
  readonly record: string[];
  readonly info: { readonly bytes: number; readonly lines: number };
}

/**
 * Reads the records of a CSV file whose first row is the header (RFC 4180; UTF-8, with or without a byte order mark).
 * Reports an invalid row without stopping the others. Rejects with a ColumnsError when the header cannot be mapped, and
 * when the file cannot be read.
 */
export async function* readCsvRecords(
  file: string,
  from: SourcePosition,
  options: CsvOptions = {},
): AsyncGenerator<SourceRecord, void, undefined> {
  const header = await readHeader(file, options);
  const readRow = compileColumns(header.names, options);
  const start = from.offset < header.next.offset ? header.next : from;
  let end = start.offset;
  // csv-parse counts lines by their breaks, so a row starts where the one before it ended.
  let line = start.line;
  try {
    for await (const { record: row, info } of rows(file, start.offset, options)) {
      const at = line;
      end = start.offset + info.bytes;
      line = start.line + info.lines;
      if (row.length === 1 && row[0] === '') continue;
      const place = { line: at, end, nextLine: line };
      const problem = encodingProblem(row.join(''));
      const read = problem === undefined ? readRow(row) : { problem };
      yield 'problem' in read
        ? { ...place, problem: read.problem, text: excerpt(row.join(options.delimiter ?? ',')) }
        : { ...place, record: read.record };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // After an unclosed quote, row boundaries are unknown.
    throw new ColumnsError(`${file}: a quote that opens at line ${line} or later is not closed.`, {
      hint: `Double a quote inside a quoted cell ("") and close every quoted cell. Everything before line ${line} was read.`,
      cause: error,
    });
  }
}

async function readHeader(file: string, options: CsvOptions): Promise<{ names: string[]; next: SourcePosition }> {
  for await (const { record, info } of rows(file, 0, { ...options, to: 1 })) {
    const problem = encodingProblem(record.join(''));
    if (problem !== undefined) {
      throw new ColumnsError(`The header of ${file} cannot be read: ${problem}.`, { hint: 'Save the file as UTF-8.' });
    }
    return {
      names: record.map((name) => name.trim()),
      next: { offset: info.bytes, line: info.lines + 1 },
    };
  }
  throw new ColumnsError(`${file} is empty.`, { hint: 'The first row must name the columns.' });
}

function rows(
  file: string,
  offset: number,
  options: CsvOptions & { readonly to?: number },
): AsyncIterable<CsvRow> & Parser {
  const settings: Options = {
    info: true,
    delimiter: options.delimiter ?? ',',
    bom: offset === 0,
    record_delimiter: ['\r\n', '\n', '\r'],
    // A wrong number of cells concerns one row only; a stray quote is read as text.
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: recordLimit,
    ...(options.to === undefined ? {} : { to: options.to }),
  };
  const stream = createReadStream(file, { start: offset, highWaterMark: 256 * 1024 });
  const parser = parse(settings);
  stream.on('error', (error) => parser.destroy(error));
  parser.on('close', () => stream.destroy());
  return stream.pipe(parser);
}
