import { describe, expect, it } from '@jest/globals';
import { trialRun } from '../../../../../apps/cli/design/trial.ts';
import { compileRuleConfig } from '../../../../../src/rules/compile/compile.ts';
import { designRuleConfig, draftDesign, finishDesign } from '../../../../../src/rules/design/design.ts';
import { loadRuleConfig } from '../../../../../src/rules/lint/lint-rule-config.ts';
import type { RecordPayload } from '../../../../../src/rules/types.ts';
import { names, people } from './people-file.ts';

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
    const choices = draft.choices.slice(0, 1).map((choice) => ({ ...choice, links: true }));
    const { clusters, pairs } = await trialRun(finishDesign({ ...draft, choices }), [...records, ...records]);

    expect(pairs).toEqual([]);
    expect(clusters.some(({ size }) => size > 1)).toBe(true);
  });

  it('shows pairs around the threshold, whose parts add up to what the rule judges by', async () => {
    const shared = { street: '1 Main Street', city: 'Leeds', phone: '0113 4960000', last_name: 'Smith' };
    const household = ['Ada', 'Bob', 'Cyd'].map((first_name, index) => ({ id: `h${index}`, first_name, ...shared }));

    const { pairs } = await trialRun(design, [...records, ...household]);

    expect(pairs.length).toBe(20);
    for (const { a, b, bits, parts } of pairs) {
      expect(parts.reduce((sum, part) => sum + part.bits, 0)).toBeCloseTo(bits, 6);
      expect(rules.links(rules.resolve(a), rules.resolve(b)).length > 0).toBe(bits >= design.threshold);
    }
    const sums = pairs.map(({ bits }) => bits);
    expect(sums).toEqual([...sums].sort((x, y) => y - x));
    const { pairs: alone } = await trialRun(design, household);
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
