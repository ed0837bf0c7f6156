import { beforeAll, describe, expect, it } from '@jest/globals';
import { britishPeople } from '../../../../../bench/quality/british-people.ts';
import { pairwiseQuality } from '../../../../../bench/quality/pairwise.ts';
import { linkedByRules } from '../../../../../src/batch/linked-by-rules.ts';
import { lintRuleConfig } from '../../../../../src/rules/lint/lint-rule-config.ts';
import type { RecordPayload } from '../../../../../src/rules/types.ts';
import { finishDesign, NothingToCompareError } from '../../../../../src/workbench/design/design.ts';
import { exactKeysDraft } from '../../../../../src/workbench/learning/exact-keys.ts';
import { designOf, type LearnRequest, learnDesign, studyRecords } from '../../../../../src/workbench/learning/learn.ts';
import type { LearnedDesign } from '../../../../../src/workbench/learning/learned-design.ts';
import { randomNumbers } from '../../../../../src/workbench/learning/random.ts';
import { entitySizes } from './entity-sizes.ts';
import { families, type RelatedRecords } from './related-records.ts';

const people = britishPeople(1_200);

function request(records: readonly RecordPayload[], more: Partial<LearnRequest> = {}): LearnRequest {
  return {
    request: { fields: Object.keys(records[0] ?? {}).map((name) => ({ name })) },
    records: async function* () {
      yield* records;
    },
    total: records.length,
    seed: 1,
    linkedByRules,
    ...more,
  };
}

describe('learnDesign', () => {
  let learned: LearnedDesign;
  beforeAll(async () => {
    learned = await learnDesign(request(people.records));
  });

  it('learns weights that link the doubles of a file, without labels', () => {
    expect(learned.fallback).toBeUndefined();
    expect(learned.sampled).toBe(1_200);
    expect(entitySizes(learned, people.records)).toEqual([
      { size: 1, count: 960 },
      { size: 2, count: 120 },
    ]);
    expect(lintRuleConfig(learned.design.ruleConfig).errors).toEqual([]);
    expect(learned.design.rules.length).toBeLessThanOrEqual(16);
  });

  it('returns the same design for the same records and seed', async () => {
    const again = await learnDesign(request(people.records));
    expect(JSON.stringify(again)).toBe(JSON.stringify(learned));
  });

  it('raises the threshold with the number of records', async () => {
    const large = await learnDesign(request(people.records, { total: 1_000_000 }));
    expect(large.design.threshold).toBeGreaterThan(learned.design.threshold);
  });

  it('shows pairs on both sides of the threshold, with the parts of their sum', () => {
    const { pairs, design } = learned;
    expect(pairs.length).toBeLessThanOrEqual(20);
    expect(pairs.some(({ bits }) => bits >= design.threshold)).toBe(true);
    expect(pairs.some(({ bits }) => bits < design.threshold)).toBe(true);
    for (const { bits, parts } of pairs) {
      expect(parts.reduce((sum, part) => sum + part.bits, 0)).toBeCloseTo(bits, 5);
    }
  });

  it('keeps the weights from experience for few records, and says so', async () => {
    const few = await learnDesign(request(people.records.slice(0, 300)));
    expect(few.fallback?.code).toBe('FEW_RECORDS');
    expect(few.alarms.map(({ code }) => code)).toContain('FEW_RECORDS');
    expect(lintRuleConfig(few.design.ruleConfig).errors).toEqual([]);
  });

  it('refuses records without a field to compare', async () => {
    const records = Array.from({ length: 20 }, (_, index) => ({ id: String(index), source: 'a' }));
    await expect(learnDesign(request(records))).rejects.toThrow(NothingToCompareError);
  });

  it('ends when it is aborted', async () => {
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(learnDesign(request(people.records, { signal }))).rejects.toThrow('stopped');
  });
});

const random = randomNumbers(4);
const word = (): string =>
  Array.from({ length: 6 }, () => 'abcdefghijklmnopqrstuvwxyz'[Math.floor(random() * 26)]).join('');
const artists = Array.from({ length: 40 }, () => `${word()} ${word()}`);

/** Few artists with many albums each, of which every thirtieth comes twice: related pairs outnumber matches by far. */
const albums = Array.from({ length: 1_500 }, (_, index) => ({
  id: String(index),
  artist: artists[index % artists.length]!,
  title: `${word()} ${word()} ${word()}`,
  genre: ['rock', 'jazz', 'folk'][index % 3]!,
}));
const records = [
  ...albums,
  ...albums.filter((_, index) => index % 30 === 0).map((album) => ({ ...album, id: `${album.id}b` })),
];

describe('a design for records of which related ones outnumber matches', () => {
  it('links the doubles and not the albums of an artist', async () => {
    const fields = ['artist', 'title', 'genre'].map((name) => ({ name }));
    const { design } = await learnDesign(request(records, { request: { fields } }));
    expect(lintRuleConfig(design.ruleConfig).errors).toEqual([]);
    expect(entitySizes({ design }, records)).toEqual([
      { size: 1, count: 1_450 },
      { size: 2, count: 50 },
    ]);
  });
});

/** Precision and recall of the pairs that the rules of a design link. */
async function qualityOf({ records, truth }: RelatedRecords) {
  const learned = await learnDesign(request(records, { request: { fields: fieldsOf(records) } }));
  const components = linkedByRules(learned.design, records);
  const found = new Map(records.map(({ id }, index) => [id!, String(components.find(index))]));
  return { ...learned, quality: pairwiseQuality(found, truth) };
}

const fieldsOf = ([first]: readonly RecordPayload[]) =>
  Object.keys(first!)
    .filter((name) => name !== 'id')
    .map((name) => ({ name }));

const relatives = families(1_000);
/** The same people with names and addresses only: the estimate of their weights does not settle. */
const withoutContacts = {
  ...relatives,
  records: relatives.records.map(({ email: _email, phone: _phone, ...record }) => record),
};

describe('a design for relatives with one landline', () => {
  it('keeps them apart', async () => {
    const { quality, fallback, opinion } = await qualityOf(relatives);
    expect(fallback).toBeUndefined();
    expect(quality.precision).toBeGreaterThanOrEqual(0.98);
    expect(quality.recall).toBeGreaterThanOrEqual(0.9);
    expect(opinion.low).toBeLessThanOrEqual(quality.precision);
    expect(opinion.high).toBeGreaterThanOrEqual(quality.precision);
    expect(opinion.recallLow).toBeLessThanOrEqual(quality.recall);
    expect(opinion.recallHigh).toBeGreaterThanOrEqual(quality.recall);
  });

  it('keeps them apart where names and addresses are all that is known', async () => {
    const { quality } = await qualityOf(withoutContacts);
    expect(quality.precision).toBeGreaterThanOrEqual(0.9);
  });

  it('counts nothing against names that are equal, and so not exchanged', async () => {
    const { design } = await qualityOf(relatives);
    const exchanged = design.evidence.find(({ id }) => id === 'NAMES_SWAPPED')!;
    expect(exchanged.title).toBe('given and family name exchanged');
    expect(exchanged.otherwise).toBe(0);
    expect(exchanged.levels[0]![1]).toBeGreaterThan(10);
    const same = design.evidence.flatMap(({ levels }) => levels.filter(([matcherID]) => matcherID.startsWith('SAME_')));
    for (const [matcherID, bits] of same) expect([matcherID, bits >= 0]).toEqual([matcherID, true]);
  });

  it('limits what they share', async () => {
    const { design } = await qualityOf(relatives);
    const matchers = design.ruleConfig['matchers'] as readonly { type: string; attributes: Record<string, unknown> }[];
    const { attributes } = matchers.find(({ type }) => type === 'weighted')!;
    expect(attributes['limits']).toEqual({ shared: { most: Math.round((design.threshold + 4) * 10) / 10 } });
    const groups = (attributes['evidence'] as readonly { name: string; group?: string }[]).filter(({ group }) => group);
    expect(groups.map(({ name }) => name)).toEqual(
      design.evidence.filter(({ shared }) => shared).map(({ title }) => title),
    );
  });
});

describe('exact keys', () => {
  it('merge no couples of names and address, and want a second value and no other own one', async () => {
    const couples = relatives.records.map(({ email: _email, phone: _phone, ...row }) => row);
    const study = await studyRecords(request(couples));
    const draft = exactKeysDraft(study.draft, study.model, { total: couples.length, linked: 0 })!;
    for (const { links } of draft.choices) expect(links!.also).toContain('NO_OTHER_GIVEN_NAME');
    const design = finishDesign(draft);
    expect(lintRuleConfig(design.ruleConfig).errors).toEqual([]);
    const sets = linkedByRules(design, study.records);
    const found = new Map(study.records.map(({ id }, index) => [String(id), String(sets.find(index))]));
    const { precision, recall } = pairwiseQuality(found, relatives.truth);
    expect(precision).toBeGreaterThanOrEqual(0.95);
    expect(recall).toBeGreaterThan(0.2);
    expect(design.rules[0]!.why).toMatch(/^Links records that share .*, unless a value of their own differs\.$/);
  });
});

/** The design that answers lead to: doubles are the same, and others are not. */
async function answered(records: readonly RecordPayload[]) {
  const study = await studyRecords(request(records));
  const byID = new Map(records.map((record) => [record.id, record]));
  const doubles = records.filter(({ id }) => people.truth.get(String(id)) !== id).slice(0, 8);
  const labels = doubles.flatMap((b, index) => [
    { a: byID.get(people.truth.get(String(b.id))!)!, b, same: true },
    { a: b, b: records[index]!, same: false },
  ]);
  return { without: designOf(study, []), made: designOf(study, labels) };
}

describe('answers', () => {
  it('leave the design as it is if it agrees with them', async () => {
    const { without, made } = await answered(people.records);
    expect(made.labelsAgree).toBe(true);
    expect(made.measured).toBeDefined();
    expect(made.design).toEqual(without.design);
  });

  it('replace a fallback', async () => {
    const { without, made } = await answered(people.records.slice(0, 300));
    expect(without.fallback).toBeDefined();
    expect(made.fallback).toBeUndefined();
    expect(made.labelsAgree).toBeUndefined();
  });
});
