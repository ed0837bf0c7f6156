import { describe, expect, it } from '@jest/globals';
import { compileRuleConfig } from '../../../../../src/rules/compile/compile.ts';
import type { Design } from '../../../../../src/rules/design/design.ts';
import { lintRuleConfig } from '../../../../../src/rules/lint/lint-rule-config.ts';
import type { Hit } from '../../../../../src/rules/types.ts';
import { design } from './designed.ts';

const compiled = ({ ruleConfig }: Design) => compileRuleConfig(lintRuleConfig(ruleConfig).config!);

/** What a search of the design says of a stored record; undefined if it does not find it. */
function finderOf(made: Design): (parameters: object, stored: object) => Hit | undefined {
  const rules = compiled(made);
  return (parameters, stored) => {
    const values = rules.resolve({ id: '1', ...stored });
    const keys = new Set(rules.indexKeys(values).map(({ hash }) => hash));
    const search = rules.prepareSearch(parameters as Record<string, unknown>, 'default');
    return search.keys.some(({ hash }) => keys.has(hash)) ? search.hit(values) : undefined;
  };
}

const fields = ['first_name', 'last_name', 'birth_date', 'ssn', 'email', 'phone', 'city', 'zip'];
const ada = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  birth_date: '1981-12-10',
  ssn: '212-44-1234',
  email: 'countess@example.com',
  phone: '+44 20 7946 0018',
  city: 'London',
  zip: 'W1A 1AA',
};

describe('a search of a designed rule-config', () => {
  const find = finderOf(design(fields));

  it.each([
    ['an e-mail address', { email: 'COUNTESS@example.com' }, 'BY_EMAIL'],
    ['a phone number', { phone: '020 7946 0018' }, 'BY_PHONE'],
    ['a personal number', { ssn: '212441234' }, 'BY_SSN'],
    ['both names', { first_name: 'Ada', last_name: 'Lovelace' }, 'BY_NAMES'],
    ['both names, exchanged', { first_name: 'Lovelace', last_name: 'Ada' }, 'BY_NAMES'],
    ['a birthday', { birth_date: '10.12.1981' }, 'BY_BIRTH_DATE'],
    ['a family name and a postcode', { last_name: 'Lovelace', zip: 'W1A1AA' }, 'BY_SEVERAL_VALUES'],
  ])('finds by %s alone', (_what, parameters, ruleID) => {
    const hit = find(parameters, ada);

    expect(hit?.ruleIDs).toEqual([ruleID]);
    expect(hit!.score).toBeGreaterThan(0);
    expect(hit!.score).toBeLessThan(1);
  });

  it.each([
    ['a city', { city: 'London' }],
    ['a given name', { first_name: 'Ada' }],
    ['a placeholder', { ssn: '999-99-9999' }],
  ])('finds nothing by %s alone', (_what, parameters) => {
    expect(find(parameters, { ...ada, ssn: '999-99-9999' })).toBeUndefined();
  });

  it('finds companies by their names', () => {
    const company = { company_name: 'Müller Bau GmbH', city: 'Köln' };

    expect(finderOf(design(['company_name', 'city']))({ company_name: 'MÜLLER Bau' }, company)?.ruleIDs).toEqual([
      'BY_ORGANIZATION_NAME',
    ]);
  });

  it('says what it finds by, and what it does not find alone', () => {
    const { searches, notFoundAlone, evidence } = design(fields);

    expect(searches.flatMap(({ by }) => by)).toContainEqual(['e-mail address']);
    expect(notFoundAlone).toContain('city');
    const alone = searches.flatMap(({ by }) => by.filter(({ length }) => length === 1).flat());
    for (const { title, levels } of evidence) {
      if (levels.every(([, bits]) => bits <= 0)) continue;
      expect(alone.includes(title) || notFoundAlone.includes(title)).toBe(true);
    }
  });

  it('stores nothing more: its keys are those of the links', () => {
    const { ruleConfig } = design(fields);
    const withoutSearch = { ...ruleConfig, searchRuleSetIDs: { default: 'SAME' } };
    const identities = (document: object) =>
      compileRuleConfig(lintRuleConfig(document).config!).parts.plans.map(({ identity }) => identity);

    expect(identities(ruleConfig)).toEqual(identities(withoutSearch));
    const { mutationRuleSetGroups, ruleSets } = ruleConfig as {
      mutationRuleSetGroups: { default: { indexRuleSetID: string } };
      ruleSets: { id: string; ruleIDs: string[] }[];
    };
    const index = ruleSets.find(({ id }) => id === mutationRuleSetGroups.default.indexRuleSetID)!;
    expect(index.ruleIDs).toEqual(['SAME']);
  });

  it('scores a rare value above a frequent one', () => {
    const score = (ruleID: string) => design(fields).searches.find((one) => one.ruleID === ruleID)!.score;

    expect(score('BY_SSN')).toBeGreaterThan(score('BY_EMAIL'));
    expect(score('BY_EMAIL')).toBeGreaterThan(score('BY_BIRTH_DATE'));
  });
});

describe('an edge of a designed rule-config', () => {
  const rules = compiled(design(fields));
  const scores = (other: object) =>
    rules.links(rules.resolve({ id: '1', ...ada }), rules.resolve({ id: '2', ...other })).map(({ score }) => score);

  it('is one for each pair, and certain if everything agrees', () => {
    expect(scores(ada)).toEqual([1]);
  });

  it('is doubtful near the threshold', () => {
    const [score] = scores({ first_name: 'Ada', last_name: 'Lovelace', city: 'London' });

    expect(score).toBeGreaterThan(0.8);
    expect(score).toBeLessThan(1);
  });
});

describe('the consistency of a designed rule-config', () => {
  const consistency = (...records: object[]) => {
    const rules = compiled(design(fields));
    return rules.consistency(records.map((record, index) => rules.resolve({ id: String(index), ...record })));
  };

  it('is lower for an entity whose own values differ', () => {
    expect(consistency(ada, ada)).toBe(1);
    expect(consistency(ada, { ...ada, city: 'York' })).toBe(1);
    expect(consistency(ada, { ...ada, birth_date: '1955-01-31', first_name: 'Tim' })).toBeLessThan(0.9);
  });
});
