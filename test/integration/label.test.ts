import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { britishPeople } from '../../bench/quality/british-people.ts';
import { documentName } from '../../src/entities/rule-changes/versions/documents.ts';
import { itWith } from '../setup/requirement.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../setup/temporary-directory.ts';
import { CTRL_C, terminals } from '../setup/terminal.ts';
import { root, runCommand } from './service-process.ts';

const british = britishPeople(1_100);
/** With few fields, different people look alike. */
const people = {
  truth: british.truth,
  records: british.records.map(({ id, firstName, lastName, city, postcode }) => ({
    id,
    firstName,
    lastName,
    city,
    postcode,
  })),
};
let sessions: Session[];

const designed = temporaryDirectory();
beforeAll(async () => {
  await writeRecords(designed, people.records);
  const { code, stderr } = await run(designed, 'design', 'people.jsonl', '--out', 'people', '--yes').finished;
  if (code !== 0) throw new Error(stderr);
});

const folder = temporaryDirectory('beforeEach', () => {
  for (const { child } of sessions) child.kill('SIGKILL');
  return Promise.all(sessions.map(({ finished }) => finished));
});
beforeEach(async () => {
  sessions = [];
  await writeRecords(folder, people.records);
  for (const name of await readdir(designed.path('people'))) {
    await writeText(join('people', name), await readFile(designed.path('people', name), 'utf8'));
  }
});

const run = (directory: TemporaryDirectory, ...args: string[]) => runCommand(args, {}, [], directory.path());

async function writeText(name: string, text: string): Promise<void> {
  await mkdir(folder.path('people'), { recursive: true });
  await folder.write(name, text);
}

const writeRecords = ({ write }: TemporaryDirectory, records: readonly object[]): Promise<string> =>
  write('people.jsonl', records.map((record) => `${JSON.stringify(record)}\n`).join(''));

interface Shown {
  readonly pair: string;
  readonly a: { readonly id: string };
  readonly b: { readonly id: string };
  readonly judged: number;
}
type Line = Partial<Shown> & {
  readonly estimate?: Record<string, unknown>;
  readonly error?: { readonly code: string };
  readonly changes?: { readonly isChanged: boolean; readonly reason: string | null };
  readonly applied?: string | null;
};

/** A session with `--json`: answers go in, lines come out. */
class Session {
  readonly child;
  readonly finished: Promise<number | null>;
  stderr = '';
  private readonly lines: AsyncIterator<string>;

  constructor(...args: string[]) {
    this.child = spawn(process.execPath, [join(root, 'apps/cli/entity-data.js'), 'label', ...args, '--json'], {
      cwd: folder.path(),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    this.child.stdin.on('error', () => undefined);
    this.finished = once(this.child, 'close').then(([code]) => code as number | null);
    this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
    sessions.push(this);
  }

  async read(): Promise<Line> {
    const { done, value } = await this.lines.next();
    if (done === true) throw new Error(`the session ended: ${this.stderr}`);
    return JSON.parse(value) as Line;
  }

  /** Reads until a line that has this key. */
  async readUntil(key: keyof Line): Promise<Line> {
    for (;;) {
      const line = await this.read();
      if (line[key] !== undefined) return line;
    }
  }

  send(line: object | string): void {
    this.child.stdin.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
  }

  /** Judges pairs by a rule until the session says what they lead to. */
  async judgeAll(answer: (shown: Shown) => string): Promise<Line> {
    for (;;) {
      const line = await this.read();
      if (line.changes !== undefined) return line;
      if (line.pair !== undefined) this.send({ pair: line.pair, answer: answer(line as Shown) });
    }
  }
}

const byTruth = ({ a, b }: Shown): string => (people.truth.get(a.id) === people.truth.get(b.id) ? 'same' : 'different');

interface Case {
  readonly recordA: { readonly id: string };
  readonly recordB: { readonly id: string };
  readonly label: { readonly answer: string };
}
const saved = async (): Promise<Case[]> =>
  JSON.parse(await readFile(folder.path('people/labels.json'), 'utf8')) as Case[];

describe('entity-data label', () => {
  it('goes on where a killed session stopped, and applies what the answers lead to', async () => {
    const first = new Session('--instance', 'people', '--pairs', '14');
    const seen: string[] = [];
    for (let count = 0; count < 5; count++) {
      const shown = (await first.readUntil('pair')) as Shown;
      seen.push(shown.pair);
      first.send({ pair: shown.pair, answer: byTruth(shown) });
    }
    const next = (await first.readUntil('pair')) as Shown;
    first.child.kill('SIGKILL');
    await first.finished;
    expect(await saved()).toHaveLength(5);

    const second = new Session('--instance', 'people', '--pairs', '14', '--apply');
    const again = (await second.read()) as Shown;
    expect(again).toMatchObject({ pair: next.pair, judged: 5 });
    expect(seen).not.toContain(again.pair);
    second.send({ pair: again.pair, answer: byTruth(again) });
    const end = await second.judgeAll(byTruth);
    expect(end).toMatchObject({ changes: { isChanged: true, reason: null }, applied: 'people/rule-config.json' });
    expect(end.estimate).toMatchObject({ judged: 14, isTelling: true, contradictions: [] });
    expect(await second.finished).toBe(0);

    const files = await readdir(folder.path('people'));
    expect(files).toEqual(expect.arrayContaining(['rule-config.json', 'rule-config.former.json', 'labels.json']));
    expect(await readFile(folder.path('people/report.html'), 'utf8')).toContain('Measured by your answers');
    // The linter does not guess about keys that the answers' design counted.
    expect(JSON.parse(await readFile(folder.path('people/design.json'), 'utf8'))).toMatchObject({
      file: '../people.jsonl',
      rules: documentName(await readFile(folder.path('people/rule-config.json'), 'utf8')),
    });
    const tested = await run(folder, 'rules', 'test', '--rule-config', 'people/rule-config.json', 'people/labels.json')
      .finished;
    expect(tested.stdout).toMatch(/^1[0-4] passed, [0-4] failed$/m);

    const anew = await run(folder, 'design', 'people.jsonl', '--out', 'anew', '--yes', '--labels', 'people/labels.json')
      .finished;
    expect(anew.stdout).toContain('14 labels moved the weights.');
    const rules = (name: string): Promise<unknown> => readFile(folder.path(name), 'utf8').then(JSON.parse);
    expect(await rules('anew/rule-config.json')).toEqual(await rules('people/rule-config.json'));
  });

  it('takes answers back, refuses what is no answer, and quits', async () => {
    const session = new Session('--instance', 'people');
    const first = (await session.read()) as Shown;
    for (const [line, code] of [
      ['no JSON', 'LABEL_ANSWER_INVALID'],
      [{ answer: 'undo' }, 'LABEL_ANSWER_INVALID'],
      [{ pair: 'unknown', answer: 'same' }, 'LABEL_ANSWER_INVALID'],
      [{ pair: first.pair, answer: 'perhaps' }, 'LABEL_ANSWER_INVALID'],
    ] as const) {
      session.send(line);
      expect(await session.read()).toMatchObject({ error: { code } });
      expect(await session.read()).toMatchObject({ pair: first.pair });
    }
    session.send({ pair: first.pair, answer: 'unsure' });
    expect(await session.read()).toMatchObject({ estimate: { judged: 1, unsure: 1 } });
    const second = (await session.read()) as Shown;
    expect(second.pair).not.toBe(first.pair);
    session.send({ pair: first.pair, answer: 'same' });
    expect(await session.read()).toMatchObject({ estimate: { judged: 1, same: 1, unsure: 0 } });
    await session.read();
    session.send({ answer: 'undo' });
    expect(await session.read()).toMatchObject({ estimate: { judged: 0 } });
    expect(await session.read()).toMatchObject({ pair: first.pair });
    session.send({ answer: 'quit' });
    expect(await session.read()).toMatchObject({ applied: null, changes: { isChanged: false } });
    expect(await session.finished).toBe(0);
    expect(await saved()).toEqual([]);
  });

  it('keeps the rules while all answers are the same, shows three times as many pairs, and says so', async () => {
    for (const answer of ['same', 'different']) {
      await rm(folder.path('people/labels.json'), { force: true });
      const session = new Session('--instance', 'people', '--pairs', '12');
      const end = await session.judgeAll(() => answer);
      expect(end.changes).toMatchObject({
        isChanged: false,
        reason: expect.stringContaining('Only 0 of 36 answers are'),
      });
    }
    const applied = await run(folder, 'label', '--instance', 'people', '--pairs', '0', '--apply').finished;
    expect(applied).toMatchObject({ code: 1, stderr: expect.stringContaining('NOTHING_TO_APPLY') });
  });

  it('says which labels lost their records, keeps them, and finds contradictions', async () => {
    const [one, two, three] = people.records;
    const judged = (a: unknown, b: unknown, together: boolean) => ({
      recordA: a,
      recordB: b,
      expectation: { together },
    });
    await writeText(
      'people/labels.json',
      JSON.stringify([
        judged(one, two, true),
        judged(two, three, true),
        judged(one, three, false),
        judged(one, { id: 'gone' }, false),
      ]),
    );
    const session = new Session('people.jsonl', '--instance', 'people', '--pairs', '4');
    const shown = (await session.read()) as Shown;
    expect(shown.judged).toBe(3);
    session.send({ pair: shown.pair, answer: byTruth(shown) });
    const end = await session.readUntil('changes');
    expect(end.estimate).toMatchObject({
      contradictions: [{ a: one!['id'], b: three!['id'], chain: [one!['id'], two!['id'], three!['id']] }],
    });
    expect(session.stderr).toContain('(no record gone)');
    expect(await saved()).toHaveLength(5);
  });

  it('says that there is nothing to judge if no two records are alike', async () => {
    await writeRecords(folder, people.records.slice(0, 1));
    const session = new Session('--instance', 'people');
    expect(await session.finished).toBe(1);
    expect(session.stderr).toContain('NO_PAIRS_TO_LABEL');
  });

  itWith(
    'reads keys of a terminal, asks before it writes rules, and gives the terminal back',
    terminals,
    async (open) => {
      const label = () =>
        open(
          [process.execPath, join(root, 'apps/cli/entity-data.js'), 'label', '--instance', 'people', '--pairs', '15'],
          {
            cwd: folder.path(),
          },
        );
      const whole = { cursor: true, echo: true, lines: true };

      const quit = label();
      await quit.shows('Pair 1 of 15: y same');
      quit.type('n');
      await quit.shows('Pair 2 of 15');
      quit.type(CTRL_C);
      expect(await quit.finished).toMatchObject({ ...whole, code: 0 });
      expect(await saved()).toHaveLength(1);

      await new Session('--instance', 'people', '--pairs', '14').judgeAll(byTruth);
      const rules = await readFile(folder.path('people/rule-config.json'), 'utf8');
      const question = 'Write these rules to the instance?\nyes or no [no]: ';

      const interrupted = label();
      await interrupted.shows('Pair 15 of 15');
      interrupted.type('u');
      await interrupted.shows(question);
      interrupted.type(CTRL_C);
      expect(await interrupted.finished).toMatchObject({ ...whole, code: 130 });

      expect(await readFile(folder.path('people/rule-config.json'), 'utf8')).toBe(rules);

      const answered = label();
      await answered.shows(question);
      answered.type('what\ny\n');
      await answered.shows('"what" is none of them.');
      expect(await answered.finished).toMatchObject({
        ...whole,
        code: 0,
        output: expect.stringContaining('Written to people/rule-config.json'),
      });
      expect(await readFile(folder.path('people/rule-config.json'), 'utf8')).not.toBe(rules);
    },
  );

  it('asks for a terminal, or for --json', async () => {
    const { code, stderr } = await run(folder, 'label', '--instance', 'people').finished;
    expect(code).toBe(1);
    expect(stderr).toContain('needs a terminal');
    const state = await run(folder, 'label', '--instance', 'people', '--pairs', '0').finished;
    expect(state).toMatchObject({ code: 0, stdout: expect.stringContaining('from 10 on, they move the rules') });
  });
});
