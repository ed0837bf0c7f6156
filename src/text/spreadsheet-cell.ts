/** What a spreadsheet takes for the beginning of a formula, also in full width. */
const sign = '[=@+\\-＝＠＋－]';
/**
 * Where a cell may begin: at its start, and behind what parts cells or rows in some spreadsheets. A list separator other than
 * the comma of the file parts a cell that no quotes enclose, and quotes that do not begin a cell enclose nothing.
 */
const starts = [
  '^(?=["\\s\\p{Cc}\\p{Cf}]*SIGN)',
  '(?<=[;\\|\\t\\r\\n\\v\\f\\x00\\x85\\u2028\\u2029])(?=[["\\s\\p{Cc}\\p{Cf}]--[;\\|\\t\\r\\n\\v\\f\\x00\\x85\\u2028\\u2029]]*SIGN)',
];
const startWith = (what: string, flags: string) =>
  new RegExp(starts.map((start) => start.replace('SIGN', () => what)).join('|'), `v${flags}`);

const formula = startWith(sign, 'g');
/** A number or a telephone number is harmless, although a spreadsheet may show another number. */
const runnable = startWith('(?:[=@＝＠]|[+\\-＋－](?![\\d\\s\\(\\).,\\/\\-]*(?:$|[;\\|])))', '');

/** True if a spreadsheet may run a cell with this text, or a part of it, as a formula. */
export const mayRunAsFormula = (text: string): boolean => runnable.test(text);

/** The text with an apostrophe wherever a spreadsheet would take what follows for a formula. */
export const forSpreadsheet = (text: string): string => text.replace(formula, "'");
