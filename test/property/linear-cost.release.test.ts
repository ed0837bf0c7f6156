import { describe, expect, it } from '@jest/globals';
import { comparers } from '../../src/rules/comparers/registry.ts';
import { compileRuleConfig } from '../../src/rules/compile/compile.ts';
import type { MatcherDefinition, MatcherExample } from '../../src/rules/matchers/matcher.ts';
import { matchers } from '../../src/rules/matchers/registry.ts';
import { tokenizers } from '../../src/rules/tokenizers/registry.ts';
import { referenceListForExamples } from '../../src/rules/transformers/referencelist.ts';
import { transformers } from '../../src/rules/transformers/registry.ts';
import type { TransformerDefinition, TransformerExample } from '../../src/rules/transformers/transformer.ts';
import type { ResolvedValues } from '../../src/rules/types.ts';
import { MAX_INDEX_KEYS } from '../../src/rules/types.ts';
import { cutMarkRuns, normalForm } from '../../src/text/normal-form.ts';
import { growsFasterThanInput } from '../setup/cost-growth.ts';
import { hostileTexts } from '../setup/hostile-texts.ts';
import { documentOf, fieldOnly, rule } from '../unit/src/rules/compile/people.ts';
import { fakeContext } from '../unit/src/rules/transformers/run-transformer.ts';

interface Sizes {
  readonly from: number;
  readonly to: number;
}

/** UTF-16 units of a text: far beyond what rules look at of one value, because copying alone is quick up to there. */
const sizes: Sizes = { from: 8_192, to: 131_072 };
const texts = Object.entries(hostileTexts);
/** Units of many values together, and of one of them. */
const sizesOfMany: Sizes = { from: 2_048, to: 32_768 };
const shortLength = 16;

/** As many characters in many values, of which some occur twice. */
function manyValues(text: string): readonly string[] {
  const values: string[] = [];
  for (let at = 0; at < text.length; at += shortLength) {
    values.push(`${at % 5 === 0 ? at : ''}${text.slice(at, at + shortLength - 4)}`);
  }
  return values;
}

/** The kinds of texts for which a computation is too slow; empty when there are none. */
function tooSlow(prepare: (text: string) => () => unknown, kinds = texts, range = sizes): string[] {
  return kinds.flatMap(([kind, make]) => {
    const growth = growsFasterThanInput((size) => prepare(make(size)), range);
    return growth === undefined ? [] : [`${kind}: ${growth}`];
  });
}

type PrepareValues = (values: readonly string[]) => () => unknown;

/** The same for a computation with any number of values: with one long value, and with many. */
function tooSlowWithValues(prepare: PrepareValues, kinds = texts, ofMany = sizesOfMany): string[] {
  return [
    ...tooSlow((text) => prepare([text]), kinds).map((growth) => `one value of ${growth}`),
    ...tooSlow((text) => prepare(manyValues(text)), kinds, ofMany).map((growth) => `many values of ${growth}`),
  ];
}

describe('the time of normalizing a text', () => {
  it.each(['NFC', 'NFD', 'NFKC', 'NFKD'] as const)('grows like the text, for %s', (form) => {
    expect(tooSlow((text) => () => normalForm(text, form))).toEqual([]);
  });

  it('grows like the text where runs are cut', () => {
    expect(tooSlow((text) => () => cutMarkRuns(text))).toEqual([]);
  });

  it('would be found out: String.normalize alone sorts a run of marks in quadratic time', () => {
    const prepare = (size: number) => {
      const text = hostileTexts['marks in descending order']!(size);
      return () => text.normalize('NFD');
    };

    const native = growsFasterThanInput(prepare, { from: 4_096, to: 65_536 });

    expect(native).toMatch(/ms for/);
  });
});

describe.each([...transformers])('the time of transformer %s', (_type, definition) => {
  it.each(definition.examples.map((example) => [JSON.stringify(example.attributes), example] as const))(
    'grows like its input, with %s',
    (_attributes, example) => {
      expect(tooSlowWithValues((values) => transformation(definition, example, values))).toEqual([]);
    },
  );
});

/** The transformer of an example with all of its pins, or all fields of its record, carrying some values. */
function transformation(
  definition: TransformerDefinition,
  example: TransformerExample<unknown>,
  values: readonly string[],
): () => unknown {
  const attributes = definition.attributes.parse(example.attributes);
  const transform = definition.compile(attributes, fakeContext([referenceListForExamples]));
  const pins = definition.inputPins(attributes, Object.keys(example.inputs ?? {}));
  const inputs = pins.map(({ name }) => likeExample(example.inputs?.[name]?.[0], values));
  const record = filledRecord(example.record ?? {}, values) as Record<string, unknown>;
  return () => transform(inputs, record, () => undefined);
}

/** The values themselves, or as what stands in JSON objects like the one of the example. */
function likeExample(shown: string | undefined, values: readonly string[]): readonly string[] {
  if (shown?.startsWith('{') !== true) return values;
  const names = Object.keys(JSON.parse(shown) as object);
  return values.map((value) => JSON.stringify(Object.fromEntries(names.map((name) => [name, value]))));
}

function filledRecord(shown: unknown, values: readonly string[]): unknown {
  if (Array.isArray(shown)) return values.map((value) => filledRecord(shown[0], [value]));
  if (typeof shown !== 'object' || shown === null) return values.length === 1 ? values[0] : values;
  return Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, filledRecord(value, values)]));
}

describe.each([...tokenizers])('the time of tokenizer %s', (_type, definition) => {
  it.each(definition.examples.map(({ attributes }) => [JSON.stringify(attributes), attributes] as const))(
    'grows like its text, with %s',
    (_attributes, attributes) => {
      const cut = definition.compile(definition.attributes.parse(attributes));

      expect(tooSlow((text) => () => cut(text))).toEqual([]);
    },
  );
});

describe.each([...comparers])('the time of comparer %s', (_type, definition) => {
  it.each(definition.examples.map(({ attributes }) => [JSON.stringify(attributes), attributes] as const))(
    'grows like its texts, with %s',
    (_attributes, attributes) => {
      expect(
        tooSlow((text) => {
          const comparer = definition.compile(definition.attributes.parse(attributes));
          const other = another(text);
          return () => [
            comparer.satisfied(text, other),
            comparer.satisfied(other, text),
            comparer.compare(text, other),
            comparer.keyParts?.(text),
          ];
        }),
      ).toEqual([]);
    },
  );
});

/** Much like the text, of the same length, and equal neither at the beginning nor in the middle nor at the end. */
function another(text: string): string {
  const middle = text.length >> 1;
  return `~${text.slice(2, middle)}~~${text.slice(middle + 1)}`.slice(0, text.length - 1).concat('~');
}

/**
 * A matcher of tokens compares each with each, up to a number of tokens: its cost grows faster than the input until all
 * that count are there (record-tokens.ts), and then no more. The smallest input has more than that.
 */
const matcherSizes: Sizes = { from: 20_480, to: 163_840 };
/** Signs make no difference to a matcher, only how many tokens there are, how long, and which are the same. */
const matcherTexts = texts.filter(([kind]) => ['two words', 'different words', 'long words'].includes(kind));

describe.each([...matchers])('the time of matcher %s', (_type, definition) => {
  it.each((definition.examples ?? []).map((example) => [JSON.stringify(example.attributes), example] as const))(
    'grows like the values, with %s',
    (_attributes, example) => {
      expect(
        tooSlowWithValues(
          (values) => {
            const matcher = matcherOf(definition, example);
            const a: ResolvedValues = fieldsOf(example).map(() => values);
            const b: ResolvedValues = fieldsOf(example).map(() => values.map(another));
            return () => [matcher.satisfied(a, b), matcher.verdict(a, b), matcher.keyParts?.parts(a, MAX_INDEX_KEYS)];
          },
          matcherTexts,
          matcherSizes,
        ),
      ).toEqual([]);
    },
  );
});

function fieldsOf({ a, b }: MatcherExample): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])];
}

function matcherOf(definition: MatcherDefinition, example: MatcherExample) {
  const shown = { id: 'shown', type: definition.type, attributes: example.attributes };
  const rules = compileRuleConfig(
    documentOf({
      fields: fieldsOf(example),
      tokenizers: example.tokenizers ?? [],
      comparers: example.comparers ?? [],
      matchers: [...(example.matchers ?? []), shown],
      rules: [rule('SHOWN', ['shown'])],
    }),
    fieldOnly,
  );
  return rules.parts.rules[0]!.matchers[0]!;
}
