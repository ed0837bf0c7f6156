import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { isDay } from './calendar.ts';

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Full-date of RFC 3339, such as `2024-02-29`, of a day that exists. */
export function isDate(text: string): boolean {
  const match = DATE.exec(text);
  return match !== null && isDay(Number(match[1]), Number(match[2]), Number(match[3]));
}

function toDate(value: unknown): string {
  if (typeof value === 'string' && isDate(value)) return value;
  throw new GraphQLError('Date cannot represent this value: write a day that exists as YYYY-MM-DD, such as 2024-02-29');
}

/** A day, kept and answered as the text that came. */
export const DateScalar = new GraphQLScalarType({
  name: 'Date',
  description: 'A day of the Gregorian calendar as text, `YYYY-MM-DD`.',
  coerceOutputValue: toDate,
  coerceInputValue: toDate,
  coerceInputLiteral: (node) => toDate(node.kind === Kind.STRING ? node.value : undefined),
});
