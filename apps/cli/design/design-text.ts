import Table from 'cli-table3';
import { opinionText } from '../../../src/workbench/learning/opinion-text.ts';
import { eachOnce } from '../terminal/once.ts';
import { plainLine } from '../terminal/plain-line.ts';
import type { DesignedColumn, DesignedFile } from './design-file.ts';
import { learningNotes } from './design-from-records.ts';

const width = 80;
/** Widths of the table's columns with the blanks around their texts: name, kind, reason, share. */
const widths = [24, 22, 25, 9];
const shownValues = 8;
const shownColumns = 3;

/** What a person should read about a design, at most 80 characters wide. */
export function designText(file: DesignedFile): string {
  const { rows, counted, columns, title, warnings, designed } = file;
  const { design } = designed;
  const left = columns.filter(({ field, isId }) => field === null && !isId);
  const parts = [
    paragraph(
      `${file.file}: ${rows.toLocaleString('en')} records, ${columns.length} ${columns.length === 1 ? 'column' : 'columns'}; ${title}.`,
    ),
    columnTable(columns, counted),
    'Correct a wrong kind with --kind COLUMN=KIND.\n',
    paragraph(idSentence(file)),
    list(
      'Never compared:',
      columns.filter(({ field, isCompared }) => field !== null && !isCompared).map((one) => reasonOf(one)),
    ),
    list('Left out:', [
      ...left.map((one) => reasonOf(one)),
      ...file.unusable.map(({ title: name, reason }) => `${plainLine(name)}: ${reason}`),
    ]),
    list('Read as no value (--no-nulls reads it as it is):', file.nulls.flatMap(nullTexts)),
    list('Values that stand for no value:', file.placeholders.map(valueText)),
    list('Values that many rows share:', file.frequent.map(valueText)),
    evidenceTable(file),
    list(
      'Pairs to compare are found by these rules:',
      design.rules.map(({ why }) => firstSentence(why)),
      Number.POSITIVE_INFINITY,
    ),
    paragraph(trialSentence(file)),
    list('Note:', [...learningNotes(designed), ...warnings].map(plainLine), Number.POSITIVE_INFINITY),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

/**
 * What a person should know of a design that another command made on the way: the id, what a trial gave, and every note. A
 * text each, for lines or JSON.
 */
export function designNotes(file: DesignedFile): string[] {
  return eachOnce([
    idSentence(file),
    trialSentence(file),
    ...[...learningNotes(file.designed), ...file.warnings].map(plainLine),
  ]);
}

function columnTable(columns: readonly DesignedColumn[], rows: number): string {
  const table = new Table({
    head: ['column', 'taken for', 'because', 'filled'],
    colWidths: widths,
    wordWrap: true,
    wrapOnWordBoundary: true,
    style: { head: [], border: [], compact: true },
    chars: bare,
    colAligns: ['left', 'left', 'left', 'right'],
  });
  for (const { title, field, kindTitle, because, isId, summary } of columns) {
    const name = field === null || field === title ? plainLine(title) : `${plainLine(title)} (${field})`;
    const taken = isId ? 'the id' : field === null ? 'left out' : kindTitle!;
    table.push([name, taken, because, percent(summary.filled, rows)]);
  }
  return `${trimmed(table.toString())}\n`;
}

function evidenceTable({ designed: { design } }: DesignedFile): string {
  const table = new Table({
    head: ['evidence', 'agrees', 'differs'],
    colWidths: [50, 10, 10],
    wordWrap: true,
    style: { head: [], border: [], compact: true },
    chars: bare,
    colAligns: ['left', 'right', 'right'],
  });
  for (const { title, levels, otherwise } of design.evidence) {
    table.push([title, bits(Math.max(...levels.map(([, weight]) => weight))), bits(otherwise)]);
  }
  const intro = `Two records are one if the evidence adds up to ${design.threshold} bits or more. Bits for values that agree and that differ:`;
  return `${paragraph(intro)}${trimmed(table.toString())}\n`;
}

/** A table without lines. */
const bare = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '',
};

const trimmed = (text: string): string => text.replace(/[ \t]+$/gm, '');

function idSentence({ id: { id, because } }: DesignedFile): string {
  if ('column' in id) {
    const replaced = id.replace.map(([from, to]) => `${JSON.stringify(from)} by ${JSON.stringify(to)}`).join(', ');
    return `The id is ${plainLine(id.column.title)}: ${because}.${replaced === '' ? '' : ` In it, ${replaced} is replaced.`}`;
  }
  return `There is no id: ${because}. Ids are made from line numbers (${id.linePrefix}17 is that of line 17). Loading the same file again changes nothing; a file with other lines, or in another order, would give its records the ids of others. Name a column with --id-column if there is one.`;
}

function trialSentence({ rows, designed: { trial: tried, opinion } }: DesignedFile): string {
  const { records, clusters } = tried;
  const entities = clusters.reduce((sum, { count }) => sum + count, 0);
  const of = records < rows ? 'the first ' : '';
  const largest = clusters.at(-1)?.size ?? 0;
  const trial = `Trial run: ${of}${records.toLocaleString('en')} records become ${entities.toLocaleString('en')} entities; the largest has ${largest.toLocaleString('en')}.`;
  return `${trial} The model's own opinion, which only labels can confirm: ${opinionText(opinion)}.`;
}

const reasonOf = ({ title, because }: DesignedColumn): string => `${plainLine(title)}: ${because}`;

const valueText = ({ column, value, count }: DesignedFile['frequent'][number]): string =>
  `${plainLine(column)}: ${JSON.stringify(plainLine(value).slice(0, 40))} in ${count.toLocaleString('en')} rows`;

/** What counts as no value, and where. */
export function nullTexts({ value, columns }: DesignedFile['nulls'][number]): string[] {
  if (columns.length === 0) return [JSON.stringify(plainLine(value))];
  if (columns.length <= shownColumns) return columns.map(({ column, count }) => valueText({ column, value, count }));
  const cells = columns.reduce((sum, { count }) => sum + count, 0);
  return [
    `${JSON.stringify(plainLine(value))} in ${cells.toLocaleString('en')} cells of ${plainLine(columns[0]!.column)} and ${columns.length - 1} other columns`,
  ];
}

/** What a rule compares; the rest is the same for all rules. */
export const firstSentence = (text: string): string => `${text.split('. ', 1)[0]!.replace(/\.$/, '')}.`;
const bits = (weight: number): string => (weight > 0 ? `+${weight.toFixed(1)}` : weight.toFixed(1));
const percent = (filled: number, rows: number): string => `${Math.floor((filled / Math.max(1, rows)) * 1000) / 10} %`;

function list(title: string, given: readonly string[], most = shownValues): string {
  const items = eachOnce(given);
  if (items.length === 0) return '';
  const shown = items.slice(0, most).map((item) => wrapped(item, '- ', '  '));
  const more = items.length > most ? [`- and ${items.length - most} more: see report.html`] : [];
  return `${title}\n${[...shown, ...more].join('\n')}\n`;
}

const paragraph = (text: string): string => `${wrapped(text, '', '')}\n`;

/** Breaks a text between words. */
function wrapped(text: string, first: string, next: string): string {
  const lines: string[] = [];
  let line = first;
  for (const word of text.split(/\s+/)) {
    const isStart = line === first || line === next;
    if (!isStart && line.length + 1 + word.length > width) {
      lines.push(line);
      line = next + word;
    } else line = isStart ? line + word : `${line} ${word}`;
  }
  return [...lines, line].join('\n');
}
