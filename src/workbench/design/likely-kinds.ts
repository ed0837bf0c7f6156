import type { FieldKind } from './field-kind.ts';
import { type FieldProfile, share } from './field-profile.ts';
import { hasLegalForm, type ValueShape } from './value-shape.ts';

/** What values of a shape may be, the likeliest first. */
const kindsOfShape: Readonly<Record<ValueShape, readonly FieldKind[]>> = {
  email: ['email'],
  url: ['website'],
  date: ['otherDate', 'birthDate'],
  year: ['year', 'birthYear'],
  uuid: ['accountNumber', 'serialNumber'],
  phone: ['phone', 'accountNumber'],
  number: ['accountNumber', 'personalNumber', 'postcode', 'houseNumber'],
  code: ['accountNumber', 'productCode', 'documentNumber', 'postcode'],
  personName: ['fullName', 'organizationName', 'title', 'city'],
  gender: ['gender', 'category'],
  words: ['category', 'freeText', 'organizationName', 'productName'],
  sentence: ['freeText', 'title', 'fullAddress'],
};

/** What any field may be. */
const always: readonly FieldKind[] = ['category', 'freeText', 'accountNumber'];

/** The share of distinct values below which a field has categories. */
const fewDistinct = 0.3;
/** The share of names with a legal form from which they are those of companies. */
const manyLegalForms = 0.05;

/**
 * Kinds that a field may have by its values, the likeliest first, for a person to choose from. The order says more than
 * it proves: each shape of a value votes for the kinds that have it.
 */
export function likelyKinds(profile: FieldProfile): readonly FieldKind[] {
  const votes = new Map<FieldKind, number>();
  const vote = (kind: FieldKind, weight: number) => votes.set(kind, (votes.get(kind) ?? 0) + weight);
  for (const [shape, kinds] of Object.entries(kindsOfShape) as [ValueShape, readonly FieldKind[]][]) {
    kinds.forEach((kind, place) => {
      vote(kind, share(profile, shape) / (place + 1));
    });
  }
  for (const [place, kind] of always.entries()) vote(kind, 0.01 / (place + 1));
  const { values, distinct, words } = profile;
  const isText = share(profile, 'words', 'personName', 'sentence') > 0;
  if (isText && distinct < fewDistinct) vote('category', 1);
  if (isText && words > 5) vote('freeText', 1);
  if (values.filter(hasLegalForm).length > values.length * manyLegalForms) vote('organizationName', 1);
  return [...votes]
    .filter(([, weight]) => weight > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([kind]) => kind);
}
