import { valueShape } from '../../../src/rules/design/value-shape.ts';
import { type CsvDialect, hasOpenQuote, openQuote, readCsvHeader, readFirstRows } from '../load/csv-records.ts';
import { ColumnsError } from '../load/errors.ts';

const number = /^[-+]?\d[\d.,\s]*$/;
/** Shapes of values that no name of a column has. */
const unmistakable = new Set(['date', 'email', 'phone', 'uuid']);

/**
 * The names of the columns of a CSV file.
 *
 * @param given names for a file without a header
 * @throws ColumnsError when the first row is no header, has a name twice, or nothing follows it
 */
export async function readHeader(
  file: string,
  dialect: CsvDialect,
  given: readonly string[] | undefined,
): Promise<readonly string[]> {
  const { names } = await readCsvHeader(file, dialect);
  if (given !== undefined) {
    if (given.length === names.length) return given;
    throw new ColumnsError(`--header names ${given.length} columns, and the first row has ${names.length} cells.`, {
      hint: `Name every column in its order. The first row is: ${names.join(', ')}.`,
    });
  }
  refuseSeparatorLine(file, names.join(dialect.delimiter ?? ','));
  refuseData(file, names);
  const [doubled] = names.filter((name, index) => names.indexOf(name) !== index);
  if (doubled !== undefined) {
    const columns = names.flatMap((name, index) => (name === doubled ? [index + 1] : []));
    throw new ColumnsError(
      `The columns ${columns.join(' and ')} of ${file} ${doubled === '' ? 'have no name' : `are both named ${JSON.stringify(doubled)}`}.`,
      { hint: 'Give every column a name of its own in the first row.' },
    );
  }
  return names;
}

/** Spreadsheets write the separator of cells into a line of its own, such as `sep=;`. No other program reads it. */
function refuseSeparatorLine(file: string, line: string): void {
  const separator = /^sep=(.)$/i.exec(line)?.[1];
  if (separator === undefined) return;
  throw new ColumnsError(`The first row of ${file} is no header: "sep=" is for spreadsheets.`, {
    hint: `Remove this line, so that the names of the columns come first. The separator of cells is then ${JSON.stringify(separator)}.`,
  });
}

function refuseData(file: string, names: readonly string[]): void {
  const filled = names.filter((name) => name !== '');
  const data = filled.find((name) => unmistakable.has(valueShape(name)));
  if (data === undefined && !(filled.length > 0 && filled.every((name) => number.test(name)))) return;
  const shown = names.slice(0, 8).join(', ');
  throw new ColumnsError(`The first row of ${file} is no header but data: ${shown}.`, {
    hint: `Name the columns: --header ${names.map((_, index) => `name${index + 1}`).join(',')}`,
  });
}

/** @throws ColumnsError when no row follows the header */
export async function refuseHeaderAlone(file: string, dialect: CsvDialect): Promise<void> {
  const [, ...rows] = await readFirstRows(file, dialect, 1_000);
  if (rows.some((row) => row.some((cell) => cell !== ''))) return;
  const { next } = await readCsvHeader(file, dialect);
  if (await hasOpenQuote(file, next.offset, dialect)) throw openQuote(file, next.line);
  throw new ColumnsError(`${file} has a header and no rows.`, { hint: 'Add rows below the header.' });
}
