import { describe, expect, it } from '@jest/globals';
import type { FieldKind } from '../../../../../src/workbench/design/field-kind.ts';
import { fieldWords } from '../../../../../src/workbench/design/field-words.ts';
import { guessKinds } from '../../../../../src/workbench/design/guess-kinds.ts';
import { kindOfName } from '../../../../../src/workbench/design/kind-of-name.ts';

/** Names of columns as an official or exported format has them, with the kind of each; undefined is told by values. */
type Names = Readonly<Record<string, FieldKind | undefined>>;

const formats: readonly (readonly [format: string, source: string, names: Names])[] = [
  [
    'NPPES',
    'CMS, NPPES Data Dissemination, readme and file header (npidata_pfile)',
    {
      NPI: 'personalNumber',
      'Entity Type Code': 'ignored',
      'Employer Identification Number (EIN)': 'organizationNumber',
      'Provider Organization Name (Legal Business Name)': 'organizationName',
      'Provider Last Name (Legal Name)': 'familyName',
      'Provider First Name': 'givenName',
      'Provider Other Last Name Type Code': 'ignored',
      'Provider First Line Business Mailing Address': 'street',
      'Provider Second Line Business Mailing Address': 'addressLine',
      'Provider Business Mailing Address City Name': 'city',
      'Provider Business Mailing Address State Name': 'region',
      'Provider Business Mailing Address Country Code (If outside U.S.)': 'country',
      'NPI Deactivation Date': 'otherDate',
      'NPI Deactivation Reason Code': 'ignored',
      'Provider Sex Code': 'gender',
      'Provider License Number_1': 'documentNumber',
    },
  ],
  [
    'GLEIF golden copy',
    'GLEIF, LEI-CDF 3.1, CSV of the golden copy',
    {
      LEI: 'organizationNumber',
      'Entity.LegalName': 'organizationName',
      'Entity.LegalName.xmllang': 'ignored',
      'Entity.LegalAddress.FirstAddressLine': 'street',
      'Entity.LegalAddress.AdditionalAddressLine.1': 'addressLine',
      'Entity.LegalAddress.City': 'city',
      'Entity.LegalAddress.Region': 'region',
      'Entity.LegalAddress.PostalCode': 'postcode',
      'Entity.RegistrationAuthority.RegistrationAuthorityEntityID': 'organizationNumber',
      'Registration.NextRenewalDate': 'otherDate',
    },
  ],
  [
    'OFSI consolidated list',
    'HM Treasury, Financial Sanctions: Format Guide for the Consolidated List',
    {
      'Name 6': 'familyName',
      'Name 1': 'fullName',
      DOB: 'birthDate',
      'Town of Birth': 'trait',
      'Country of Birth': 'trait',
      'Passport Number': 'documentNumber',
      'Passport Details': 'ignored',
      'National Identification Number': 'personalNumber',
      'Post/Zip Code': 'postcode',
      'Alias Type': 'ignored',
      'Alias Quality': 'ignored',
      'Group ID': 'ignored',
    },
  ],
  [
    'OFAC SDN.CSV',
    'US Treasury, OFAC, specification of the delimited files (names of the fields, which the file lacks)',
    { ent_num: undefined, SDN_Name: 'fullName', SDN_Type: 'category', Title: 'title', Remarks: 'freeText' },
  ],
  [
    'Google Contacts',
    'Google Contacts, export as Google CSV (2024)',
    {
      'First Name': 'givenName',
      'Phonetic First Name': 'ignored',
      'Name Prefix': 'ignored',
      'Name Suffix': 'nameSuffix',
      'Organization Name': 'organizationName',
      Birthday: 'birthDate',
      'E-mail 1 - Label': 'ignored',
      'E-mail 1 - Value': 'email',
      'Phone 1 - Value': 'phone',
      'Address 1 - Formatted': 'fullAddress',
      'Address 1 - Street': 'street',
      'Address 1 - City': 'city',
      'Address 1 - PO Box': 'addressLine',
      'Address 1 - Region': 'region',
      'Address 1 - Postal Code': 'postcode',
      'Address 1 - Country': 'country',
    },
  ],
  [
    'Outlook contacts',
    'Microsoft Outlook, export of contacts as CSV',
    {
      'First Name': 'givenName',
      'Last Name': 'familyName',
      Company: 'organizationName',
      'Business Street': 'street',
      'Business City': 'city',
      'Business Postal Code': 'postcode',
      'Home Phone': 'phone',
      'E-mail Address': 'email',
      'E-mail Type': 'ignored',
    },
  ],
  [
    'Salesforce contacts',
    'Salesforce, report export of contacts',
    {
      'Contact ID': 'ignored',
      'Account Name': 'organizationName',
      'Mailing Street': 'street',
      'Mailing City': 'city',
      'Mailing State/Province': 'region',
      'Mailing Zip/Postal Code': 'postcode',
      Birthdate: 'birthDate',
    },
  ],
  [
    'Shopify customers',
    'Shopify, customer CSV file',
    {
      'Customer ID': 'ignored',
      'Accepts Email Marketing': 'ignored',
      'Default Address Company': 'employer',
      'Default Address Address1': 'street',
      'Default Address Address2': 'addressLine',
      'Default Address City': 'city',
      'Default Address Province Code': 'region',
      'Default Address Country Code': 'country',
      'Default Address Zip': 'postcode',
      'Default Address Phone': 'phone',
    },
  ],
  [
    'Companies House',
    'Companies House, Free Company Data Product, BasicCompanyData',
    {
      CompanyName: 'organizationName',
      CompanyNumber: 'organizationNumber',
      'RegAddress.AddressLine1': 'street',
      'RegAddress.PostTown': 'city',
      'RegAddress.County': 'region',
      'RegAddress.Country': 'country',
      'RegAddress.PostCode': 'postcode',
      CompanyStatus: undefined,
      IncorporationDate: 'otherDate',
    },
  ],
  [
    'SAM entity registration',
    'US GSA, SAM Entity Management, public extract layout V2',
    {
      'UNIQUE ENTITY ID': 'ignored',
      'CAGE CODE': 'organizationNumber',
      'LEGAL BUSINESS NAME': 'organizationName',
      'DBA NAME': 'organizationName',
      'PHYSICAL ADDRESS LINE 1': 'street',
      'PHYSICAL ADDRESS LINE 2': 'addressLine',
      'PHYSICAL ADDRESS CITY': 'city',
      'PHYSICAL ADDRESS PROVINCE OR STATE': 'region',
      'REGISTRATION EXPIRATION DATE': 'otherDate',
    },
  ],
  [
    'FEC individual contributions',
    'US FEC, contributions by individuals, data dictionary',
    {
      NAME: 'fullName',
      CITY: 'city',
      STATE: 'region',
      ZIP_CODE: 'postcode',
      EMPLOYER: 'employer',
      OCCUPATION: 'trait',
    },
  ],
  [
    'Florida voters',
    'Florida Division of Elections, Voter Extract Disk File Layout',
    {
      'Voter ID': 'personalNumber',
      'Name Last': 'familyName',
      'Name Suffix': 'nameSuffix',
      'Name First': 'givenName',
      'Name Middle': 'middleName',
      'Residence Address Line 1': 'street',
      'Residence Address Line 2': 'addressLine',
      'Residence Zipcode': 'postcode',
      'Birth Date': 'birthDate',
    },
  ],
  [
    'North Carolina voters',
    'NCSBE, layout_ncvoter',
    {
      county_id: 'ignored',
      last_name: 'familyName',
      middle_name: 'middleName',
      name_suffix_lbl: 'nameSuffix',
      res_city_desc: 'city',
      zip_code: 'postcode',
      gender_code: 'gender',
      birth_year: 'birthYear',
    },
  ],
  [
    'IRS exempt organizations',
    'US IRS, EO Business Master File, information sheet',
    {
      EIN: 'organizationNumber',
      STREET: 'street',
      CITY: 'city',
      STATE: 'region',
      ZIP: 'postcode',
      SORT_NAME: 'fullName',
    },
  ],
  [
    'Crossref works',
    'Crossref, REST API, format of works',
    {
      DOI: 'publicationCode',
      'author.*.given': 'givenName',
      'author.*.family': 'familyName',
      'author.*.sequence': 'ignored',
      publisher: 'venue',
    },
  ],
  [
    'IMDb names',
    'IMDb, Non-Commercial Datasets, name.basics.tsv',
    { nconst: undefined, primaryName: 'fullName', birthYear: 'birthYear' },
  ],
  [
    'MusicBrainz artists',
    'MusicBrainz, database schema, artist',
    { gid: undefined, name: 'fullName', sort_name: 'fullName', begin_date_year: 'year', gender: 'gender' },
  ],
  [
    'FHIR patients',
    'HL7 FHIR R4, resource Patient',
    { 'name.*.family': 'familyName', 'name.*.given': 'givenName', gender: 'gender', birthDate: 'birthDate' },
  ],
  [
    'French business register',
    'INSEE, base Sirene, StockUniteLegale',
    { siren: 'organizationNumber', dateCreationUniteLegale: 'otherDate' },
  ],
  [
    'EU consolidated list',
    'European Commission, FSF, CSV of the consolidated list 1.1',
    {
      NameAlias_LastName: 'familyName',
      NameAlias_FirstName: 'givenName',
      NameAlias_MiddleName: 'middleName',
      NameAlias_WholeName: 'fullName',
      NameAlias_Gender: 'gender',
      Address_City: 'city',
      Address_Street: 'street',
      Address_ZipCode: 'postcode',
      BirthDate_BirthDate: 'birthDate',
    },
  ],
];

describe('the names of columns of official formats', () => {
  it.each(formats)('%s say what their columns hold (%s)', (_format, _source, names) => {
    const found = Object.fromEntries(Object.keys(names).map((name) => [name, kindOfName(fieldWords(name))]));

    expect(found).toEqual(names);
  });

  it('are twenty', () => {
    expect(new Set(formats.map(([format]) => format)).size).toBe(20);
  });
});

describe('a name that its values contradict', () => {
  it.each<[string, (index: number) => string, FieldKind]>([
    ['given_name', (index) => `${index + 1} Main Street`, 'givenName'],
    ['passport_number', (index) => `19${50 + index}-01-02`, 'documentNumber'],
    ['account number', (index) => `0${(index % 9) + 1}/12/20${10 + index}`, 'accountNumber'],
  ])('such as %s is not believed', (name, value, kind) => {
    const samples = Array.from({ length: 30 }, (_, index) => value(index));

    expect(kindOfName(fieldWords(name))).toBe(kind);
    expect(guessKinds({ fields: [{ name, samples }] }).fields[0]!.kind).not.toBe(kind);
  });
});
