import * as z from 'zod/mini';
import type { PartDefinition, Registries } from './document/definition.ts';
import {
  entitiesSchema,
  mutationGroupSchema,
  partEnvelope,
  partLists,
  referenceListSchema,
  requiredTopLevelKeys,
  resolverSchema,
  ruleSchema,
  ruleSetReference,
  ruleSetSchema,
  scoresSchema,
  topLevelKeys,
  transformerEnvelope,
} from './document/document-schema.ts';

import { defaultRegistries } from './registries.ts';

/** A JSON Schema or a part of one. */
export type JsonSchema = { readonly [key: string]: unknown };

/**
 * Makes the JSON Schema (2020-12) of the rule-config from the parser's own schemas, so that editors complete and check
 * documents. The parser refuses everything that it refuses; the linter checks ids, pins and everything else that spans
 * several parts. The schema accepts unknown keys, because the linter only warns of them.
 */
export function ruleConfigJsonSchema(registries: Registries = defaultRegistries): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Rule-config',
    description:
      'What belongs together: how records become clean values, and which values make two records one entity.',
    type: 'object',
    properties: {
      $schema: { type: 'string', description: topLevelKeys.$schema },
      transformers: typedList('transformers', transformerEnvelope, registries.transformers),
      resolvers: list('resolvers', schemaOf(resolverSchema)),
      comparers: typedList('comparers', partEnvelope, registries.comparers),
      tokenizers: typedList('tokenizers', partEnvelope, registries.tokenizers),
      matchers: typedList('matchers', partEnvelope, registries.matchers),
      rules: list('rules', schemaOf(ruleSchema)),
      ruleSets: list('ruleSets', schemaOf(ruleSetSchema)),
      searchRuleSetIDs: map('searchRuleSetIDs', schemaOf(ruleSetReference)),
      mutationRuleSetGroups: map('mutationRuleSetGroups', schemaOf(mutationGroupSchema)),
      consistencyRuleSetIDs: map('consistencyRuleSetIDs', schemaOf(ruleSetReference)),
      scores: { ...orNull('scores', schemaOf(scoresSchema)), description: topLevelKeys.scores },
      entities: { ...orNull('entities', schemaOf(entitiesSchema)), description: topLevelKeys.entities },
      referenceLists: list('referenceLists', schemaOf(referenceListSchema)),
    },
    required: [...requiredTopLevelKeys],
  };
}

type Key = Exclude<keyof typeof topLevelKeys, '$schema'>;

function list(key: Key, items: JsonSchema): JsonSchema {
  return { ...orNull(key, { type: 'array', items }), description: topLevelKeys[key] };
}

function map(key: Key, values: JsonSchema): JsonSchema {
  return { ...orNull(key, { type: 'object', additionalProperties: values }), description: topLevelKeys[key] };
}

/** Optional keys may also be null, because other tools write null. */
function orNull(key: Key, schema: JsonSchema): JsonSchema {
  if ((requiredTopLevelKeys as readonly string[]).includes(key)) return schema;
  return { ...schema, type: [schema['type'], 'null'] };
}

function typedList(
  key: keyof Registries,
  envelope: z.ZodMiniType,
  registry: ReadonlyMap<string, Pick<PartDefinition<unknown>, 'type' | 'summary' | 'attributes'>>,
): JsonSchema {
  const part = schemaOf(envelope);
  const properties = part['properties'] as Record<string, JsonSchema>;
  const definitions = [...registry.values()];
  return list(key, {
    ...part,
    title: capitalized(partLists[key]),
    properties: {
      ...properties,
      type: {
        description: properties['type']?.['description'],
        // Not an enum, so that editors show a description of each type.
        oneOf: definitions.map(({ type, summary }) => ({ const: type, description: summary })),
      },
    },
    allOf: definitions.map(({ type, attributes }) => ({
      if: { properties: { type: { const: type } }, required: ['type'] },
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
      then: attributesOf(attributes),
    })),
  });
}

/** Attributes may be left out, or be null, where all of them are optional. */
function attributesOf(attributes: z.ZodMiniType): JsonSchema {
  const schema = schemaOf(attributes);
  const optional = attributes.safeParse({}).success;
  return {
    properties: { attributes: optional ? { anyOf: [schema, { type: 'null' }] } : schema },
    ...(!optional && { required: ['attributes'] }),
  };
}

function schemaOf(schema: z.ZodMiniType): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return withoutClosing(json) as JsonSchema;
}

/** A strict object schema refuses unknown keys; the parser warns of them. */
function withoutClosing(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withoutClosing);
  if (json === null || typeof json !== 'object') return json;
  const entries = Object.entries(json).filter(([key, value]) => key !== 'additionalProperties' || value !== false);
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutClosing(value)]));
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
