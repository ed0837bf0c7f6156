import { daysInMonth } from '../transformers/civil-date.ts';

const FORM = /^(\d{4})-(\d{2})-(\d{2})(?:$|[T ])/;

/** Returns days since 1970-01-01 for a text that begins with a Gregorian date YYYY-MM-DD; undefined for other texts. */
export function parseDay(text: string): number | undefined {
  const found = FORM.exec(text);
  return found === null ? undefined : dayNumber(Number(found[1]), Number(found[2]), Number(found[3]));
}

/** Returns the date with day and month swapped; undefined if that is not a date or is the same date. */
export function parseSwappedDay(text: string): number | undefined {
  const found = FORM.exec(text);
  if (found === null || found[2] === found[3]) return undefined;
  return dayNumber(Number(found[1]), Number(found[3]), Number(found[2]));
}

function dayNumber(year: number, month: number, day: number): number | undefined {
  if (day < 1 || day > daysInMonth(year, month)) return undefined;
  // setUTCFullYear, because Date.UTC maps the years 0 to 99 to 1900 to 1999.
  return Math.round(new Date(0).setUTCFullYear(year, month - 1, day) / 86_400_000);
}
