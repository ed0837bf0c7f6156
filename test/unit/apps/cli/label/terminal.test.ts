import { PassThrough } from 'node:stream';
import type { ReadStream, WriteStream } from 'node:tty';
import { describe, expect, it } from '@jest/globals';
import type { LabelAnswer, LabelSession } from '../../../../../apps/cli/label/label-session.ts';
import { rowsOf, type ShownPair } from '../../../../../apps/cli/label/pair-view.ts';
import { judgeOnTerminal, terminalKeys } from '../../../../../apps/cli/label/terminal.ts';

const share = { value: 0.9, low: 0.5, high: 1 };

/** A session over so many pairs that keeps the answers in memory. */
function sessionOf(pairs: number) {
  const answers: LabelAnswer[] = [];
  const session: Pick<LabelSession, 'counts' | 'nextPair' | 'answer' | 'undo' | 'estimate'> = {
    counts: () => ({ judged: answers.length, same: 0, different: 0, unsure: 0 }),
    nextPair: (): ShownPair | undefined => {
      if (answers.length === pairs) return undefined;
      const [a, b] = [
        { id: 'a', n: `left ${answers.length}` },
        { id: 'b', n: 'right' },
      ];
      const judged = answers.length;
      return { pair: `pair ${judged}`, a, b, rows: rowsOf(a, b), evidence: [], bits: 1, threshold: 2, judged };
    },
    answer: async (pair, answer) => {
      expect(pair).toBe(`pair ${answers.length}`);
      answers.push(answer);
    },
    undo: async () => answers.pop() !== undefined,
    estimate: () => ({
      ...session.counts(),
      measured: { precision: share, recall: share, answers: 1 },
      opinion: { precision: 0.9, recall: 0.9 },
      candidates: 10,
      unlikely: 0,
      isTelling: false,
      contradictions: [],
    }),
  };
  return { session: session as LabelSession, answers };
}

/** A terminal on which these keys were typed before it was read. */
function terminal(typed: string, ends = false, columns = 80) {
  const modes: boolean[] = [];
  const input = Object.assign(new PassThrough(), {
    setRawMode: (mode: boolean) => {
      modes.push(mode);
    },
  }) as unknown as ReadStream;
  const output = Object.assign(new PassThrough({ encoding: 'utf8' }), { columns }) as unknown as WriteStream;
  const stream = input as unknown as PassThrough;
  stream.write(typed);
  if (ends) stream.end();
  return { input, output, modes, shown: () => (output as unknown as PassThrough).read() as string };
}

async function judge(typed: string, { pairs = 3, available = 10, ends = false, columns = 80 } = {}) {
  const { session, answers } = sessionOf(available);
  const { input, output, modes, shown } = terminal(typed, ends, columns);
  const keys = terminalKeys(input);
  await judgeOnTerminal(session, { pairs, keys, output });
  keys.close();
  return { answers, modes, text: shown() };
}

describe('judgeOnTerminal', () => {
  it('shows pairs 80 columns wide where the terminal does not say its width', async () => {
    const [unknown, usual] = [await judge('q', { columns: 0 }), await judge('q')];
    expect(unknown.text).toBe(usual.text);
  });

  it('takes a key for each pair until so many are judged', async () => {
    const { answers, modes, text } = await judge('ynu');
    expect(answers).toEqual(['same', 'different', 'unsure']);
    expect(modes).toEqual([true, false]);
    expect(text).toContain('Pair 1 of 3: y same');
    expect(text).toContain('left 0');
    expect(text).toContain('Measured: precision 0.90 (0.50 to 1.00)');
  });

  it('takes answers back, ignores other keys, and stops', async () => {
    const { answers, text } = await judge('bYx byq');
    expect(answers).toEqual(['same']);
    expect(text).toContain('There is no answer to take back.');
    expect(text).toContain('The last answer is taken back.');
  });

  it.each(['y\u0003', 'y\u0004'])('stops by Ctrl-C and Ctrl-D', async (typed) => {
    expect((await judge(typed)).answers).toEqual(['same']);
  });

  it('stops when the terminal goes', async () => {
    expect((await judge('y', { ends: true })).answers).toEqual(['same']);
  });

  it('says when no pair is left', async () => {
    const { answers, text } = await judge('yy', { available: 2 });
    expect(answers).toHaveLength(2);
    expect(text).toContain('No other pair would teach anything.');
  });
});
