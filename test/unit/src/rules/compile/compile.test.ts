import { describe, expect, it } from '@jest/globals';
import { compileRuleConfig } from '../../../../../src/rules/compile/compile.ts';
import type { RuleConfig } from '../../../../../src/rules/document/types.ts';
import type { CompiledRuleConfig, RecordPayload } from '../../../../../src/rules/types.ts';
import { documentOf, fieldOnly, rule } from './people.ts';

const simple = (id: string, resolverID: string, more: object = {}) => ({
  id,
  type: 'simple',
  attributes: { resolverID, ...more },
});
const words = [{ id: 'words', type: 'word', attributes: {} }];
const exact = [{ id: 'exact', type: 'exact', attributes: {} }];

const compile = (document: RuleConfig) => compileRuleConfig(document, fieldOnly);
const sharedKeys = (rules: CompiledRuleConfig, a: RecordPayload, b: RecordPayload) => {
  const hashes = new Set(rules.indexKeys(rules.resolve(a)).map(({ hash }) => hash));
  return rules.indexKeys(rules.resolve(b)).filter(({ hash }) => hashes.has(hash));
};

const nameAndMail = documentOf({
  fields: ['name', 'mail', 'city', 'born'],
  tokenizers: words,
  comparers: exact,
  matchers: [
    simple('mail', 'mail'),
    simple('city', 'city'),
    simple('born', 'born'),
    {
      id: 'names',
      type: 'token',
      attributes: { resolverID: 'name', tokenizerID: 'words', comparerID: 'exact', min: 2 },
    },
    { id: 'bornOrEmpty', type: 'orempty', attributes: { matcherID: 'born' } },
  ],
  rules: [
    rule('MAIL', ['mail'], { score: 0.9 }),
    rule('NAME', ['names', 'city', 'bornOrEmpty'], { score: 0.5 }),
    rule('SURE', ['mail', 'born']),
  ],
  index: ['MAIL', 'NAME'],
  link: ['MAIL', 'NAME'],
  search: ['MAIL', 'NAME', 'SURE'],
});

const anna = { id: '1', name: 'anna maria beispiel', mail: ['anna@example.com', 'am@example.com'], city: 'kassel' };
const annaMoved = { id: '2', name: 'beispiel anna', mail: 'am@example.com', city: 'fulda' };
const annaBorn = { id: '3', name: 'maria beispiel', city: 'kassel', born: '1980-02-01' };
const other = { id: '4', name: 'maria beispiel', city: 'kassel', born: '1990-02-01' };

describe('compileRuleConfig', () => {
  it('resolves records to distinct values in document order', () => {
    const rules = compile(nameAndMail);
    expect(rules.resolverIDs).toEqual(['name', 'mail', 'city', 'born']);
    expect(rules.resolve({ id: '1', mail: ['a@example.com', 'a@example.com', ''], city: 'fulda' })).toEqual([
      [],
      ['a@example.com'],
      ['fulda'],
      [],
    ]);
  });

  it('links records by every rule that holds, in either direction', () => {
    const rules = compile(nameAndMail);
    const link = (a: RecordPayload, b: RecordPayload) =>
      rules.links(rules.resolve(a), rules.resolve(b)).map(({ ruleID, group, score }) => [ruleID, group, score]);
    expect(link(anna, annaMoved)).toEqual([['MAIL', 'people', 0.9]]);
    expect(link(annaMoved, anna)).toEqual([['MAIL', 'people', 0.9]]);
    expect(link(anna, annaBorn)).toEqual([['NAME', 'people', 0.5]]);
    expect(link(annaBorn, other)).toEqual([]);
  });

  it('shares a key between records that a rule holds between', () => {
    const rules = compile(nameAndMail);
    expect(sharedKeys(rules, anna, annaMoved)).toHaveLength(1);
    expect(sharedKeys(rules, anna, annaBorn)).toHaveLength(1);
  });

  it('decides by the key where nothing is left to verify and otherwise carries what is', () => {
    const rules = compile(nameAndMail);
    const [byMail] = sharedKeys(rules, anna, annaMoved);
    const [byName] = sharedKeys(rules, anna, annaBorn);
    expect(byMail!.plan).toMatchObject({ exact: true, carried: [], ruleIDs: ['MAIL'] });
    expect(byName!.plan).toMatchObject({ exact: false, carried: [3], ruleIDs: ['NAME'] });
    expect(rules.linked(byName!.plan, rules.resolve(anna), [[], [], [], ['1980-02-01']])).toBe(true);
    expect(rules.linked(byName!.plan, rules.resolve(other), [[], [], [], ['1980-02-01']])).toBe(false);
  });

  it('searches by the plans of the index and scores by the share of fields used', () => {
    const rules = compile(nameAndMail);
    const search = rules.prepareSearch({ mail: 'am@example.com', city: 'fulda' }, 'default');
    const stored = new Set(rules.indexKeys(rules.resolve(anna)).map(({ hash }) => hash));
    expect(search.keys.some(({ hash }) => stored.has(hash))).toBe(true);
    expect(search.hit(rules.resolve(anna))).toEqual({ ruleIDs: ['MAIL'], score: expect.closeTo(0.45) });
    expect(search.hit(rules.resolve(other))).toBeUndefined();
  });

  it('needs of a stored record what the rules read that the parameters have a key of', () => {
    const rules = compile(nameAndMail);
    const search = rules.prepareSearch({ mail: 'am@example.com', city: 'kassel' }, 'default');

    const values = search.resolve!({ ...anna, born: '1980-02-01' });

    // MAIL and SURE read mail and born. NAME reads name and city, and without a name nothing can satisfy it.
    expect(values).toEqual([[], ['anna@example.com', 'am@example.com'], [], ['1980-02-01']]);
    expect(search.hit(values)).toEqual(search.hit(rules.resolve(anna)));
  });

  it('is sure of a hit where sharing a key leaves nothing to verify', () => {
    const rules = compile(nameAndMail);
    const search = rules.prepareSearch({ mail: 'am@example.com', name: 'anna maria', city: 'kassel' }, 'default');

    const sure = search.keys.map(({ plan }) => [plan.ruleIDs, search.isHitBy!(plan)]);

    expect(sure).toEqual([
      [['MAIL'], true],
      [['NAME'], false],
    ]);
  });

  it('gives rules of the same parts one plan and one key', () => {
    const rules = compile(
      documentOf({
        fields: ['mail', 'born'],
        matchers: [simple('mail', 'mail'), simple('sameMail', 'mail'), simple('born', 'born')],
        rules: [rule('A', ['mail']), rule('B', ['sameMail', 'born'], { disableIndexMatcherIDs: ['born'] })],
      }),
    );
    const keys = rules.indexKeys(rules.resolve({ id: '1', mail: 'a@example.com', born: '1980-01-01' }));
    expect(keys).toHaveLength(1);
    expect(keys[0]!.plan.ruleIDs).toEqual(['A', 'B']);
  });
});
