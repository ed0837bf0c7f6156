import { describe, expect, it } from '@jest/globals';
import type { DesignRequest } from '../../../../../src/workbench/design/field-kind.ts';
import { fieldProfile } from '../../../../../src/workbench/design/field-profile.ts';
import { guessKinds } from '../../../../../src/workbench/design/guess-kinds.ts';
import { likelyKinds } from '../../../../../src/workbench/design/likely-kinds.ts';

const guess = (names: readonly string[], more: Partial<DesignRequest> = {}) =>
  guessKinds({ fields: names.map((name) => ({ name })), ...more });

/** What one field is taken for, by name alone. */
const kindOf = (name: string) => guess([name, 'last_name', 'birth_date']).fields[0]!.kind;

/** What a field without a telling name is taken for by its samples. */
const kindBySamples = (samples: readonly unknown[], more: Partial<DesignRequest> = {}, name = 'c7') => {
  const { kind, because } = guessKinds({ fields: [{ name, samples }, ...(more.fields ?? [])], ...more }).fields[0]!;
  return { kind, because };
};

const many = (count: number, value: (index: number) => unknown): unknown[] =>
  Array.from({ length: count }, (_, index) => value(index));

describe('the kind of a field by its name', () => {
  it.each([
    ['givenName', ['first_name', 'FNAME', 'FName', 'Vorname', 'prénom']],
    ['givenName', ['nombre', 'voornaam', 'customer.name.first', 'imya']],
    ['postcode', ['CEP', 'kod pocztowy', 'PSČ', 'Posta kodu']],
    ['phone', ['Telemóvel', 'Cep telefonu', 'puhelin']],
    ['city', ['Miejscowość', 'Postitoimipaikka', 'By', 'postort']],
    ['street', ['Katuosoite', 'vej']],
    ['familyName', ['last_name', 'LName', 'Nachname', 'apellidos']],
    ['familyName', ['cognome', 'surname', 'patient.lastName', 'familiya']],
    ['middleName', ['middle_name', 'mname', 'MiddleInitial', 'tussenvoegsel', 'otchestvo']],
    ['fullName', ['full_name', 'FullName', 'contact person', 'patient_name']],
    ['fullName', ['nombre completo', 'Nombre y apellidos', 'display-name', 'FIO']],
    [
      'relative',
      [
        'mother_name',
        "Mother's Maiden Name",
        'spouse_first_name',
        'Emergency Contact',
        'emergency_contact_phone',
        'next of kin name',
        'guardianLastName',
        'Name der Mutter',
        'nombre_de_la_madre',
        'father name',
        'husband',
      ],
    ],
    ['nameSuffix', ['suffix', 'name_suffix', 'generation']],
    ['birthDate', ['dob', 'DATE_OF_BIRTH', 'birthday', 'Geburtsdatum']],
    ['birthDate', ['dateOfBirth', 'DateOfBirth', 'date-of-birth', 'date of birth', 'Date.Of.Birth']],
    ['birthDate', ['date de naissance', 'born', 'dateofbirth', 'data_rozhdeniya']],
    ['gender', ['gender', 'sex', 'Geschlecht', 'sexo']],
    ['age', ['age', 'Alter', 'edad']],
    ['email', ['email', 'E-Mail', 'EMAIL_ADDRESS', 'emails.*.address', 'correo']],
    ['phone', ['phone', 'tel', 'Mobile', 'fax', 'Handynummer', 'home_phone', 'telefono']],
    ['website', ['website', 'url', 'homepage', 'Webseite']],
    ['street', ['street', 'Straße', 'address_line_1', 'address1', 'rue', 'calle', 'ulitsa']],
    ['houseNumber', ['house_number', 'Hausnummer', 'hnr', 'street number']],
    ['addressLine', ['address2', 'apartment', 'unit', 'address_line_2', 'suite']],
    ['fullAddress', ['address', 'full_address', 'addr', 'mailing address', 'location']],
    ['city', ['city', 'town', 'Ort', 'Wohnort', 'ciudad', 'ville', 'municipality', 'gorod']],
    ['district', ['suburb', 'district', 'Ortsteil', 'borough']],
    ['region', ['state', 'province', 'Bundesland', 'county']],
    ['postcode', ['postcode', 'zip', 'ZIP_CODE', 'PLZ', 'postal code', 'address.zip']],
    ['country', ['country', 'Land', 'nationality', 'country_code']],
    ['latitude', ['lat', 'latitude', 'address.geo.lat', 'coordinates.latitude']],
    ['longitude', ['lon', 'lng', 'longitude']],
    ['personalNumber', ['ssn', 'Social Security Number', 'nino', 'dni', 'npi', 'codice_fiscale']],
    ['documentNumber', ['passport_number', 'drivers_license', 'Reisepass']],
    ['organizationNumber', ['ein', 'vat_number', 'USt-ID', 'UStIdNr', 'lei', 'duns', 'company number', 'siret']],
    ['accountNumber', ['iban', 'account_number', 'Kundennummer', 'policy', 'employee number']],
    ['vehicleNumber', ['vin', 'chassis_no', 'Fahrgestellnummer', 'FIN', 'numero de bastidor']],
    ['productCode', ['sku', 'gtin', 'EAN', 'part_number', 'Artikelnummer']],
    ['publicationCode', ['doi', 'isbn', 'ISSN', 'pmid']],
    ['employer', ['employer', 'Arbeitgeber', 'university']],
    ['brand', ['brand', 'manufacturer', 'Hersteller', 'make']],
    ['model', ['model', 'Modell', 'variant']],
    ['price', ['price', 'Preis', 'msrp']],
    ['trait', ['color', 'Farbe', 'job title', 'place of birth', 'industry']],
    ['category', ['category', 'type', 'Kategorie', 'legal form']],
    ['otherDate', ['start_date', 'Datum', 'visit day']],
    ['freeText', ['description', 'notes', 'Bemerkung', 'abstract']],
    ['unknown', ['c7', 'xyzzy', 'q', '42', '名前']],
    ['familyName', ['maiden_name', 'Geburtsname', 'Mädchenname', 'nom de jeune fille']],
    ['familyName', ['nom_naissance', 'apellido de soltera', 'nee']],
    ['familyName', ['meisjesnaam', 'flicknamn', 'pikenavn', 'nazwisko panieńskie', 'birth_name', 'previous last name']],
    ['familyName', ['efternamn', 'sukunimi', 'příjmení', 'vezetéknév', 'soyadı', 'achternaam', 'sobrenome', 'nume']],
    ['givenName', ['förnamn', 'etunimi', 'jméno', 'keresztnév', 'prenume', 'roepnaam', 'imię', 'fname1']],
    ['plateNumber', ['license_plate', 'Kennzeichen', 'matricula', 'targa', 'plaque', 'number plate', 'Nummernschild']],
    ['plateRegion', ['plate_state', 'license_plate_state', 'registration_state', 'Kennzeichen_Land', 'plate country']],
    ['engineNumber', ['engine_number', 'engineNo', 'Motornummer', 'numero de motor', 'engine serial']],
    ['serialNumber', ['serial', 'serial_number', 'Seriennummer', 'numero de serie', 'IMEI', 'sn', 'serialNo']],
    ['organizationNumber', ['USt-IdNr', 'USt-IdNr.', 'ustid', 'ust_idnr']],
    ['organizationNumber', ['UStIdNr', 'Umsatzsteuer-Identifikationsnummer', 'Steuernummer']],
    ['organizationNumber', ['orgnr', 'org_nr', 'Handelsregisternummer', 'HRB', 'CVR', 'y-tunnus', 'btw-nummer', 'KvK']],
    ['organizationNumber', ['numéro TVA', 'SIREN', 'partita_iva', 'P.IVA', 'NIP']],
    ['organizationNumber', ['VAT reg no', 'tax_number', 'CUI', 'INN']],
    ['personalNumber', ['personnummer', 'fødselsnummer', 'CPR', 'hetu', 'PESEL']],
    ['personalNumber', ['rodné číslo', 'CURP', 'CPF', 'OIB', 'RUT']],
    ['personalNumber', ['Sozialversicherungsnummer', 'numéro de sécurité sociale', 'AHV-Nr']],
    ['personalNumber', ['PPSN', 'rijksregisternummer']],
    ['trait', ['birth_state', 'birthplace', 'Geburtsort', 'state_of_birth', 'lieu de naissance', 'birth country']],
    ['birthDate', ['geb', 'GebDat', 'ddn', 'F_Nac', 'fecha_nac', 'data urodzenia', 'datum narození', 'd.o.b.', 'bday']],
    ['birthYear', ['birth_year', 'yob', 'Geburtsjahr', 'año de nacimiento', 'dob_year']],
    ['email', ['mail', 'Mail-Adresse', 'mailadresse', 'courriel', 'e-post', 'mail1']],
    ['phone', ['tlf', 'telefoonnummer', 'puhelin', 'cep telefonu', 'mob', 'Rufnummer', 'telefonszám']],
    ['postcode', ['pcode', 'postnr', 'PSČ', 'irsz', 'código postal', 'kod pocztowy', 'PIN code', 'CAP', 'cp']],
    ['city', ['obec', 'város', 'poststed', 'Postort', 'localité', 'miasto', 'woonplaats', 'comune']],
    ['region', ['area_code', 'Vorwahl', 'fylke', 'județ', 'Bundesland']],
    ['otherDate', ['last_air_date', 'first_seen_on_date', 'last contact date', 'first_order_date', 'letztes Datum']],
  ])('is %s for %j', (kind, names) => {
    expect(Object.fromEntries(names.map((name) => [name, kindOf(name)]))).toEqual(
      Object.fromEntries(names.map((name) => [name, kind])),
    );
  });

  it.each([
    ['keys of other systems', ['customer_id', 'crm id', 'uuid', 'row number', 'foreign_key', 'golden_record']],
    ['sources', ['source', 'import batch', 'file name', 'Quelle']],
    ['times of the record', ['created_at', 'updatedAt', 'last login', 'valid_from', 'timestamp']],
    ['states', ['status', 'is_active', 'balance', 'score', 'tags']],
    ['what describes another field', ['email_type', 'phone status', 'passport_country', 'id type']],
    ['credentials', ['password', 'token']],
    ['languages', ['language', 'currency', 'time zone']],
  ])('is ignored for %s', (_what, names) => {
    expect(Object.fromEntries(names.map((name) => [name, kindOf(name)]))).toEqual(
      Object.fromEntries(names.map((name) => [name, 'ignored'])),
    );
  });

  it.each(['supplier_name', 'Firmenname', 'legal name', 'restaurant', 'company'])('is a company for %j', (name) => {
    expect(guess([name, 'city']).fields[0]!.kind).toBe('organizationName');
  });

  it('reads the first 200 characters of a name', () => {
    expect(kindOf(`${'x'.repeat(300)} email`)).toBe('unknown');
  });
});

describe('the kind of a field by its description', () => {
  it.each([
    ['Date of birth', 'birthDate'],
    ['the e-mail address of the customer', 'email'],
    ['VAT number', 'organizationNumber'],
    ['free words that say nothing', 'unknown'],
    ['', 'unknown'],
    ['record id of the source system', 'unknown'],
  ])('%j is %s', (description, kind) => {
    const { fields } = guessKinds({ fields: [{ name: 'c7', description }, { name: 'last_name' }] });

    expect(fields[0]!.kind).toBe(kind);
    if (kind !== 'unknown') expect(fields[0]!.because).toBe('by its description');
  });

  it('never replaces what the name says', () => {
    const { fields } = guessKinds({ fields: [{ name: 'phone', description: 'date of birth' }] });

    expect(fields[0]).toMatchObject({ kind: 'phone', because: 'by its name' });
  });
});

describe('the kind of a field by its stated type', () => {
  it.each([
    ['date', 'otherDate'],
    ['timestamp', 'otherDate'],
    ['boolean', 'ignored'],
    ['E-Mail', 'email'],
    ['phone number', 'phone'],
    ['text', 'unknown'],
  ])('%j is %s', (type, kind) => {
    expect(guessKinds({ fields: [{ name: 'c7', type }, { name: 'last_name' }] }).fields[0]!.kind).toBe(kind);
  });

  it('gives way to samples', () => {
    const samples = ['ada@example.com', 'bob@example.com', 'eve@example.com'];

    expect(guessKinds({ fields: [{ name: 'c7', type: 'date', samples }] }).fields[0]!.kind).toBe('email');
  });
});

describe('the kind of a field by its samples', () => {
  it.each([
    ['e-mail addresses', ['ada@example.com', 'bob@example.org', 'eve@example.net'], 'email'],
    ['phone numbers', ['+44 20 7946 0018', '(020) 7946 0991', '020 7946-0123'], 'phone'],
    ['addresses of websites', ['https://example.com/a', 'www.example.org', 'shop.example.net'], 'website'],
    ['technical identifiers', many(5, (index) => `550e8400-e29b-41d4-a716-44665544000${index}`), 'ignored'],
    ['genders', ['m', 'f', 'f', 'm'], 'gender'],
    ['years', ['1999', '2004', '2010'], 'year'],
    ['dates', ['2024-01-03', '03.02.2024', '5/6/2024'], 'otherDate'],
    ['names of companies', ['Acme Ltd', 'Muster GmbH', 'Example Inc', 'Beispiel AG'], 'organizationName'],
    ['long texts', many(3, (index) => `${index} ${'word '.repeat(20)}`), 'freeText'],
    ['few distinct values', many(30, (index) => (index % 2 === 0 ? 'gold' : 'silver')), 'category'],
    ['any words', ['alpha', 'beta', 'gamma'], 'unknown'],
  ])('recognizes %s', (_what, samples, kind) => {
    expect(kindBySamples(samples, { fields: [{ name: 'c7', samples }, { name: 'email' }] }).kind).toBe(kind);
  });

  it('recognizes birthdays where records are about people and the years spread', () => {
    const birthdays = ['1951-03-04', '1980-11-30', '2001-07-15'];

    expect(kindBySamples(birthdays, { useCase: 'find duplicate patients' }).kind).toBe('birthDate');
    expect(kindBySamples(birthdays).kind).toBe('otherDate');
    expect(kindBySamples(['2023-01-02', '2024-03-04', '2022-05-06'], { useCase: 'patients' }).kind).toBe('otherDate');
  });

  it('recognizes counted keys of a table, which identify no entity', () => {
    const sampleRecords = many(40, (index) => ({ c7: 10_000 + index * 37, name: `Name ${index}` })) as object[];

    const { fields } = guess(['c7', 'name'], { sampleRecords: sampleRecords as DesignRequest['sampleRecords'] });

    expect(fields[0]).toMatchObject({
      kind: 'ignored',
      because: 'its values are unique numbers, like the keys of a table',
    });
  });

  it.each([
    ['two samples', ['ada@example.com', 'bob@example.org']],
    ['no text or number', [true, null, {}, undefined, { email: 'ada@example.com' }]],
    ['blank texts', ['', '  ', '\n', '\t']],
    ['no majority', ['ada@example.com', 'bob@example.org', 'x', 'y']],
  ])('stays unknown with %s', (_what, samples) => {
    expect(kindBySamples(samples).kind).toBe('unknown');
  });

  it('reads samples in lists and numbers', () => {
    expect(kindBySamples([['ada@example.com', 'bob@example.org'], 'eve@example.net']).kind).toBe('email');
    expect(kindBySamples([1999, 2004, 2010]).kind).toBe('year');
  });

  it.each(['notes', 'start_date'])('replaces the vague kind of %j', (name) => {
    expect(kindBySamples(['ada@example.com', 'bob@example.org', 'eve@example.net'], {}, name).kind).toBe('email');
  });

  it.each([
    ['phone', ['ada@example.com', 'bob@example.org', 'eve@example.net'], 'email'],
    ['last_name', ['1999-01-04', '2004-12-24', '2010-07-07'], 'otherDate'],
    ['first_name', ['17', '4', '23'], 'unknown'],
    ['city', ['https://example.com/a', 'www.example.org', 'shop.example.net'], 'website'],
    ['birth_date', ['red', 'green', 'blue'], 'unknown'],
    ['ssn', ['yes', 'no', 'yes'], 'unknown'],
    ['title', ['2020-01-04', '2004-12-24', '2010-07-07'], 'otherDate'],
    ['age', ['gold', 'silver', 'gold'], 'unknown'],
  ])('overrules the name %j', (name, samples, kind) => {
    expect(kindBySamples(samples, {}, name).kind).toBe(kind);
  });

  it.each([
    ['last_name', ['Smith', 'Jones', '7'], 'familyName'],
    ['title', ['1984', '2001', '300'], 'title'],
    ['birth_date', ['1980', '3 May 1951', '19991231'], 'birthDate'],
    ['ssn', ['1234567', '219-09-1234', 'x'], 'personalNumber'],
  ])('leaves the name %j where some values are unusual', (name, samples, kind) => {
    expect(kindBySamples(samples, {}, name).kind).toBe(kind);
  });

  it('leaves the title of a film beside names of people', () => {
    const sampleRecords = many(30, (index) => ({
      first_name: `Given${index}`,
      last_name: `Family${index}`,
      title: `The Return of Number ${index}`,
      form: index % 2 === 0 ? 'Mr' : 'Dr',
    })) as DesignRequest['sampleRecords'];

    expect(guess(['first_name', 'last_name', 'title'], { sampleRecords }).fields[2]!.kind).toBe('title');
    expect(guess(['first_name', 'last_name', 'title']).fields[2]!.kind).toBe('ignored');
  });

  it('does not believe a name that says e-mail where no sample has an @', () => {
    expect(kindBySamples(['yes', 'no', 'yes'], {}, 'email_wanted')).toEqual({
      kind: 'unknown',
      because: 'its name says email, but its values are without an @',
    });
    expect(kindBySamples(['yes', 'ada@example.com', 'no'], {}, 'email').kind).toBe('email');
    expect(kindBySamples(['+44 20 7946 0018', '(020) 7946 0991', '020 7946-0123'], {}, 'email')).toEqual({
      kind: 'phone',
      because: 'its values are phone numbers',
    });
  });

  it('ignores a field that has one value in all of 20 records', () => {
    const records = (count: number) => many(count, () => ({ country: 'DE' })) as DesignRequest['sampleRecords'];

    expect(guess(['country'], { sampleRecords: records(20) }).fields[0]).toMatchObject({
      kind: 'ignored',
      because: 'every sample record has the same value',
    });
    expect(guess(['country'], { sampleRecords: records(19) }).fields[0]!.kind).toBe('country');
    expect(guess(['country'], { sampleRecords: [...records(20)!, {}] }).fields[0]!.kind).toBe('country');
  });
});

describe('what the records are about', () => {
  it.each([
    ['person', ['first_name', 'last_name', 'phone']],
    ['person', ['name', 'birth_date', 'street']],
    ['organization', ['company_name', 'vat_number', 'website']],
    ['organization', ['name', 'phone', 'street', 'city']],
    ['publication', ['title', 'authors', 'year']],
    ['product', ['product name', 'brand', 'price']],
    ['vehicle', ['vin', 'make', 'model']],
    ['place', ['street', 'postcode', 'city']],
    ['thing', ['foo', 'bar']],
  ])('is a %s for %j', (subject, names) => {
    expect(guess(names).subject).toBe(subject);
  });

  it.each([
    ['duplicate customers of our shops', 'person'],
    ['match papers of two digital libraries', 'publication'],
    ['our product catalog', 'product'],
    ['a list of restaurants', 'organization'],
    ['used cars', 'vehicle'],
    ['points of interest', 'place'],
  ])('is told by the use case %j', (useCase, subject) => {
    expect(guess(['name', 'code'], { useCase }).subject).toBe(subject);
  });

  it('is a person where names with a phone number and a city look like names of people', () => {
    const people = ['Ada Example', 'Bob B. Sample', 'Eve Muster', 'Tim Test', 'Ann Marie Other'];
    const shops = ['Café 4711', 'Bakery', 'The Old Inn at the Bridge', 'Bar 7', 'Pizza'];
    const subjectOf = (names: readonly string[]) =>
      guess(['name', 'phone', 'city'], { sampleRecords: names.map((name) => ({ name })) }).subject;

    expect(subjectOf(people)).toBe('person');
    expect(subjectOf(shops)).toBe('organization');
  });

  it.each([
    ['name', ['title', 'journal', 'doi'], 'authors'],
    ['name', ['authors', 'journal', 'doi'], 'title'],
    ['name', ['company number', 'website'], 'organizationName'],
    ['name', ['brand', 'price', 'sku'], 'productName'],
    ['name', ['product name', 'price', 'sku'], 'brand'],
    ['owner', ['vin', 'model'], 'fullName'],
    ['city', ['title', 'authors', 'year'], 'freeText'],
    ['number', ['street', 'city', 'postcode'], 'houseNumber'],
    ['number', ['street', 'house_number', 'city'], 'ignored'],
    ['date', ['title', 'authors', 'journal'], 'year'],
    ['title', ['sku', 'price'], 'productName'],
    ['title', ['first_name', 'last_name'], 'ignored'],
    ['publisher', ['sku', 'price'], 'brand'],
    ['venue', ['first_name', 'last_name'], 'category'],
    ['company', ['first_name', 'last_name', 'birth_date'], 'employer'],
    ['company', ['first_name', 'last_name', 'birth_date', 'vat_number'], 'organizationName'],
    ['company', ['first_name', 'last_name', 'birth_date', 'record type'], 'organizationName'],
    ['product', ['title', 'authors', 'journal'], 'title'],
    ['nom', ['prenom', 'ville'], 'familyName'],
    ['Name', ['Vorname', 'Geburtsdatum'], 'familyName'],
    ['nombre', ['telefono', 'fecha de nacimiento'], 'fullName'],
    ['birth_day', ['birth_month', 'birth_year', 'last_name'], 'birthDay'],
    ['birth_day', ['last_name'], 'birthDate'],
  ])('corrects %j next to %j to %s', (name, others, kind) => {
    expect(guess([name, ...others]).fields[0]!.kind).toBe(kind);
  });
});

describe('a stated kind', () => {
  it('replaces every guess, also one by values or by the other fields', () => {
    const { fields } = guessKinds({
      fields: [
        { name: 'email', kind: 'unknown' },
        { name: 'title', kind: 'title' },
        { name: 'last_name' },
        { name: 'birth_date' },
      ],
      sampleRecords: Array.from({ length: 30 }, (_, index) => ({ email: `p${index}@example.com`, title: 'Dr' })),
    });

    expect(fields.map(({ kind }) => kind)).toEqual(['unknown', 'title', 'familyName', 'birthDate']);
    expect(fields[0]!.because).toBe('you said so');
  });
});

describe('the kinds that a person is offered for a field', () => {
  it.each([
    ['dates', many(9, (index) => `0${index + 1}.04.2019`), ['otherDate', 'birthDate']],
    ['codes', many(9, (index) => `AB-${index}`), ['accountNumber', 'productCode']],
    ['names of two words', many(9, (index) => `Ann Lee${'abcdefghi'[index]}`), ['fullName', 'organizationName']],
    ['names with legal forms', many(9, (index) => `Acme ${'abcdefghi'[index]} Ltd`), ['organizationName', 'category']],
    ['few texts', many(60, (index) => `group ${index % 3}`), ['category', 'freeText']],
    ['long texts', many(9, (index) => `call ${index} ${'again and '.repeat(8)}`), ['freeText', 'title']],
    ['nothing', [], ['category', 'freeText', 'accountNumber']],
  ])('begin with what %s are', (_, samples, kinds) => {
    const likely = likelyKinds(fieldProfile({ name: 'c7', samples }, { fields: [] }));

    expect(likely.slice(0, kinds.length)).toEqual(kinds);
    expect(likely.length).toBeGreaterThanOrEqual(3);
  });
});
