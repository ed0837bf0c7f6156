import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { isDate } from '../../entities/read/insights/values.ts';

function toDate(value: unknown): string {
  if (typeof value === 'string' && isDate(value)) return value;
  throw new GraphQLError('Date cannot represent this value: write a day that exists as YYYY-MM-DD, such as 2024-02-29');
}

/** A day, stored and returned as the text that was submitted. */
export const DateScalar = new GraphQLScalarType({
  name: 'Date',
  description: 'A day of the Gregorian calendar as text, `YYYY-MM-DD`.',
  coerceOutputValue: toDate,
  coerceInputValue: toDate,
  coerceInputLiteral: (node) => toDate(node.kind === Kind.STRING ? node.value : undefined),
});
