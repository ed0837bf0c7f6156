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
  | 'relative'
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

/** One field of the records to resolve. */
export interface DesignField {
  /** The field's name in a record. Dots select fields of nested objects. */
  readonly name: string;
  /** The field's type in your own words: text, date, number, list of text, … */
  readonly type?: string | undefined;
  readonly description?: string | undefined;
  readonly samples?: readonly unknown[] | undefined;
  /** The kind, where you know it: nothing is guessed then. */
  readonly kind?: FieldKind | undefined;
}

/** The mistake to avoid: a wrong match (`precision`), both equally (`balanced`), or a missed match (`recall`). */
export type DesignGoal = 'precision' | 'balanced' | 'recall';

export interface DesignRequest {
  readonly fields: readonly DesignField[];
  readonly useCase?: string | undefined;
  /** Texts that stand for no value in every field, such as `-0-`, whatever their case. */
  readonly nulls?: readonly string[] | undefined;
  /** The country that most records come from: ISO 3166 code or name. */
  readonly country?: string | undefined;
  readonly goal?: DesignGoal | undefined;
  /** Records as you would submit them. The design learns the notation and frequency of values from them. */
  readonly sampleRecords?: readonly Readonly<Record<string, unknown>>[] | undefined;
}
