import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { explainPair } from '../../../../../src/rules/compile/explain.ts';
import { compilePipeline } from '../../../../../src/rules/compile/pipeline.ts';
import type { ReferenceList, TransformerPart } from '../../../../../src/rules/document/types.ts';
import { transformers } from '../../../../../src/rules/transformers/registry.ts';
import { defineTransformer } from '../../../../../src/rules/transformers/transformer.ts';
import type { CompiledRuleConfig, RecordPayload, TransformerTrace } from '../../../../../src/rules/types.ts';
import { compile, orEmpty, rule, simple } from './people.ts';

const sharedKeys = (rules: CompiledRuleConfig, a: RecordPayload, b: RecordPayload) => {
  const hashes = new Set(rules.indexKeys(rules.resolve(a)).map(({ hash }) => hash));
  return rules.indexKeys(rules.resolve(b)).filter(({ hash }) => hashes.has(hash));
};

const rules = compile({
  fields: ['name', 'mail', 'city', 'born'],
  tokenizers: [{ id: 'words', type: 'word', attributes: {} }],
  comparers: [{ id: 'exact', type: 'exact', attributes: {} }],
  matchers: [
    simple('mail'),
    simple('city'),
    simple('born'),
    {
      id: 'names',
      type: 'token',
      attributes: { resolverID: 'name', tokenizerID: 'words', comparerID: 'exact', min: 2 },
    },
    orEmpty('bornOrEmpty', 'born'),
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
    expect(rules.resolverIDs).toEqual(['name', 'mail', 'city', 'born']);
    expect(rules.resolve({ id: '1', mail: ['a@example.com', 'a@example.com', ''], city: 'fulda' })).toEqual([
      [],
      ['a@example.com'],
      ['fulda'],
      [],
    ]);
  });

  it('links records by every rule that holds, in either direction', () => {
    const link = (a: RecordPayload, b: RecordPayload) =>
      rules.links(rules.resolve(a), rules.resolve(b)).map(({ ruleID, group, score }) => [ruleID, group, score]);
    expect(link(anna, annaMoved)).toEqual([['MAIL', 'people', 0.9]]);
    expect(link(annaMoved, anna)).toEqual([['MAIL', 'people', 0.9]]);
    expect(link(anna, annaBorn)).toEqual([['NAME', 'people', 0.5]]);
    expect(link(annaBorn, other)).toEqual([]);
  });

  it('shares a key between records that a rule holds between', () => {
    expect(sharedKeys(rules, anna, annaMoved)).toHaveLength(1);
    expect(sharedKeys(rules, anna, annaBorn)).toHaveLength(1);
  });

  it('decides by the key where nothing is left to verify and otherwise carries what is', () => {
    const [byMail] = sharedKeys(rules, anna, annaMoved);
    const [byName] = sharedKeys(rules, anna, annaBorn);
    expect(byMail!.plan).toMatchObject({ exact: true, carried: [], ruleIDs: ['MAIL'] });
    expect(byName!.plan).toMatchObject({ exact: false, carried: [3], ruleIDs: ['NAME'] });
    expect(rules.linked(byName!.plan, rules.resolve(anna), [[], [], [], ['1980-02-01']])).toBe(true);
    expect(rules.linked(byName!.plan, rules.resolve(other), [[], [], [], ['1980-02-01']])).toBe(false);
  });

  it('searches by the plans of the index and scores by the share of fields used', () => {
    const search = rules.prepareSearch({ mail: 'am@example.com', city: 'fulda' }, 'default');
    const stored = new Set(rules.indexKeys(rules.resolve(anna)).map(({ hash }) => hash));
    expect(search.keys.some(({ hash }) => stored.has(hash))).toBe(true);
    expect(search.hit(rules.resolve(anna))).toEqual({ ruleIDs: ['MAIL'], score: expect.closeTo(0.45) });
    expect(search.hit(rules.resolve(other))).toBeUndefined();
  });

  it('needs of a stored record what the rules read that the parameters have a key of', () => {
    const search = rules.prepareSearch({ mail: 'am@example.com', city: 'kassel' }, 'default');

    const values = search.resolve!({ ...anna, born: '1980-02-01' });

    // MAIL and SURE read mail and born. NAME reads name and city, and without a name nothing can satisfy it.
    expect(values).toEqual([[], ['anna@example.com', 'am@example.com'], [], ['1980-02-01']]);
    expect(search.hit(values)).toEqual(search.hit(rules.resolve(anna)));
  });

  it('is sure of a hit where sharing a key leaves nothing to verify', () => {
    const search = rules.prepareSearch({ mail: 'am@example.com', name: 'anna maria', city: 'kassel' }, 'default');

    const sure = search.keys.map(({ plan }) => [plan.ruleIDs, search.isHitBy!(plan)]);

    expect(sure).toEqual([
      [['MAIL'], true],
      [['NAME'], false],
    ]);
  });

  it('gives rules of the same parts one plan and one key', () => {
    const alike = compile({
      fields: ['mail', 'born'],
      matchers: [simple('mail'), simple('sameMail', { resolverID: 'mail' }), simple('born')],
      rules: [rule('A', ['mail']), rule('B', ['sameMail', 'born'], { disableIndexMatcherIDs: ['born'] })],
    });
    const keys = alike.indexKeys(alike.resolve({ id: '1', mail: 'a@example.com', born: '1980-01-01' }));
    expect(keys).toHaveLength(1);
    expect(keys[0]!.plan.ruleIDs).toEqual(['A', 'B']);
  });
});

const near = { resolverID: 'name', tokenizerID: 'word', comparerID: 'near', min: 2 };
const shown = compile({
  fields: ['name', 'mail', 'born'],
  comparers: [{ id: 'near', type: 'distance', attributes: { allowedDistance: 1 } }],
  tokenizers: [{ id: 'word', type: 'word', attributes: {} }],
  matchers: [
    simple('mail'),
    simple('born'),
    { id: 'name', type: 'token', attributes: near },
    orEmpty('bornOrEmpty', 'born'),
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
});
const annaOfMail = { id: '1', name: 'anna beispiel', mail: 'a@example.com', born: '1980-01-01' };

describe('explainPair', () => {
  it('returns rules, matchers, pairs of tokens, keys and searches of a linked pair', () => {
    const hanna = { id: '2', name: 'beispiel, hanna', born: '1980-01-01' };

    const found = explainPair(shown, annaOfMail, hanna);

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
    const found = explainPair(shown, annaOfMail, { id: '2', mail: 'a@example.com', born: '1999-09-09' });
    expect(found.together).toBe(false);
    expect(found.groups[0]).toMatchObject({ outcome: 'KEPT_APART', keptApartBy: 'consistency', linkRuleIDs: [] });
  });

  it('distinguishes duplicates and unrelated records', () => {
    expect(explainPair(shown, annaOfMail, { ...annaOfMail, id: '2' }).groups[0]!.outcome).toBe('DUPLICATE');
    expect(explainPair(shown, annaOfMail, { id: '2', name: 'lea muster' }).groups[0]!.outcome).toBe('NO_MATCH');
  });

  it('reports a satisfied rule that is in no index rule set', () => {
    const unindexed = compile({
      fields: ['mail', 'born'],
      matchers: [simple('mail'), simple('born')],
      rules: [rule('MAIL', ['mail']), rule('BORN', ['born'])],
      index: ['MAIL'],
    });
    const found = explainPair(unindexed, { id: '1', born: '1980-01-01' }, { id: '2', born: '1980-01-01' });
    expect(found.groups[0]!.outcome).toBe('NOT_FOUND');
  });

  it('makes the errors of a request a part of the answer', () => {
    const strict = compile({
      fields: ['mail'],
      matchers: [simple('mail', { mustExist: true })],
      rules: [rule('MAIL', ['mail'], { ignoreErrors: false })],
    });
    const found = explainPair(strict, { id: '1', mail: 'a' }, { id: '2' });
    expect(found.b.problems[0]).toContain('record "2", matcher "mail"');
    expect(found.groups[0]!.link.rules[0]).toMatchObject({
      satisfied: false,
      error: expect.stringContaining('field does not exist'),
    });
    expect(found.searches[0]!.errors.length).toBeGreaterThan(0);
  });

  it.each([
    ['a', { id: '1' }, { id: '2', mail: 'a', phone: '1' }],
    ['b', { id: '1', mail: 'a', phone: '1' }, { id: '2' }],
  ] as const)('says that side %s lacks a value that must exist', (side, one, two) => {
    const matchers = [
      simple('mail', { mustExist: true }),
      simple('phone', { mustExist: true }),
      { id: 'either', type: 'any', attributes: { matcherIDs: ['mail', 'phone'] } },
    ];
    const demanding = compile({ fields: ['mail', 'phone'], matchers, rules: [rule('ALL', ['mail', 'either'])] });

    const [verdict] = explainPair(demanding, one, two).groups[0]!.link.rules;

    const [mail, either] = verdict!.matchers.map(({ missing }) => missing);
    expect(mail).toEqual([{ side, resolverID: 'mail' }]);
    expect(either).toContainEqual({ side, resolverID: 'phone' });
    expect(new Set(either!.map((one) => one.side))).toEqual(new Set([side]));
  });
});

const field = (path: string, attributes: object = {}): TransformerPart => ({
  id: path,
  type: 'field',
  attributes: { path, ...attributes },
  inputPins: {},
});
const after = (sourceID: string) => ({ default: { sourceID, sourcePin: 'default' } });
const context = {
  tokenizer: () => undefined,
  tokenizerMeaning: () => undefined,
  referenceList: (): ReferenceList | undefined => undefined,
};

/** The pipeline of these parts, with a resolver for each of the sources: a, b, c. */
const pipelineOf = (parts: readonly TransformerPart[], sources: readonly string[], definitions = transformers) =>
  compilePipeline(
    parts,
    sources.map((sourceID, index) => ({ id: 'abc'[index]!, inputPin: { sourceID, sourcePin: 'default' } })),
    definitions,
    context,
  );

/** A transformer that writes down when it runs. */
function counting() {
  const ran: string[] = [];
  const definition = defineTransformer<{ name: string }>({
    type: 'count',
    summary: 'Passes values on.',
    attributes: z.object({ name: z.string() }),
    inputPins: () => [{ name: 'default', required: true }],
    outputPins: () => ['default'],
    compile:
      ({ name }) =>
      ([values], _record, note) => {
        ran.push(name);
        note?.(`${name} ran`);
        return [values!];
      },
    examples: [],
  });
  const part = (id: string, sourceID: string): TransformerPart => ({
    id,
    type: 'count',
    attributes: { name: id },
    inputPins: after(sourceID),
  });
  return { ran, part, definitions: new Map([...transformers, [definition.type, definition]]) };
}

describe('compilePipeline', () => {
  it('runs every transformer once, sources first, whatever their order in the document', () => {
    const { ran, part, definitions } = counting();
    const parts = [part('third', 'second'), part('second', 'first'), part('first', 'mail'), field('mail')];
    const pipeline = pipelineOf(parts, ['third', 'second', 'third'], definitions);
    expect(pipeline.run({ id: '1', mail: 'x' })).toEqual([['x'], ['x'], ['x']]);
    expect(ran).toEqual(['first', 'second', 'third']);
  });

  it('leaves out transformers that no resolver needs', () => {
    const { ran, part, definitions } = counting();
    pipelineOf([field('mail'), part('unused', 'mail')], ['mail'], definitions).run({ id: '1', mail: 'x' });
    expect(ran).toEqual([]);
  });

  it('runs for some resolvers only what they need, and gives the others no value', () => {
    const { ran, part, definitions } = counting();
    const parts = [part('shared', 'mail'), part('first', 'shared'), part('second', 'shared'), part('third', 'mail')];
    const pipeline = pipelineOf([field('mail'), ...parts], ['first', 'second', 'third'], definitions);

    const values = pipeline.only(new Set([1]))({ id: '1', mail: 'x' });

    expect(values).toEqual([[], ['x'], []]);
    expect(ran).toEqual(['shared', 'second']);
    expect(pipeline.only(new Set([0, 1, 2]))({ id: '1', mail: 'x' })).toEqual(pipeline.run({ id: '1', mail: 'x' }));
  });

  it('passes inputs, outputs and the reasons for dropped values to an observer', () => {
    const { part, definitions } = counting();
    const pipeline = pipelineOf([field('mail'), part('one', 'mail')], ['one'], definitions);
    const traces: TransformerTrace[] = [];
    pipeline.run({ id: '1', mail: 'x' }, (trace) => traces.push(trace));
    expect(traces).toMatchObject([
      { transformerID: 'mail', type: 'field', outputs: { default: ['x'] } },
      { transformerID: 'one', inputs: { default: ['x'] }, outputs: { default: ['x'] }, notes: ['one ran'] },
    ]);
  });

  it('gives distinct texts without halves of surrogate pairs', () => {
    const pipeline = pipelineOf([field('mail')], ['mail']);
    expect(pipeline.run({ id: '1', mail: ['x\ud800', 'x\ud801', 'y', 'y'] })).toEqual([['x\ufffd', 'y']]);
    expect(pipeline.run({ id: '1', mail: 'x\udfff' })).toEqual([['x\ufffd']]);
  });

  it('returns for every resolver its paths and whether a value must exist', () => {
    const { part, definitions } = counting();
    const parts = [field('name.last', { mustExist: true }), part('one', 'name.last'), field('mail')];
    expect(pipelineOf(parts, ['one', 'mail'], definitions).outputs).toMatchObject([
      { id: 'a', mustExist: true, paths: [['name', 'last']] },
      { id: 'b', mustExist: false, paths: [['mail']] },
    ]);
  });

  it('gives a resolver a meaning that changes with anything above it and with nothing else', () => {
    const meaning = (parts: readonly TransformerPart[]) => pipelineOf(parts, [parts.at(-1)!.id]).outputs[0]!.meaning;
    const trim = (id: string, sourceID: string): TransformerPart => ({
      id,
      type: 'stringop',
      attributes: { operation: 'trim' },
      inputPins: after(sourceID),
    });
    const one = meaning([field('mail'), trim('t', 'mail')]);
    expect(meaning([field('other'), { ...field('mail'), id: 'm' }, trim('renamed', 'm')])).toBe(one);
    expect(meaning([field('mail', { caseSensitive: true }), trim('t', 'mail')])).not.toBe(one);
    expect(meaning([field('mail')])).not.toBe(one);
  });

  it('refuses a transformer that feeds itself', () => {
    const { part, definitions } = counting();
    const parts = [part('one', 'two'), part('two', 'three'), part('three', 'one')];
    expect(() => pipelineOf(parts, ['one'], definitions)).toThrow('feeds itself');
  });

  it('compiles a chain of many thousand transformers', () => {
    const { part, definitions } = counting();
    const chain = Array.from({ length: 20_000 }, (_, index) =>
      part(`t${index}`, index === 0 ? 'mail' : `t${index - 1}`),
    );
    const pipeline = pipelineOf([field('mail'), ...chain], ['t19999'], definitions);
    expect(pipeline.run({ id: '1', mail: 'x' })).toEqual([['x']]);
  });
});
