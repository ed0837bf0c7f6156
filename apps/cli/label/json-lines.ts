import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import * as z from 'zod';
import { LabelAnswerError } from './errors.ts';
import { type LabelChanges, type LabelSession, pairsToJudge } from './label-session.ts';

const line = z.union([
  z.strictObject({ pair: z.string(), answer: z.enum(['same', 'different', 'unsure']) }),
  z.strictObject({ answer: z.enum(['undo', 'quit']) }),
]);

/** The longest line of an answer, in characters. */
const longestLine = 10_000;

/** Input and output of a program that judges pairs. */
export interface JsonStreams {
  readonly input: Readable;
  readonly output: Writable;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Prints pairs as JSON lines, and reads answers `{"pair": …, "answer": "same" | "different" | "unsure"}`, or
 * `{"answer": "undo" | "quit"}`. A line that is no answer is answered by `{"error": …}`, and the pair is asked again.
 */
export async function judgeByLines(
  session: LabelSession,
  pairs: number,
  { input, output, signal }: JsonStreams,
): Promise<void> {
  const lines = createInterface({ input, terminal: false, ...(signal && { signal }) });
  try {
    if (!showNext(session, pairs, output)) return;
    for await (const text of lines) {
      if (text.trim() === '') continue;
      try {
        if ((await take(session, text)) === 'quit') return;
        write(output, { estimate: session.estimate() });
      } catch (error) {
        if (!(error instanceof LabelAnswerError)) throw error;
        write(output, { error: { code: error.code, message: error.message, hint: error.hint } });
      }
      if (!showNext(session, pairs, output)) return;
    }
    signal?.throwIfAborted();
  } finally {
    lines.close();
  }
}

/** @returns false if there is nothing more to judge */
function showNext(session: LabelSession, pairs: number, output: Writable): boolean {
  if (session.counts().judged >= pairsToJudge(pairs, session.counts())) return false;
  const shown = session.nextPair();
  if (shown === undefined) return false;
  write(output, shown);
  return true;
}

async function take(session: LabelSession, text: string): Promise<'quit' | undefined> {
  const hint = 'Write {"pair": "…", "answer": "same"}, or different, unsure; {"answer": "undo"} or {"answer": "quit"}.';
  let value: unknown;
  try {
    value = JSON.parse(text.slice(0, longestLine));
  } catch (cause) {
    throw new LabelAnswerError('The line is no JSON.', { hint, cause });
  }
  const parsed = line.safeParse(value);
  if (!parsed.success) throw new LabelAnswerError('The line is no answer.', { hint });
  const answer = parsed.data;
  if ('pair' in answer) {
    await session.answer(answer.pair, answer.answer);
    return undefined;
  }
  if (answer.answer === 'quit') return 'quit';
  if (!(await session.undo())) throw new LabelAnswerError('There is no answer to take back.', { hint });
  return undefined;
}

/** The last line of a session: what the labels lead to. */
export function writeChanges(output: Writable, changes: LabelChanges, applied: string | undefined): void {
  const { reason, threshold, weights, keys, entities, estimate, isChanged } = changes;
  write(output, {
    changes: { isChanged, reason: reason ?? null, threshold, weights, keys, entities },
    estimate,
    applied: applied ?? null,
  });
}

const write = (output: Writable, value: object): void => void output.write(`${JSON.stringify(value)}\n`);
