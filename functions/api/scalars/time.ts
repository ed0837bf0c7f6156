import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { isDay } from './calendar.ts';

const TIME = /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:[Zz]|[+-](\d{2}):(\d{2}))?$/;

/** Date-time of RFC 3339, or the same without a zone. Leap seconds are not accepted: no clock here counts them. */
export function isTime(text: string): boolean {
  const match = TIME.exec(text);
  if (match === null) return false;
  const [year, month, day, hour, minute, second, zoneHour, zoneMinute] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  return isDay(year!, month!, day!) && hour! < 24 && minute! < 60 && second! < 60 && zoneHour! < 24 && zoneMinute! < 60;
}

function toTime(value: unknown): string {
  if (typeof value === 'string' && isTime(value)) return value;
  throw new GraphQLError(
    'Time cannot represent this value: write a date and a time as in RFC 3339, such as 2024-02-29T12:00:00Z; the zone may be left out',
  );
}

/** A moment, kept and answered as the text that came. */
export const TimeScalar = new GraphQLScalarType({
  name: 'Time',
  description: 'A moment as text: RFC 3339, such as `2024-02-29T12:00:00Z`, or the same without a zone.',
  coerceOutputValue: toTime,
  coerceInputValue: toTime,
  coerceInputLiteral: (node) => toTime(node.kind === Kind.STRING ? node.value : undefined),
});
