import { describe, expect, it } from '@jest/globals';
import { compileRuleConfig } from '../../../../../src/rules/compile/compile.ts';
import { matchers } from '../../../../../src/rules/matchers/registry.ts';
import { documentOf, fieldOnly, rule } from '../compile/people.ts';

const comparers = [
  { id: 'exact', type: 'exact', attributes: {} },
  { id: 'near', type: 'distance', attributes: { allowedDistance: 1 } },
];
const tokenizers = [{ id: 'word', type: 'word', attributes: {} }];

const matcherOf = (attributes: object) => {
  const rules = compileRuleConfig(
    documentOf({
      fields: ['name'],
      comparers,
      tokenizers,
      matchers: [
        {
          id: 'names',
          type: 'token',
          attributes: { resolverID: 'name', tokenizerID: 'word', comparerID: 'exact', ...attributes },
        },
      ],
      rules: [rule('NAMES', ['names'])],
    }),
    fieldOnly,
  );
  return rules.parts.rules[0]!.matchers[0]!;
};

const satisfied = (attributes: object, a: string | string[], b: string | string[]): boolean =>
  matcherOf(attributes).satisfied([[a].flat()], [[b].flat()]);

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
    const parts = (text: string) => [...matcherOf({ min: 2 }).keyParts!.parts([[text]], 1_000)!].sort();
    expect(parts('anna maria beispiel')).toHaveLength(3);
    expect(parts('anna beispiel')).toEqual(parts('beispiel anna'));
    expect(parts('anna maria beispiel')).toContain(parts('beispiel maria')[0]);
    expect(parts('anna')).toEqual([]);
  });

  it('stops making key parts once there are too many', () => {
    const many = Array.from({ length: 900 }, (_, index) => `w${index}`).join(' ');
    expect(matcherOf({ min: 4 }).keyParts!.parts([[many]], 1_000)).toBeUndefined();
    expect(matcherOf({ min: 1 }).keyParts!.parts([[many]], 100)).toBeUndefined();
  });

  it('is not held up by tokens that repeat', () => {
    const parts = (text: string, min: number) => matcherOf({ min }).keyParts!.parts([[text]], 1_000);
    expect(parts('a '.repeat(500).trim(), 12)).toHaveLength(1);
    expect(parts('a b '.repeat(250).trim(), 12)).toHaveLength(13);
    expect(parts('a b c d e f g h i j k l m n o p q r s t u v', 20)).toHaveLength(231);
  });

  it('gives no parts where they could not hold the promise', () => {
    expect(matcherOf({ indexStrategy: 'none' }).keyParts).toBeUndefined();
    expect(matcherOf({ indexStrategy: 'all', strategy: 'all' }).keyParts).toBeUndefined();
    expect(matcherOf({ indexStrategy: 'all', strategy: 'sameorder' }).keyParts).toBeDefined();
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
