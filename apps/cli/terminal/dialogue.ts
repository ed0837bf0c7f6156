import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { InterruptedError } from '../interrupted.ts';
import { plainLine } from './plain-line.ts';
import { allChoicesText, choiceOf, promptText, type Question, questionText } from './question.ts';

export interface DialogueStreams {
  readonly input: Readable;
  readonly output: Writable;
  readonly signal?: AbortSignal | undefined;
}

/** Questions to the person at a terminal, one after the other. */
export interface Dialogue {
  /**
   * Asks until the answer is one of the choices, and answers its name. The end of the input means what an empty answer
   * means.
   *
   * @throws InterruptedError
   */
  ask(question: Question): Promise<string>;
  /** Gives the input back: an open one keeps the process. */
  close(): void;
}

/** The input is read from the first question on, and lines that are typed ahead answer the next one. */
export function openDialogue({ input, output, signal }: DialogueStreams): Dialogue {
  let lines: Interface | undefined;
  let isEnded = false;
  let wake = () => {};
  const typed: string[] = [];

  function open(): Interface {
    // The terminal itself edits the line, so that Ctrl-C stays a signal.
    const opened = createInterface({ input, terminal: false, ...(signal !== undefined && { signal }) });
    opened.on('line', (line) => {
      typed.push(line);
      wake();
    });
    opened.once('close', () => {
      isEnded = true;
      wake();
    });
    return opened;
  }

  /** Undefined at the end of the input. */
  async function nextLine(): Promise<string | undefined> {
    lines ??= open();
    while (typed.length === 0 && !isEnded) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    if (signal?.aborted) {
      output.write('\n');
      throw new InterruptedError('interrupted');
    }
    return typed.shift();
  }

  return {
    async ask(question) {
      output.write(`${questionText(question)}${promptText(question)}`);
      for (;;) {
        const line = await nextLine();
        // After the end of the input, the cursor still stands behind the question.
        if (line === undefined) output.write('\n');
        if (line?.trim() === '?') output.write(`${allChoicesText(question)}${promptText(question)}`);
        else {
          const choice = choiceOf(question, line ?? '');
          if (choice !== undefined) return choice.name;
          output.write(`${plainLine(JSON.stringify(line))} is none of them.\n${promptText(question)}`);
        }
      }
    },
    close() {
      lines?.close();
    },
  };
}
