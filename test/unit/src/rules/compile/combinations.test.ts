import { describe, expect, it } from '@jest/globals';
import { compileRuleConfig } from '../../../../../src/rules/compile/compile.ts';
import type { CompiledRules } from '../../../../../src/rules/compile/compiled-rules.ts';
import { explainPair } from '../../../../../src/rules/compile/explain.ts';
import { InvalidRuleConfigError } from '../../../../../src/rules/errors.ts';
import { lintRuleConfig } from '../../../../../src/rules/lint/lint-rule-config.ts';
import type { RecordPayload } from '../../../../../src/rules/types.ts';
import { type Document, documentOf, fieldOnly, rule } from './people.ts';

const simple = (id: string, more: object = {}) => ({ id, type: 'simple', attributes: { resolverID: id, ...more } });
const document = (more: Partial<Document> = {}): Document => ({
  fields: ['mail', 'phone', 'name', 'city'],
  matchers: [simple('mail'), simple('phone'), simple('name'), simple('city')],
  rules: [rule('SAME', ['name'], { indexMatcherIDs: [['mail'], ['phone', 'city']] })],
  ...more,
});
const compile = (more: Partial<Document> = {}) => compileRuleConfig(documentOf(document(more)), fieldOnly);
const rules = compile();
const linked = (compiled: CompiledRules, a: RecordPayload, b: RecordPayload) =>
  compiled.links(compiled.resolve(a), compiled.resolve(b)).map(({ ruleID }) => ruleID);
const keysOf = (compiled: CompiledRules, record: RecordPayload) => compiled.indexKeys(compiled.resolve(record));

const ada = { id: '1', name: 'ada', mail: 'ada@example.com', phone: '1', city: 'york' };

describe('a rule with indexMatcherIDs', () => {
  it.each([
    ['one combination', { name: 'ada', mail: 'ada@example.com', city: 'hull' }],
    ['another combination', { name: 'ada', phone: '1', city: 'york' }],
    ['all combinations', ada],
  ])('holds by %s and its own matchers, as one link', (_what, other) => {
    expect(linked(rules, ada, { ...other, id: '2' })).toEqual(['SAME']);
  });

  it.each([
    ['its own matchers and no combination', { name: 'ada', phone: '1', city: 'hull' }],
    ['a combination without its own matchers', { name: 'eve', mail: 'ada@example.com' }],
  ])('does not hold by %s', (_what, other) => {
    expect(linked(rules, ada, { ...other, id: '2' })).toEqual([]);
  });

  it('makes keys of its combinations alone', () => {
    const keys = rules.parts.plans.flatMap((plan) => plan.describeKeys(rules.resolve(ada), 10));

    expect(keys.map(({ ruleIDs, parts }) => [ruleIDs, parts.map(({ matcherID }) => matcherID).sort()])).toEqual([
      [['SAME'], ['mail']],
      [['SAME'], ['city', 'phone']],
    ]);
  });

  it('has the keys, the links and the fingerprint of one rule for each combination', () => {
    const split = compile({
      rules: [rule('MAIL', ['mail', 'name'], off), rule('PHONE', ['phone', 'city', 'name'], off)],
    });

    expect(rules.fingerprint).toBe(split.fingerprint);
    expect(keysOf(rules, ada).map(({ hash }) => hash)).toEqual(keysOf(split, ada).map(({ hash }) => hash));
  });
  const off = { disableIndexMatcherIDs: ['name'] };

  it('shares the keys of a search rule over one of its combinations', () => {
    const searched = compile({
      rules: [...document().rules, rule('BY_MAIL', ['mail'])],
      index: ['SAME'],
      link: ['SAME'],
      search: ['BY_MAIL'],
    });

    expect(searched.parts.plans.length).toBe(rules.parts.plans.length);
    const search = searched.prepareSearch({ mail: 'ada@example.com' }, 'default');
    const stored = new Set(keysOf(searched, ada).map(({ hash }) => hash));
    expect(search.keys.map(({ hash }) => stored.has(hash))).toEqual([true]);
    expect(search.hit(searched.resolve(ada))?.ruleIDs).toEqual(['BY_MAIL']);
  });

  it('is a search rule that each combination finds for, and says which fields are missing', () => {
    const search = rules.prepareSearch({ name: 'ada', phone: '1' }, 'default');

    expect(search.keys).toEqual([]);
    expect(search.fieldsToAdd!(new Set())).toEqual(['mail', 'city']);
    const found = rules.prepareSearch({ name: 'ada', mail: 'ada@example.com' }, 'default');
    expect(found.keys.map(({ plan }) => found.rulesServedBy!(plan))).toEqual([['SAME']]);
    expect(found.hit(rules.resolve(ada))?.ruleIDs).toEqual(['SAME']);
  });

  it('is explained with its combinations before its own matchers', () => {
    const { groups } = explainPair(rules, ada, { id: '2', name: 'ada', phone: '1', city: 'hull' });

    const [combinations, own] = groups[0]!.link.rules[0]!.matchers;
    expect(combinations).toMatchObject({ matcherID: 'indexMatcherIDs', type: 'combinations', satisfied: false });
    expect(combinations!.inner!.map(({ matcherID, satisfied }) => [matcherID, satisfied])).toEqual([
      ['mail', false],
      ['phone and city', false],
    ]);
    expect(combinations!.inner![1]!.inner!.map(({ satisfied }) => satisfied)).toEqual([true, false]);
    expect(own).toMatchObject({ matcherID: 'name', satisfied: true });
  });

  it('lacks a value that must exist only if every combination lacks one', () => {
    const demanding = compile({
      matchers: [simple('mail', { mustExist: true }), simple('phone', { mustExist: true }), simple('name')],
      rules: [rule('SAME', ['name'], { indexMatcherIDs: [['mail'], ['phone']], ignoreErrors: false })],
    });
    const problems = (record: RecordPayload) => demanding.recordProblems(record, demanding.resolve(record));

    expect(problems({ id: '1', name: 'ada', phone: '1' })).toEqual([]);
    expect(problems({ id: '1', name: 'ada' }).map(({ code }) => code)).toEqual(['FIELD_DOES_NOT_EXIST']);
  });

  it('is refused with an empty combination', () => {
    expect(() => compile({ rules: [rule('SAME', ['name'], { indexMatcherIDs: [[]] })] })).toThrow(
      InvalidRuleConfigError,
    );
  });
});

describe('the linter on indexMatcherIDs', () => {
  const codesOf = (attributes: object, more: Partial<Document> = {}) => {
    const made = documentOf(document({ rules: [rule('SAME', ['name'], attributes)], ...more }));
    const { errors, warnings } = lintRuleConfig(made);
    return [...errors, ...warnings].map(({ code, pointer }) => `${code} ${pointer}`);
  };

  it.each([
    [
      'a matcher that is not there',
      { indexMatcherIDs: [['mial']] },
      'DANGLING_ID /rules/0/attributes/indexMatcherIDs/0/0',
    ],
    ['a matcher twice', { indexMatcherIDs: [['mail', 'mail']] }, 'REPEATED_ID /rules/0/attributes/indexMatcherIDs/0/1'],
    [
      'the same combination twice',
      {
        indexMatcherIDs: [
          ['mail', 'phone'],
          ['phone', 'mail'],
        ],
      },
      'USELESS_COMBINATION /rules/0/attributes/indexMatcherIDs/1',
    ],
    [
      'matchers that give no keys anyway',
      { indexMatcherIDs: [['mail']], disableIndexMatcherIDs: ['name'] },
      'DISABLED_MATCHER_UNUSED /rules/0/attributes/disableIndexMatcherIDs/0',
    ],
    ['a value that many share', { indexMatcherIDs: [['mail'], ['city']] }, 'HUB_KEY /ruleSets/0/ruleIDs/0'],
  ])('finds %s', (_what, attributes, expected) => {
    expect(codesOf(attributes)).toContain(expected);
  });

  it('finds a combination that no index rule set serves, and one without keys', () => {
    const without = { id: 'spelling', type: 'orempty', attributes: { matcherID: 'mail' } };
    const matchers = [...document().matchers, without];
    const index = [rule('INDEX', ['mail']), rule('SAME', ['name'], { indexMatcherIDs: [['mail'], ['phone']] })];

    expect(codesOf({ indexMatcherIDs: [['mail'], ['spelling']] }, { matchers })).toContain(
      'NO_INDEX_KEYS /ruleSets/0/ruleIDs/0',
    );
    const served = codesOf({}, { rules: index, index: ['INDEX'], link: ['SAME'], search: ['SAME'] });
    expect(served).toContain('SEARCH_NOT_INDEXED /ruleSets/3/ruleIDs/0');
    expect(served).toContain('LINK_NOT_INDEXED /ruleSets/1/ruleIDs/0');
  });

  it('does not call a rule useless because one with combinations has fewer matchers', () => {
    const two = [rule('SAME', ['name'], { indexMatcherIDs: [['mail']] }), rule('NAME', ['name', 'phone'])];

    expect(codesOf({}, { rules: two }).filter((code) => code.startsWith('USELESS'))).toEqual([]);
  });

  it('counts combinations as rules', () => {
    const indexMatcherIDs = Array.from({ length: 500 }, () => ['mail']);

    expect(codesOf({ indexMatcherIDs })).toContain('TOO_MANY_PARTS /rules');
  });
});
