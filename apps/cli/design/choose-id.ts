import { checkIds, type FileColumn, type IdProblems, isFlat } from '../files/column-summary.ts';
import type { Engine } from '../files/engine.ts';
import { shortenedNumber } from '../files/restored-cell.ts';

import { mostOffered, type Question, yesOrNo } from '../terminal/question.ts';
import type { ChosenId } from './columns-content.ts';
import { DesignOptionError, RecordIdsError } from './errors.ts';
import { type IdCandidate, idCandidates, isSure, isUnique, nearlyId } from './find-id.ts';

export interface IdRequest {
  /** The column that the caller names; false asks for ids from line numbers. */
  readonly idColumn: string | false | undefined;
  readonly replace: readonly (readonly [from: string, to: string])[];
  /** Begins ids that are made from line numbers. */
  readonly linePrefix: string;
  /** Undefined where nothing may be asked. */
  readonly ask: ((question: Question) => Promise<string>) | undefined;
}

/** The id and why it is the one. */
export interface IdChoice {
  readonly id: ChosenId;
  readonly because: string;
}

/**
 * Chooses the column that holds the ids of the records, and checks every id.
 *
 * @throws RecordIdsError when ids are missing, repeated or not allowed; DesignOptionError when no column has the name
 */
export async function chooseId(
  engine: Engine,
  columns: readonly FileColumn[],
  rows: number,
  request: IdRequest,
): Promise<IdChoice> {
  const { idColumn } = request;
  if (idColumn === false) return numbered(request, 'you asked for no id column');
  if (idColumn !== undefined) {
    const column = columns.find((one) => one.title === idColumn && isFlat(one));
    if (column === undefined) throw unknownColumn(idColumn, columns);
    return checked(engine, column, 'you said so', request);
  }
  // One column is what the records say; it cannot be the id as well.
  const candidates = columns.length === 1 ? [] : idCandidates(columns, rows);
  const found = await pick(candidates, request);
  if (found !== undefined) return checked(engine, found.column, found.because, request);
  const almost = candidates.length === 0 && columns.length > 1 ? nearlyId(columns, rows) : undefined;
  if (almost !== undefined) return checked(engine, almost, 'its name says so', request);
  const other = columns.length === 1 ? undefined : columns.find((one) => isFlat(one) && isUnique(one, rows));
  return numbered(
    request,
    other === undefined
      ? 'no column has a value in every row that no other row has'
      : `hardly two rows share a value of ${JSON.stringify(other.title)}, but neither its name nor its values look like an id`,
  );
}

async function pick(candidates: readonly IdCandidate[], { ask }: IdRequest): Promise<IdCandidate | undefined> {
  const [first] = candidates;
  if (first === undefined || ask === undefined || isSure(candidates)) return first;
  const none = 'none';
  const answer = await ask({
    text: 'Which column holds the ids of the records? They stay the same when you load the file again.',
    choices: [
      ...candidates.map(({ column, because }) => ({ name: column.title, title: because })),
      { name: none, title: 'no column: ids are made from line numbers' },
    ],
    shown: mostOffered,
    otherwise: first.column.title,
  });
  return candidates.find(({ column }) => column.title === answer);
}

const numbered = ({ linePrefix }: IdRequest, because: string): IdChoice => ({ id: { linePrefix }, because });

async function checked(engine: Engine, column: FileColumn, because: string, request: IdRequest): Promise<IdChoice> {
  let { replace } = request;
  let problems = await checkIds(engine, column.position, replace);
  if (problems.refused > 0 && problems.withColon === problems.refused && request.ask !== undefined) {
    const answer = await request.ask(
      yesOrNo(
        `${count(problems.withColon, 'id')} of ${column.title} contain a colon, such as ${JSON.stringify(problems.firstRefused)}. Ids of records cannot. Replace each colon by a hyphen?`,
        'yes',
      ),
    );
    if (answer === 'yes') {
      replace = [...replace, [':', '-']];
      problems = await checkIds(engine, column.position, replace);
    }
  }
  refuseProblems(column, problems, replace.length > 0);
  return { id: { column, replace }, because };
}

function refuseProblems({ title, isList }: FileColumn, problems: IdProblems, isReplaced: boolean): void {
  if (isList)
    throw new RecordIdsError(`The values of ${title} are lists, no ids.`, { hint: 'Name another --id-column.' });
  const { missing, missingRows, doubled, doubledRows, mostDoubled, refused, firstRefused, withColon } = problems;
  const said = [
    ...(missing === 0
      ? []
      : [
          `${count(missing, 'row')} ${missing === 1 ? 'has' : 'have'} none (row ${missingRows.join(', ')}${missing > missingRows.length ? ', …' : ''})`,
        ]),
    ...(doubled === 0
      ? []
      : [
          `${count(doubled, 'id')} ${doubled === 1 ? 'stands' : 'stand'} in ${doubledRows.toLocaleString('en')} rows${isReplaced ? ' after the replacement' : ''} (${mostDoubled
            .map(({ id, count: times }) => `${JSON.stringify(id)} ${times} times`)
            .join(', ')}${doubled > mostDoubled.length ? ', …' : ''})`,
        ]),
    ...(refused === 0
      ? []
      : [`${count(refused, 'id')} cannot be the id of a record (${JSON.stringify(firstRefused)})`]),
  ];
  if (said.length === 0) return;
  const short = mostDoubled.find(({ id }) => shortenedNumber.test(id));
  if (short !== undefined) {
    throw new RecordIdsError(
      `The ids in the column ${title} cannot be used: a spreadsheet has shortened them, such as ${short.id}.`,
      { hint: 'Their digits are lost. Export the file again with this column as text, or name another --id-column.' },
    );
  }
  throw new RecordIdsError(`The ids in the column ${title} cannot be used: ${said.join('; ')}.`, {
    hint:
      missing + doubled === 0
        ? refused === withColon
          ? "Ids contain no colon: replace it with --id-replace ':' '-'."
          : 'An id has at most 512 bytes and no control characters. Correct the ids, or name another --id-column.'
        : 'Correct the rows, name another --id-column, or make ids from line numbers with --no-id-column.',
  });
}

/** What to say of a name that no column has. */
export function unknownColumn(name: string, columns: readonly Pick<FileColumn, 'title'>[]): DesignOptionError {
  return new DesignOptionError(`No column is named ${JSON.stringify(name)}.`, {
    hint: `The columns are: ${columns.map(({ title }) => title).join(', ')}.`,
  });
}

const count = (number: number, what: string): string =>
  `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`;
