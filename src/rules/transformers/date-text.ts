import { withoutDiacritics } from '../../text/normal-form.ts';
import { normalizeSpaces, withAsciiDigits } from '../../text/plain-text.ts';

/** A day of the Gregorian calendar, without a time zone. */
interface CivilDate {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** 1 to 31. */
  readonly day: number;
}

const daysOfMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export function daysInMonth(year: number, month: number): number {
  if (month !== 2) return daysOfMonth[month - 1] ?? 0;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

/** True if the calendar has the day; years 1 to 9999. */
export function isCivilDate({ year, month, day }: CivilDate): boolean {
  return year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** YYYY-MM-DD. */
export function civilDateText({ year, month, day }: CivilDate): string {
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
}

export function padded(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

/**
 * Names of the months in lower case without diacritics, January first. Source: everyday knowledge, checked against
 * Unicode CLDR. Abbreviations match by prefix (at least three letters), unless two months share it.
 * Languages in the order English, German, French, Spanish, Italian, Portuguese, Dutch, Swedish/Danish/Norwegian, Polish,
 * Czech, Finnish, Turkish, Russian.
 */
const monthNames: readonly (readonly string[])[] = `
january januar janner janvier enero gennaio janeiro januari stycznia styczen leden ledna tammikuu tammikuuta ocak января январь
february februar feber fevrier febrero febbraio fevereiro februari lutego luty unor unora helmikuu helmikuuta subat февраля февраль
march marz maerz mars marzo marco maart mrt marts marca marzec brezen brezna maaliskuu maaliskuuta mart марта март
april avril abril aprile kwietnia kwiecien duben dubna huhtikuu huhtikuuta nisan апреля апрель
may mai mayo maggio maio mei maj maja kveten kvetna toukokuu toukokuuta mayis мая май маи
june juni juin junio giugno junho czerwca czerwiec cerven cervna cvn kesakuu kesakuuta haziran июня июнь
july juli juillet julio luglio julho lipca lipiec cervenec cervence cvc heinakuu heinakuuta temmuz июля июль
august aout agosto augustus augusti sierpnia sierpien srpen srpna elokuu elokuuta agustos августа август
september septembre septiembre setiembre settembre setembro wrzesnia wrzesien zari syyskuu syyskuuta eylul сентября сентябрь
october oktober octobre octubre ottobre outubro pazdziernika pazdziernik rijen rijna lokakuu lokakuuta ekim октября октябрь
november novembre noviembre novembro listopada listopad listopadu marraskuu marraskuuta kasim ноября ноябрь
december dezember decembre diciembre dicembre dezembro desember grudnia grudzien prosinec prosince joulukuu joulukuuta aralik декабря декабрь
`
  .trim()
  .split('\n')
  .map((line) => line.split(' '));

const months: ReadonlyMap<string, number> = (() => {
  const full = new Map<string, number>();
  monthNames.forEach((names, index) => {
    for (const name of names) full.set(name, index + 1);
  });
  const english = new Map<string, number>();
  const others = new Map<string, number>();
  for (const [name, month] of full) {
    const isEnglish = name === monthNames[month - 1]![0];
    for (let length = 3; length < name.length; length++) {
      const prefix = name.slice(0, length);
      if (isEnglish) english.set(prefix, month);
      // 0 marks a prefix that two months share, such as the Czech "cerv" of "cerven" and "cervenec".
      else others.set(prefix, (others.get(prefix) ?? month) === month ? month : 0);
    }
  }
  // "mar" is March, although the Finnish name of November begins with it too.
  const all = new Map([...others].filter(([, month]) => month !== 0));
  for (const [prefix, month] of english) all.set(prefix, month);
  for (const [name, month] of full) all.set(name, month);
  // French and Portuguese abbreviations that English readers would not mistake.
  all.set('jui', 6).set('sept', 9);
  return all;
})();

/** Returns 1 to 12 for the name of a month, or an abbreviation of at least three letters, in a dozen languages. */
export function monthOfName(name: string): number | undefined {
  return months.get(withoutDiacritics(name).toLowerCase());
}

interface DateReading {
  /**
   * If both orders are possible: true reads the day first. Undefined: the day is first with a point or hyphen, the
   * month with a slash.
   */
  readonly dayFirst: boolean | undefined;
  /** The last year of the hundred-year window for two-digit years. */
  readonly twoDigitYearsUntil: number;
}

/** The date in a text: a day, or only a month or a year. Not checked against the calendar. */
export interface PartialDate {
  readonly year: number;
  readonly month?: number;
  readonly day?: number;
}

/** A longer text is more than a date. */
const maximalLength = 60;

/** Words and signs for a date that is only roughly known. */
const roughly =
  /^(?:circa|c(?:a\.?|\.)|about|abt\.?|around|approx(?:imately|\.)?|est(?:imated|\.)?|etwa|um|vers|environ|hacia|~) ?(?=\S*\d)|\?$/gi;

/** Signs and letters in the place of a part that is not known. */
const unknownPart = /(?<![\p{L}\p{N}])(?:dd|mm|xx|tt|jj|\?{2}|\*{2}|_{2})(?![\p{L}\p{N}])/giu;

/**
 * Reads a date in the usual forms: ISO 8601 (with any time, which is ignored), year first with other separators,
 * numbers with points, slashes, hyphens or spaces, eight digits, names of months in a dozen languages, weekdays,
 * ordinals, Chinese and Japanese dates. A day or month of zeros or signs is not known, and `circa` is left out. Undefined
 * when the text is none of these.
 */
export function readDate(text: string, reading: DateReading): PartialDate | undefined {
  if (text.length > maximalLength) return undefined;
  const normal = normalizeSpaces(withAsciiDigits(text)).replace(roughly, '').replace(unknownPart, '00');
  const date = readNumeric(normal, reading) ?? readNamed(normal, reading);
  return date?.year === 0 ? undefined : date;
}

const time = String.raw`(?:[T ,]+\d{1,2}(?:[:.]?\d{2}){0,2}(?:[.,]\d+)?\s*(?:[ap]\.?m\.?)?\s*(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?`;

const yearFirst = new RegExp(String.raw`^(\d{4})\s?[-./ ]\s?(\d{1,2})\s?[-./ ]\s?(\d{1,2})${time}$`, 'i');

const yearLast = new RegExp(String.raw`^(\d{1,2})\s?([-./ ])\s?(\d{1,2})\s?\2\s?(\d{4}|\d{2})${time}$`, 'i');

const compact = new RegExp(`^(\\d{8})${time}$`, 'i');

const eastAsian = /^(\d{4})\s?[年년]\s?(?:(\d{1,2})\s?[月월]\s?(?:(\d{1,2})\s?[日일])?)?$/;

const yearAndMonth = /^(\d{4})[-/.](\d{1,2})$/;

const monthAndYear = /^(\d{1,2})[-/.](\d{4})$/;

function readNumeric(text: string, reading: DateReading): PartialDate | undefined {
  let match = yearFirst.exec(text) ?? eastAsian.exec(text);
  if (match !== null) return partial(match[1]!, match[2], match[3]);
  match = yearLast.exec(text);
  if (match !== null) {
    const year = fullYear(match[4]!, reading.twoDigitYearsUntil);
    const dayFirst = reading.dayFirst ?? match[2] !== '/';
    if (isZero(match[1]!) || isZero(match[3]!)) return withoutDay(year, Number(match[1]) + Number(match[3]));
    return inOrder(year, Number(match[1]), Number(match[3]), dayFirst);
  }
  match = compact.exec(text);
  if (match !== null) return readEightDigits(match[1]!, reading.dayFirst ?? false);
  match = yearAndMonth.exec(text);
  if (match !== null) return partial(match[1]!, match[2], undefined);
  match = monthAndYear.exec(text);
  if (match !== null) return partial(match[2]!, match[1], undefined);
  match = /^(?:(\d{4})|['’](\d{2}))$/.exec(text);
  return match === null ? undefined : partial(match[1] ?? String(fullYear(match[2]!, reading.twoDigitYearsUntil)));
}

const isZero = (digits: string): boolean => Number(digits) === 0;

/** Of a date of which no day is known, at most the month is. */
const withoutDay = (year: number, month: number): PartialDate =>
  month >= 1 && month <= 12 ? { year, month } : { year };

/** Uses the requested order, or the other one if only that is possible: 12/31/1980, 31/12/1980. */
function inOrder(year: number, first: number, second: number, dayFirst: boolean): CivilDate {
  const asked = dayFirst ? { year, month: second, day: first } : { year, month: first, day: second };
  if (isCivilDate(asked)) return asked;
  const other = { year, month: asked.day, day: asked.month };
  // If neither is a day (31/02/1980), use the order with a valid month.
  return isCivilDate(other) || (asked.month > 12 && other.month <= 12) ? other : asked;
}

/** Reads YYYYMMDD; if that is not a day between 1000 and 2999, DDMMYYYY or MMDDYYYY. */
function readEightDigits(digits: string, dayFirst: boolean): PartialDate {
  if (/^(?:1[5-9]|2[0-2])\d\d(?:0000|(?:0[1-9]|1[0-2])00)$/.test(digits)) {
    return partial(digits.slice(0, 4), digits.slice(4, 6), digits.slice(6));
  }
  const front = { year: +digits.slice(0, 4), month: +digits.slice(4, 6), day: +digits.slice(6) };
  if (front.year >= 1000 && front.year < 3000 && isCivilDate(front)) return front;
  const back = inOrder(+digits.slice(4), +digits.slice(0, 2), +digits.slice(2, 4), dayFirst);
  return back.year >= 1000 && isCivilDate(back) ? back : front;
}

/** Words between the parts of a date without meaning, and the endings of ordinals. */
const fillers = new Set('de del of the den der d st nd rd th er г года di a o'.split(' '));

const weekdayPrefixes =
  /^(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lun|mar|mer|jeu|ven|sam|dim)(?:day|s|rs|sday|nesday|rsday|urday|r|t|di|edi|dredi|anche|credi)?$/;

const timeAtEnd = /[T ,]+\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d+)?\s*(?:[ap]\.?m\.?)?\s*(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i;

const numbersAndWords = /\d+|[\p{L}\p{M}]+/gu;

/** 12 March 1980, March 12th, 1980, 12-Mar-80, 12. März 1980, 1980 Mar 12, March 1980. */
function readNamed(text: string, reading: DateReading): PartialDate | undefined {
  const parts = namedParts(text.replace(timeAtEnd, ''));
  if (parts === undefined) return undefined;
  const { month, numbersBeforeMonth, numbers } = parts;
  const [first, second] = numbers;
  if (numbers.length === 1 && first!.length === 4) return { year: Number(first), month };
  if (numbers.length !== 2) return undefined;
  // In 1980 March 12 the year is first; otherwise it is last, after the day.
  const yearStandsFirst = first!.length === 4 || (numbersBeforeMonth === 1 && first!.length > 2);
  const yearText = yearStandsFirst ? first! : second!;
  const dayText = yearStandsFirst ? second! : first!;
  if (dayText.length > 2 || (yearText.length !== 4 && yearText.length !== 2)) return undefined;
  return { year: fullYear(yearText, reading.twoDigitYearsUntil), month, day: Number(dayText) };
}

interface NamedParts {
  readonly month: number;
  readonly numbersBeforeMonth: number;
  readonly numbers: readonly string[];
}

/** The name of a month and the numbers around it; undefined if other words are among them. */
function namedParts(text: string): NamedParts | undefined {
  const numbers: string[] = [];
  let month: number | undefined;
  let numbersBeforeMonth = 0;
  for (const part of text.match(numbersAndWords) ?? []) {
    if (part.charCodeAt(0) <= 0x39) {
      numbers.push(part);
      continue;
    }
    const word = part.toLowerCase();
    if (fillers.has(word)) continue;
    const named = month === undefined ? monthOfName(word) : undefined;
    if (named !== undefined) {
      // A weekday before the date ("Mar." is also French for Tuesday) gives way to a later month only by its own name.
      month = named;
      numbersBeforeMonth = numbers.length;
    } else if (!weekdayPrefixes.test(word)) {
      return undefined;
    }
  }
  return month === undefined ? undefined : { month, numbersBeforeMonth, numbers };
}

/** Places a two-digit year into the hundred years that end with `until`. */
export function fullYear(text: string, until: number): number {
  const year = Number(text);
  if (text.length > 2) return year;
  const inCentury = until - (until % 100) + year;
  return inCentury > until ? inCentury - 100 : inCentury;
}

/** Zeros are parts that are not known. */
function partial(year: string, month = '0', day = '0'): PartialDate {
  if (isZero(month)) return { year: Number(year) };
  return { year: Number(year), month: Number(month), ...(!isZero(day) && { day: Number(day) }) };
}
