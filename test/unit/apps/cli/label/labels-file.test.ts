import { readdir, readFile, writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  type Label,
  LabelsFile,
  labeledPairs,
  leftOutText,
  matchLabels,
  readLabels,
} from '../../../../../apps/cli/label/labels-file.ts';
import { readRuleCases } from '../../../../../apps/cli/rules/rule-case.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

const folder = temporaryDirectory('beforeEach');
let path: string;

beforeEach(async () => {
  path = folder.path('labels.json');
});

const record = (id: string, name = `name ${id}`) => ({ id, name });
const label = (a: string, b: string, answer: Label['answer'] = 'same'): Label => ({
  a: record(a),
  b: record(b),
  answer,
  drawn: 'random',
  strata: 'abc',
});

async function* stream(...records: readonly ReturnType<typeof record>[]) {
  yield* records;
}

describe('LabelsFile', () => {
  it('writes cases that can be read again, and that "rules test" runs but for those of which you are unsure', async () => {
    const { file, labels } = await LabelsFile.open(path);
    expect(labels).toEqual([]);
    const written = [label('1', '2'), label('1', '3', 'different'), label('2', '4', 'unsure')];
    await file.write(written);
    expect(await readLabels(path)).toEqual(written);
    expect(readRuleCases(path).map(({ expectation }) => expectation?.together)).toEqual([true, false]);
    expect(await readdir(folder.path())).toEqual(['labels.json']);
  });

  it('refuses to write over the answers of another session', async () => {
    const { file } = await LabelsFile.open(path);
    const other = await LabelsFile.open(path);
    await other.file.write([label('1', '2')]);
    await expect(file.write([label('3', '4')])).rejects.toMatchObject({ code: 'LABELS_CHANGED' });
    expect(await readLabels(path)).toHaveLength(1);
  });
});

describe('readLabels', () => {
  it('reads cases that were written by hand', async () => {
    await writeFile(
      path,
      JSON.stringify([{ recordA: { id: '1' }, recordB: { id: '2' }, expectation: { together: false } }]),
    );
    expect(await readLabels(path)).toEqual([
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
    await writeFile(path, text);
    await expect(readLabels(path)).rejects.toMatchObject({
      code: 'LABELS_FILE_INVALID',
      message: expect.stringMatching(message),
    });
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  it('knows a missing file from an empty one', async () => {
    expect(await readLabels(path)).toEqual([]);
    await expect(readLabels(path, { mustExist: true })).rejects.toMatchObject({ code: 'LABELS_FILE_INVALID' });
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
    const { labels } = await matchLabels(
      [label('1', '2'), label('2', '1', 'different')],
      stream(record('1'), record('2')),
    );
    expect(labeledPairs(labels)).toEqual([expect.objectContaining({ same: false })]);
  });
});
