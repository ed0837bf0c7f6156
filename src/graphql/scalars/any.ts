import { GraphQLScalarType } from 'graphql';
import { copyJson, literalToJson } from './json.ts';

/** Any JSON value, in and out. */
export const AnyScalar = new GraphQLScalarType({
  name: 'Any',
  description: 'Any JSON value.',
  coerceOutputValue: (value) => copyJson(value, 'Any'),
  coerceInputValue: (value) => copyJson(value, 'Any'),
  coerceInputLiteral: (node) => copyJson(literalToJson(node, 'Any'), 'Any'),
});
