import type { DesignRequest, FieldKind } from './field-kind.ts';
import type { Correction, Draft } from './field-profile.ts';
import { type FieldProfile, share } from './field-profile.ts';
import { fieldWords } from './field-words.ts';
import { kindOfName } from './kind-of-name.ts';
import { saysSubject } from './use-case.ts';
import { hasLegalForm, type ValueShape } from './value-shape.ts';

/** The share of samples above which their shape decides. */
const most = 0.6;
/** The fewest samples that say anything. */
const fewest = 3;
/** The fewest samples whose frequencies say anything. */
const fewestForFrequency = 20;

/** Corrects a kind by the samples or, if there are too few, an unknown kind by the stated type. */
export function kindByValues({ field, kind, profile }: Draft, request: DesignRequest): Correction | undefined {
  if (profile.values.length < fewest) return kind === 'unknown' ? kindOfType(field.type) : undefined;
  switch (kind) {
    case 'unknown':
      return constant(profile) ?? kindOfShape(profile) ?? kindOfUnknown(profile, request);
    case 'freeText':
    case 'otherDate':
      return kindOfShape(profile);
    default:
      return constant(profile) ?? overruled(kind, profile, request);
  }
}

/** Values that no field of a kind has, in words. */
interface Contradiction {
  readonly what: string;
  readonly contradicts: (profile: FieldProfile) => boolean;
}

const mostly =
  (...shapes: readonly ValueShape[]) =>
  (profile: FieldProfile): boolean =>
    share(profile, ...shapes) > most;

const shareOf = ({ values }: FieldProfile, pattern: RegExp): number =>
  values.filter((value) => pattern.test(value)).length / values.length;

const notWords: Contradiction = {
  what: 'dates, numbers or addresses of the Internet',
  contradicts: mostly('date', 'year', 'uuid', 'url', 'email', 'phone', 'number'),
};
/** Works are called by numbers and years, and so are parts of an address. */
const notTitles: Contradiction = {
  what: 'dates or addresses of the Internet',
  contradicts: mostly('date', 'uuid', 'url', 'email'),
};
/** As `1 Main Street`. */
const notNames: Contradiction = {
  what: 'dates, numbers or addresses',
  contradicts: (profile) =>
    notWords.contradicts(profile) || shareOf(profile, /^\d+\p{L}? \p{L}|\p{L} \d+\p{L}?$/u) > most,
};
const notNumbers: Contradiction = {
  what: 'dates, or without digits',
  contradicts: (profile) =>
    withoutDigits.contradicts(profile) ||
    shareOf(profile, /^(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2\d{2,4})(?:[T ].*)?$/) > most,
};
const withoutDigits: Contradiction = {
  what: 'without digits',
  contradicts: (profile) => shareOf(profile, /\p{N}/u) < 1 - most,
};

const contradictions: Partial<Record<FieldKind, Contradiction>> = {
  givenName: notNames,
  middleName: notNames,
  familyName: notNames,
  fullName: notWords,
  organizationName: notWords,
  employer: notWords,
  authors: notWords,
  city: notNames,
  title: notTitles,
  venue: notTitles,
  productName: notTitles,
  brand: notTitles,
  street: notTitles,
  fullAddress: notTitles,
  district: notTitles,
  country: notTitles,
  birthDate: withoutDigits,
  phone: withoutDigits,
  postcode: withoutDigits,
  personalNumber: notNumbers,
  organizationNumber: notNumbers,
  documentNumber: notNumbers,
  accountNumber: notNumbers,
  price: withoutDigits,
  year: withoutDigits,
  latitude: withoutDigits,
  longitude: withoutDigits,
  age: { what: 'no ages', contradicts: (profile) => shareOf(profile, /^\s*\d{1,3}(?:\D|$)/) < 1 - most },
  gender: {
    what: 'too many for genders',
    contradicts: ({ values, distinct }) => values.length >= 20 && distinct > 0.5,
  },
  email: { what: 'without an @', contradicts: (profile) => shareOf(profile, /@/) === 0 },
};

/** A kind for values that the kind of the name cannot have: what the values are overrules what the field is called. */
function overruled(kind: FieldKind, profile: FieldProfile, request: DesignRequest): Correction | undefined {
  const found = contradictions[kind];
  if (found === undefined || !found.contradicts(profile)) return undefined;
  const guessed = kindOfShape(profile) ?? kindOfUnknown(profile, request);
  return guessed ?? { kind: 'unknown', because: `its name says ${kind}, but its values are ${found.what}` };
}

const types: readonly (readonly [RegExp, FieldKind])[] = [
  [/date|time/i, 'otherDate'],
  [/bool/i, 'ignored'],
  [/e-?mail/i, 'email'],
  [/phone/i, 'phone'],
];

function kindOfType(type: string | undefined): Correction | undefined {
  const kind = type === undefined ? undefined : types.find(([pattern]) => pattern.test(type))?.[1];
  return kind === undefined ? undefined : { kind, because: 'by its type' };
}

/** A value that all sample records share distinguishes none of them. */
function constant({ values, missing }: FieldProfile): Correction | undefined {
  return values.length >= fewestForFrequency && new Set(values).size === 1 && missing === 0
    ? { kind: 'ignored', because: 'every sample record has the same value' }
    : undefined;
}

/** Shapes that no other kind of value has. */
const unmistakable: readonly (readonly [ValueShape, FieldKind, because: string])[] = [
  ['email', 'email', 'its values are e-mail addresses'],
  ['uuid', 'ignored', 'its values are technical identifiers'],
  ['url', 'website', 'its values are addresses of websites'],
];

function kindOfShape(profile: FieldProfile): Correction | undefined {
  const found = unmistakable.find(([shape]) => share(profile, shape) > most);
  return found === undefined ? undefined : { kind: found[1], because: found[2] };
}

function kindOfUnknown(profile: FieldProfile, request: DesignRequest): Correction | undefined {
  const { values } = profile;
  if (share(profile, 'gender') > 0.9 && new Set(values).size <= 6) {
    return { kind: 'gender', because: 'its values are genders' };
  }
  if (share(profile, 'phone') > most) return { kind: 'phone', because: 'its values are phone numbers' };
  if (share(profile, 'date') > most) return kindOfDates(values, request);
  if (share(profile, 'year') > most) return { kind: 'year', because: 'its values are years' };
  if (profile.words > 12) return { kind: 'freeText', because: 'its values are long texts' };
  if (values.filter(hasLegalForm).length > values.length / 5) {
    return { kind: 'organizationName', because: 'many of its values end like company names' };
  }
  return values.length < fewestForFrequency ? undefined : kindByFrequency(profile);
}

function kindOfDates(values: readonly string[], request: DesignRequest): Correction {
  return isBirthLike(values) && isAboutPeople(request)
    ? { kind: 'birthDate', because: 'its values are dates, as widely spread as birthdays' }
    : { kind: 'otherDate', because: 'its values are dates' };
}

function kindByFrequency(profile: FieldProfile): Correction | undefined {
  if (profile.distinct < 0.15) return { kind: 'category', because: 'it has few distinct values' };
  if (share(profile, 'number', 'code', 'year') > 0.9 && isCounting(profile)) {
    return { kind: 'ignored', because: 'its values are unique numbers, like the keys of a table' };
  }
  return undefined;
}

/** True if nearly all values are distinct and none is missing: a key of the table, which is no evidence. */
function isCounting(profile: FieldProfile): boolean {
  return profile.missing === 0 && profile.distinct > 0.98;
}

function isBirthLike(values: readonly string[]): boolean {
  const years = values.flatMap((value) => /(?:19|20)\d\d/.exec(value)?.[0] ?? []).map(Number);
  const first = years.reduce((least, year) => Math.min(least, year), Number.POSITIVE_INFINITY);
  return years.length > 2 && years.some((year) => year - first > 25);
}

function isAboutPeople({ useCase, fields }: DesignRequest): boolean {
  if (saysSubject(useCase ?? '', 'person')) return true;
  return fields.some(({ name }) => {
    const kind = kindOfName(fieldWords(name));
    return kind === 'givenName' || kind === 'familyName';
  });
}
