import { z } from 'zod';
import { compileRuleConfig } from '../../../../../src/rules/compile/compile.ts';
import type { CompiledRules } from '../../../../../src/rules/compile/compiled-rules.ts';
import type { MutationRuleSetGroup, Part, RuleConfig, RulePart } from '../../../../../src/rules/document/types.ts';
import { defineTransformer } from '../../../../../src/rules/transformers/transformer.ts';
import type { RecordPayload } from '../../../../../src/rules/types.ts';

const attributes = z.object({ path: z.string(), mustExist: z.boolean().default(false) });

/** Reads a text, or a list of texts, at the top level of a record. */
export const plainField = defineTransformer<z.infer<typeof attributes>>({
  type: 'field',
  summary: 'Takes texts.',
  attributes,
  inputPins: () => [],
  outputPins: () => ['default'],
  compile:
    ({ path }) =>
    (_inputs, record) => [[record[path] ?? []].flat().filter((one): one is string => typeof one === 'string')],
  examples: [],
});

export const fieldOnly = { transformers: new Map([[plainField.type, plainField]]) };

export const rule = (id: string, matcherIDs: string[], given: Partial<RulePart['attributes']> = {}): RulePart => ({
  id,
  matcherIDs,
  attributes: { ignoreErrors: true, disableIndexMatcherIDs: [], indexMatcherIDs: [], score: 1, ...given },
});

/** A matcher of the resolver of the same name. */
export const simple = (id: string, more: object = {}): Part => ({
  id,
  type: 'simple',
  attributes: { resolverID: id, ...more },
});

/** A matcher that is satisfied as well where a value is missing. */
export const orEmpty = (id: string, matcherID: string): Part => ({ id, type: 'orempty', attributes: { matcherID } });

export interface Document {
  readonly fields: readonly string[];
  readonly mustExist?: readonly string[];
  readonly comparers?: readonly Part[];
  readonly tokenizers?: readonly Part[];
  readonly matchers: readonly Part[];
  readonly rules: readonly RulePart[];
  readonly index?: readonly string[];
  readonly link?: readonly string[];
  readonly deduplicate?: readonly string[];
  readonly search?: readonly string[];
  readonly consistency?: readonly string[];
  readonly rest?: Partial<RuleConfig>;
}

/** A document of one group in which every field is a resolver of the same name. */
export function documentOf(given: Document): RuleConfig {
  const all = given.rules.map(({ id }) => id);
  const group: MutationRuleSetGroup = {
    indexRuleSetID: 'index',
    linkRuleSetID: 'link',
    deduplicateRuleSetID: given.deduplicate === undefined ? null : 'deduplicate',
  };
  return {
    transformers: given.fields.map((path) => ({
      id: `field-${path}`,
      type: 'field',
      attributes: { path, mustExist: given.mustExist?.includes(path) ?? false },
      inputPins: {},
    })),
    resolvers: given.fields.map((path) => ({
      id: path,
      inputPin: { sourceID: `field-${path}`, sourcePin: 'default' },
    })),
    comparers: given.comparers ?? [],
    tokenizers: given.tokenizers ?? [],
    matchers: given.matchers,
    rules: given.rules,
    ruleSets: [
      { id: 'index', ruleIDs: given.index ?? all },
      { id: 'link', ruleIDs: given.link ?? all },
      { id: 'deduplicate', ruleIDs: given.deduplicate ?? [] },
      { id: 'search', ruleIDs: given.search ?? all },
      { id: 'consistency', ruleIDs: given.consistency ?? [] },
    ],
    searchRuleSetIDs: { default: 'search' },
    mutationRuleSetGroups: { people: group },
    ...(given.consistency === undefined ? {} : { consistencyRuleSetIDs: { people: 'consistency' } }),
    ...given.rest,
  };
}

/** Compiles a document of which the records are texts. */
export const compile = (given: Document): CompiledRules => compileRuleConfig(documentOf(given), fieldOnly);

/** What the rules link two records by. */
export const linksOf = (rules: CompiledRules, a: RecordPayload, b: RecordPayload): readonly string[] =>
  rules.links(rules.resolve(a), rules.resolve(b)).map(({ ruleID }) => ruleID);
