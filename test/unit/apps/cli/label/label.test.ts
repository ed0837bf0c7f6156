import { readdir, readFile, writeFile } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import type { ReadStream, WriteStream } from 'node:tty';
import { describe, expect, it } from '@jest/globals';
import stringWidth from 'string-width';
import type { LabelAnswer, LabelSession } from '../../../../../apps/cli/label/label-session.ts';
import {
  type Label,
  LabelsFile,
  labeledPairs,
  leftOutText,
  matchLabels,
  readLabels,
} from '../../../../../apps/cli/label/labels-file.ts';
import { estimateText, fitted, type Paint, pairText } from '../../../../../apps/cli/label/pair-text.ts';
import { rowsOf, type ShownPair } from '../../../../../apps/cli/label/pair-view.ts';
import { ruleChanges } from '../../../../../apps/cli/label/rule-changes.ts';
import { judgeOnTerminal, terminalKeys } from '../../../../../apps/cli/label/terminal.ts';
import { readRuleCases } from '../../../../../apps/cli/rules/rule-case.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

const folder = temporaryDirectory('beforeEach');
const path = () => folder.path('labels.json');

const record = (id: string, name = `name ${id}`) => ({ id, name });
const label = (a: string, b: string, answer: Label['answer'] = 'same'): Label => ({
  a: record(a),
  b: record(b),
  answer,
  drawn: 'random',
  strata: 'abc',
});

const plain: Paint = { dim: (text) => text, strong: (text) => text };

async function* stream(...records: readonly ReturnType<typeof record>[]) {
  yield* records;
}

describe('LabelsFile', () => {
  it('writes cases that can be read again, and that "rules test" runs but for those of which you are unsure', async () => {
    const { file, labels } = await LabelsFile.open(path());
    expect(labels).toEqual([]);
    const written = [label('1', '2'), label('1', '3', 'different'), label('2', '4', 'unsure')];
    await file.write(written);
    expect(await readLabels(path())).toEqual(written);
    expect(readRuleCases(path()).map(({ expectation }) => expectation?.together)).toEqual([true, false]);
    expect(await readdir(folder.path())).toEqual(['labels.json']);
  });

  it('refuses to write over the answers of another session', async () => {
    const { file } = await LabelsFile.open(path());
    const other = await LabelsFile.open(path());
    await other.file.write([label('1', '2')]);
    await expect(file.write([label('3', '4')])).rejects.toMatchObject({ code: 'LABELS_CHANGED' });
    expect(await readLabels(path())).toHaveLength(1);
  });
});

describe('readLabels', () => {
  it('reads cases that were written by hand', async () => {
    await writeFile(path(), '[{"recordA": {"id": "1"}, "recordB": {"id": "2"}, "expectation": {"together": false}}]');
    expect(await readLabels(path())).toEqual([
      { a: { id: '1' }, b: { id: '2' }, answer: 'different', drawn: 'doubtful' },
    ]);
  });

  it.each([
    ['{', /is no JSON/],
    ['{}', /is not a file of labels/],
    [
      '[{"recordA": {}, "recordB": {"id": "2"}, "expectation": {"together": true}}]',
      /case 1 has a record without an id/,
    ],
    ['[{"recordA": {"id": "1"}, "recordB": {"id": "2"}}]', /case 1 does not say whether/],
    ['[{"recordA": {"id": "1"}, "recordB": {"id": "2"}, "label": {"answer": "perhaps"}}]', /\/0\/label\/answer/],
  ])('says what is wrong with %s', async (text, message) => {
    await writeFile(path(), text);
    await expect(readLabels(path())).rejects.toMatchObject({
      code: 'LABELS_FILE_INVALID',
      message: expect.stringMatching(message),
    });
    expect(await readFile(path(), 'utf8')).toBe(text);
  });

  it('knows a missing file from an empty one', async () => {
    expect(await readLabels(path())).toEqual([]);
    await expect(readLabels(path(), { mustExist: true })).rejects.toMatchObject({ code: 'LABELS_FILE_INVALID' });
  });
});

describe('matchLabels', () => {
  it('leaves out labels whose records are gone, and says which', async () => {
    const matched = await matchLabels(
      [label('1', '2'), label('1', '9'), label('2', '3')],
      stream(record('1'), record('2'), record('3', 'another name')),
    );
    expect(matched.labels.map(({ a, b }) => [a['id'], b['id']])).toEqual([
      ['1', '2'],
      ['2', '3'],
    ]);
    expect(matched.labels[1]!.b).toEqual(record('3', 'another name'));
    expect(matched).toMatchObject({ changed: 1, records: 3 });
    expect(leftOutText(matched)).toBe('Left out, because the file no longer has a record: 1 and 9 (no record 9).');
    expect(leftOutText({ leftOut: [] })).toBeUndefined();
  });

  it('takes the later of two labels of one pair', async () => {
    const judged = [label('1', '2'), label('2', '1', 'different')];
    const { labels } = await matchLabels(judged, stream(record('1'), record('2')));
    expect(labeledPairs(labels)).toEqual([expect.objectContaining({ same: false })]);
  });
});

const a = { id: '1', name: 'Ada Lovelace', address: { city: 'London' }, phones: ['1', '2'], note: '' };
const b = { id: '2', name: 'ada  lovelace', address: { city: 'Paris' }, mail: 'ada@example.com' };

const pair = (more: Partial<ShownPair> = {}): ShownPair => ({
  pair: 'x',
  a,
  b,
  rows: rowsOf(a, b),
  evidence: [
    { title: 'name', fields: ['name'], bits: 8.2 },
    { title: 'city', fields: ['address.city'], bits: -3 },
    { title: 'phone', fields: ['phones'], bits: 0 },
  ],
  bits: 5.2,
  threshold: 7,
  judged: 3,
  ...more,
});

describe('rowsOf', () => {
  it('compares all fields but the id, whatever their notation', () => {
    expect(rowsOf(a, b)).toEqual([
      { field: 'name', a: 'Ada Lovelace', b: 'ada  lovelace', relation: 'same' },
      { field: 'address.city', a: 'London', b: 'Paris', relation: 'different' },
      { field: 'phones', a: '1, 2', b: undefined, relation: 'missing' },
      { field: 'mail', a: undefined, b: 'ada@example.com', relation: 'missing' },
    ]);
  });
});

describe('pairText', () => {
  it('shows fields side by side, the weights that count, and the sum', () => {
    expect(pairText(pair(), 80, plain)).toMatchInlineSnapshot(`
"= name          Ada Lovelace                     ada  lovelace
≠ address.city  London                           Paris
  phones        1, 2                             –
  mail          –                                ada@example.com

  name                                       +8.2 ████████████
  city                                       -3.0 ░░░░
  sum                                        +5.2 of 7.0 bits: no link at present"
`);
  });

  it('never exceeds the width, in any script', () => {
    const long = '株式会社'.repeat(30);
    const wide = {
      id: '1',
      名前: long,
      emoji: '👩‍👩‍👧‍👦'.repeat(40),
      'a field with a very long name indeed': 'x'.repeat(500),
    };
    const rows = rowsOf(wide, wide);
    for (const columns of [40, 80, 200]) {
      const lines = pairText(pair({ rows, evidence: [] }), columns, plain).split('\n');
      for (const line of lines.slice(0, rows.length))
        expect(stringWidth(line)).toBeLessThanOrEqual(Math.min(columns, 160));
    }
  });

  it('shows no character that controls a terminal', () => {
    const rows = rowsOf({ id: '1', x: '\u001b[31mred\u0007\u202e' }, { id: '2' });
    const text = pairText(pair({ rows, evidence: [] }), 80, plain);
    for (const sign of ['\u001b', '\u0007', '\u202e']) expect(text).not.toContain(sign);
  });
});

describe('fitted', () => {
  it('cuts between characters and fills with blanks', () => {
    expect(fitted('abc', 5)).toBe('abc  ');
    expect(fitted('abcdef', 4)).toBe('abc…');
    expect(fitted('日本語', 4)).toBe('日… ');
  });
});

describe('estimateText', () => {
  const estimate = {
    judged: 12,
    same: 6,
    different: 5,
    unsure: 1,
    measured: undefined,
    opinion: { precision: 0.9, recall: 0.5, low: 0.85, high: 0.95, recallLow: 0.1, recallHigh: 0.9 },
    candidates: 100,
    unlikely: 10,
    isTelling: true,
    contradictions: [{ a: '1', b: '3', chain: ['1', '2', '3'] }],
  };

  it('says what is measured, what is opinion, and what contradicts', () => {
    const share = { value: 0.95, low: 0.8, high: 1 };
    const text = estimateText({ ...estimate, measured: { precision: share, recall: share, answers: 6 } });
    expect(text).toContain('12 judged: 6 same, 5 different, 1 unsure.');
    expect(text).toContain(
      'Measured: precision 0.95 (0.80 to 1.00), recall 0.95 (0.80 to 1.00) (90 % intervals, 6 random pairs).',
    );
    expect(text).toContain(
      "The model's opinion: precision 0.85 to 0.95, recall cannot be known from this file (0.10 to 0.90).",
    );
    expect(text).toContain('Your answers contradict each other: 1 = 2 = 3, but 1 is not 3.');
    expect(estimateText(estimate)).toContain('Nothing is measured yet.');
  });
});

const document = (threshold: number, weights: readonly number[], otherwise: number, keys: readonly string[][]) => ({
  matchers: [
    { type: 'simple' },
    { type: 'weighted', attributes: { threshold, evidence: [{ name: 'city', weights, otherwise }] } },
  ],
  rules: [{ matcherIDs: ['ENOUGH'], attributes: { indexMatcherIDs: keys } }],
});

describe('ruleChanges', () => {
  it('lists thresholds, weights and keys that differ', () => {
    const before = document(10, [4, 2], -1, [['CITY', 'NAME']]);
    const after = document(8.5, [5, 2], -1, [['CITY'], ['MAIL']]);
    expect(ruleChanges(before, after)).toEqual({
      isChanged: true,
      threshold: { from: 10, to: 8.5 },
      weights: [{ title: 'city', from: { agrees: 4, differs: -1 }, to: { agrees: 5, differs: -1 } }],
      keys: { added: ['CITY', 'MAIL'], removed: ['CITY and NAME'] },
    });
  });

  it('finds no change in the same document', () => {
    const same = document(10, [4], -1, [['CITY']]);
    expect(ruleChanges(same, same)).toMatchObject({ isChanged: false, weights: [], keys: { added: [], removed: [] } });
  });

  it('compares with rules that add no weights', () => {
    const exact = { matchers: [], rules: [{ matcherIDs: ['SAME_MAIL'] }] };
    expect(ruleChanges(exact, document(8, [5], -1, [['CITY']]))).toMatchObject({
      threshold: { from: undefined, to: 8 },
      weights: [{ title: 'city', from: undefined }],
      keys: { added: ['CITY'], removed: ['SAME_MAIL'] },
    });
  });
});

const share = { value: 0.9, low: 0.5, high: 1 };

/** A session over so many pairs that keeps the answers in memory. */
function sessionOf(pairs: number) {
  const answers: LabelAnswer[] = [];
  const session: Pick<LabelSession, 'counts' | 'nextPair' | 'answer' | 'undo' | 'estimate'> = {
    counts: () => {
      const of = (answer: LabelAnswer): number => answers.filter((one) => one === answer).length;
      return { judged: answers.length, same: of('same'), different: of('different'), unsure: of('unsure') };
    },
    nextPair: (): ShownPair | undefined => {
      if (answers.length === pairs) return undefined;
      const judged = answers.length;
      const a = { id: 'a', n: `left ${judged}` };
      const b = { id: 'b', n: 'right' };
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
      opinion: { precision: 0.9, recall: 0.9, low: 0.8, high: 1, recallLow: 0.8, recallHigh: 1 },
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

  it('shows up to three times as many pairs while nearly all answers are of one kind', async () => {
    const options = { pairs: 12, available: 50 };
    expect((await judge('n'.repeat(50), options)).answers.length).toBe(36);
    expect((await judge(`${'n'.repeat(12)}yyyynnnn`, options)).answers.length).toBe(16);
    expect((await judge('nnnnnnnnyyyynnnn', options)).answers.length).toBe(12);
    expect((await judge('n'.repeat(13), { ...options, ends: true })).text).toContain(
      'so more pairs follow.\nPair 13 of 36',
    );
  });

  it('takes answers back, ignores other keys, and stops', async () => {
    const { answers, text } = await judge('bYx byq');
    expect(answers).toEqual(['same']);
    expect(text).toContain('There is no answer to take back.');
    expect(text).toContain('The last answer is taken back.');
  });

  it.each([
    ['at Ctrl-C', 'y\u0003', false],
    ['at Ctrl-D', 'y\u0004', false],
    ['when the terminal goes', 'y', true],
  ])('stops %s', async (_what, typed, ends) => {
    expect((await judge(typed, { ends })).answers).toEqual(['same']);
  });

  it('says when no pair is left', async () => {
    const { answers, text } = await judge('yy', { available: 2 });
    expect(answers).toHaveLength(2);
    expect(text).toContain('No other pair would teach anything.');
  });
});
