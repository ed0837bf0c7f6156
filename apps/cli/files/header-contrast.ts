import { fieldWords } from '../../../src/workbench/design/field-words.ts';
import { kindOfName } from '../../../src/workbench/design/kind-vocabulary.ts';
import { valueShape } from '../../../src/workbench/design/value-shape.ts';

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
