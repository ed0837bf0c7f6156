import { normalizeSpaces, withAsciiDigits } from '../../text/plain-text.ts';
import { fullYear, type PartialDate } from './date-text.ts';
import { monthOfName } from './month-name.ts';

const tokens = /YYYY|YY|MMMM|MMM|MM|M|DD|D/g;
const patterns: Readonly<Record<string, string>> = {
  YYYY: String.raw`(?<year>\d{4})`,
  YY: String.raw`(?<year>\d{2})`,
  MMMM: String.raw`(?<name>\p{L}+)`,
  MMM: String.raw`(?<name>\p{L}+)`,
  MM: String.raw`(?<month>\d{2})`,
  M: String.raw`(?<month>\d{1,2})`,
  DD: String.raw`(?<day>\d{2})`,
  D: String.raw`(?<day>\d{1,2})`,
};

/** True if a format contains the year once, and the month and the day at most once. */
export function isDateFormat(format: string): boolean {
  const kinds = (format.match(tokens) ?? []).map((token) => token[0]);
  return kinds.includes('Y') && new Set(kinds).size === kinds.length && (kinds.includes('M') || !kinds.includes('D'));
}

/** Compiles a format such as `DD.MM.YYYY`. A text must have exactly this form. The format must pass isDateFormat. */
export function compileDateFormat(
  format: string,
  twoDigitYearsUntil: number,
): (text: string) => PartialDate | undefined {
  let pattern = '';
  let from = 0;
  for (const match of format.matchAll(tokens)) {
    pattern += literal(format.slice(from, match.index)) + patterns[match[0]];
    from = match.index + match[0].length;
  }
  // The pattern consists of fixed pieces and escaped letters, so it needs no linear-time engine.
  const compiled = new RegExp(`^${pattern}${literal(format.slice(from))}$`, 'iu');
  return (text) => {
    const groups = compiled.exec(normalizeSpaces(withAsciiDigits(text)))?.groups;
    if (groups === undefined) return undefined;
    const month = groups['name'] === undefined ? groups['month'] : monthOfName(groups['name']);
    if (groups['name'] !== undefined && month === undefined) return undefined;
    return {
      year: fullYear(groups['year']!, twoDigitYearsUntil),
      ...(month === undefined ? {} : { month: Number(month) }),
      ...(groups['day'] === undefined ? {} : { day: Number(groups['day']) }),
    };
  };
}

function literal(text: string): string {
  return text.replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&');
}
