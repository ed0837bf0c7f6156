import type { Problem } from '../api/problem.ts';

/** Options of the command line, and where this page has them. */
const places: readonly (readonly [option: RegExp, place: string])[] = [
  [/--id-column|--no-id-column/, 'Choose another column or “Numbers of lines” under “Id of the records”'],
  [/--id-replace/, 'Tick “Replace each colon in an id by a hyphen”'],
  [/--delimiter/, 'Choose the separator of cells'],
  [/--header/, 'Write names of the columns, if the first row has none'],
  [/--kind/, 'Choose what a column is'],
  [/--goal/, 'Choose another goal'],
];

/** A problem of the command line with the hint that fits this page. */
export function pageHint(problem: Problem): Problem {
  const { hint } = problem;
  if (hint === undefined || !hint.includes('--')) return problem;
  const fitting = places.filter(([option]) => option.test(hint)).map(([, place]) => place);
  return fitting.length === 0
    ? problem
    : { ...problem, hint: `${fitting.join(', or: ')}. Or correct the file, and take it again.` };
}

/** A note of the command line in the words of this page. */
export const pageNote = (note: string): string =>
  note
    .replace('name the separator of cells with --delimiter', 'choose the separator of cells')
    .replace('use --goal precision', 'choose the goal precision')
    .replace('see the report for the pairs', 'see the pairs below');
