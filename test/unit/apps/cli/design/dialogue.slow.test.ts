import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { closestPairs } from '../../../../../apps/cli/design/closest-pairs.ts';
import { type DesignedFile, designFile } from '../../../../../apps/cli/design/design-file.ts';
import { designText } from '../../../../../apps/cli/design/design-text.ts';
import { waterfall } from '../../../../../apps/cli/design/report/charts.ts';
import { html } from '../../../../../apps/cli/design/report/html.ts';
import { reportPage } from '../../../../../apps/cli/design/report/report.ts';
import { createStepProgress } from '../../../../../apps/cli/design/step-progress.ts';
import { trialRun } from '../../../../../apps/cli/design/trial.ts';
import { checkOutput, writeInstance } from '../../../../../apps/cli/design/write-instance.ts';
import { compileRuleConfig } from '../../../../../src/rules/compile/compile.ts';
import { loadRuleConfig } from '../../../../../src/rules/lint/lint-rule-config.ts';
import type { RecordPayload } from '../../../../../src/rules/types.ts';
import { designRuleConfig, draftDesign, finishDesign } from '../../../../../src/workbench/design/design.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';
import { csv, names, people, usual } from './people-file.ts';

const directory = temporaryDirectory();

describe('designText', () => {
  it('fits into 80 columns, with everything a reader should know', async () => {
    const wide = 'A rather long name of a column as spreadsheets have them and in which a table must break';
    const content = csv([
      [...names, wide, '氏名 フィールド', 'phone', 'created_at'],
      ...people.map((row, index) => [
        ...row,
        'x',
        '山田',
        index < 40 ? '0800 \u001b[31m123' : index < 50 ? 'N/A' : `0${index}00${index}`,
        '2024',
      ]),
    ]);

    const text = designText(await designFile(await directory.write('wide.csv', content), usual));

    const tooWide = text.split('\n').filter((line) => [...line].length > 80);
    expect(tooWide).toEqual([]);
    expect(text).not.toContain('\u001b');
    expect(text).toContain('ShiMing');
    for (const part of [
      'The id is id',
      'Never compared:',
      'phone: "0800 123" in 40 rows',
      'phone: "N/A" in 10 rows',
      'Trial run:',
      '--kind COLUMN=KIND',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toMatch(/add a description/i);
  });
});

const attack = '<script>alert(1)</script>"\'&';
const next = ['npx entity-data start --instance shop', `npx entity-data load '${attack}.csv'`];

async function designed(): Promise<DesignedFile> {
  const quoted = `"${attack.replaceAll('"', '""')}"`;
  const rows = people.map((row, index) => [...row, index % 3 === 0 ? quoted : `x${index}`]);
  const file = await directory.write('attack.csv', csv([[...names, quoted], ...rows]));
  return designFile(file, usual);
}

describe('reportPage', () => {
  it('shows columns, rules, expectation, entities and pairs, and escapes what the file says', async () => {
    const page = await reportPage(await designed(), next);

    expect([...page.matchAll(/<h2 id="\w+">(.+?)<\/h2>/g)].map(([, heading]) => heading)).toEqual([
      'Columns',
      'Rules',
      'What to expect',
      'What your answers measured',
      'Entities of the trial run',
      'Pairs around the threshold',
      'How to go on',
    ]);
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;');
    expect(page).not.toMatch(/<script/i);
    // The charts are pictures, with numbers beside them.
    expect(page.match(/<svg /g)!.length).toBeGreaterThan(12);
    expect(page).not.toMatch(/NaN|undefined|Infinity|\[object/);
    expect(page).toContain('records without labels:</strong> precision ');
  });

  it('asks for nothing from elsewhere', async () => {
    const page = await reportPage(await designed(), next);

    const addresses = [...page.matchAll(/\b(?:src|href|url|action|xlink:href)\s*[=(]\s*["']?([^"')\s>]*)/gi)].map(
      ([, to]) => to,
    );
    expect(addresses.filter((to) => !to!.startsWith('#'))).toEqual([]);
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
    expect(page).not.toMatch(/@import|<(?:link|img|iframe|object|form)\b/i);
  });

  it('shows what a model expects as its opinion, and why a design falls back', async () => {
    const made = await designed();
    const opinion = { precision: 0.95, recall: 0.6, low: 0.9, high: 0.99, recallLow: 0.3, recallHigh: 0.9 };
    const alarms = [{ code: 'FEW', message: 'There are few records.', hint: 'Label some pairs.' }];
    const learned = {
      ...made,
      designed: { ...made.designed, opinion, alarms, fallback: { code: 'FEW', message: 'Too few.' }, pairs: [] },
    };

    const page = await reportPage(learned, next);

    expect(page).toContain(
      'own opinion, from 120 records without labels:</strong> precision 0.90 to 0.99, recall cannot be known from this file (0.30 to 0.90)',
    );
    expect(page).toContain('<li>Too few.</li><li>There are few records. Label some pairs.</li>');
    expect(page).toContain('No two records share a key of the rules.');
  });
});

describe('html', () => {
  it('escapes values, takes HTML as it is, and drops control characters', () => {
    const { text } = html`<p title="${'"'}">${['<b>', html`<i>${1}</i>`]} ${'a\u0000\u001bb'}</p>`;

    expect(text).toBe('<p title="&quot;">&lt;b&gt;<i>1</i> a  b</p>');
  });
});

describe('waterfall', () => {
  it('begins each part where the one before ended, and leaves out what counts nothing', () => {
    const part = (title: string, bits: number) => ({ title, bits, valueA: '', valueB: '' });

    const { data } = waterfall([part('a', 5), part('b', 0), part('c', -2)], 3, 4) as unknown as {
      data: { values: { title: string; from: number; to: number }[] };
    };

    expect(data.values.map(({ title, from, to }) => [title, from, to])).toEqual([
      ['a', 0, 5],
      ['c', 5, 3],
      ['sum', 0, 3],
    ]);
  });
});

describe('createStepProgress', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('says nothing of what is done within a second, and each longer step once', () => {
    const stream = new PassThrough();
    const progress = createStepProgress(stream);

    progress.step('Short', () => 0.5);
    jest.advanceTimersByTime(900);
    progress.step('Long', () => undefined);
    jest.advanceTimersByTime(5_000);
    progress.stop();
    jest.advanceTimersByTime(5_000);

    expect(String(stream.read())).toBe('Long …\n');
  });

  function drawnOnTerminal() {
    const written: string[] = [];
    const terminal = Object.assign(new PassThrough(), {
      isTTY: true,
      columns: 80,
      cursorTo: () => true,
      clearLine: () => true,
      moveCursor: () => true,
    });
    terminal.on('data', (text: Buffer) => written.push(String(text)));
    return { written, terminal };
  }

  it('draws a bar on a terminal, and removes it', () => {
    const { written, terminal } = drawnOnTerminal();
    const progress = createStepProgress(terminal);

    progress.step('Reading rows', () => 0.42);
    jest.advanceTimersByTime(2_000);
    progress.stop();

    expect(written.join('')).toMatch(/42% \| Reading rows/);
  });

  it('leaves the terminal to a question, and goes on with the step afterwards', async () => {
    const { written, terminal } = drawnOnTerminal();
    const progress = createStepProgress(terminal);
    progress.step('Checking ids', () => 0.5);
    jest.advanceTimersByTime(2_000);
    const before = written.length;

    const { promise, resolve } = Promise.withResolvers<string>();
    const asked = progress.aside(() => promise);
    const cleared = written.length;
    jest.advanceTimersByTime(60_000);
    expect(written.length).toBe(cleared);
    expect(written.slice(before).join('')).toContain('\u001b[?25h');
    resolve('yes');

    expect(await asked).toBe('yes');
    jest.advanceTimersByTime(2_000);
    expect(written.slice(cleared).join('')).toMatch(/50% \| Checking ids/);
    progress.stop();
  });
});

const records = people.map((row): RecordPayload => Object.fromEntries(names.map((name, index) => [name, row[index]])));
const fields = ['first_name', 'last_name', 'birth_date', 'email', 'street', 'city', 'phone'].map((name) => ({ name }));
const design = designRuleConfig({ fields });
const rules = compileRuleConfig(loadRuleConfig(JSON.stringify(design.ruleConfig), undefined, 'designed'));

describe('trialRun', () => {
  it('makes the entities that the rules make of records with a common key', async () => {
    const values = records.map((record) => rules.resolve(record));
    const keys = values.map((one) => new Set(rules.indexKeys(one).map(({ hash }) => hash)));
    const entity = records.map((_, index) => index);
    for (let a = 0; a < records.length; a++) {
      for (let b = a + 1; b < records.length; b++) {
        if (![...keys[a]!].some((hash) => keys[b]!.has(hash)) || rules.links(values[a]!, values[b]!).length === 0)
          continue;
        const [from, to] = [entity[b], entity[a]!];
        entity.forEach((one, index) => {
          if (one === from) entity[index] = to;
        });
      }
    }
    const sizes = [...Map.groupBy(entity, (one) => one).values()].map(({ length }) => length);
    const expected = [...Map.groupBy(sizes, (size) => size)].map(([size, all]) => ({ size, count: all.length }));

    const { clusters } = await trialRun(design, records);

    expect(expected.length).toBeGreaterThan(1);
    expect(clusters).toEqual(expected.sort((x, y) => x.size - y.size));
  });

  it('tries a design whose keys link by themselves, of which no pair is a close call', async () => {
    const draft = draftDesign({ fields });
    const choices = draft.choices.slice(0, 1).map((choice) => ({ ...choice, links: { also: [] } }));
    const linking = finishDesign({ ...draft, choices });
    const { clusters } = await trialRun(linking, [...records, ...records]);

    expect(await closestPairs(linking, records)).toEqual([]);
    expect(clusters.some(({ size }) => size > 1)).toBe(true);
  });

  it('shows pairs around the threshold, whose parts add up to what the rule judges by', async () => {
    const shared = { street: '1 Main Street', city: 'Leeds', phone: '0113 4960000', last_name: 'Smith' };
    const household = ['Ada', 'Bob', 'Cyd'].map((first_name, index) => ({ id: `h${index}`, first_name, ...shared }));

    const pairs = await closestPairs(design, [...records, ...household]);

    expect(pairs.length).toBe(20);
    for (const { a, b, bits, parts } of pairs) {
      expect(parts.reduce((sum, part) => sum + part.bits, 0)).toBeCloseTo(bits, 6);
      expect(rules.links(rules.resolve(a), rules.resolve(b)).length > 0).toBe(bits >= design.threshold);
    }
    const sums = pairs.map(({ bits }) => bits);
    expect(sums).toEqual([...sums].sort((x, y) => y - x));
    const alone = await closestPairs(design, household);
    const ofHousehold = alone.find(({ a }) => a['id'] === 'h0')!;
    expect(ofHousehold.parts).toContainEqual({
      title: 'phone number',
      bits: 15,
      valueA: shared.phone,
      valueB: shared.phone,
    });
    expect(ofHousehold.parts.filter(({ title, bits }) => title.startsWith('limit of ') && bits < 0)).not.toEqual([]);
  });

  it('ends when it is interrupted', async () => {
    const abort = new AbortController();
    const many = Array.from({ length: 400 }, (_, index) =>
      records.map((record) => ({ ...record, id: `${index}-${record['id']}` })),
    ).flat();

    const run = trialRun(design, many, { signal: abort.signal, onProgress: () => abort.abort() });

    await expect(run).rejects.toMatchObject({ name: 'AbortError' });
  });
});

const content = new Map(Object.entries({ 'a.json': 'one', 'b.json': 'two' }));
const later = new Map(Object.entries({ 'a.json': 'three', 'b.json': 'four' }));

/** The texts of the files in a directory; a directory has none. */
async function filesIn(path: string): Promise<Record<string, string>> {
  const textOf = async (name: string) => [name, await readFile(`${path}/${name}`, 'utf8').catch(() => '')];
  return Object.fromEntries(await Promise.all((await readdir(path)).map(textOf)));
}

describe('writeInstance', () => {
  it('makes a directory that only its owner can enter, and its parents', async () => {
    const target = directory.path('new/shop');

    await writeInstance(`${target}/`, content, false);

    expect(await filesIn(target)).toEqual({ 'a.json': 'one', 'b.json': 'two' });
    expect((await stat(target)).mode & 0o777).toBe(0o700);
    expect(await readdir(directory.path('new'))).toEqual(['shop']);
  });

  it('refuses a place where nothing can be made', async () => {
    const file = await directory.write('file', '');

    await expect(writeInstance(`${file}/shop`, content, false)).rejects.toMatchObject({
      code: 'OUTPUT_DIRECTORY_UNUSABLE',
      message: `No directory can be made in ${file} (EEXIST).`,
      hint: expect.stringContaining('--out'),
    });
  });

  it('takes the place of an empty directory', async () => {
    await mkdir(directory.path('empty'));

    await writeInstance(directory.path('empty'), content, false);

    expect(await filesIn(directory.path('empty'))).toEqual({ 'a.json': 'one', 'b.json': 'two' });
  });

  it('refuses a directory with content, and changes nothing there', async () => {
    await mkdir(directory.path('full'));
    await directory.write('full/kept', 'x');

    await expect(checkOutput(directory.path('full'), false)).rejects.toMatchObject({
      code: 'OUTPUT_DIRECTORY_UNUSABLE',
      hint: expect.stringContaining('--force'),
    });
    await expect(writeInstance(directory.path('full'), content, false)).rejects.toMatchObject({
      code: 'OUTPUT_DIRECTORY_UNUSABLE',
    });
    expect(await filesIn(directory.path('full'))).toEqual({ kept: 'x' });
  });

  it('replaces its own files when it is forced to, and leaves the data of the instance', async () => {
    await writeInstance(directory.path('forced'), content, false);
    await mkdir(directory.path('forced/data'));

    await writeInstance(directory.path('forced'), later, true);

    expect(await filesIn(directory.path('forced'))).toEqual({ 'a.json': 'three', 'b.json': 'four', data: '' });
    expect((await readdir(directory.path())).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('puts the former files back when one cannot be replaced', async () => {
    await writeInstance(directory.path('stuck'), new Map([['a.json', 'one']]), false);
    // A directory cannot be replaced by a file.
    await mkdir(directory.path('stuck/b.json'));
    await directory.write('stuck/b.json/inner', 'x');

    await expect(writeInstance(directory.path('stuck'), later, true)).rejects.toThrow();

    expect(await filesIn(directory.path('stuck'))).toEqual({ 'a.json': 'one', 'b.json': '' });
    expect((await readdir(directory.path())).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('refuses a file in the place of the directory', async () => {
    const file = await directory.write('file', 'x');

    await expect(checkOutput(file, true)).rejects.toThrow('is a file, not a directory.');
  });
});
