import { open, readFile, rename, rm } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { ifThere } from '../../../src/if-there.ts';
import type { RecordPayload } from '../../../src/rules/types.ts';
import type { LabeledPair } from '../../../src/workbench/learning/learned-design.ts';
import { type CaseLabel, type RuleCase, ruleCase } from '../rules/rule-case.ts';
import { LabelsChangedError, LabelsFileError } from './errors.ts';

/** The name of the file in the directory of an instance. */
export const labelsFileName = 'labels.json';

/** A pair of records with your answer. */
export interface Label extends CaseLabel {
  readonly a: RecordPayload;
  readonly b: RecordPayload;
}

/** A text that is equal for the same two records, in any order. */
export const pairKey = (a: unknown, b: unknown): string => JSON.stringify([String(a), String(b)].sort());

const hint =
  'A file of labels is a list of cases, each with recordA, recordB and "expectation": {"together": true} or false; see docs/labels.md.';

/**
 * Reads labels: cases of `rules test` that expect two records to be together or not.
 *
 * @returns an empty list if there is no file, unless it must exist
 * @throws LabelsFileError
 */
export async function readLabels(path: string, { mustExist = false } = {}): Promise<Label[]> {
  const text = await textOf(path);
  if (text === undefined) {
    if (!mustExist) return [];
    throw new LabelsFileError(`There is no file ${path}.`, {
      hint: 'Judge pairs first: npx entity-data label FILE --instance DIRECTORY.',
    });
  }
  return parseLabels(text, path);
}

function parseLabels(text: string, path: string): Label[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new LabelsFileError(`${path} is no JSON: ${(cause as Error).message}`, { hint, cause });
  }
  const parsed = z.array(ruleCase).safeParse(value);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path: at, message }) => `  /${at.join('/')}: ${message}`);
    throw new LabelsFileError(`${path} is not a file of labels:\n${problems.join('\n')}`, { hint });
  }
  return parsed.data.map((one, index): Label => {
    for (const record of [one.recordA, one.recordB]) {
      if (typeof record['id'] !== 'string' || record['id'] === '') {
        throw new LabelsFileError(`${path}: case ${index + 1} has a record without an id.`, { hint });
      }
    }
    const { together } = one.expectation ?? {};
    const answer = together === undefined ? one.label?.answer : together ? 'same' : 'different';
    if (answer === undefined) {
      throw new LabelsFileError(`${path}: case ${index + 1} does not say whether the records are together.`, { hint });
    }
    return {
      a: one.recordA as RecordPayload,
      b: one.recordB as RecordPayload,
      answer,
      // A case that was written by hand was not drawn at random.
      drawn: one.label?.drawn ?? 'doubtful',
      ...(one.label?.strata !== undefined && { strata: one.label.strata }),
    };
  });
}

function labelsText(labels: readonly Label[]): string {
  const cases = labels.map(
    ({ a, b, answer, drawn, strata }, index): z.input<typeof ruleCase> & Pick<RuleCase, 'name'> => ({
      name: `label ${index + 1}: ${answer}`,
      recordA: a as Record<string, unknown>,
      recordB: b as Record<string, unknown>,
      ...(answer !== 'unsure' && { expectation: { together: answer === 'same' } }),
      label: { answer, drawn, ...(strata !== undefined && { strata }) },
    }),
  );
  return `${JSON.stringify(cases, null, 2)}\n`;
}

/** The file of a session, which writes each answer at once. */
export class LabelsFile {
  readonly path: string;
  /** What the session read or wrote last; undefined for no file. */
  private last: string | undefined;

  private constructor(path: string, last: string | undefined) {
    this.path = path;
    this.last = last;
  }

  /** @throws LabelsFileError */
  static async open(path: string): Promise<{ readonly file: LabelsFile; readonly labels: readonly Label[] }> {
    const text = await textOf(path);
    return { file: new LabelsFile(path, text), labels: text === undefined ? [] : parseLabels(text, path) };
  }

  /**
   * Replaces the file. After a crash, the disk has the former content or this one.
   *
   * @throws LabelsChangedError if another session wrote to it
   */
  async write(labels: readonly Label[]): Promise<void> {
    if ((await textOf(this.path)) !== this.last) {
      throw new LabelsChangedError(`${this.path} was changed by another program, so this answer is not saved.`, {
        hint: 'Let one session at a time judge pairs of an instance, and start this one again.',
      });
    }
    const text = labelsText(labels);
    await writeDurably(this.path, text);
    this.last = text;
  }
}

/** Writes a file so that a crash leaves the former content or all of the new one. */
export async function writeDurably(path: string, text: string): Promise<void> {
  const fresh = `${path}.${process.pid}.new`;
  try {
    const handle = await open(fresh, 'w');
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(fresh, path);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await ifThere(readFile(path, 'utf8'));
  } catch (cause) {
    throw new LabelsFileError(`${path} cannot be read: ${(cause as Error).message}`, { cause });
  }
}

/** Labels beside the records that a file has now. */
export interface MatchedLabels {
  /** Labels with the present content of their records. */
  readonly labels: readonly Label[];
  /** Labels of which the file has a record no longer. */
  readonly leftOut: readonly { readonly label: Label; readonly missing: readonly string[] }[];
  /** How many labels are about records whose content changed since. */
  readonly changed: number;
  /** How many records the file has. */
  readonly records: number;
}

/** Finds the records of labels. Of two labels of the same pair, the later one counts. */
export async function matchLabels(
  labels: readonly Label[],
  records: AsyncIterable<RecordPayload>,
): Promise<MatchedLabels> {
  const wanted = new Set(labels.flatMap(({ a, b }) => [String(a['id']), String(b['id'])]));
  const present = new Map<string, RecordPayload>();
  let count = 0;
  for await (const record of records) {
    count += 1;
    const id = String(record['id']);
    if (wanted.has(id)) present.set(id, record);
  }
  const byPair = new Map(labels.map((label) => [pairKey(label.a['id'], label.b['id']), label]));
  const kept: Label[] = [];
  const leftOut: MatchedLabels['leftOut'][number][] = [];
  let changed = 0;
  for (const label of byPair.values()) {
    const ids = [String(label.a['id']), String(label.b['id'])];
    const missing = ids.filter((id) => !present.has(id));
    if (missing.length > 0) {
      leftOut.push({ label, missing });
      continue;
    }
    const [a, b] = ids.map((id) => present.get(id)!) as [RecordPayload, RecordPayload];
    if (!isDeepStrictEqual(plain(a), plain(label.a)) || !isDeepStrictEqual(plain(b), plain(label.b))) changed += 1;
    kept.push({ ...label, a, b });
  }
  return { labels: kept, leftOut, changed, records: count };
}

/** As JSON holds it: without prototypes and values that are undefined. */
const plain = (record: RecordPayload): unknown => JSON.parse(JSON.stringify(record)) as unknown;

/** The labels that teach something. */
export const labeledPairs = (labels: readonly Label[]): LabeledPair[] =>
  labels.flatMap(({ a, b, answer, drawn, strata }) =>
    answer === 'unsure' ? [] : [{ a, b, same: answer === 'same', drawn, strata }],
  );

/** Which labels were left out, in a sentence; undefined if none. */
export function leftOutText({ leftOut }: Pick<MatchedLabels, 'leftOut'>): string | undefined {
  if (leftOut.length === 0) return undefined;
  const shown = leftOut
    .slice(0, 5)
    .map(
      ({ label, missing }) =>
        `${label.a['id'] as string} and ${label.b['id'] as string} (no record ${missing.join(', ')})`,
    );
  const more = leftOut.length > 5 ? ` and ${leftOut.length - 5} more` : '';
  return `Left out, because the file no longer has a record: ${shown.join('; ')}${more}.`;
}
