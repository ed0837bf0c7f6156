/** Title for the reader, and two made-up values. Phone numbers and domains are reserved ones. */
type KindNotes = readonly [title: string, usual: string, other: string];

const kinds = {
  // Never evidence: describes the record, not the entity.
  ignored: ['not compared', 'example', 'another example'],
  // People
  givenName: ['given name', 'Jane', 'Zoë'],
  middleName: ['middle name', 'Ann', 'A.'],
  familyName: ['family name', 'Doe', 'Müller-Example'],
  fullName: ['full name', "Dr. Bob O'Example Jr.", 'Müller, Ann-Marie'],
  nameSuffix: ['suffix of a name', 'Jr.', 'III'],
  relative: ['name or contact of a relative', 'Eve Example', 'Example, Eve'],
  birthDate: ['date of birth', '1980-02-29', '29.02.1980'],
  birthYear: ['year of birth', '1980', '1985'],
  birthMonth: ['month of birth', '2', 'Feb'],
  birthDay: ['day of birth', '29', '1'],
  age: ['age', '46', '46 years'],
  gender: ['gender', 'female', 'M'],
  // Contacts
  email: ['e-mail address', 'jane.doe@example.com', 'Jane Doe <Jane.Doe+news@Example.com>'],
  phone: ['phone number', '+1 (202) 555-0123', '202.555.0123'],
  website: ['website', 'https://www.example.com/en', 'example.com'],
  // Places
  houseNumber: ['house number', '123', '123 B'],
  street: ['street', 'North Main Street', 'N Main St.'],
  addressLine: ['line of an address', 'Apt. #5', 'Building C'],
  fullAddress: ['full address', '123 North Main Street, Apt. #5', '123 N Main St'],
  city: ['city', 'Springfield', 'Saint-Exemple'],
  district: ['district', 'Riverside', 'West End'],
  region: ['region', 'CA', 'California'],
  postcode: ['postcode', '90210-1234', 'sw1a 1aa'],
  country: ['country', 'US', 'United States'],
  latitude: ['latitude', '38.8977', '38.898'],
  longitude: ['longitude', '-77.0365', '-77.037'],
  // Identifiers issued by others
  personalNumber: ["a person's number", '219-09-9998', '900 123 4567'],
  documentNumber: ['number of a document', 'X1234567', 'X 123-4567'],
  organizationNumber: ["a company's number", '04-7654321', 'HRB 12345'],
  productCode: ['product code', '4006381333931', 'AB-1234'],
  vehicleNumber: ['number of a vehicle', '1M8GDM9AXKP042788', '1m8gdm9axkp042788'],
  plateNumber: ['number plate', 'ABC-1234', 'abc 1234'],
  plateRegion: ['region of a number plate', 'NY', 'New York'],
  engineNumber: ['engine number', 'G4KD-123456', 'g4kd 123456'],
  serialNumber: ['serial number', 'SN-00012345', 'sn 00012345'],
  publicationCode: ['code of a publication', '10.1000/182', 'doi:10.1000/182'],
  accountNumber: ['account number', 'GB82 WEST 1234 5698 7654 32', 'K-1001'],
  // Organisations
  organizationName: ['name of a company', 'Example Mfg. Holding GmbH', 'EXAMPLE MANUFACTURING HOLDING'],
  employer: ['employer', 'Example Ltd', 'EXAMPLE LIMITED'],
  // Publications
  title: ['title', 'An Example of Records that Belong Together', 'AN EXAMPLE OF RECORDS, PART II'],
  authors: ['authors', 'Jane Doe, Bob Example', 'Doe, J.; Example, B.'],
  venue: ['journal or publisher', 'Journal of Examples', 'J. Examples'],
  year: ['year', '1980', '© 1980'],
  pages: ['pages', '12-34', 'pp. 12–34'],
  // Products and vehicles
  productName: ['product name', 'Example KDL-46V2500 television', 'EXAMPLE TV KDL46V2500'],
  brand: ['brand', 'Example', 'EXAMPLE Inc.'],
  model: ['model', 'KDL-46V2500', 'kdl 46v2500'],
  price: ['price', '19.90', 'USD 20'],
  trait: ['trait', 'red', 'Red'],
  // Anything
  category: ['category', 'customer', 'Customer'],
  otherDate: ['date', '2026-01-31', '31.01.2026'],
  freeText: ['free text, not compared', 'an example', 'another example'],
  unknown: ['plain text', 'an example', 'An   Éxample'],
} as const satisfies Readonly<Record<string, KindNotes>>;

/** The kind of a field. Each kind has its own notation, frequency of values and typical errors. */
export type FieldKind = keyof typeof kinds;

const notesOf = Object.entries(kinds) as [FieldKind, KindNotes][];

/** What a reader calls each kind of field. */
export const kindTitles = Object.fromEntries(notesOf.map(([kind, [title]]) => [kind, title])) as Readonly<
  Record<FieldKind, string>
>;

/** Made-up values of each kind, a usual one first. */
export const kindExamples = Object.fromEntries(
  notesOf.map(([kind, [, usual, other]]) => [kind, [usual, other]]),
) as unknown as Readonly<Record<FieldKind, readonly [string, string]>>;

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
  /** What issues its numbers, such as `NPI`, where you know it. Default: what the name says. */
  readonly scheme?: string | undefined;
  /** True if records with an equal value are one entity, whatever their other values say: the owner of the data vouches for it. */
  readonly same?: boolean | undefined;
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
