import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { defineComparer } from '../../../../../src/rules/comparers/comparer.ts';
import { comparers } from '../../../../../src/rules/comparers/registry.ts';
import { compileRuleConfig } from '../../../../../src/rules/compile/compile.ts';
import type { CompiledRules } from '../../../../../src/rules/compile/compiled-rules.ts';
import { defineTransformer } from '../../../../../src/rules/transformers/transformer.ts';
import type { RecordPayload } from '../../../../../src/rules/types.ts';
import { digestText, joinKeyTexts } from '../../../../../src/text/digest.ts';

import { compile, type Document, documentOf, fieldOnly, linksOf, orEmpty, plainField, rule, simple } from './people.ts';

const mailAndPhone = { fields: ['mail', 'phone'], matchers: [simple('mail'), simple('phone')] };
const manyTexts = (count: number) => Array.from({ length: count }, (_, index) => String(index));

describe('mustExist', () => {
  const document = (ignoreErrors: boolean, more: Partial<Document> = {}): Document => ({
    fields: ['mail', 'phone'],
    matchers: [simple('mail', { mustExist: true }), simple('phone')],
    rules: [rule('MAIL', ['mail', 'phone'], { ignoreErrors })],
    ...more,
  });
  const complete = { id: '1', mail: 'a@example.com', phone: '1' };
  const bare = { id: '2', phone: '1' };

  it('is simply not satisfied where the rule ignores errors', () => {
    const rules = compile(document(true));
    expect(rules.recordProblems(bare, rules.resolve(bare))).toEqual([]);
    expect(linksOf(rules, complete, bare)).toEqual([]);
  });

  it('refuses the record, by name of record, matcher and resolver, where it does not', () => {
    const rules = compile(document(false));
    const [problem] = rules.recordProblems(bare, rules.resolve(bare));
    expect(problem).toMatchObject({ code: 'FIELD_DOES_NOT_EXIST' });
    expect(problem!.message).toMatch(
      /^field does not exist in ETM pipeline output: record "2", matcher "mail", resolver "mail"/,
    );
    expect(() => rules.prepareSearch({ phone: '1' }, 'default')).toThrow(
      /^field does not exist in ETM pipeline output: search parameters/,
    );
  });

  it('demands nothing of records that are stored: they are simply not satisfied', () => {
    const rules = compile(document(false));
    expect(linksOf(rules, complete, bare)).toEqual([]);
    expect(linksOf(rules, bare, complete)).toEqual([]);
    expect(rules.prepareSearch(complete, 'default').hit(rules.resolve(bare))).toBeUndefined();
  });

  it('of a field is demanded by every resolver below it', () => {
    const rules = compile(document(false, { matchers: [simple('mail'), simple('phone')], mustExist: ['mail'] }));
    expect(rules.recordProblems(bare, rules.resolve(bare))).toHaveLength(1);
  });

  it('is no error inside of orempty, and inside of any only when no matcher has a value', () => {
    const wrapped = [
      simple('mail', { mustExist: true }),
      simple('phone', { mustExist: true }),
      { id: 'either', type: 'any', attributes: { matcherIDs: ['mail', 'phone'] } },
      orEmpty('mailOrEmpty', 'mail'),
    ];
    const problems = (matcherID: string, record: RecordPayload) => {
      const demanding = rule('R', [matcherID], { ignoreErrors: false });
      const rules = compile(document(false, { matchers: wrapped, rules: [demanding] }));
      return rules.recordProblems(record, rules.resolve(record)).length;
    };
    expect(problems('mailOrEmpty', bare)).toBe(0);
    expect(problems('either', bare)).toBe(0);
    expect(problems('either', { id: '3' })).toBe(2);
  });
});

describe('a consistency rule set', () => {
  const rules = compile({
    fields: ['mail', 'born'],
    matchers: [simple('mail'), simple('born'), orEmpty('bornOrEmpty', 'born')],
    rules: [rule('MAIL', ['mail']), rule('BORN', ['bornOrEmpty'])],
    index: ['MAIL'],
    link: ['MAIL'],
    search: ['MAIL'],
    deduplicate: ['MAIL'],
    consistency: ['BORN'],
  });
  const one = { id: '1', mail: 'a@example.com', born: '1980-01-01' };
  const other = { id: '2', mail: 'a@example.com', born: '1990-01-01' };
  const without = { id: '3', mail: 'a@example.com' };

  it('refuses links and duplicates between records that do not satisfy it', () => {
    expect(linksOf(rules, one, other)).toEqual([]);
    expect(linksOf(rules, one, without)).toEqual(['MAIL']);
    expect(rules.duplicateGroups(rules.resolve(one), rules.resolve(other))).toEqual([]);
    expect(rules.duplicateGroups(rules.resolve(one), rules.resolve(without))).toEqual(['people']);
  });

  it('keeps a key from deciding', () => {
    const [key] = rules.indexKeys(rules.resolve(one));
    expect(key!.plan).toMatchObject({ exact: false, carried: [1] });
    expect(rules.linked(key!.plan, rules.resolve(one), rules.resolve(other))).toBe(false);
    expect(rules.linked(key!.plan, rules.resolve(one), rules.resolve(without))).toBe(true);
  });
});

describe('a key of any', () => {
  it('does not decide unless all of its matchers do', () => {
    const rules = compile({
      fields: ['mail', 'name'],
      comparers: [{ id: 'near', type: 'distance', attributes: { allowedDistance: 1 } }],
      tokenizers: [{ id: 'none', type: 'none', attributes: {} }],
      matchers: [
        simple('mail'),
        { id: 'name', type: 'token', attributes: { resolverID: 'name', tokenizerID: 'none', comparerID: 'near' } },
        { id: 'either', type: 'any', attributes: { matcherIDs: ['mail', 'name'] } },
      ],
      rules: [rule('EITHER', ['either'])],
    });
    const [plan] = rules.parts.plans;
    expect(plan).toMatchObject({ exact: false, carried: [0, 1] });
    expect(rules.linked(plan!, [[], ['abc']], [[], ['ade']])).toBe(false);
  });
});

describe('the cap on index keys', () => {
  const document: Document = { ...mailAndPhone, rules: [rule('BOTH', ['mail', 'phone'])] };
  const rules = compile(document);

  it('lets a record with the most keys pass', () => {
    const values = rules.resolve({ id: '1', mail: manyTexts(100), phone: manyTexts(10) });
    expect(rules.recordProblems({ id: '1' }, values)).toEqual([]);
    expect(rules.indexKeys(values)).toHaveLength(1_000);
  });

  it('refuses a record with more, by name of rule and matcher', () => {
    const values = rules.resolve({ id: '1', mail: manyTexts(101), phone: manyTexts(10) });
    const [problem] = rules.recordProblems({ id: '1' }, values);
    expect(problem).toMatchObject({ code: 'TOO_MANY_INDEX_KEYS' });
    expect(problem!.message).toContain('record "1" has more than 1000 index keys; rule "BOTH", matcher "mail"');
    expect(() => rules.prepareSearch({ mail: manyTexts(101), phone: manyTexts(10) }, 'default')).toThrow(
      'search parameters',
    );
  });

  it('says without making them whether a record gets keys', () => {
    const givesKeys = (record: RecordPayload) => rules.givesKeys(rules.resolve(record));

    expect(givesKeys({ mail: manyTexts(100), phone: manyTexts(10) })).toBe(true);
    expect(givesKeys({ mail: manyTexts(101), phone: manyTexts(10) })).toBe(false);
    expect(givesKeys({ mail: manyTexts(101) })).toBe(false);
  });

  it('counts the keys of all rules together', () => {
    const both = compile({ ...mailAndPhone, rules: [rule('MAIL', ['mail']), rule('PHONE', ['phone'])] });
    const givesKeys = (phones: number) =>
      both.givesKeys(both.resolve({ mail: manyTexts(500), phone: manyTexts(phones) }));

    expect([givesKeys(500), givesKeys(501)]).toEqual([true, false]);
  });

  it('gives a stored record with more none at all, and says so', () => {
    const told: unknown[] = [];
    const telling = compileRuleConfig(documentOf(document), fieldOnly, { onTooManyKeys: (one) => told.push(one) });

    const keys = telling.indexKeys(telling.resolve({ mail: manyTexts(101), phone: manyTexts(10) }));

    expect(keys).toEqual([]);
    expect(told).toEqual([{ ruleID: 'BOTH', matcherID: 'mail' }]);
  });

  it('is not reached without a value for one of the matchers, however many values the others have', () => {
    expect(rules.indexKeys([manyTexts(2_000), []])).toEqual([]);
    expect(rules.indexKeys([[], manyTexts(2_000)])).toEqual([]);
  });
});

describe('disableIndexMatcherIDs', () => {
  it('leaves a matcher out of the keys and verifies it', () => {
    const rules = compile({
      fields: ['mail', 'city'],
      matchers: [simple('mail'), simple('city')],
      rules: [rule('R', ['mail', 'city'], { disableIndexMatcherIDs: ['city'] })],
    });
    const [key] = rules.indexKeys([['a@example.com'], []]);
    expect(key!.plan).toMatchObject({ exact: false, carried: [1] });
  });
});

describe('fingerprint and identities', () => {
  const base: Document = {
    fields: ['mail', 'city'],
    matchers: [simple('mail'), simple('city')],
    rules: [rule('R', ['mail'])],
  };
  const agrees = (id: string) => orEmpty(`${id}Agrees`, id);
  const carrying = (fields: Document['fields'], ...more: string[]): Document => ({
    fields,
    matchers: [simple('mail'), simple('city'), simple('name'), agrees('city'), agrees('name')],
    rules: [rule('R', ['mail', ...more])],
  });
  const hashOf = (rules: CompiledRules) => rules.indexKeys(rules.resolve({ id: '1', mail: 'a', city: 'b' }))[0]!.hash;

  it('stay the same when something else of the document changes', () => {
    const renamed: Document = { ...base, rules: [rule('OTHER', ['mail'], { score: 0.3 })] };
    expect(compile(renamed).fingerprint).toBe(compile(base).fingerprint);
  });

  it.each([
    ['what is left to verify', carrying(['mail', 'city', 'name'], 'cityAgrees')],
    ['whether sharing a key is enough', carrying(['mail', 'city', 'name'])],
    ['the order of carried values', carrying(['name', 'mail', 'city'], 'cityAgrees', 'nameAgrees')],
  ])('change with %s, and so do the keys', (_what, document) => {
    const before = compile(carrying(['mail', 'city', 'name'], 'cityAgrees', 'nameAgrees'));
    const after = compile(document);

    expect(after.parts.plans[0]!.signature).toBe(before.parts.plans[0]!.signature);
    expect(after.fingerprint).not.toBe(before.fingerprint);
    expect(hashOf(after)).not.toBe(hashOf(before));
  });

  it('change with what is linked, though no key does', () => {
    const comparers = (threshold: number) => [
      { id: 'alike', type: 'similarity', attributes: { algorithm: 'jaroWinkler', threshold } },
    ];
    const near = { resolverID: 'city', tokenizerID: 'none', comparerID: 'alike' };
    const document = (threshold: number): Document => ({
      fields: ['mail', 'city'],
      comparers: comparers(threshold),
      tokenizers: [{ id: 'none', type: 'none', attributes: {} }],
      matchers: [simple('mail'), { id: 'near', type: 'token', attributes: near }],
      rules: [rule('R', ['mail', 'near'])],
    });

    const [before, after] = [compile(document(0.8)), compile(document(0.9))];

    expect(hashOf(after)).toBe(hashOf(before));
    expect(after.fingerprint).not.toBe(before.fingerprint);
  });

  it('leave a table of former days its keys, as long as a plan is what it was', () => {
    const document = carrying(['mail', 'city', 'name'], 'cityAgrees');
    const formerPlans = new Map(compile(document).parts.plans.map(({ signature, identity }) => [signature, identity]));
    const onThatTable = (one: Document) => compileRuleConfig(documentOf(one), fieldOnly, { formerPlans });

    const same = onThatTable(document);
    const other = onThatTable(carrying(['mail', 'city', 'name']));

    const { signature } = same.parts.plans[0]!;
    expect(hashOf(same)).toBe(digestText(signature + joinKeyTexts(['a'])));
    expect(same.fingerprint).toBe(compile(document).fingerprint);
    expect(hashOf(other)).toBe(hashOf(compile(carrying(['mail', 'city', 'name']))));
  });

  it('are those of the release that a table began with', () => {
    const former = compileRuleConfig(documentOf(base), fieldOnly, { indexVersion: 7 });

    expect(former.fingerprint).not.toBe(compile(base).fingerprint);
    expect(hashOf(former)).not.toBe(hashOf(compile(base)));
  });

  it('change with what a key is made of', () => {
    const changed: Document = { ...base, rules: [rule('R', ['mail', 'city'])] };
    expect(compile(changed).fingerprint).not.toBe(compile(base).fingerprint);
  });
});

describe('consistency', () => {
  const rules = compile({
    fields: ['name', 'born'],
    matchers: [simple('name')],
    rules: [rule('R', ['name'])],
    rest: {
      scores: {
        consistency: [
          { resolverID: 'name', weight: 3, type: 'text' },
          { resolverID: 'born', weight: 1, type: 'date' },
        ],
      },
    },
  });

  it.each([
    [[{ name: 'a' }], 1],
    [[{}, {}], 1],
    [[{ name: 'a' }, { name: 'a' }, {}], 1],
    [[{ name: 'a' }, { name: 'b' }], 0.5],
    [
      [
        { name: 'a', born: '1980-01-02' },
        { name: 'b', born: '1980-01-02T10:00:00Z' },
      ],
      0.625,
    ],
    [[{ name: ['a', 'b'] }, { name: ['a', 'b'] }], 0.5],
  ])('of %j is %d', (records, expected) => {
    expect(rules.consistency(records.map((record) => rules.resolve(record)))).toBeCloseTo(expected);
  });
});

describe('hit score', () => {
  it('weighs rules by the share of given fields that they use', () => {
    const rules = compile({
      ...mailAndPhone,
      rules: [rule('MAIL', ['mail'], { score: 0.8 }), rule('BOTH', ['mail', 'phone'])],
    });
    const stored = rules.resolve({ id: '1', mail: 'a', phone: '1' });
    const score = (parameters: RecordPayload) => rules.prepareSearch(parameters, 'default').hit(stored)?.score;
    expect(score({ mail: 'a' })).toBeCloseTo(0.8);
    expect(score({ mail: 'a', phone: '2', unread: 'x', nothing: null })).toBeCloseTo(0.8 / 3);
    expect(score({ mail: 'a', phone: '1' })).toBeCloseTo(1);
    expect(score({ phone: '1' })).toBeUndefined();
  });

  it('refuses a rule set that is not there', () => {
    const rules = compile({ fields: ['mail'], matchers: [simple('mail')], rules: [rule('R', ['mail'])] });
    expect(() => rules.prepareSearch({ mail: 'a' }, 'nope')).toThrow('there is no search rule set "nope"');
  });
});

const pin = (sourceID: string, sourcePin = 'default') => ({ sourceID, sourcePin });

describe("a type of one's own", () => {
  it('is one definition and one entry of a registry', () => {
    const reverse = defineTransformer<object>({
      type: 'reverse',
      summary: 'Turns a text round.',
      attributes: z.object({}),
      inputPins: () => [{ name: 'default', required: true }],
      outputPins: () => ['default'],
      compile:
        () =>
        ([texts]) => [texts!.map((text) => [...text].reverse().join(''))],
      examples: [{ attributes: {}, inputs: { default: ['ab'] }, outputs: { default: ['ba'] } }],
    });
    const sameLength = defineComparer<object>({
      type: 'samelength',
      summary: 'Satisfied when both texts are equally long.',
      attributes: z.object({}),
      compile: () => ({
        satisfied: (a, b) => a.length === b.length,
        compare: (a, b) => ({ satisfied: a.length === b.length, similarity: a.length === b.length ? 1 : 0 }),
        keyParts: (text) => [String(text.length)],
        decides: true,
        equivalence: true,
      }),
      examples: [{ attributes: {}, a: 'a', b: 'b', satisfied: true }],
    });
    const base = documentOf({
      fields: ['mail', 'word'],
      comparers: [{ id: 'length', type: 'samelength', attributes: {} }],
      tokenizers: [{ id: 'none', type: 'none', attributes: {} }],
      matchers: [
        simple('turned'),
        { id: 'length', type: 'token', attributes: { resolverID: 'word', tokenizerID: 'none', comparerID: 'length' } },
      ],
      rules: [rule('R', ['turned', 'length'])],
    });
    const document = {
      ...base,
      transformers: [
        ...base.transformers,
        { id: 'turn', type: 'reverse', attributes: {}, inputPins: { default: pin('field-mail') } },
      ],
      resolvers: [...base.resolvers, { id: 'turned', inputPin: pin('turn') }],
    };

    const rules = compileRuleConfig(document, {
      transformers: new Map([plainField, reverse].map((one) => [one.type, one])),
      comparers: new Map([...comparers, [sameLength.type, sameLength]]),
    });

    expect(rules.resolve({ id: '1', mail: 'abc' })).toEqual([['abc'], [], ['cba']]);
    expect(linksOf(rules, { id: '1', mail: 'abc', word: 'one' }, { id: '2', mail: 'abc', word: 'two' })).toEqual(['R']);
    expect(rules.parts.plans[0]!.exact).toBe(true);
  });
});

describe('a document that the linter would refuse', () => {
  const base: Document = { fields: ['mail'], matchers: [simple('mail')], rules: [rule('R', ['mail'])] };
  const readingFrom = (inputPin: ReturnType<typeof pin>) => ({
    ...base,
    rest: { resolvers: [{ id: 'mail', inputPin }] },
  });

  it.each([
    [{ ...base, matchers: [{ ...simple('mail'), type: 'nope' }] }, 'matcher "mail" has the unknown type "nope"'],
    [{ ...base, matchers: [simple('mail', { resolverID: 'nope' })] }, 'there is no resolver "nope"'],
    [{ ...base, matchers: [simple('mail', { resolverID: 3 })] }, 'attributes that do not fit its type'],
    [{ ...base, rules: [rule('R', ['nope'])] }, 'there is no matcher "nope"'],
    [{ ...base, rules: [rule('R', [])] }, 'rule "R" has no matcher'],
    [{ ...base, matchers: [orEmpty('mail', 'mail')] }, 'contains itself'],
    [readingFrom(pin('field-mail', 'nope')), 'transformer "field-mail" has no output pin "nope"'],
    [readingFrom(pin('nope')), 'resolver "mail" reads the unknown transformer "nope"'],
  ])('is refused by the compiler as well (%#)', (document, message) => {
    expect(() => compile(document as Document)).toThrow(message);
  });
});
