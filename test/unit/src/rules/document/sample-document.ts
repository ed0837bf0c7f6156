import { z } from 'zod';
import { exact } from '../../../../../src/rules/comparers/exact.ts';
import type { Registries } from '../../../../../src/rules/document/definition.ts';
import { simple } from '../../../../../src/rules/matchers/simple.ts';
import { word } from '../../../../../src/rules/tokenizers/word.ts';

const field = {
  type: 'field',
  summary: 'Reads a path of the record.',
  attributes: z.object({
    path: z.string().min(1).describe('Dotted path.'),
    caseSensitive: z.boolean().default(true),
  }),
  inputPins: () => [],
  outputPins: () => ['field'],
  compile: () => () => [],
  examples: [],
};

const lower = {
  type: 'lower',
  summary: 'Lower-cases.',
  attributes: z.strictObject({}),
  inputPins: () => [{ name: 'input', required: true }],
  outputPins: () => ['output'],
  compile: () => (inputs: readonly (readonly string[])[]) => inputs,
  examples: [],
};

const similarity = {
  type: 'similarity',
  summary: 'Similar texts.',
  attributes: z.object({
    algorithm: z.enum(['jaro', 'jaroWinkler', 'levenshtein']),
    threshold: z.number().min(0).max(1),
  }),
  compile: () => ({ satisfied: () => true, compare: () => ({ satisfied: true, similarity: 1 }), decides: false }),
  examples: [],
};

/** A few types, enough for every situation of the parser. */
export const sampleRegistries = {
  transformers: new Map([field, lower].map((one) => [one.type, one])),
  comparers: new Map([exact, similarity].map((one) => [one.type, one])),
  tokenizers: new Map([[word.type, word]]),
  matchers: new Map([[simple.type, simple]]),
} as unknown as Registries;

type Entry = Record<string, unknown>;

/** A document without a fault; a fresh copy each time, to be broken in one place. */
export function sampleDocument() {
  const lowerPins = { input: { sourceID: 'readEmail', sourcePin: 'field' } };
  return {
    transformers: [
      { id: 'readEmail', type: 'field', attributes: { path: 'email' }, inputPins: {} },
      { id: 'lowerEmail', type: 'lower', attributes: {}, inputPins: lowerPins },
    ] as Entry[],
    resolvers: [{ id: 'email', inputPin: { sourceID: 'lowerEmail', sourcePin: 'output' } }] as Entry[],
    comparers: [{ id: 'exact', type: 'exact', attributes: {} }] as Entry[],
    tokenizers: [{ id: 'word', type: 'word', attributes: {} }] as Entry[],
    matchers: [{ id: 'sameEmail', type: 'simple', attributes: { resolverID: 'email' } }] as Entry[],
    rules: [{ id: 'R1', matcherIDs: ['sameEmail'], attributes: {} }] as Entry[],
    ruleSets: [{ id: 'common', ruleIDs: ['R1'] }] as Entry[],
    searchRuleSetIDs: { default: 'common' } as Entry,
    mutationRuleSetGroups: {
      default: { indexRuleSetID: 'common', linkRuleSetID: 'common', deduplicateRuleSetID: null },
    } as Entry,
  };
}
