import type { Pin } from '../../rules/document/types.ts';
import { readDate } from '../../rules/transformers/date-text.ts';
import { type DesignContext, type Evidence, type EvidenceMaker, namesOf, type Veto } from './evidence.ts';
import type { GuessedField } from './guess-kinds.ts';
import { samePersonalNumbers } from './identifiers.ts';

const none = { indexStrategy: 'none' };

export const dates: EvidenceMaker = (context) => [...birthDate(context), ...age(context), ...year(context)];

/** Bits if two birthdays differ altogether: hardly a typing error. */
const otherDay = -10.5;
/** The same where samples show that birthdays of one person often differ. */
const otherDayOfDirtyData = -6;

/** Dates that systems write where there is none. */
const placeholders = [
  ...['0001-01-01', '1753-01-01', '1800-01-01', '1899-12-30', '1899-12-31', '1900-01-01', '1901-01-01', '1970-01-01'],
  ...['1111-11-11', '9999-12-31', '9999-09-09'],
];

/** Years between parents and children; typing errors in a year are rarely as large. */
const generation = 15;

function birthDate(context: DesignContext): Evidence[] {
  const { parts, of, country } = context;
  const birth = of('birthDate');
  const [years, months, days] = [of('birthYear'), of('birthMonth'), of('birthDay')];
  if (birth.length + years.length === 0) return [];
  // Keep days that do not exist in the calendar: a typing error is still evidence.
  const dayFirst = dayFirstIn(birth) ?? (country === undefined ? undefined : country !== 'US');
  const read = { validate: false, ...(dayFirst !== undefined && { dayFirst }) };
  const written = parts.fields(birth);
  const pins: Pin[] = [];
  const yearPins: Pin[] = [];
  if (written.length > 0) {
    const union = parts.union('BIRTH_DATES', written);
    pins.push(parts.step('BIRTH_DATE_READ', 'makedate', read, union, 'full', 'full'));
    yearPins.push(parts.step('BIRTH_DATE_READ', 'makedate', read, union, 'partial', 'full'));
  }
  for (const [index, yearField] of years.entries()) {
    const year = parts.field(yearField.field.name);
    const [month, day] = [months[index], days[index]].map((found) => found && parts.field(found.field.name));
    if (month === undefined || day === undefined) {
      yearPins.push(parts.extract('BIRTH_YEAR_FIELD', { pattern: '(?:1[6-9]|20)[0-9]{2}' }, year));
    } else {
      pins.push(parts.fromPins('BIRTH_DATE_OF_PARTS', 'makedate', read, { year, month, day }, 'full'));
    }
  }
  const dates =
    pins.length === 0
      ? undefined
      : parts.without('BIRTH_DATE_GIVEN', 'PLACEHOLDER_DATES', placeholders, parts.union('BIRTH_DATE_FORMS', pins));
  // The first of January often means that only the year is known.
  const fullDates = dates === undefined ? undefined : parts.replaced('BIRTH_DATE_DAY', '^.*-01-01$', '', dates);
  const shortened = dates === undefined ? [] : [parts.replaced('BIRTH_DATE_OR_YEAR', '-01-01$', '', dates)];
  const either = parts.resolver('BIRTH_DATE_OR_YEAR', parts.union('BIRTH_DATES_OR_YEARS', [...shortened, ...yearPins]));
  const begins = parts.comparer('YEAR_OF_THE_OTHER', 'prefix', { minLength: 4, maxLength: 4 });
  const sameYear = parts.whole('BIRTH_YEAR_ALONE', either, begins, none);
  const exact = 13.5;
  const sameMonth: [string, number][] = [];
  if (birth.some(({ profile }) => profile.values.some(isMonth))) {
    const inMonth = parts.comparer('MONTH_OF_THE_OTHER', 'prefix', { minLength: 7, maxLength: 7 });
    sameMonth.push([parts.whole('BIRTH_MONTH', either, inMonth, none), exact * 0.5]);
  }
  const levels: [string, number][] = [];
  const otherDays: [string, number][] = [];
  const keys: Evidence['keys'][number][] = [];
  if (fullDates !== undefined) {
    const id = parts.resolver('BIRTH_DATE', fullDates);
    const swapped = parts.comparer('SWAPPED_DAY_AND_MONTH', 'date', { toleranceDays: 0, swappedDayMonth: true });
    const typo = parts.comparer('ONE_EDIT', 'distance', { algorithm: 'osa', allowedDistance: 1 });
    const twoTypos = parts.comparer('TWO_EDITS', 'distance', { algorithm: 'osa', allowedDistance: 2 });
    levels.push(
      [parts.same('SAME_BIRTH_DATE', id), exact],
      [parts.whole('BIRTH_DATE_SWAPPED', id, swapped), exact * 0.75],
      [parts.whole('BIRTH_DATE_TYPO', id, typo, none), exact * 0.55],
      [parts.whole('BIRTH_DATE_TWO_TYPOS', id, twoTypos, none), exact * 0.25],
    );
    const inYear = parts.comparer('IN_ONE_YEAR', 'number', { tolerance: 0 });
    const years = parts.resolver('BIRTH_YEAR_OF_DAY', parts.extract('BIRTH_YEAR_OF_DAY', yearOf, fullDates));
    otherDays.push([parts.whole('SAME_BIRTH_YEAR', years, inYear, none), -5]);
    keys.push({ matcherID: parts.whole('BIRTH_DATE_SWAPPED', id, swapped), bits: exact });
  }
  return [
    {
      id: 'BIRTH_DATE',
      title: 'date of birth',
      fields: namesOf([...birth, ...years, ...months, ...days]),
      levels: [...levels, ...sameMonth, [sameYear, 3], ...otherDays],
      otherwise: fullDates === undefined ? -6 : otherDay,
      ...(fullDates !== undefined && { dirtyOtherwise: otherDayOfDirtyData }),
      shared: false,
      keys,
      veto: decadesApart(context, either),
    },
  ];
}

const yearOf = { pattern: '^[0-9]{4}' };

/** True for a month of a year without a day. */
function isMonth(value: string): boolean {
  const date = readDate(value, { dayFirst: undefined, twoDigitYearsUntil: 2029 });
  return date?.month !== undefined && date.day === undefined;
}

/** Whether columns write the day before the month, if their values show it: no month is above 12. */
function dayFirstIn(fields: readonly GuessedField[]): boolean | undefined {
  const written = fields
    .flatMap(({ profile }) => profile.values)
    .map((value) => /^(\d{1,2})([-./ ])(\d{1,2})\2(?:\d{4}|\d{2})(?!\d)/.exec(value));
  const days = written.filter((match) => Number(match?.[1]) > 12).length;
  const months = written.filter((match) => Number(match?.[3]) > 12).length;
  return days === months || Math.min(days, months) * 10 > Math.max(days, months) ? undefined : days > months;
}

/**
 * Birthdays of parents and children: records of different generations are different people, unless they have the same
 * personal number.
 */
function decadesApart(context: DesignContext, either: string): Veto {
  const { parts } = context;
  const yearID = parts.resolver('BIRTH_YEAR', parts.extract('BIRTH_YEAR', yearOf, parts.pinOf(either)));
  const near = parts.comparer('OF_ONE_GENERATION', 'number', { tolerance: generation });
  const same = parts.whole('BIRTH_YEARS_OF_ONE_GENERATION', yearID, near, none);
  const apart = parts.matcher('GENERATIONS_NOT_APART', 'orempty', { matcherID: same });
  const numbers = samePersonalNumbers(context);
  return {
    matcherID:
      numbers.length === 0 ? apart : parts.matcher('NO_OTHER_GENERATION', 'any', { matcherIDs: [apart, ...numbers] }),
    resolverID: yearID,
    tolerance: generation,
  };
}

function age({ parts, of }: DesignContext): Evidence[] {
  const age = of('age');
  if (age.length === 0) return [];
  const id = parts.resolver('AGE', parts.stringop('AGE_DIGITS', 'onlydigits', parts.union('AGES', parts.fields(age))));
  const close = parts.comparer('ONE_APART', 'number', { tolerance: 1 });
  return [
    {
      id: 'AGE',
      title: 'age',
      fields: namesOf(age),
      levels: [[parts.whole('AGE_CLOSE', id, close, none), 2.5]],
      otherwise: -0.5,
      shared: false,
      keys: [],
    },
  ];
}

/** The fewest samples with a value that show whether a field stands beside another one. */
const fewestValues = 3;

/** Two columns in which so many records have the same year say one fact twice: a date and its year. */
const mostlySame = 0.8;

/**
 * The fields in groups, each with those that say one fact: two sources that call it `startYear` and `release_year`, and no
 * record has both, or a date with its year beside it.
 */
function factsOf(fields: readonly GuessedField[]): (readonly GuessedField[])[] {
  const filled = ({ profile }: GuessedField): number => profile.byRecord.filter(({ length }) => length > 0).length;
  const isOneFact = (one: GuessedField, other: GuessedField): boolean => {
    if (Math.min(filled(one), filled(other)) < fewestValues) return false;
    const both = one.profile.byRecord.flatMap((texts, index) => {
      const others = other.profile.byRecord[index]!;
      return texts.length > 0 && others.length > 0 ? [yearIn(texts) === yearIn(others)] : [];
    });
    return both.filter((isSame) => isSame).length >= both.length * mostlySame;
  };
  const isEnd = ({ field }: GuessedField): number => (saysEnd.test(field.name) ? 1 : 0);
  const facts: GuessedField[][] = [];
  for (const field of fields.toSorted((a, b) => filled(b) - filled(a) || isEnd(a) - isEnd(b))) {
    const fact = facts.find((own) => own.every((other) => isOneFact(other, field)));
    if (fact === undefined) facts.push([field]);
    else fact.push(field);
  }
  return facts;
}

/** The year in which something ended dates it less than the one in which it began. */
const saysEnd = /^(?:end|last|until)/i;

const yearIn = (texts: readonly string[]): string => /[12][0-9]{3}/.exec(texts.join(' '))?.[0] ?? '';

/** Years, each fact by itself. The fullest dates the entity; what another one says of it is unknown. */
function year({ parts, of, subject }: DesignContext): Evidence[] {
  const close = parts.comparer('ONE_APART', 'number', { tolerance: 1 });
  const datesWork = subject === 'publication';
  return factsOf(of('year')).map((fields, index) => {
    const id = index === 0 ? 'YEAR' : `YEAR_${index + 1}`;
    const pin = parts.union(`${id}S`, parts.fields(fields));
    const resolverID = parts.resolver(id, parts.extract(`${id}_READ`, { pattern: '[12][0-9]{3}' }, pin));
    const near = parts.whole(`${id}_CLOSE`, resolverID, close, none);
    const main = index === 0;
    return {
      id,
      title: main ? 'year' : `year (${namesOf(fields).join(', ')})`,
      fields: namesOf(fields),
      levels: [
        [parts.same(`SAME_${id}`, resolverID), main ? 3.5 : 2],
        [near, main && datesWork ? -13.5 : 0],
      ],
      otherwise: main ? (datesWork ? -15 : -4) : -1,
      shared: true,
      describes: true,
      keys: [],
    };
  });
}
