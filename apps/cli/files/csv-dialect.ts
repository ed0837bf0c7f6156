import { type CsvDialect, readFirstRows } from './csv-records.ts';
import { type Engine, literal, readCall } from './engine.ts';

/** Separators of cells that are in use. */
const delimiters: readonly string[] = [',', ';', '\t', '|', '^', '~', ':', '¦', '\u0001'];
const rowsToCompare = 100;

/** How the cells of a file are written, every part of it. */
export type FoundDialect = Readonly<Record<'delimiter' | 'quote' | 'escape', string>>;

/**
 * Finds out how the cells of a file are written: the delimiter by which most rows have as many cells as the first one,
 * and quotes and escapes by DuckDB's sniffer, which does not find the delimiter of a file with ragged rows.
 *
 * @param given a delimiter that is known
 */
export async function findDialect(engine: Engine, file: string, given: string | undefined): Promise<FoundDialect> {
  const delimiter = given ?? (await findDelimiter(file));
  return { delimiter, ...(await findQuote(engine, file, delimiter)) };
}

async function findDelimiter(file: string): Promise<string> {
  let best = ',';
  let bestCells = 1;
  for (const delimiter of delimiters) {
    const [first = [], ...rows] = await readFirstRows(file, { delimiter }, rowsToCompare);
    const filled = rows.filter((row) => row.length > 1 || row[0] !== '');
    const fitting = filled.filter((row) => row.length === first.length).length;
    const cells = first.length * (filled.length === 0 ? 1 : fitting / filled.length);
    // A row has at least two cells, and more than half of the rows have as many as the header.
    if (first.length > 1 && fitting * 2 >= filled.length && cells > bestCells) {
      best = delimiter;
      bestCells = cells;
    }
  }
  return best;
}

async function findQuote(
  engine: Engine,
  file: string,
  delimiter: string,
): Promise<{ readonly quote: string; readonly escape: string }> {
  const usual = { quote: '"', escape: '"' };
  try {
    const [row] = await engine.rows(
      `SELECT Quote, Escape FROM ${readCall('sniff_csv', file, `delim = ${literal(delimiter)}`, 'all_varchar = true', 'header = true')}`,
    );
    const [quote, escaping] = (row ?? []) as readonly (string | undefined)[];
    // Without a quote in the sniffed rows there may still be one below.
    if (quote !== "'" && quote !== '"') return usual;
    return { quote, escape: escaping === '\\' ? escaping : quote };
  } catch (error) {
    // The sniffer refuses files of one row and of ragged rows.
    if ((error as Error).name === 'AbortError') throw error;
    return usual;
  }
}

/** The dialect as `load` takes it: only what is not usual. */
export function unusualDialect({ delimiter, quote, escape: escaping }: FoundDialect): CsvDialect {
  return {
    ...(delimiter !== ',' && { delimiter }),
    ...(quote !== '"' && { quote }),
    ...(escaping !== quote && { escape: escaping }),
  };
}
