import { type Evidence, type EvidenceMaker, namesOf } from './evidence.ts';

export const dates: EvidenceMaker = ({ parts, of, country, subject }) => {
  const found: Evidence[] = [];
  const birth = of('birthDate');
  const none = { indexStrategy: 'none' };
  if (birth.length > 0) {
    // Keep days that do not exist in the calendar: a typing error is still evidence.
    const read = { validate: false, ...(country !== undefined && { dayFirst: country !== 'US' }) };
    const pin = parts.union(
      'BIRTH_DATES',
      birth.map(({ field }) => parts.field(field.name)),
    );
    const id = parts.resolver('BIRTH_DATE', parts.step('BIRTH_DATE_READ', 'makedate', read, pin, 'full', 'full'));
    const exact = 13.5;
    const swapped = parts.comparer('SWAPPED_DAY_AND_MONTH', 'date', { toleranceDays: 0, swappedDayMonth: true });
    const typo = parts.comparer('ONE_EDIT', 'distance', { algorithm: 'osa', allowedDistance: 1 });
    const twoTypos = parts.comparer('TWO_EDITS', 'distance', { algorithm: 'osa', allowedDistance: 2 });
    const same = parts.same('SAME_BIRTH_DATE', id);
    found.push({
      id: 'BIRTH_DATE',
      title: 'date of birth',
      fields: namesOf(birth),
      levels: [
        [same, exact],
        [parts.whole('BIRTH_DATE_SWAPPED', id, swapped), exact * 0.75],
        [parts.whole('BIRTH_DATE_TYPO', id, typo, none), exact * 0.55],
        [parts.whole('BIRTH_DATE_TWO_TYPOS', id, twoTypos, none), exact * 0.25],
      ],
      otherwise: -6,
      shared: false,
      keys: [{ matcherID: 'BIRTH_DATE_SWAPPED', bits: exact }],
    });
  }
  const age = of('age');
  if (age.length > 0) {
    const id = parts.resolver('AGE', parts.stringop('AGE_DIGITS', 'onlydigits', parts.field(age[0]!.field.name)));
    const close = parts.comparer('ONE_APART', 'number', { tolerance: 1 });
    found.push({
      id: 'AGE',
      title: 'age',
      fields: namesOf(age),
      levels: [[parts.whole('AGE_CLOSE', id, close, none), 2.5]],
      otherwise: -0.5,
      shared: false,
      keys: [],
    });
  }
  const year = of('year');
  if (year.length > 0) {
    const pin = parts.field(year[0]!.field.name);
    const id = parts.resolver('YEAR', parts.step('YEAR_READ', 'regexextract', { pattern: '[12][0-9]{3}' }, pin));
    const close = parts.comparer('ONE_APART', 'number', { tolerance: 1 });
    const exact = 3.5;
    found.push({
      id: 'YEAR',
      title: 'year',
      fields: namesOf(year),
      levels: [
        [parts.same('SAME_YEAR', id), exact],
        [parts.whole('YEAR_CLOSE', id, close, none), subject === 'publication' ? -13.5 : 0],
      ],
      otherwise: subject === 'publication' ? -15 : -4,
      shared: true,
      keys: [],
    });
  }
  return found;
};
