/** What a field holds. Each kind is written, repeats and goes wrong in its own way. */
export type FieldKind =
  // Never evidence: says who keeps the record, not whom it is about.
  | 'ignored'
  // People
  | 'givenName'
  | 'middleName'
  | 'familyName'
  | 'fullName'
  | 'nameSuffix'
  | 'birthDate'
  | 'age'
  | 'gender'
  // Reaching somebody
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
  // Numbers given by somebody else
  | 'personalNumber'
  | 'documentNumber'
  | 'organizationNumber'
  | 'productCode'
  | 'vehicleNumber'
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

/** Kinds that are no evidence for or against two records being about the same. */
const useless: ReadonlySet<FieldKind> = new Set<FieldKind>(['ignored', 'freeText']);

export function isUseful(kind: FieldKind): boolean {
  return !useless.has(kind);
}
