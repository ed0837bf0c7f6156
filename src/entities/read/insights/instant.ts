import { daysInMonth } from '../../../rules/transformers/date-text.ts';

function isDay(year: number, month: number, day: number): boolean {
  return day >= 1 && day <= daysInMonth(year, month);
}

const TIME = /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:([Zz])|([+-])(\d{2}):(\d{2}))?$/;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Full-date of RFC 3339, such as `2024-02-29`, of a day that exists. */
export function isDate(text: string): boolean {
  const match = DATE.exec(text);
  return match !== null && isDay(Number(match[1]), Number(match[2]), Number(match[3]));
}

/**
 * Returns nanoseconds since 1970 for an RFC 3339 date-time; without a zone it is read as UTC. Undefined for other
 * texts. Rejects leap seconds, because the clocks used here do not count them.
 */
export function timeOf(text: string): bigint | undefined {
  const match = TIME.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const [, , , , , , , fraction = '', , sign, zoneHour = '0', zoneMinute = '0'] = match;
  if (!isDay(year, month, day) || hour > 23 || minute > 59 || second > 59) return undefined;
  if (Number(zoneHour) > 23 || Number(zoneMinute) > 59) return undefined;
  const zone = (Number(zoneHour) * 60 + Number(zoneMinute)) * (sign === '-' ? -1 : 1);
  const moment = utc(year, month, day) + ((hour * 60 + minute - zone) * 60 + second) * 1_000;
  return BigInt(moment) * 1_000_000n + BigInt(fraction.padEnd(9, '0'));
}

/** As {@link timeOf}, but also accepts a date alone, which means its first moment in UTC. */
export function instantOf(value: unknown): bigint | undefined {
  if (typeof value !== 'string') return undefined;
  const time = timeOf(value);
  if (time !== undefined) return time;
  const match = DATE.exec(value);
  if (match === null || !isDate(value)) return undefined;
  return BigInt(utc(Number(match[1]), Number(match[2]), Number(match[3]))) * 1_000_000n;
}

/** Date.UTC maps years below 100 to the 20th century. */
function utc(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}
