import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { timeOf } from '../../entities/read/insights/values.ts';

function toTime(value: unknown): string {
  if (typeof value === 'string' && timeOf(value) !== undefined) return value;
  throw new GraphQLError(
    'Time cannot represent this value: write a date and a time as in RFC 3339, such as 2024-02-29T12:00:00Z; the zone may be left out',
  );
}

/** A moment, stored and returned as the text that was submitted. */
export const TimeScalar = new GraphQLScalarType({
  name: 'Time',
  description: 'A moment as text: RFC 3339, such as `2024-02-29T12:00:00Z`, or the same without a zone.',
  coerceOutputValue: toTime,
  coerceInputValue: toTime,
  coerceInputLiteral: (node) => toTime(node.kind === Kind.STRING ? node.value : undefined),
});
