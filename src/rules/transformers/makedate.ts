import * as z from 'zod/mini';
import { digitsOnly, normalizeSpaces, withAsciiDigits } from '../../text/plain-text.ts';
import type { AttributeNote } from '../document/definition.ts';
import type { PinValues } from '../types.ts';
import {
  civilDateText,
  daysInMonth,
  fullYear,
  isCivilDate,
  monthOfName,
  type PartialDate,
  padded,
  readDate,
} from './date-text.ts';

import { type Note, noValues } from './default-pin.ts';

import { defineTransformer, pairedLength, pairedValue } from './transformer.ts';

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
function isDateFormat(format: string): boolean {
  const kinds = (format.match(tokens) ?? []).map((token) => token[0]);
  return kinds.includes('Y') && new Set(kinds).size === kinds.length && (kinds.includes('M') || !kinds.includes('D'));
}

/** Compiles a format such as `DD.MM.YYYY`. A text must have exactly this form. The format must pass isDateFormat. */
function compileDateFormat(format: string, twoDigitYearsUntil: number): (text: string) => PartialDate | undefined {
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

const attributes = z.object({
  validate: z
    ._default(z.boolean(), true)
    .check(
      z.describe(
        'True (the default) drops days that the calendar does not have, such as 31 February; false keeps them.',
      ),
    ),
  formats: z
    ._default(z.array(z.string().check(z.minLength(1))), [])
    .check(
      z.describe(
        'The only forms to accept in the pin full, tried in this order, made of YYYY or YY, MM, M, MMM or MMMM (a name), DD or D: ' +
          'for instance DD.MM.YYYY. Default: empty, every usual form.',
      ),
    ),
  dayFirst: z
    .optional(z.boolean())
    .check(
      z.describe(
        'How to read 03/04/1980 without formats: true is 3 April, false is March 4. Default: the day is first with points, ' +
          'hyphens and spaces, the month with slashes. Where only one reading is a day, it is taken.',
      ),
    ),
  twoDigitYearsUntil: z
    ._default(z.int().check(z.minimum(1099), z.maximum(9999)), 2029)
    .check(
      z.describe(
        'A year of two digits is placed in the hundred years that end with this one. Default 2029: 30 is 1930, 29 is 2029.',
      ),
    ),
});

const inputPins = [
  { name: 'full', required: false },
  { name: 'year', required: false },
  { name: 'month', required: false },
  { name: 'day', required: false },
];
const outputPins = ['full', 'year', 'month', 'day', 'partial'];
const none: readonly PinValues[] = [noValues, noValues, noValues, noValues, noValues];

export const makedate = defineTransformer<z.infer<typeof attributes>>({
  type: 'makedate',
  summary:
    'Reads a date in any usual form, or from year, month and day, and writes it as YYYY-MM-DD. Ignores the time of day and its zone. ' +
    'The pin partial has YYYY-MM or YYYY of a date of which no day is known.',
  attributes,
  lint({ formats, dayFirst }) {
    const notes: AttributeNote[] = formats.flatMap((format, index) =>
      isDateFormat(format)
        ? []
        : [
            {
              severity: 'error' as const,
              code: 'DATE_FORMAT',
              message: `"${format}" is not the form of a date`,
              hint: 'Name the year (YYYY or YY), the month (MM, M, MMM or MMMM) and the day (DD or D) once each, for instance DD.MM.YYYY.',
              pointer: `/formats/${index}`,
            },
          ],
    );
    if (formats.length > 0 && dayFirst !== undefined) {
      notes.push({
        severity: 'warning',
        code: 'UNUSED_ATTRIBUTE',
        message: 'dayFirst says nothing where formats do',
        hint: 'Remove dayFirst, or the formats.',
        pointer: '/dayFirst',
      });
    }
    return notes;
  },
  inputPins(_attributes, connected) {
    if (connected === undefined || connected.includes('full')) return inputPins;
    const parts = inputPins.some(({ name }) => connected.includes(name));
    return inputPins.map(({ name }) => ({ name, required: parts === (name !== 'full') }));
  },
  outputPins: () => outputPins,
  compile({ validate, formats, dayFirst, twoDigitYearsUntil }) {
    const reading = { dayFirst, twoDigitYearsUntil };
    const forms = formats.map((format) => compileDateFormat(format, twoDigitYearsUntil));
    const isoFirst = formats.length === 0;
    const readFull = (text: string): PartialDate | undefined => {
      if (isoFirst) return readDate(text, reading);
      for (const form of forms) {
        const date = form(text);
        if (date !== undefined && (!validate || isPossible(date))) return date;
      }
      return undefined;
    };
    const readParts = (year: string, month: string, day: string): PartialDate | undefined => {
      const yearDigits = digitsOnly(year);
      const monthNumber = /^\s*\d+\s*$/.test(month) ? Number(month) : monthOfName(month.trim().replace(/\.$/, ''));
      const dayDigits = digitsOnly(day);
      if (yearDigits.length < 2 || yearDigits.length > 4 || dayDigits.length > 2) return undefined;
      if (month !== '' && monthNumber === undefined) return undefined;
      return {
        year: fullYear(yearDigits, twoDigitYearsUntil),
        ...(monthNumber === undefined ? {} : { month: monthNumber }),
        ...(dayDigits === '' ? {} : { day: Number(dayDigits) }),
      };
    };

    const problemOf = (date: PartialDate | undefined): string | undefined => {
      if (date === undefined) return 'is not a date in a known form';
      return validate && !isPossible(date) ? 'is a day that the calendar does not have' : undefined;
    };
    const fromTexts = (texts: PinValues, note: Note): PinValues[] => {
      const outputs = emptyOutputs();
      for (const text of texts) {
        const date = readFull(text);
        const problem = problemOf(date);
        if (problem === undefined) addDate(outputs, date!, text, note);
        else note?.(`"${text}" ${problem}`);
      }
      return outputs;
    };
    const fromParts = (years: PinValues, months: PinValues, days: PinValues, note: Note): readonly PinValues[] => {
      const count = pairedLength([years, months, days]);
      if (count === 0) return none;
      const outputs = emptyOutputs();
      for (let i = 0; i < count; i++) {
        const year = pairedValue(years, i);
        const month = pairedValue(months, i);
        const day = pairedValue(days, i);
        const date = readParts(year, month, day);
        const problem = problemOf(date);
        if (problem === undefined) addDate(outputs, date!, year, note);
        else note?.(`"${year}-${month}-${day}" ${problem}`);
      }
      return outputs;
    };

    return (inputs, _record, note) => {
      const [full = noValues, years = noValues, months = noValues, days = noValues] = inputs;
      if (full.length === 0) return fromParts(years, months, days, note);
      if (full.length === 1 && isoFirst) {
        const text = full[0]!;
        if (isIsoDay(text)) return [[text], [text.slice(0, 4)], [text.slice(5, 7)], [text.slice(8)], noValues];
      }
      return fromTexts(full, note);
    };
  },
  examples: [
    {
      attributes: {},
      inputs: { full: ['12.03.1980', 'March 12, 1980', '3/12/1980', '1980-02-31'] },
      outputs: {
        full: ['1980-03-12', '1980-03-12', '1980-03-12'],
        year: ['1980', '1980', '1980'],
        month: ['03', '03', '03'],
        day: ['12', '12', '12'],
      },
    },
    {
      attributes: {},
      inputs: { full: ['00.05.1980', 'circa 1961', 'dd/mm/1975'] },
      outputs: { year: ['1980', '1961', '1975'], month: ['05'], partial: ['1980-05', '1961', '1975'] },
    },
    {
      attributes: {},
      inputs: { year: ['80'], month: ['Mar'], day: ['7'] },
      outputs: { full: ['1980-03-07'], year: ['1980'], month: ['03'], day: ['07'] },
    },
    {
      attributes: { formats: ['DDMMYY'] },
      inputs: { full: ['120380', '1980-03-12'] },
      outputs: { full: ['1980-03-12'], year: ['1980'], month: ['03'], day: ['12'] },
    },
  ],
});

/** Values of the pins full, year, month, day and partial. */
type Outputs = [string[], string[], string[], string[], string[]];

const emptyOutputs = (): Outputs => [[], [], [], [], []];

/** Adds the known parts of a date to the pins. `text` is what a note names. */
function addDate([full, years, months, days, partial]: Outputs, date: PartialDate, text: string, note: Note): void {
  const { year, month, day } = date;
  if (month !== undefined && day !== undefined) full.push(civilDateText({ year, month, day }));
  else {
    const known = month === undefined ? 'its year' : 'its year and month';
    note?.(`"${text}" names no day: only ${known} can be used`);
    partial.push(month === undefined ? padded(year, 4) : `${padded(year, 4)}-${padded(month, 2)}`);
  }
  years.push(padded(year, 4));
  if (month !== undefined) months.push(padded(month, 2));
  if (day !== undefined) days.push(padded(day, 2));
}

function isPossible({ year, month, day }: PartialDate): boolean {
  if (month === undefined) return year >= 1;
  return day === undefined ? year >= 1 && month >= 1 && month <= 12 : isCivilDate({ year, month, day });
}

/**
 * True if the text is already a possible YYYY-MM-DD. Most systems write dates in this form, and the test needs no
 * pattern.
 */
function isIsoDay(text: string): boolean {
  if (text.length !== 10 || text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return false;
  for (const position of isoDigits) {
    const code = text.charCodeAt(position);
    if (code < 48 || code > 57) return false;
  }
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8));
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

const isoDigits = [0, 1, 2, 3, 5, 6, 8, 9];
