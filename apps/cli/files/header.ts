import { fieldWords } from '../../../src/workbench/design/field-words.ts';
import { guessKinds } from '../../../src/workbench/design/guess-kinds.ts';
import { kindOfName } from '../../../src/workbench/design/kind-of-name.ts';
import { valueShape } from '../../../src/workbench/design/value-shape.ts';
import type { Question } from '../terminal/question.ts';
import { type CsvDialect, hasOpenQuote, openQuote, readCsvHeader, readFirstRows } from './csv-records.ts';
import { ColumnsError } from './source-record.ts';

/** Shapes that names of columns do not have, though their values may. */
const exact: ReadonlySet<string> = new Set(['date', 'email', 'phone', 'number', 'code', 'uuid', 'url']);

/** Words of headers that say no kind. */
const vocabulary = new Set(
  'id ids key code type status name names value values date time year number count total amount price title text note notes comment comments description category class group level state label source record row line index flag remarks details value1 column col field feld spalte wert datum betrag preis anzahl menge art typ kategorie bemerkung champ valeur colonne montant prix remarque campo valor columna importe precio nota colonna valore importo prezzo'.split(
    ' ',
  ),
);

const mostOf = 0.8;

/** Fewer values tell little about a column. */
const fewest = 2;

/**
 * Whether the first row of a file names its columns, by its contrast to the others and by the vocabulary of names. Undefined
 * where that does not tell.
 */
export function namesColumns(first: readonly string[], rows: readonly (readonly string[])[]): boolean | undefined {
  // Files that were put together have their header again and again.
  const others = rows.filter((row) => row.some((cell, index) => cell.trim() !== first[index]));
  let names = 0;
  let data = 0;
  for (const [index, cell] of first.entries()) {
    const values = others.map((row) => row[index]?.trim() ?? '').filter((value) => value !== '');
    const verdict = cell === '' ? undefined : isName(cell, values);
    if (verdict === true) names += 1;
    if (verdict === false) data += 1;
  }
  if (names > data * 2) return true;
  return data > names * 2 ? false : undefined;
}

function isName(cell: string, values: readonly string[]): boolean | undefined {
  if (values.includes(cell)) return false;
  const shape = valueShape(cell);
  const share = (fits: (value: string) => boolean) => values.filter(fits).length / values.length;
  if (values.length >= fewest) {
    const isLike = share((value) => patternOf(value) === patternOf(cell)) >= mostOf;
    if (isLike && /\d/.test(cell)) return false;
    if (exact.has(shape) && share((value) => valueShape(value) === shape) >= mostOf) return false;
    if (!/\d/.test(cell) && share((value) => exact.has(valueShape(value)) || valueShape(value) === 'year') >= mostOf) {
      return true;
    }
  }
  if (isKnown(cell)) return true;
  if (/^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$|^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$|^[a-z]+(?:[A-Z][a-z]+)+$/.test(cell))
    return true;
  return values.length >= fewest && isWord(cell) && share((value) => caseOf(value) !== caseOf(cell)) >= mostOf
    ? true
    : undefined;
}

/** True if the words of a text are those of names of columns. */
function isKnown(cell: string): boolean {
  const words = fieldWords(cell);
  return (
    words.length > 0 &&
    words.length <= 8 &&
    (kindOfName(words) !== undefined || words.some((word) => vocabulary.has(word)))
  );
}

const isWord = (text: string): boolean => /^\p{L}[\p{L}\s_-]*$/u.test(text);

/** How a text is written: letters and digits by their kind, runs of letters as one. */
const patternOf = (text: string): string =>
  text
    .slice(0, 60)
    .replace(/\p{Lu}+/gu, 'A')
    .replace(/\p{Ll}+/gu, 'a')
    .replace(/\d/g, '9');

const caseOf = (text: string): string =>
  text === text.toUpperCase() ? 'upper' : text === text.toLowerCase() ? 'lower' : 'mixed';

const number = /^[-+]?\d[\d.,\s]*$/;

/** Shapes of values that no name of a column has. */
const unmistakable = new Set(['date', 'email', 'phone', 'uuid']);

/**
 * The names of the columns of a CSV file.
 *
 * @param given names for a file without a header
 * @param isSaid true if the reader said that the first row is one
 * @throws ColumnsError when the first row is no header, has a name twice, or nothing follows it
 */
export async function readHeader(
  file: string,
  dialect: CsvDialect,
  given: readonly string[] | undefined,
  isSaid = false,
): Promise<readonly string[]> {
  const { names } = await readCsvHeader(file, dialect);
  if (given !== undefined) {
    if (given.length === names.length) return given;
    throw new ColumnsError(`--header names ${given.length} columns, and the first row has ${names.length} cells.`, {
      hint: `Name every column in its order. The first row is: ${names.join(', ')}.`,
    });
  }
  if (!isSaid) refuseData(file, names);
  const [doubled] = names.filter((name, index) => names.indexOf(name) !== index);
  if (doubled !== undefined) {
    // A record repeats its values, and no name.
    const [first = [], ...rows] = await readFirstRows(file, dialect, comparedRows);
    if (!isSaid && namesColumns(trimmed(first), rows) === false) throw isData(file, names);
    const columns = names.flatMap((name, index) => (name === doubled ? [index + 1] : []));
    throw new ColumnsError(
      `The columns ${columns.join(' and ')} of ${file} ${doubled === '' ? 'have no name' : `are both named ${JSON.stringify(doubled)}`}.`,
      { hint: 'Give every column a name of its own in the first row.' },
    );
  }
  return names;
}

function refuseData(file: string, names: readonly string[]): void {
  const filled = names.filter((name) => name !== '');
  const data = filled.find((name) => unmistakable.has(valueShape(name)));
  if (data !== undefined || (filled.length > 0 && filled.every((name) => number.test(name)))) throw isData(file, names);
}

const isData = (file: string, names: readonly string[]): ColumnsError =>
  new ColumnsError(`The first row of ${file} is no header but data: ${shown(names)}.`, {
    hint: `Name the columns: --header ${names.map((_, index) => `name${index + 1}`).join(',')}, or have them named by their values: --no-header.`,
  });

const trimmed = (cells: readonly string[]): readonly string[] => cells.map((cell) => cell.trim());

const shown = (names: readonly string[]): string => names.slice(0, 8).join(', ');

/** Who decides where the first row may be a header or a record. */
export interface UnclearHeader {
  /** Of the file, for the reader. */
  readonly name: string;
  readonly ask: ((question: Question) => Promise<string>) | undefined;
  /** Takes it for a header, and says so. */
  readonly isAssumed: boolean;
}

/**
 * Finds out by the other rows whether the first one names the columns.
 *
 * @returns what the reader should know
 * @throws ColumnsError when it does not, or when that is unclear
 */
export async function checkHeader(
  file: string,
  dialect: CsvDialect,
  { name, ask, isAssumed }: UnclearHeader,
): Promise<string[]> {
  const [first = [], ...rows] = await readFirstRows(file, dialect, comparedRows);
  const names = trimmed(first);
  const isHeader = namesColumns(names, rows);
  if (isHeader === true) return [];
  if (isHeader === false) throw isData(name, names);
  const question = `Does the first row of ${name} name the columns, or is it a record: ${shown(names)}?`;
  if (isAssumed) return [`${question} It is taken for names. If it is a record, name the columns.`];
  const answer = await ask?.({ text: question, choices: [{ name: 'names' }, { name: 'record' }], otherwise: 'names' });
  if (answer === 'names') return [];
  if (answer === 'record') throw isData(name, names);
  throw new ColumnsError(`The first row of ${name} may name the columns, or be a record: ${shown(names)}.`, {
    hint: 'Say that it names them with --header, or that it is a record with --no-header.',
  });
}

/** Rows that the first one is compared with. */
const comparedRows = 1_000;

/** Kinds that say what a column holds. The others name nothing. */
const nameless: ReadonlySet<string> = new Set(['unknown', 'ignored', 'freeText', 'category', 'trait', 'otherDate']);

/** Names for the columns of a file without a header: the kinds of their values, else their numbers. */
export async function namesByValues(file: string, dialect: CsvDialect): Promise<readonly string[]> {
  const rows = await readFirstRows(file, dialect, comparedRows);
  const numbers = (rows[0] ?? []).map((_, index) => `column${index + 1}`);
  const sampleRecords = rows.map((row) => Object.fromEntries(row.map((cell, index) => [`column${index + 1}`, cell])));
  const { fields } = guessKinds({ fields: numbers.map((name) => ({ name })), sampleRecords });
  return fields.map(({ kind }, index) => {
    const same = fields.slice(0, index).filter((other) => other.kind === kind).length;
    return nameless.has(kind) ? numbers[index]! : `${kind}${same === 0 ? '' : same + 1}`;
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
