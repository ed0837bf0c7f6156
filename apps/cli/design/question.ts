import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { InterruptedError } from '../interrupted.ts';

/** Something that only the reader knows. */
export interface Question {
  readonly text: string;
  readonly choices: readonly string[];
  /** What an empty answer means. */
  readonly otherwise: string;
}

/** With more choices, their names are typed and not numbers. */
const mostNumbered = 12;

/**
 * Asks on a terminal until the answer is one of the choices: its name or, for a few choices, its number. The end of the
 * input means what an empty answer means.
 */
export async function askOnTerminal(
  { text, choices, otherwise }: Question,
  {
    input,
    output,
    signal,
  }: { readonly input: Readable; readonly output: Writable; readonly signal?: AbortSignal | undefined },
): Promise<string> {
  const isNumbered = choices.length <= mostNumbered;
  const list = isNumbered
    ? choices.map((choice, index) => `  ${index + 1}  ${choice}\n`).join('')
    : `  ${choices.join(', ')}\n`;
  const prompt = `[${otherwise}] `;
  // The terminal itself edits the line, so that Ctrl-C stays a signal.
  const lines = createInterface({ input, terminal: false, ...(signal !== undefined && { signal }) });
  output.write(`\n${text}\n${list}${prompt}`);
  for await (const line of lines) {
    const answer = line.trim();
    if (answer === '') return otherwise;
    const named = choices.find((choice) => choice.toLowerCase() === answer.toLowerCase());
    const numbered = isNumbered && /^\d+$/.test(answer) ? choices[Number(answer) - 1] : undefined;
    if (named !== undefined || numbered !== undefined) return (named ?? numbered)!;
    output.write(`${JSON.stringify(answer)} is none of them.\n${prompt}`);
  }
  if (signal?.aborted) throw new InterruptedError('interrupted');
  return otherwise;
}
