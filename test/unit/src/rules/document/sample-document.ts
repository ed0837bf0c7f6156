import { z } from 'zod';
import type { PartDefinition } from '../../../../../src/rules/document/definition.ts';
import type { Registries } from '../../../../../src/rules/document/registries.ts';

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

const exact = {
  type: 'exact',
  summary: 'Equal texts.',
  attributes: z.object({}),
  compile: () => ({
    satisfied: (a: string, b: string) => a === b,
    compare: (a: string, b: string) => ({ satisfied: a === b, similarity: a === b ? 1 : 0 }),
    keyParts: (text: string) => [text],
    decides: true,
  }),
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

const word = {
  type: 'word',
  summary: 'Cuts at spaces.',
  attributes: z.object({}),
  compile: () => (text: string) => text.split(' '),
  examples: [],
};

const simple: PartDefinition<{ resolverID: string; mustExist: boolean }> = {
  type: 'simple',
  summary: 'A shared value.',
  attributes: z.object({ resolverID: z.string(), mustExist: z.boolean().default(false) }),
};

/** A few types, enough for every situation of the parser. */
export const sampleRegistries = {
  transformers: new Map<string, unknown>([
    ['field', field],
    ['lower', lower],
  ]),
  comparers: new Map<string, unknown>([
    ['exact', exact],
    ['similarity', similarity],
  ]),
  tokenizers: new Map<string, unknown>([['word', word]]),
  matchers: new Map<string, unknown>([['simple', simple]]),
} as unknown as Registries;

/** A document without a fault; a fresh copy each time, to be broken in one place. */
export function sampleDocument() {
  return {
    transformers: [
      { id: 'readEmail', type: 'field', attributes: { path: 'email' }, inputPins: {} },
      {
        id: 'lowerEmail',
        type: 'lower',
        attributes: {},
        inputPins: { input: { sourceID: 'readEmail', sourcePin: 'field' } },
      },
    ] as Record<string, unknown>[],
    resolvers: [{ id: 'email', inputPin: { sourceID: 'lowerEmail', sourcePin: 'output' } }] as Record<
      string,
      unknown
    >[],
    comparers: [{ id: 'exact', type: 'exact', attributes: {} }] as Record<string, unknown>[],
    tokenizers: [{ id: 'word', type: 'word', attributes: {} }] as Record<string, unknown>[],
    matchers: [{ id: 'sameEmail', type: 'simple', attributes: { resolverID: 'email' } }] as Record<string, unknown>[],
    rules: [{ id: 'R1', matcherIDs: ['sameEmail'], attributes: {} }] as Record<string, unknown>[],
    ruleSets: [{ id: 'common', ruleIDs: ['R1'] }] as Record<string, unknown>[],
    searchRuleSetIDs: { default: 'common' } as Record<string, unknown>,
    mutationRuleSetGroups: {
      default: { indexRuleSetID: 'common', linkRuleSetID: 'common', deduplicateRuleSetID: null },
    } as Record<string, unknown>,
  };
}
