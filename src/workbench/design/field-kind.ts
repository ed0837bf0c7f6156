/** The kind of a field. Each kind has its own notation, frequency of values and typical errors. */
export type FieldKind =
  // Never evidence: describes the record, not the entity.
  | 'ignored'
  // People
  | 'givenName'
  | 'middleName'
  | 'familyName'
  | 'fullName'
  | 'nameSuffix'
  | 'birthDate'
  | 'birthYear'
  | 'birthMonth'
  | 'birthDay'
  | 'age'
  | 'gender'
  // Contacts
  | 'email'
  | 'phone'
  | 'website'
  // Places
  | 'houseNumber'
  | 'street'
  | 'addressLine'
  | 'fullAddress'
  | 'city'
  | 'district'
  | 'region'
  | 'postcode'
  | 'country'
  | 'latitude'
  | 'longitude'
  // Identifiers issued by others
  | 'personalNumber'
  | 'documentNumber'
  | 'organizationNumber'
  | 'productCode'
  | 'vehicleNumber'
  | 'plateNumber'
  | 'plateRegion'
  | 'engineNumber'
  | 'serialNumber'
  | 'publicationCode'
  | 'accountNumber'
  // Organisations
  | 'organizationName'
  | 'employer'
  // Publications
  | 'title'
  | 'authors'
  | 'venue'
  | 'year'
  | 'pages'
  // Products and vehicles
  | 'productName'
  | 'brand'
  | 'model'
  | 'price'
  | 'trait'
  // Anything
  | 'category'
  | 'otherDate'
  | 'freeText'
  | 'unknown';

/** Kinds that are no evidence for or against a match. */
const useless: ReadonlySet<FieldKind> = new Set<FieldKind>(['ignored', 'freeText']);

export function isUseful(kind: FieldKind): boolean {
  return !useless.has(kind);
}
