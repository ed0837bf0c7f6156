import type { FieldKind } from './field-kind.ts';
import type { Correction, Draft } from './field-profile.ts';
import { type FieldProfile, share } from './field-profile.ts';
import type { Subject } from './use-case.ts';

/** A field among the others of its record. */
interface Context {
  readonly profile: FieldProfile;
  /** The words of its name, joined by spaces. */
  readonly name: string;
  readonly subject: Subject;
  /** True if another field of the record has the kind. */
  readonly has: (kind: FieldKind) => boolean;
  /** True if a field distinguishes records of people from records of organizations. */
  readonly hasRecordType: () => boolean;
}

/** Corrects a kind that means something else for what the records are about. */
export function kindBySubject(draft: Draft, drafts: readonly Draft[], subject: Subject): Correction | undefined {
  return corrections[draft.kind]?.({
    profile: draft.profile,
    name: draft.words.join(' '),
    subject,
    has: (kind) => drafts.some((other) => other !== draft && other.kind === kind),
    hasRecordType: () => hasRecordType(drafts),
  });
}

const corrections: Partial<Record<FieldKind, (context: Context) => Correction | undefined>> = {
  givenName: correctGivenName,
  birthDate: correctBirthDate,
  fullName: correctName,
  street: correctLocation,
  fullAddress: correctLocation,
  addressLine: correctLocation,
  city: correctLocation,
  employer: correctLocation,
  ignored: correctNumber,
  otherDate: correctDate,
  title: correctTitle,
  venue: correctVenue,
  organizationName: correctOrganization,
  productName: correctProduct,
};

const aboutPublications = 'the records are about publications';

/** In Spanish and Italian, the word for a name is the given name only if the family name is beside. */
function correctGivenName({ name, has }: Context): Correction | undefined {
  return /^(?:nombres?|nome|ime)$/.test(name) && !has('familyName')
    ? { kind: 'fullName', because: 'no family name is beside it' }
    : undefined;
}

function correctBirthDate({ name, has }: Context): Correction | undefined {
  return name === 'birth day' && has('birthYear') && has('birthMonth')
    ? { kind: 'birthDay', because: 'next to the year and the month of birth it is the day' }
    : undefined;
}

function correctName({ name, subject, has }: Context): Correction | undefined {
  if (has('givenName') && !has('familyName') && /^(?:name|names|nom|nome|naam|navn|namn|nimi|nazwa)$/.test(name)) {
    return { kind: 'familyName', because: 'beside a given name it is the family name' };
  }
  if (subject === 'person' || personWords.test(name)) return undefined;
  if (subject === 'publication') return { kind: has('title') ? 'authors' : 'title', because: aboutPublications };
  if (subject === 'organization' || subject === 'place') {
    return { kind: 'organizationName', because: 'nothing indicates that it names a person' };
  }
  return has('productName')
    ? { kind: 'brand', because: 'next to a product name it names the brand' }
    : { kind: 'productName', because: 'nothing indicates that it names a person' };
}

function correctLocation({ subject }: Context): Correction | undefined {
  return subject === 'publication'
    ? { kind: 'freeText', because: "a publisher's location hardly distinguishes publications" }
    : undefined;
}

function correctNumber({ name, has, profile }: Context): Correction | undefined {
  const amounts = profile.values.filter((value) => /^\D?\d[\d.,' ]*[.,]\d{1,2}\D{0,4}$/.test(value)).length;
  return name === 'number' && has('street') && !has('houseNumber') && amounts * 2 <= profile.values.length
    ? { kind: 'houseNumber', because: 'next to a street it is the house number' }
    : undefined;
}

function correctDate({ subject, has }: Context): Correction | undefined {
  return subject === 'publication' && !has('year') ? { kind: 'year', because: aboutPublications } : undefined;
}

function correctTitle({ subject, profile }: Context): Correction | undefined {
  if (subject !== 'product' && subject !== 'vehicle' && isTitleOfWork(profile)) return undefined;
  switch (subject) {
    case 'product':
    case 'vehicle':
      return { kind: 'productName', because: 'the records are about products' };
    case 'person':
    case 'organization':
      return { kind: 'ignored', because: 'next to names of people it is a form of address' };
    default:
      return undefined;
  }
}

/** True if the samples are too many and too long for Mr, Dr and Manager. */
function isTitleOfWork(profile: FieldProfile): boolean {
  return (
    profile.values.length >= 20 && profile.distinct > 0.5 && profile.words >= 1.5 && share(profile, 'gender') === 0
  );
}

function correctVenue({ name, subject }: Context): Correction | undefined {
  if (subject === 'publication') return undefined;
  const kind = /publisher|label|series/.test(name) ? 'brand' : 'category';
  return { kind, because: 'the records are not about publications' };
}

/** A person's company is evidence, but not the entity that the record is about. */
function correctOrganization({ subject, has, hasRecordType }: Context): Correction | undefined {
  const isPerson = subject === 'person' && (has('givenName') || has('familyName')) && has('birthDate');
  return isPerson && !has('organizationNumber') && !hasRecordType()
    ? { kind: 'employer', because: "next to a person's own fields it is their employer" }
    : undefined;
}

function correctProduct({ subject }: Context): Correction | undefined {
  return subject === 'publication' ? { kind: 'title', because: aboutPublications } : undefined;
}

/** Words in a field's name that indicate a person, whatever the record is about. */
const personWords =
  /\b(?:person|contact|owner|holder|patient|customer|employee|player|actor|applicant|driver|halter|besitzer|ansprechpartner|physician|doctor|provider|first|sur|last|display|nombre y apellidos)\b/;

function hasRecordType(drafts: readonly Draft[]): boolean {
  return drafts.some(({ words }) => /\b(?:record|entity|party|customer) type\b/.test(words.join(' ')));
}
