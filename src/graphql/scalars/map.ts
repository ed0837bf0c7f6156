import { GraphQLError, GraphQLScalarType } from 'graphql';
import { copyJson, isPlainObject, literalToJson } from './json.ts';

function toMap(value: unknown): unknown {
  if (!isPlainObject(value)) throw new GraphQLError('Map cannot represent a value that is not an object');
  return copyJson(value, 'Map');
}

/** A JSON object with any values, in and out. */
export const MapScalar = new GraphQLScalarType({
  name: 'Map',
  description: 'A JSON object with any values.',
  coerceOutputValue: toMap,
  coerceInputValue: toMap,
  coerceInputLiteral: (node) => toMap(literalToJson(node, 'Map')),
});
