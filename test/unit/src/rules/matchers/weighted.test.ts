import { describe, expect, it } from '@jest/globals';
import { lintRuleConfig } from '../../../../../src/rules/lint/lint-rule-config.ts';
import { matchers } from '../../../../../src/rules/matchers/registry.ts';
import {
  MAX_TOKEN_UNITS_OF_RECORD,
  MAX_TOKENS,
  MAX_TOKENS_OF_RECORD,
  recordTokens,
} from '../../../../../src/rules/matchers/token-parts.ts';
import { weighted } from '../../../../../src/rules/matchers/weighted.ts';
import { compile, type Document, documentOf, rule, simple } from '../compile/people.ts';

const fields = ['given', 'family', 'street', 'city', 'born'];
const same = fields.map((resolverID) => simple(`same-${resolverID}`, { resolverID }));
const near = { resolverID: 'given', tokenizerID: 'whole', comparerID: 'one' };

/** The matcher of this type and with these attributes, in a rule of its own. */
const compiledMatcher = (type: string, attributes: object, more: Omit<Document, 'rules'>) =>
  compile({
    ...more,
    matchers: [...more.matchers, { id: 'tested', type, attributes: { ...attributes } }],
    rules: [rule('TESTED', ['tested'])],
  }).parts.rules[0]!.matchers[0]!;

const matcherOf = (attributes: object) =>
  compiledMatcher('weighted', attributes, {
    fields,
    comparers: [{ id: 'one', type: 'distance', attributes: { allowedDistance: 1 } }],
    tokenizers: [{ id: 'whole', type: 'none', attributes: {} }],
    matchers: [...same, { id: 'near-given', type: 'token', attributes: near }],
  });

type Person = Partial<Record<(typeof fields)[number], string>>;
const values = (person: Person) => fields.map((field) => (person[field] === undefined ? [] : [person[field]]));
const holds = (attributes: object, a: Person, b: Person): boolean => {
  const matcher = matcherOf(attributes);
  const verdict = matcher.satisfied(values(a), values(b));
  expect(matcher.satisfied(values(b), values(a))).toBe(verdict);
  expect(matcher.verdict(values(a), values(b)).satisfied).toBe(verdict);
  return verdict;
};

describe('matcher weighted', () => {
  const names = [
    { matcherIDs: ['same-given', 'near-given'], weights: [7, 4], otherwise: -6 },
    { matcherIDs: ['same-family'], weights: [9], otherwise: -3 },
  ];

  it('explains what each piece of evidence counts, by its name', () => {
    const evidence = [{ name: 'given name', ...names[0] }, names[1]];
    const [a, b] = [values({ given: 'anna', family: 'lee' }), values({ given: 'hanna', family: 'kim' })];

    expect(matcherOf({ threshold: 16, evidence }).verdict(a, b).sum).toEqual({
      total: 1,
      threshold: 16,
      weights: [
        {
          name: 'given name',
          weight: 4,
          matcherIDs: ['same-given', 'near-given'],
          counted: 'near-given',
          isMissing: false,
        },
        { name: 'same-family', weight: -3, matcherIDs: ['same-family'], isMissing: false },
      ],
    });
  });

  describe('with evenOddsAt', () => {
    const attributes = { threshold: 6, evenOddsAt: 4, evidence: names };
    const scored = (other: Person, score = 1) => {
      const rules = compile({
        fields,
        matchers: [...same, { id: 'sum', type: 'weighted', attributes: { ...attributes, evidence: [names[1]] } }],
        rules: [rule('SUM', ['sum', 'same-family'], { score })],
      });
      return rules.links(values({ family: 'lee' }), values(other)).map((link) => link.score);
    };

    it('knows the probability of a pair', () => {
      const matcher = matcherOf(attributes);
      const certainty = (a: Person, b: Person) => matcher.certainty!(values(a), values(b));

      expect(certainty({ family: 'lee' }, { family: 'lee' })).toBe(0.97);
      expect(certainty({ given: 'anna' }, { given: 'hanna' })).toBe(0.5);
      expect(certainty({ given: 'anna', family: 'lee' }, { given: 'anna', family: 'lee' })).toBe(1);
      expect(certainty({}, {})).toBe(0.059);
    });

    it('gives an edge the score of its rule times this probability', () => {
      expect(scored({ family: 'lee' })).toEqual([0.97]);
      expect(scored({ family: 'lee' }, 0.5)).toEqual([0.485]);
    });

    it('is absent unless it is given', () => {
      expect(matcherOf({ threshold: 6, evidence: names }).certainty).toBeUndefined();
    });
  });

  const annaLee = { given: 'anna', family: 'lee' };

  it.each([
    [16, 'the first matcher that is satisfied', annaLee, true],
    [13, 'the second matcher where the first is not satisfied', { given: 'anne', family: 'lee' }, true],
    [14, 'the second matcher where the first is not satisfied', { given: 'anne', family: 'lee' }, false],
    [4, 'disagreement where both records have a value', { given: 'bert', family: 'lee' }, false],
    [9, 'no disagreement where one record has no value', { family: 'lee' }, true],
  ])('with the threshold %d counts %s, for %j: %j', (threshold, _what, other, expected) => {
    expect(holds({ threshold, evidence: names }, annaLee, other)).toBe(expected);
  });

  it('adds decimal fractions without losing the last digit', () => {
    const evidence = fields.slice(0, 3).map((field) => ({ matcherIDs: [`same-${field}`], weights: [0.1] }));
    const person = { given: 'anna', family: 'lee', street: 'high st' };

    expect(holds({ threshold: 0.3, evidence }, person, person)).toBe(true);
  });

  it('bounds what a group counts, and a group within a group', () => {
    const evidence = [
      { matcherIDs: ['same-street'], weights: [9], group: 'place' },
      { matcherIDs: ['same-city'], weights: [6], group: 'place' },
      { matcherIDs: ['same-family'], weights: [9], group: 'household' },
      { matcherIDs: ['same-born'], weights: [13] },
    ];
    const limits = { place: { most: 10, within: 'household' }, household: { most: 12 } };
    const home = { street: 'high st', city: 'york', family: 'lee' };

    expect(holds({ threshold: 10, evidence, limits }, { street: 'high st', city: 'york' }, home)).toBe(true);
    expect(holds({ threshold: 11, evidence, limits }, { street: 'high st', city: 'york' }, home)).toBe(false);
    expect(holds({ threshold: 12, evidence, limits }, home, home)).toBe(true);
    expect(holds({ threshold: 13, evidence, limits }, home, home)).toBe(false);
    expect(holds({ threshold: 25, evidence, limits }, { ...home, born: '1' }, { ...home, born: '1' })).toBe(true);
  });

  it('finds no candidates and is never missing a value', () => {
    const matcher = matcherOf({ threshold: 5, evidence: names });

    expect(matcher.keyParts).toBeUndefined();
    expect(matcher.missing(values({}))).toEqual([]);
  });
});

describe('lint of the matcher weighted', () => {
  const codes = (attributes: object): string[] =>
    (weighted.lint?.(weighted.attributes.parse(attributes)) ?? []).map(({ code }) => code);
  const one = { matcherIDs: ['same-given'], weights: [7] };

  it.each([
    [{ threshold: 5, evidence: [one] }, []],
    [{ threshold: 8, evidence: [one] }, ['THRESHOLD_OUT_OF_REACH']],
    [{ threshold: 0, evidence: [one] }, ['ACCEPTS_EVERYTHING']],
    [{ threshold: 1, evenOddsAt: 2, evidence: [one] }, ['ODDS_ABOVE_THRESHOLD']],
    [{ threshold: 5, evidence: [{ ...one, weights: [7, 5] }] }, ['WEIGHTS_DO_NOT_FIT']],
    [{ threshold: 5, evidence: [{ ...one, otherwise: 8 }] }, ['DISAGREEMENT_COUNTS_MORE']],
    [{ threshold: 5, evidence: [one], limits: { place: { most: 5 } } }, ['UNUSED_ATTRIBUTE']],
    [{ threshold: 5, evidence: [{ ...one, group: 'g' }], limits: { g: { most: 5, least: 6 } } }, ['LIMITS_CROSS']],
    [{ threshold: 5, evidence: [{ ...one, group: 'g' }], limits: { g: { within: 'g' } } }, ['LIMITS_CROSS']],
  ])('judges %j', (attributes, expected) => {
    expect(codes(attributes)).toEqual(expected);
  });

  it('follows the references inside of the evidence', () => {
    const attributes = { threshold: 5, evidence: [{ ...one, matcherIDs: ['same-givn'] }] };
    const { errors } = lintRuleConfig(
      documentOf({
        fields: ['given'],
        matchers: [same[0]!, { id: 'sum', type: 'weighted', attributes }],
        rules: [rule('R', ['same-given', 'sum'])],
      }),
    );

    expect(errors.map(({ code, pointer }) => [code, pointer])).toContainEqual([
      'DANGLING_ID',
      '/matchers/1/attributes/evidence/0/matcherIDs/0',
    ]);
  });
});

describe.each([...matchers.values()])('matcher $type', (definition) => {
  const examples = definition.examples ?? [];

  it('has examples', () => {
    expect(examples.length).toBeGreaterThan(0);
  });

  it.each(examples)('judges $a and $b with $attributes as its example says, in both directions', (example) => {
    const rules = compile({
      fields: [...new Set([...Object.keys(example.a), ...Object.keys(example.b)])],
      tokenizers: example.tokenizers ?? [],
      comparers: example.comparers ?? [],
      matchers: [...(example.matchers ?? []), { id: 'shown', type: definition.type, attributes: example.attributes }],
      rules: [rule('SHOWN', ['shown'])],
    });
    const matcher = rules.parts.rules[0]!.matchers[0]!;
    const a = rules.resolve({ ...example.a });
    const b = rules.resolve({ ...example.b });

    expect(matcher.satisfied(a, b)).toBe(example.satisfied);
    expect(matcher.satisfied(b, a)).toBe(example.satisfied);
    expect(matcher.verdict(a, b).satisfied).toBe(example.satisfied);
  });
});

const words = (text: string): string[] => text.split(' ');
const countsOf = (values: readonly string[]): number[] => recordTokens(values, words).map(({ length }) => length);
const text = (tokens: number, length = 1): string => Array.from({ length: tokens }, () => 'x'.repeat(length)).join(' ');

describe('recordTokens', () => {
  it('gives all tokens of values within the bounds, value by value', () => {
    expect(recordTokens(['anna maria', 'beispiel'], words)).toEqual([['anna', 'maria'], ['beispiel']]);
  });

  it('takes the first 500 of one value and goes on with the next', () => {
    expect(countsOf([text(MAX_TOKENS + 1), text(3)])).toEqual([MAX_TOKENS, 3]);
  });

  it('takes the first 1,000 of all values', () => {
    expect(countsOf([text(400), text(400), text(400), text(1)])).toEqual([400, 400, 200]);
    expect(countsOf(Array.from({ length: MAX_TOKENS_OF_RECORD + 5 }, () => 'x'))).toHaveLength(
      MAX_TOKENS_OF_RECORD + 1,
    );
  });

  it('takes tokens of 8,192 characters together, none of them in part', () => {
    const half = MAX_TOKEN_UNITS_OF_RECORD / 2;

    expect(countsOf([text(1, half), text(1, half), text(1)])).toEqual([1, 1, 0]);
    expect(countsOf([text(1, half), text(2, half - 1), text(1)])).toEqual([1, 1]);
  });
});

const comparers = [
  { id: 'exact', type: 'exact', attributes: {} },
  { id: 'near', type: 'distance', attributes: { allowedDistance: 1 } },
];
const tokenizers = [{ id: 'word', type: 'word', attributes: {} }];

const wordsAlike = { resolverID: 'name', tokenizerID: 'word', comparerID: 'exact' };
const tokenMatcher = (attributes: object) =>
  compiledMatcher('token', { ...wordsAlike, ...attributes }, { fields: ['name'], comparers, tokenizers, matchers: [] });

const satisfied = (attributes: object, a: string | string[], b: string | string[]): boolean =>
  tokenMatcher(attributes).satisfied([[a].flat()], [[b].flat()]);

describe('matcher token', () => {
  it.each([
    [{ strategy: 'minimum', min: 2 }, 'anna maria beispiel', 'beispiel anna', true],
    [{ strategy: 'minimum', min: 2 }, 'anna maria beispiel', 'anna muster', false],
    [{ strategy: 'minimum', min: 2 }, 'anna anna', 'anna beispiel', false],
    [{ strategy: 'minimum', min: 2 }, 'anna anna', 'anna anna beispiel', true],
    [{ strategy: 'all' }, 'anna beispiel', 'beispiel anna maria', true],
    [{ strategy: 'all' }, 'anna beispiel', 'anna maria muster', false],
    [{ strategy: 'all', min: 2 }, 'anna', 'anna beispiel', false],
    [{ strategy: 'sameorder' }, 'anna beispiel', 'anna beispiel', true],
    [{ strategy: 'sameorder' }, 'anna beispiel', 'beispiel anna', false],
    [{ strategy: 'sameorder' }, 'anna beispiel', 'anna maria beispiel', false],
    [{ strategy: 'sameorder', min: 2 }, 'anna', 'anna', false],
    [{ comparerID: 'near', strategy: 'all' }, 'ana hana', 'anna ana', true],
  ])('with %j judges %j and %j: %j', (attributes, a, b, expected) => {
    expect(satisfied(attributes, a, b)).toBe(expected);
    expect(satisfied(attributes, b, a)).toBe(expected);
  });

  it('moves a token to another partner when only that makes room for a second pair', () => {
    // "ana" takes "hana" first, the only partner of "han", and must give way to it.
    expect(satisfied({ comparerID: 'near', min: 2 }, 'ana han', 'hana bana')).toBe(true);
  });

  it('is satisfied by one pair of values and never mixes the tokens of several', () => {
    expect(satisfied({ min: 2 }, ['x y', 'anna beispiel'], ['q', 'beispiel anna'])).toBe(true);
    expect(satisfied({ min: 2 }, ['anna x', 'beispiel y'], 'anna beispiel')).toBe(false);
  });

  it('is not satisfied without a value or without a token', () => {
    expect(satisfied({}, [], 'anna')).toBe(false);
    expect(satisfied({ strategy: 'all' }, '…', '…')).toBe(false);
  });

  it('gives every combination of min tokens as key parts, whatever their order', () => {
    const parts = (text: string) => [...tokenMatcher({ min: 2 }).keyParts!.parts([[text]], 1_000)!].sort();
    expect(parts('anna maria beispiel')).toHaveLength(3);
    expect(parts('anna beispiel')).toEqual(parts('beispiel anna'));
    expect(parts('anna maria beispiel')).toContain(parts('beispiel maria')[0]);
    expect(parts('anna')).toEqual([]);
  });

  it('stops making key parts once there are too many', () => {
    const many = Array.from({ length: 900 }, (_, index) => `w${index}`).join(' ');
    expect(tokenMatcher({ min: 4 }).keyParts!.parts([[many]], 1_000)).toBeUndefined();
    expect(tokenMatcher({ min: 1 }).keyParts!.parts([[many]], 100)).toBeUndefined();
  });

  it('is not held up by tokens that repeat', () => {
    const parts = (text: string, min: number) => tokenMatcher({ min }).keyParts!.parts([[text]], 1_000);
    expect(parts('a '.repeat(500).trim(), 12)).toHaveLength(1);
    expect(parts('a b '.repeat(250).trim(), 12)).toHaveLength(13);
    expect(parts('a b c d e f g h i j k l m n o p q r s t u v', 20)).toHaveLength(231);
  });

  it('gives no parts where they could not hold the promise', () => {
    expect(tokenMatcher({ indexStrategy: 'none' }).keyParts).toBeUndefined();
    expect(tokenMatcher({ indexStrategy: 'all', strategy: 'all' }).keyParts).toBeUndefined();
    expect(tokenMatcher({ indexStrategy: 'all', strategy: 'sameorder' }).keyParts).toBeDefined();
  });

  it('warns of attributes that cannot be kept to', () => {
    const definition = matchers.get('token')!;
    const notes = (attributes: object) =>
      definition.lint!(
        definition.attributes.parse({ resolverID: 'r', tokenizerID: 't', comparerID: 'c', ...attributes }),
      ).map(({ code }) => code);
    expect(notes({ min: 1, indexTokens: 2 })).toEqual(['INDEX_TOKENS_ABOVE_MIN']);
    expect(notes({ indexStrategy: 'all' })).toEqual(['INDEX_STRATEGY_INCOMPLETE']);
    expect(notes({ min: 2, indexTokens: 1 })).toEqual([]);
  });
});
