import type { DesignRequest, FieldKind } from './field-kind.ts';
import type { Draft } from './field-profile.ts';
import { share } from './field-profile.ts';
import { type Subject, saysSubject } from './use-case.ts';

export function subjectOf(drafts: readonly Draft[], { useCase = '' }: DesignRequest): Subject {
  const count = (...kinds: readonly FieldKind[]): number => drafts.filter(({ kind }) => kinds.includes(kind)).length;
  const said = (subject: Subject): number => (saysSubject(useCase, subject) ? 3 : 0);
  const scores: readonly (readonly [Subject, number])[] = [
    [
      'person',
      3 * count('givenName', 'familyName', 'birthDate') +
        2 * count('personalNumber', 'documentNumber', 'gender', 'middleName', 'age') +
        count('email') +
        said('person'),
    ],
    [
      'publication',
      3 * count('authors', 'publicationCode') + 2 * count('venue', 'pages') + count('title') + said('publication'),
    ],
    [
      'vehicle',
      4 * count('vehicleNumber', 'plateNumber') +
        said('vehicle') +
        (hasWord(drafts, /^make$/) ? 3 + 2 * Math.min(1, count('model')) : 0) +
        (hasWord(drafts, /model year|modelljahr|erstzulassung|odometer/) ? 3 : 0) +
        (hasWord(drafts, /mileage|engine|fuel|transmission|baujahr|kraftstoff/) ? 2 : 0),
    ],
    ['product', 3 * count('productName', 'productCode') + 2 * count('brand', 'price', 'model') + said('product')],
    [
      'organization',
      3 * count('organizationName') + 3 * count('organizationNumber') + count('website') + said('organization'),
    ],
    ['place', count('latitude', 'longitude') + said('place')],
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
