import {
  coerceInputValue,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLNonNull,
  getNullableType,
} from 'graphql';
import { buildApiSchema } from '../../../src/graphql/schema/build.ts';
import {
  createInputReader,
  MAX_VARIABLE_PROBLEMS,
  pathText,
  valueProblems,
  withoutNulls,
} from '../../../src/graphql/schema/input-check.ts';
import type { RecordSchema } from '../../../src/rules/record-schema/record-schema.ts';
import type { RecordPayload } from '../../../src/rules/types.ts';
import { defaultServiceIdentifier } from '../../../src/scopes.ts';

/** A record as the API would take it, or why it would refuse it. */
export type ReadPayload = { readonly record: RecordPayload } | { readonly code: string; readonly reason: string };

const textTypes = new Set(['String', 'ID']);

/**
 * Reads records as the API does: by the input type of the schema. A record of texts, in fields that take texts, needs no walk
 * over types: its fields only get the order of the type.
 */
export function createPayloadReader(
  recordSchema: Pick<RecordSchema, 'document'>,
): (value: RecordPayload) => ReadPayload {
  const schema = buildApiSchema(recordSchema, defaultServiceIdentifier);
  const input = schema.getType('RecordInput') as GraphQLInputObjectType;
  const type: GraphQLInputType = new GraphQLNonNull(input);
  const readable = createInputReader(schema);
  const asTexts = textReader(input);
  return (value) => {
    if (value['id'] === undefined || value['id'] === '') {
      return { code: 'RECORD_ID_MISSING', reason: 'the record has no id' };
    }
    const record = asTexts(value);
    if (record !== undefined) return { record };
    const problems = valueProblems(value, type, MAX_VARIABLE_PROBLEMS);
    if (problems.length > 0) {
      const reason = problems.map(({ path, message }) => `${pathText(path)}: ${message}`).join(' ');
      return { code: 'BAD_USER_INPUT', reason };
    }
    return { record: withoutNulls(coerceInputValue(readable(value) as never, type)) as RecordPayload };
  };
}

/** Undefined for a record that the type has to judge. */
function textReader(input: GraphQLInputObjectType): (value: RecordPayload) => RecordPayload | undefined {
  const fields = Object.values(input.getFields());
  const names = fields.filter(({ type }) => textTypes.has(String(getNullableType(type)))).map(({ name }) => name);
  const isSimple = fields.every(({ name, type, defaultValue }) => {
    const isRequired = String(type).endsWith('!');
    return defaultValue === undefined && (!isRequired || name === 'id') && !(name in Object.prototype);
  });
  if (!isSimple) return () => undefined;
  return (value) => {
    const record: Record<string, unknown> = {};
    let count = 0;
    for (const name of names) {
      const field = value[name];
      if (field === undefined) continue;
      if (typeof field !== 'string') return undefined;
      record[name] = field;
      count += 1;
    }
    return count === Object.keys(value).length ? record : undefined;
  };
}
