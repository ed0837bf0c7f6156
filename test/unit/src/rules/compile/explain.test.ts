import { describe, expect, it } from '@jest/globals';
import { compileRuleConfig } from '../../../../../src/rules/compile/compile.ts';
import { explainPair } from '../../../../../src/rules/compile/explain.ts';
import { documentOf, fieldOnly, rule } from './people.ts';

const simple = (id: string, more: object = {}) => ({ id, type: 'simple', attributes: { resolverID: id, ...more } });
const rules = compileRuleConfig(
  documentOf({
    fields: ['name', 'mail', 'born'],
    comparers: [{ id: 'near', type: 'distance', attributes: { allowedDistance: 1 } }],
    tokenizers: [{ id: 'word', type: 'word', attributes: {} }],
    matchers: [
      simple('mail'),
      simple('born'),
      {
        id: 'name',
        type: 'token',
        attributes: { resolverID: 'name', tokenizerID: 'word', comparerID: 'near', min: 2 },
      },
      { id: 'bornOrEmpty', type: 'orempty', attributes: { matcherID: 'born' } },
    ],
    rules: [
      rule('NAME', ['name', 'born'], { score: 0.7 }),
      rule('MAIL', ['mail']),
      rule('SAME', ['mail', 'born']),
      rule('BORN', ['bornOrEmpty']),
    ],
    index: ['NAME', 'MAIL'],
    link: ['NAME', 'MAIL'],
    search: ['NAME', 'MAIL'],
    deduplicate: ['SAME'],
    consistency: ['BORN'],
  }),
  fieldOnly,
);
const anna = { id: '1', name: 'anna beispiel', mail: 'a@example.com', born: '1980-01-01' };

describe('explainPair', () => {
  it('returns rules, matchers, pairs of tokens, keys and searches of a linked pair', () => {
    const hanna = { id: '2', name: 'beispiel, hanna', born: '1980-01-01' };

    const found = explainPair(rules, anna, hanna);

    const [group] = found.groups;
    expect(found.together).toBe(true);
    expect(group).toMatchObject({ group: 'people', outcome: 'LINK', linkRuleIDs: ['NAME'] });
    expect(group!.link).toMatchObject({ satisfied: true, satisfiedRuleIDs: ['NAME'], unsatisfiedRuleIDs: ['MAIL'] });
    expect(group!.link.rules[0]!.matchers[0]).toMatchObject({
      matcherID: 'name',
      satisfied: true,
      values: [{ resolverID: 'name', a: ['anna beispiel'], b: ['beispiel, hanna'] }],
      pairs: expect.arrayContaining([{ a: 'anna', b: 'hanna', similarity: expect.closeTo(0.8) }]),
    });
    expect(found.sharedKeys.length).toBeGreaterThan(0);
    expect(found.sharedKeys[0]!.parts.map(({ matcherID }) => matcherID).sort()).toEqual(['born', 'name']);
    expect(found.searches[0]).toMatchObject({
      searchRules: 'default',
      aFindsB: { ruleIDs: ['NAME'], score: expect.closeTo((0.7 * 2) / 3) },
      bFindsA: { ruleIDs: ['NAME'], score: expect.closeTo(0.7) },
    });
    expect(found.a.trace.map(({ transformerID }) => transformerID)).toEqual(['field-name', 'field-mail', 'field-born']);
    expect(found.b.values).toEqual({ name: ['beispiel, hanna'], mail: [], born: ['1980-01-01'] });
  });

  it('names the consistency rule set that keeps two records apart', () => {
    const found = explainPair(rules, anna, { id: '2', mail: 'a@example.com', born: '1999-09-09' });
    expect(found.together).toBe(false);
    expect(found.groups[0]).toMatchObject({ outcome: 'KEPT_APART', keptApartBy: 'consistency', linkRuleIDs: [] });
  });

  it('distinguishes duplicates and unrelated records', () => {
    expect(explainPair(rules, anna, { ...anna, id: '2' }).groups[0]!.outcome).toBe('DUPLICATE');
    expect(explainPair(rules, anna, { id: '2', name: 'lea muster' }).groups[0]!.outcome).toBe('NO_MATCH');
  });

  it('reports a satisfied rule that is in no index rule set', () => {
    const unindexed = compileRuleConfig(
      documentOf({
        fields: ['mail', 'born'],
        matchers: [simple('mail'), simple('born')],
        rules: [rule('MAIL', ['mail']), rule('BORN', ['born'])],
        index: ['MAIL'],
      }),
      fieldOnly,
    );
    const found = explainPair(unindexed, { id: '1', born: '1980-01-01' }, { id: '2', born: '1980-01-01' });
    expect(found.groups[0]!.outcome).toBe('NOT_FOUND');
  });

  it('makes the errors of a request a part of the answer', () => {
    const strict = compileRuleConfig(
      documentOf({
        fields: ['mail'],
        matchers: [simple('mail', { mustExist: true })],
        rules: [rule('MAIL', ['mail'], { ignoreErrors: false })],
      }),
      fieldOnly,
    );
    const found = explainPair(strict, { id: '1', mail: 'a' }, { id: '2' });
    expect(found.b.problems[0]).toContain('record "2", matcher "mail"');
    expect(found.groups[0]!.link.rules[0]).toMatchObject({
      satisfied: false,
      error: expect.stringContaining('field does not exist'),
    });
    expect(found.searches[0]!.errors.length).toBeGreaterThan(0);
  });
});
