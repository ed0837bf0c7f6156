import { describe, expect, it } from '@jest/globals';
import { trialRun } from '../../../../../apps/cli/design/trial.ts';
import { createResolution } from '../../../../../src/entities/operations.ts';
import { compileRuleConfig } from '../../../../../src/rules/compile/compile.ts';
import { loadRuleConfig } from '../../../../../src/rules/lint/lint-rule-config.ts';
import type { RecordPayload } from '../../../../../src/rules/types.ts';
import { type Design, designRuleConfig } from '../../../../../src/workbench/design/design.ts';
import { randomNumbers } from '../../../../../src/workbench/learning/random.ts';
import { MemoryStore } from '../../../../setup/memory-store.ts';
import { names, people } from './people-file.ts';

const records = people.map((row): RecordPayload => Object.fromEntries(names.map((name, index) => [name, row[index]])));
const fields = names.slice(1).map((name) => ({ name }));
const design = designRuleConfig({ fields });

/** The people in another order, each with one value left out. */
function shuffledPeople(seed: number): RecordPayload[] {
  const random = randomNumbers(seed);
  return records
    .map((record) => ({ at: random(), record: { ...record, [names[1 + Math.floor(random() * 6)]!]: null } }))
    .sort((a, b) => a.at - b.at)
    .map(({ record }) => record);
}

/** Every other record of a person has another number, and the others have none. */
const withNumbers = designRuleConfig({ fields: [...fields, { name: 'passport_number' }] });
const numbered = [...records, ...records].map((record, index) => ({
  ...record,
  id: `n${index}`,
  passport_number: index % 3 === 0 ? null : `X${1_000_000 + 7 * index}`,
}));

/** Records of one city, which a rule takes for one entity if the street is the same. */
const byCity: Pick<Design, 'ruleConfig'> = {
  ruleConfig: {
    transformers: ['city', 'street'].map((path) => ({
      id: path,
      type: 'field',
      attributes: { path },
      inputPins: {},
    })),
    comparers: [],
    tokenizers: [],
    searchRuleSetIDs: {},
    resolvers: [
      { id: 'city', inputPin: { sourceID: 'city', sourcePin: 'default' } },
      { id: 'street', inputPin: { sourceID: 'street', sourcePin: 'default' } },
    ],
    matchers: [
      { id: 'sameCity', type: 'simple', attributes: { resolverID: 'city' } },
      {
        id: 'sameStreet',
        type: 'weighted',
        attributes: { threshold: 1, evidence: [{ matcherIDs: ['alike'], weights: [2] }] },
      },
      { id: 'alike', type: 'simple', attributes: { resolverID: 'street' } },
    ],
    rules: [{ id: 'r', matcherIDs: ['sameStreet'], attributes: { indexMatcherIDs: [['sameCity']] } }],
    ruleSets: [{ id: 's', ruleIDs: ['r'] }],
    mutationRuleSetGroups: { default: { indexRuleSetID: 's', linkRuleSetID: 's', deduplicateRuleSetID: null } },
  },
};
const ofOneCity = Array.from({ length: 1_040 }, (_, index) => ({
  id: `c${index}`,
  city: 'Leeds',
  street: `${index % 260} Main Street`,
}));

describe('trialRun', () => {
  it.each([
    ['a design', design, shuffledPeople(5)],
    ['a design with numbers that keep records apart', withNumbers, numbered],
    ['a key of more records than are linked', byCity, ofOneCity],
  ])('makes the entities that a service makes of %s', async (_what, made, tried) => {
    const compiled = compileRuleConfig(loadRuleConfig(JSON.stringify(made.ruleConfig), undefined, 'designed'));
    const store = new MemoryStore();
    const service = createResolution({ store, table: store, rules: compiled });
    for (let start = 0; start < tried.length; start += 50) await service.submit(tried.slice(start, start + 50));
    const entities = new Map<string, number>();
    for (const { id } of tried) {
      const entity = (await service.entityByRecord(String(id)))!.id;
      entities.set(entity, (entities.get(entity) ?? 0) + 1);
    }
    const bySize = Map.groupBy(entities.values(), (size) => size);
    const expected = [...bySize].map(([size, all]) => ({ size, count: all.length }));

    expect(await trialRun(made, tried)).toEqual({
      records: tried.length,
      clusters: expected.sort((a, b) => a.size - b.size),
    });
    expect(expected.length).toBeGreaterThan(1);
  });
});
