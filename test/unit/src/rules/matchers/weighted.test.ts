import { describe, expect, it } from '@jest/globals';
import { compileRuleConfig } from '../../../../../src/rules/compile/compile.ts';
import { lintRuleConfig } from '../../../../../src/rules/lint/lint-rule-config.ts';
import { weighted } from '../../../../../src/rules/matchers/weighted.ts';
import { documentOf, fieldOnly, rule } from '../compile/people.ts';

const fields = ['given', 'family', 'street', 'city', 'born'];
const same = fields.map((resolverID) => ({ id: `same-${resolverID}`, type: 'simple', attributes: { resolverID } }));

const matcherOf = (attributes: Readonly<Record<string, unknown>>) =>
  compileRuleConfig(
    documentOf({
      fields,
      comparers: [{ id: 'one', type: 'distance', attributes: { allowedDistance: 1 } }],
      tokenizers: [{ id: 'whole', type: 'none', attributes: {} }],
      matchers: [
        ...same,
        {
          id: 'near-given',
          type: 'token',
          attributes: { resolverID: 'given', tokenizerID: 'whole', comparerID: 'one' },
        },
        { id: 'sum', type: 'weighted', attributes },
      ],
      rules: [rule('SUM', ['sum'])],
    }),
    fieldOnly,
  ).parts.rules[0]!.matchers[0]!;

type Person = Partial<Record<(typeof fields)[number], string>>;
const values = (person: Person) => fields.map((field) => (person[field] === undefined ? [] : [person[field]]));
const holds = (attributes: Readonly<Record<string, unknown>>, a: Person, b: Person): boolean => {
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
      const rules = compileRuleConfig(
        documentOf({
          fields,
          matchers: [...same, { id: 'sum', type: 'weighted', attributes: { ...attributes, evidence: [names[1]] } }],
          rules: [rule('SUM', ['sum', 'same-family'], { score })],
        }),
        fieldOnly,
      );
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

  it('counts the first matcher that is satisfied', () => {
    expect(
      holds({ threshold: 16, evidence: names }, { given: 'anna', family: 'lee' }, { given: 'anna', family: 'lee' }),
    ).toBe(true);
    expect(
      holds({ threshold: 13, evidence: names }, { given: 'anna', family: 'lee' }, { given: 'anne', family: 'lee' }),
    ).toBe(true);
    expect(
      holds({ threshold: 14, evidence: names }, { given: 'anna', family: 'lee' }, { given: 'anne', family: 'lee' }),
    ).toBe(false);
  });

  it('counts disagreement only where both records have a value', () => {
    expect(
      holds({ threshold: 4, evidence: names }, { given: 'anna', family: 'lee' }, { given: 'bert', family: 'lee' }),
    ).toBe(false);
    expect(holds({ threshold: 9, evidence: names }, { given: 'anna', family: 'lee' }, { family: 'lee' })).toBe(true);
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
    const document = {
      ...documentOf({ fields: ['given'], matchers: [same[0]!], rules: [rule('R', ['same-given', 'sum'])] }),
    };
    const { errors } = lintRuleConfig({
      ...document,
      matchers: [
        ...document.matchers,
        {
          id: 'sum',
          type: 'weighted',
          attributes: { threshold: 5, evidence: [{ ...one, matcherIDs: ['same-givn'] }] },
        },
      ],
    });

    expect(errors.map(({ code, pointer }) => [code, pointer])).toContainEqual([
      'DANGLING_ID',
      '/matchers/1/attributes/evidence/0/matcherIDs/0',
    ]);
  });
});
