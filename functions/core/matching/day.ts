const FORM = /^(\d{4})-(\d{2})-(\d{2})(?:$|[T ])/;
const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Days since 1970-01-01 of a text that begins with a date YYYY-MM-DD of the Gregorian calendar; undefined for any other. */
export function parseDay(text: string): number | undefined {
  const found = FORM.exec(text);
  return found === null ? undefined : dayNumber(Number(found[1]), Number(found[2]), Number(found[3]));
}

/** The day with its day and month swapped; undefined where that is no date or the same one. */
export function parseSwappedDay(text: string): number | undefined {
  const found = FORM.exec(text);
  if (found === null || found[2] === found[3]) return undefined;
  return dayNumber(Number(found[1]), Number(found[3]), Number(found[2]));
}

function dayNumber(year: number, month: number, day: number): number | undefined {
  if (month < 1 || month > 12 || day < 1) return undefined;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (day > (month === 2 && leap ? 29 : MONTH_LENGTHS[month - 1]!)) return undefined;
  // setUTCFullYear, because Date.UTC takes the years 0 to 99 for 1900 to 1999.
  return Math.round(new Date(0).setUTCFullYear(year, month - 1, day) / 86_400_000);
}
