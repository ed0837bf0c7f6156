import { plainLine } from './plain-line.ts';
import { terminalText } from './terminal-text.ts';

/** An answer that a question offers. */
export interface Choice {
  readonly name: string;
  /** What it means, where the name does not say it. */
  readonly title?: string | undefined;
}

/** Something that only the reader knows. */
export interface Question {
  readonly text: string;
  readonly choices: readonly Choice[];
  /** So many choices, the likeliest, are listed at first, and `?` lists all; undefined lists all at once. */
  readonly shown?: number | undefined;
  /** What an empty answer means: the name of a choice. */
  readonly otherwise: string;
}

/** Of more choices, so many are listed at first. */
export const mostOffered = 5;

/** A question that yes or no answers. */
export const yesOrNo = (text: string, otherwise: 'yes' | 'no'): Question => ({
  text,
  choices: [{ name: 'yes' }, { name: 'no' }],
  otherwise,
});

const isYesOrNo = ({ choices }: Question): boolean => choices.map(({ name }) => name).join() === 'yes,no';

const isCut = ({ shown, choices }: Question): boolean => shown !== undefined && shown < choices.length;

/** The question with its numbered choices, or with all of them where it lists some at first. */
export function questionText(question: Question): string {
  const lines = isYesOrNo(question) ? [] : choiceLines(question, question.shown);
  return `\n${terminalText([question.text, ...lines])}`;
}

export const allChoicesText = (question: Question): string => terminalText(choiceLines(question));

/** What stands before the answer. */
export function promptText(question: Question): string {
  if (isYesOrNo(question)) return `yes or no [${question.otherwise}]: `;
  const more = isCut(question) ? `, ? for all ${question.choices.length}` : '';
  return `Number or name${more} [${plainLine(question.otherwise)}]: `;
}

function choiceLines({ choices, otherwise }: Question, most = choices.length): string[] {
  const listed = choices.slice(0, most);
  const width = Math.max(...listed.map(({ name }) => name.length));
  const digits = String(listed.length).length;
  return listed.map(({ name, title }, index) => {
    const meant = name === otherwise ? ' (default)' : '';
    const named = title === undefined ? name : `${name.padEnd(width)}  ${title}`;
    return `  ${String(index + 1).padStart(digits)}  ${named}${meant}`;
  });
}

/** The choice that a typed line means: by its name, its number, its title, or the first letter of yes and no. */
export function choiceOf(question: Question, line: string): Choice | undefined {
  const typed = line.trim().toLowerCase();
  if (typed === '') return question.choices.find(({ name }) => name === question.otherwise);
  const { choices } = question;
  return (
    choices.find(({ name }) => name.toLowerCase() === typed) ??
    (/^\d+$/.test(typed) && !isYesOrNo(question) ? choices[Number(typed) - 1] : undefined) ??
    choices.find(({ title }) => title?.toLowerCase() === typed) ??
    (isYesOrNo(question) ? choices.find(({ name }) => name.startsWith(typed)) : undefined)
  );
}
