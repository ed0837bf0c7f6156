/** The type of entity that the records are about. */
export type Subject = 'person' | 'organization' | 'publication' | 'product' | 'vehicle' | 'place' | 'thing';

/** What records may be about, and the fields that such records usually have. */
interface UseCase {
  /** In messages: "the usual fields of customers and other people". */
  readonly title: string;
  readonly subject: Subject;
  /** Words of a text that say so. */
  readonly words: RegExp;
  readonly fields: readonly string[];
}

const address = ['street', 'city', 'region', 'postcode', 'country'];
const person = ['firstName', 'lastName', 'dateOfBirth', 'email', 'phone', ...address];

/** Where a text has words of two at the same place, the first one counts. */
const useCases: readonly UseCase[] = [
  {
    title: 'health care providers',
    subject: 'person',
    words: /\b(?:provider|physician|doctor|practitioner|clinician|médecin|médico)|arzt|ärzt/iu,
    fields: ['npi', 'licenseNumber', 'firstName', 'middleName', 'lastName', 'phone', ...address],
  },
  {
    title: 'patients',
    subject: 'person',
    words: /\b(?:patient|paciente|paziente)/iu,
    fields: ['ssn', 'firstName', 'middleName', 'lastName', 'dateOfBirth', 'sex', 'phone', 'email', ...address],
  },
  {
    title: 'customers and other people',
    subject: 'person',
    words:
      /\b(?:person|people|customer|citizen|employee|student|voter|kunde|klient|client|contact|member|subscriber|guest|donor|mitarbeiter|persona|empleado|employé)/iu,
    fields: person,
  },
  {
    title: 'publications',
    subject: 'publication',
    words: /publication|\b(?:paper|book|article|bibliograph|citation|song|movie)/iu,
    fields: ['title', 'authors', 'venue', 'year', 'pages', 'doi'],
  },
  {
    title: 'vehicles',
    subject: 'vehicle',
    words: /vehicle|\bcars?\b|\b(?:fleet|truck|véhicule|vehículo|veicolo)|fahrzeug/iu,
    fields: ['vin', 'licensePlate', 'make', 'model', 'modelYear', 'engineNumber', 'color'],
  },
  {
    title: 'products',
    subject: 'product',
    words: /product|catalog|produkt|artikel|\b(?:items?\b|offer|sku|goods|produit)/iu,
    fields: ['productName', 'brand', 'gtin', 'model', 'category', 'price'],
  },
  {
    title: 'companies',
    subject: 'organization',
    words:
      /compan|business|organi[sz]ation|unternehmen|\b(?:firm|supplier|vendor|restaurant|hotel|store|shop|facilit|empresa|entreprise|société|azienda)/iu,
    fields: ['companyName', 'registrationNumber', 'vatNumber', 'website', 'email', 'phone', ...address],
  },
  {
    title: 'addresses and places',
    subject: 'place',
    words: /(?<!mail )\b(?:address|adresse|location|place|points? of interest|poi\b)/iu,
    fields: ['houseNumber', ...address, 'latitude', 'longitude'],
  },
];

/** Whether a use case says that the records are about this. */
export function saysSubject(useCase: string, subject: Subject): boolean {
  return useCases.some((known) => known.subject === subject && known.words.test(useCase));
}

/** The usual fields of what a use case names first. Undefined if it names nothing known. */
export function usualFields(
  useCase: string,
): { readonly title: string; readonly fields: readonly string[] } | undefined {
  const named = useCases
    .map((known) => ({ known, at: useCase.search(known.words) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  return named[0]?.known;
}

/** For messages: what `usualFields` knows. */
export const knownUseCases: readonly string[] = useCases.map(({ title }) => title);
