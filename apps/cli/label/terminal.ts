import { emitKeypressEvents } from 'node:readline';
import type { ReadStream, WriteStream } from 'node:tty';
import { type LabelAnswer, type LabelSession, pairsToJudge } from './label-session.ts';
import { colors, estimateText, pairText } from './pair-text.ts';

/** What a key does. */
type LabelKey = LabelAnswer | 'undo' | 'quit';

const keys: Readonly<Record<string, LabelKey>> = {
  y: 'same',
  n: 'different',
  u: 'unsure',
  b: 'undo',
  q: 'quit',
};

const help = 'y same   n different   u unsure   b back   q stop';

export interface Keys {
  /** The next key that means something; `quit` when the input ends. */
  next(): Promise<LabelKey>;
  close(): void;
}

/** Reads single keys of a terminal. Ctrl-C and Ctrl-D quit. */
export function terminalKeys(input: ReadStream): Keys {
  const waiting: ((key: LabelKey) => void)[] = [];
  const typed: LabelKey[] = [];
  const give = (key: LabelKey): void => {
    const first = waiting.shift();
    if (first === undefined) typed.push(key);
    else first(key);
  };
  const listener = (text: string | undefined, key: { readonly name?: string; readonly ctrl?: boolean }): void => {
    if (key.ctrl === true && (key.name === 'c' || key.name === 'd')) give('quit');
    else {
      const meant = keys[(text ?? '').toLowerCase()];
      if (meant !== undefined) give(meant);
    }
  };
  const ended = (): void => give('quit');
  emitKeypressEvents(input);
  input.setRawMode(true);
  input.on('keypress', listener);
  input.on('end', ended);
  input.resume();
  return {
    next: () => {
      const first = typed.shift();
      return first === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(first);
    },
    close() {
      input.off('keypress', listener);
      input.off('end', ended);
      input.setRawMode(false);
      input.pause();
    },
  };
}

/** For terminals that do not say how wide they are. */
const usualWidth = 80;

/**
 * Shows pairs one after the other until so many are judged in all, none is left, or you quit. Goes on while nearly all
 * answers are of one kind.
 *
 * @param pairs how many to judge, those of former sessions included
 */
export async function judgeOnTerminal(
  session: LabelSession,
  { pairs, keys: pressed, output }: { readonly pairs: number; readonly keys: Keys; readonly output: WriteStream },
): Promise<void> {
  for (;;) {
    const most = pairsToJudge(pairs, session.counts());
    if (session.counts().judged >= most) return;
    const shown = session.nextPair();
    if (shown === undefined) {
      output.write('\nNo other pair would teach anything.\n');
      return;
    }
    const more = shown.judged === pairs ? 'Nearly all answers are of one kind, so more pairs follow.\n' : '';
    const heading = `${more}Pair ${shown.judged + 1} of ${most}: ${help}`;
    output.write(`\n${heading}\n\n${pairText(shown, output.columns || usualWidth, colors)}\n`);
    const key = await pressed.next();
    if (key === 'quit') return;
    if (key === 'undo')
      output.write((await session.undo()) ? 'The last answer is taken back.\n' : 'There is no answer to take back.\n');
    else {
      await session.answer(shown.pair, key);
      output.write(`→ ${key}\n${estimateText(session.estimate())}\n`);
    }
  }
}
