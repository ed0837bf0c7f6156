import type { FieldKind } from '../../../src/workbench/design/field-kind.ts';
import { fieldWords } from '../../../src/workbench/design/field-words.ts';
import { kindOfName } from '../../../src/workbench/design/kind-of-name.ts';
import { valueShape } from '../../../src/workbench/design/value-shape.ts';
import { type FileColumn, isFlat } from '../files/column-summary.ts';

/** A column that may hold the ids of the records. */
export interface IdCandidate {
  readonly column: FileColumn;
  /** How sure it is, above 0. */
  readonly score: number;
  readonly because: string;
}

const wholeName = /^(?:id|uid|guid|uuid|pk|rowid|key|(?:record|row|rec|person|customer|client) (?:id|key))$/;
const lastWord = /\b(?:id|ids|guid|uuid|key|number|code|ref|reference|nr|num)$|(?:nummer|nr|id|key)$/;
/** Kinds of names that an id may have. A number of a person or a thing is evidence: other records may share it. */
const kindsOfIds: ReadonlySet<FieldKind | undefined> = new Set([
  undefined,
  'ignored',
  'accountNumber',
  'productCode',
] as const);
/** Numbers of a register, of which each of its entries has its own. */
const registerNumber =
  /^(?:(?:\w+ )?(?:lei|npi|ein|doi|orcid|cik|duns|uei|siren|siret|ror|crn)|(?:\w+ )?(?:company|registration|registry|register|charity|voter|filing|entity)(?: reg(?:istration)?)? (?:number|id))$/;
const notes =
  /\b(?:created|updated|modified|date|time|timestamp|amount|amt|balance|assets?|total|sum|score|salary|income|revenue|spent|betrag|saldo|summe|umsatz|montant|solde|importe|price|description|comment)\b/;
/** With fewer rows, any column may be unique. */
const fewRows = 5;
/** The share of rows with a missing or repeated id up to which a column named id is taken for one with errors. */
const fewProblems = 0.05;
const sureScore = 60;

/**
 * The columns that may be the id, the likeliest first: every row has a value, no two have the same, and name or values
 * look like an id.
 */
export function idCandidates(columns: readonly FileColumn[], rows: number): readonly IdCandidate[] {
  return columns
    .filter((column) => isFlat(column) && isUnique(column, rows))
    .map((column) => candidateOf(column, rows))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.column.position - b.column.position);
}

/** True if the first candidate is the id beyond doubt: another one is far behind. */
export const isSure = ([first, second]: readonly IdCandidate[]): boolean =>
  first !== undefined && first.score >= sureScore && (second === undefined || first.score - second.score >= 10);

/** A column that is named as an id and would be one without a few rows. */
export function nearlyId(columns: readonly FileColumn[], rows: number): FileColumn | undefined {
  return columns.find(({ steps, isList, summary, ...column }) => {
    const problems = rows - Math.min(summary.filled, summary.distinct);
    return (
      isFlat({ ...column, steps, isList }) &&
      wholeName.test(wordsOf(column.title)) &&
      problems > 0 &&
      problems <= rows * fewProblems
    );
  });
}

/** True if a column has the numbers of a register, which say more than ids: an id of the file may also be one. */
export function isRegisterNumber(title: string): boolean {
  const words = wordsOf(title);
  return registerNumber.test(words) && !words.startsWith('parent ');
}

/** True if every row has a value that no other row has, as far as the summary tells. */
export function isUnique({ summary: { filled, distinct, isApproximate } }: FileColumn, rows: number): boolean {
  // The estimate of a sketch is a few percent off; the ids are counted exactly afterwards.
  return filled === rows && (isApproximate ? distinct > rows * 0.9 : distinct === rows);
}

function candidateOf(column: FileColumn, rows: number): IdCandidate {
  const words = wordsOf(column.title);
  const isRegister = isRegisterNumber(column.title);
  const mayBeId = (isRegister || kindsOfIds.has(kindOfName(words.split(' ')))) && !notes.test(words);
  const byName = wholeName.test(words) ? 90 : mayBeId && (isRegister || lastWord.test(words)) ? 70 : 0;
  const values = column.summary.top.map(({ value }) => value);
  const shapes = values.map(valueShape);
  const isCode =
    shapes.every((shape) => shape === 'number' || shape === 'code' || shape === 'uuid' || shape === 'year') &&
    !values.some((value) => /\d[.,]\d/.test(value));
  const byValues = mayBeId && isCode && rows >= fewRows ? (shapes.every((shape) => shape === 'uuid') ? 60 : 40) : 0;
  const best = Math.max(byName, byValues);
  const because = 'every row has one, and no two rows have the same';
  return {
    column,
    score: best === 0 ? 0 : best + (isCode ? 5 : 0) + (column.position === 0 ? 5 : 0),
    because: byName > 0 ? `${because}; its name says so` : because,
  };
}

const wordsOf = (title: string): string => fieldWords(title).join(' ');
