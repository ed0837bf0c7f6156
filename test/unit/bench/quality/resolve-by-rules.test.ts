import { describe, expect, it } from '@jest/globals';
import { resolveRecords } from '../../../../bench/quality/resolve.ts';
import { resolveByRules } from '../../../../bench/quality/resolve-by-rules.ts';
import { designRuleConfig } from '../../../../src/rules/design/design.ts';
import { loadRuleConfig } from '../../../../src/rules/lint/lint-rule-config.ts';

const records = Array.from({ length: 40 }, (_, n) => ({
  id: `r${n}`,
  first_name: ['Ada', 'Adah', 'Grace', 'Edith'][n % 4]!,
  last_name: ['Quill', 'Marsh', 'Thorn'][n % 3]!,
  birth_date: `19${60 + (n % 7)}-05-1${n % 5}`,
  email: `box${n % 11}@example.org`,
}));
const fields = ['first_name', 'last_name', 'birth_date', 'email'].map((name) => ({ name }));
const config = loadRuleConfig(JSON.stringify(designRuleConfig({ fields }).ruleConfig));

/** The ids of the records that share an entity, in their order. */
const groupsOf = (entities: ReadonlyMap<string, string>): string[][] =>
  [...Map.groupBy(entities, ([, entity]) => entity).values()].map((own) => own.map(([id]) => id));

describe('resolveByRules', () => {
  it('makes the entities that the engine makes', async () => {
    const byRules = groupsOf(resolveByRules(config, records));
    expect(byRules.some(({ length }) => length > 1)).toBe(true);
    expect(byRules).toEqual(groupsOf(await resolveRecords(config, records)));
  });

  it('puts each record without a link into an entity of its own', () => {
    const alone = [{ id: 'a', first_name: 'Ada', last_name: 'Quill' }, { id: 'b' }];
    expect(groupsOf(resolveByRules(config, alone))).toEqual([['a'], ['b']]);
  });
});
