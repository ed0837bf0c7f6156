import * as z from 'zod/mini';
import { daysInMonth } from '../transformers/date-text.ts';
import { defineComparer } from './comparer.ts';

const FORM = /^(\d{4})-(\d{2})-(\d{2})(?:$|[T ])/;

/** Returns days since 1970-01-01 for a text that begins with a Gregorian date YYYY-MM-DD; undefined for other texts. */
export function parseDay(text: string): number | undefined {
  const found = FORM.exec(text);
  return found === null ? undefined : dayNumber(Number(found[1]), Number(found[2]), Number(found[3]));
}

/** Returns the date with day and month swapped; undefined if that is not a date or is the same date. */
function parseSwappedDay(text: string): number | undefined {
  const found = FORM.exec(text);
  if (found === null || found[2] === found[3]) return undefined;
  return dayNumber(Number(found[1]), Number(found[3]), Number(found[2]));
}

function dayNumber(year: number, month: number, day: number): number | undefined {
  if (day < 1 || day > daysInMonth(year, month)) return undefined;
  // setUTCFullYear, because Date.UTC maps the years 0 to 99 to 1900 to 1999.
  return Math.round(new Date(0).setUTCFullYear(year, month - 1, day) / 86_400_000);
}

const attributes = z.object({
  toleranceDays: z
    ._default(z.int().check(z.minimum(0), z.maximum(36_500)), 0)
    .check(z.describe('Most days between the two dates. Default 0.')),
  swappedDayMonth: z
    ._default(z.boolean(), false)
    .check(z.describe('True also accepts the very date with day and month swapped, as 2001-03-04 and 2001-04-03.')),
});

/** The number of days over which the displayed similarity falls from 1 to 0. */
const FADE_DAYS = 365;

export const date = defineComparer<z.infer<typeof attributes>>({
  type: 'date',
  summary: 'Satisfied when both texts are dates (YYYY-MM-DD) and not farther apart than toleranceDays.',
  attributes,
  compile({ toleranceDays, swappedDayMonth }) {
    const satisfied = (a: string, b: string): boolean => {
      const left = parseDay(a);
      const right = parseDay(b);
      if (left === undefined || right === undefined) return false;
      if (Math.abs(left - right) <= toleranceDays) return true;
      return swappedDayMonth && parseSwappedDay(a) === right;
    };
    return {
      satisfied,
      compare(a, b) {
        const left = parseDay(a);
        const right = parseDay(b);
        if (left === undefined || right === undefined) return { satisfied: false, similarity: 0 };
        const apart = swappedDayMonth && parseSwappedDay(a) === right ? 0 : Math.abs(left - right);
        return { satisfied: satisfied(a, b), similarity: Math.max(0, 1 - apart / FADE_DAYS) };
      },
      keyParts(text) {
        const day = parseDay(text);
        if (day === undefined) return [];
        const swapped = swappedDayMonth ? parseSwappedDay(text) : undefined;
        // A date and its swapped form share the earlier of the two.
        const either = swapped === undefined ? day : Math.min(day, swapped);
        if (toleranceDays === 0) return [String(either)];
        const bucket = Math.floor(day / toleranceDays);
        const buckets = [String(bucket), String(bucket + 1)];
        return swapped === undefined ? buckets : [...buckets, `s${either}`];
      },
      decides: toleranceDays === 0,
      equivalence: toleranceDays === 0,
    };
  },
  examples: [
    { attributes: {}, a: '2001-03-04', b: '2001-03-04', satisfied: true },
    { attributes: { toleranceDays: 2 }, a: '2000-02-28', b: '2000-03-01', satisfied: true },
    { attributes: { toleranceDays: 1 }, a: '2000-02-28', b: '2000-03-01', satisfied: false },
    { attributes: { swappedDayMonth: true }, a: '2001-03-04', b: '2001-04-03', satisfied: true },
    { attributes: { swappedDayMonth: true }, a: '2001-03-14', b: '2001-04-03', satisfied: false },
    { attributes: {}, a: '2001-02-30', b: '2001-02-30', satisfied: false },
  ],
});
