import { GraphQLError, GraphQLScalarType } from 'graphql';
import { copyJson, isPlainObject, literalToJson } from './json.ts';

function toStringMap(value: unknown): unknown {
  if (!isPlainObject(value)) throw new GraphQLError('StringMap cannot represent a value that is not an object');
  for (const [name, text] of Object.entries(value)) {
    if (typeof text !== 'string') {
      throw new GraphQLError(
        `StringMap cannot represent the value of ${JSON.stringify(name.slice(0, 80))}: it is not text`,
      );
    }
  }
  return copyJson(value, 'StringMap');
}

/** A JSON object whose values are texts, in and out. */
export const StringMapScalar = new GraphQLScalarType({
  name: 'StringMap',
  description: 'A JSON object whose values are texts.',
  coerceOutputValue: toStringMap,
  coerceInputValue: toStringMap,
  coerceInputLiteral: (node) => toStringMap(literalToJson(node, 'StringMap')),
});
