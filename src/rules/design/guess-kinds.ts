import type { FieldKind } from './field-kind.ts';
import { type FieldProfile, fieldProfile, share } from './field-profile.ts';
import { fieldWords } from './field-words.ts';
import { kindVocabulary } from './kind-vocabulary.ts';
import type { DesignField, DesignRequest } from './request.ts';
import { hasLegalForm } from './value-shape.ts';

/** The type of entity that the records are about. */
export type Subject = 'person' | 'organization' | 'publication' | 'product' | 'vehicle' | 'place' | 'thing';

export interface GuessedField {
  readonly field: DesignField;
  readonly kind: FieldKind;
  readonly profile: FieldProfile;
  /** Why this kind was chosen, for you to check. */
  readonly because: string;
}

export interface Guess {
  readonly fields: readonly GuessedField[];
  readonly subject: Subject;
}

interface Draft {
  readonly field: DesignField;
  readonly words: readonly string[];
  readonly profile: FieldProfile;
  kind: FieldKind;
  because: string;
}

export function guessKinds(request: DesignRequest): Guess {
  const drafts = request.fields.map((field): Draft => {
    const words = fieldWords(field.name);
    const profile = fieldProfile(field, request);
    const named = kindOfName(words);
    return {
      field,
      words,
      profile,
      kind: named ?? 'unknown',
      because: named === undefined ? 'its name is in no vocabulary' : 'by its name',
    };
  });
  for (const draft of drafts) correctByDescription(draft);
  for (const draft of drafts) correctByValues(draft, request);
  const subject = subjectOf(drafts, request);
  for (const draft of drafts) correctBySubject(draft, drafts, subject);
  return {
    fields: drafts.map(({ field, kind, profile, because }) => ({ field, kind, profile, because })),
    subject,
  };
}

function kindOfName(words: readonly string[]): FieldKind | undefined {
  const spaced = words.join(' ');
  const compact = words.join('');
  // The last two words name the value itself. The words before them are a qualifier or a path.
  const tail = words.slice(-2).join(' ');
  const fits = (text: string): FieldKind | undefined => kindVocabulary.find(([, pattern]) => pattern.test(text))?.[0];
  return fits(spaced) ?? fits(compact) ?? fits(tail);
}

/** Uses the description if the name is unknown. */
function correctByDescription(draft: Draft): void {
  const { description } = draft.field;
  if (description === undefined || draft.kind !== 'unknown') return;
  const kind = kindOfName(fieldWords(description));
  if (kind === undefined || kind === 'ignored') return;
  draft.kind = kind;
  draft.because = 'by its description';
}

/** The share of samples above which their shape decides. */
const most = 0.6;

function correctByValues(draft: Draft, request: DesignRequest): void {
  const { profile, kind } = draft;
  const to = (next: FieldKind, because: string): void => {
    draft.kind = next;
    draft.because = because;
  };
  const { values } = profile;
  if (values.length < 3) {
    correctByType(draft);
    return;
  }
  if (kind === 'email' && share(profile, 'email') === 0 && !values.some((value) => value.includes('@'))) {
    to('unknown', 'its name says e-mail, but no value has an @');
  }
  if (kind !== 'unknown' && kind !== 'freeText' && kind !== 'otherDate') {
    // A value that all sample records share distinguishes none of them.
    if (values.length >= 20 && new Set(values).size === 1 && profile.missing === 0)
      to('ignored', 'every sample record has the same value');
    return;
  }
  if (share(profile, 'email') > most) to('email', 'its values are e-mail addresses');
  else if (share(profile, 'uuid') > most) to('ignored', 'its values are technical identifiers');
  else if (share(profile, 'url') > most) to('website', 'its values are addresses of websites');
  else if (kind === 'unknown' && share(profile, 'gender') > 0.9 && new Set(values).size <= 6)
    to('gender', 'its values are genders');
  else if (kind === 'unknown' && share(profile, 'phone') > most) to('phone', 'its values are phone numbers');
  else if (kind === 'unknown' && share(profile, 'date') > most) {
    if (isBirthLike(values) && isAboutPeople(request))
      to('birthDate', 'its values are dates, as widely spread as birthdays');
    else to('otherDate', 'its values are dates');
  } else if (kind === 'unknown' && share(profile, 'year') > most) to('year', 'its values are years');
  else if (kind === 'unknown' && profile.words > 12) to('freeText', 'its values are long texts');
  else if (kind === 'unknown' && values.filter(hasLegalForm).length > values.length / 5)
    to('organizationName', 'many of its values end like company names');
  else if (kind === 'unknown' && values.length >= 20 && profile.distinct < 0.15)
    to('category', 'it has few distinct values');
  else if (
    kind === 'unknown' &&
    values.length >= 20 &&
    share(profile, 'number', 'code', 'year') > 0.9 &&
    isCounting(profile)
  )
    to('ignored', 'its values are unique numbers, like the keys of a table');
}

/** Uses the stated type if there are no samples. */
function correctByType(draft: Draft): void {
  const { type } = draft.field;
  if (draft.kind !== 'unknown' || type === undefined) return;
  if (/date|time/i.test(type)) draft.kind = 'otherDate';
  else if (/bool/i.test(type)) draft.kind = 'ignored';
  else if (/e-?mail/i.test(type)) draft.kind = 'email';
  else if (/phone/i.test(type)) draft.kind = 'phone';
  else return;
  draft.because = 'by its type';
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
  if (/\b(?:person|people|patient|customer|citizen|employee|member|student|kunde|klient|cliente)/i.test(useCase ?? ''))
    return true;
  return fields.some(({ name }) => {
    const kind = kindOfName(fieldWords(name));
    return kind === 'givenName' || kind === 'familyName';
  });
}

function subjectOf(drafts: readonly Draft[], { useCase = '' }: DesignRequest): Subject {
  const count = (...kinds: readonly FieldKind[]): number => drafts.filter(({ kind }) => kinds.includes(kind)).length;
  const said = (pattern: RegExp): number => (pattern.test(useCase) ? 3 : 0);
  const scores: readonly (readonly [Subject, number])[] = [
    [
      'person',
      3 * count('givenName', 'familyName', 'birthDate') +
        2 * count('personalNumber', 'documentNumber', 'gender', 'middleName', 'age') +
        count('email') +
        said(
          /\b(?:person|people|patient|customer|citizen|employee|student|provider|physician|voter|kunden?|klient|cliente|contact)s?/i,
        ),
    ],
    [
      'publication',
      3 * count('authors', 'publicationCode') +
        2 * count('venue', 'pages') +
        count('title') +
        said(/publication|paper|book|article|bibliograph|citation|song|movie/i),
    ],
    [
      'vehicle',
      4 * count('vehicleNumber') +
        said(/vehicle|car|fleet|fahrzeug|truck/i) +
        (hasWord(drafts, /mileage|engine|fuel|transmission|baujahr|kraftstoff/) ? 2 : 0),
    ],
    [
      'product',
      3 * count('productName', 'productCode') +
        2 * count('brand', 'price', 'model') +
        said(/product|catalog|item|offer|sku|artikel|goods/i),
    ],
    [
      'organization',
      3 * count('organizationName') +
        3 * count('organizationNumber') +
        count('website') +
        said(
          /compan|business|organi[sz]ation|firm|supplier|vendor|restaurant|hotel|store|shop|facilit|unternehmen|empresa/i,
        ),
    ],
    ['place', count('latitude', 'longitude') + said(/address|place|location|point of interest|poi\b/i)],
  ];
  const best = scores.reduce((left, right) => (right[1] > left[1] ? right : left));
  if (best[1] >= 3) return best[0];
  // A name with a phone number or an address, and without fields of a person, is a business.
  if (count('fullName') > 0 && count('phone', 'street', 'fullAddress', 'city') >= 2) {
    return looksLikePeople(drafts) ? 'person' : 'organization';
  }
  if (count('street', 'fullAddress', 'postcode', 'latitude') >= 2) return 'place';
  return best[1] > 0 ? best[0] : 'thing';
}

const hasWord = (drafts: readonly Draft[], pattern: RegExp): boolean =>
  drafts.some(({ words }) => pattern.test(words.join(' ')));

/** True if the names look like names of people, which nearly always have two or three words. */
function looksLikePeople(drafts: readonly Draft[]): boolean {
  const names = drafts.filter(({ kind }) => kind === 'fullName');
  const known = names.filter(({ profile }) => profile.values.length >= 5);
  if (known.length === 0) return false;
  return known.every(({ profile }) => share(profile, 'personName') > 0.8);
}

function correctBySubject(draft: Draft, drafts: readonly Draft[], subject: Subject): void {
  const has = (kind: FieldKind): boolean => drafts.some((other) => other !== draft && other.kind === kind);
  const to = (kind: FieldKind, because: string): void => {
    draft.kind = kind;
    draft.because = because;
  };
  switch (draft.kind) {
    case 'fullName':
      if (subject === 'person' || personWords.test(draft.words.join(' '))) break;
      if (subject === 'publication') to(has('title') ? 'authors' : 'title', 'the records are about publications');
      else if (subject === 'organization' || subject === 'place')
        to('organizationName', 'nothing indicates that it names a person');
      else if (has('productName')) to('brand', 'next to a product name it names the brand');
      else to('productName', 'nothing indicates that it names a person');
      break;
    case 'street':
    case 'fullAddress':
    case 'addressLine':
    case 'city':
    case 'employer':
      if (subject === 'publication') to('freeText', "a publisher's location hardly distinguishes publications");
      break;
    case 'ignored':
      if (draft.words.join(' ') === 'number' && has('street') && !has('houseNumber')) {
        to('houseNumber', 'next to a street it is the house number');
      }
      break;
    case 'otherDate':
      if (subject === 'publication' && !has('year')) to('year', 'the records are about publications');
      break;
    case 'title':
      if (subject === 'product' || subject === 'vehicle') to('productName', 'the records are about products');
      else if (subject === 'person' || subject === 'organization')
        to('ignored', 'next to names of people it is a form of address');
      break;
    case 'venue':
      if (subject !== 'publication')
        to(
          /publisher|label|series/.test(draft.words.join(' ')) ? 'brand' : 'category',
          'the records are not about publications',
        );
      break;
    case 'organizationName':
      // A person's company is evidence, but not the entity that the record is about.
      if (
        subject === 'person' &&
        (has('givenName') || has('familyName')) &&
        has('birthDate') &&
        !has('organizationNumber') &&
        !hasRecordType(drafts)
      ) {
        to('employer', "next to a person's own fields it is their employer");
      }
      break;
    case 'productName':
      if (subject === 'publication') to('title', 'the records are about publications');
      break;
    default:
      break;
  }
}

/** Words in a field's name that indicate a person, whatever the record is about. */
const personWords =
  /\b(?:person|contact|owner|holder|patient|customer|employee|player|actor|applicant|driver|halter|besitzer|ansprechpartner|physician|doctor|provider|first|sur|last|display|nombre y apellidos)\b/;

/** True if a field distinguishes records of people from records of organizations. */
function hasRecordType(drafts: readonly Draft[]): boolean {
  return drafts.some(({ words }) => /\b(?:record|entity|party|customer) type\b/.test(words.join(' ')));
}
