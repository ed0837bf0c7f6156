import { fewTypos, fieldNamed, type Kind, looksAlike, soundsAlike, soundsAlikeInGerman } from './fragment.ts';

const givenWords = /\b(?:given|first|fore|forename|firstname|givenname|vorname|prenom|nombre)\b/;
const familyWords = /\b(?:family|last|sur|surname|lastname|familyname|nachname|apellido|nom)\b/;
const middleWords = /\b(?:middle|second|middlename)\b/;

interface NameFields {
  readonly given?: string | undefined;
  readonly middle?: string | undefined;
  readonly family?: string | undefined;
  /** Fields with whole names; empty when some field holds a part. */
  readonly full: readonly string[];
}

function nameFields(fields: readonly string[]): NameFields {
  const given = fieldNamed(fields, givenWords);
  const family = fieldNamed(fields, familyWords);
  const middle = fieldNamed(fields, middleWords);
  if (given === undefined && family === undefined) return { full: fields };
  return { given, middle, family, full: [] };
}

export const name: Kind = {
  name: 'name',
  prefix: 'NAME',
  maxFields: 4,
  add(builder, { fields, country }) {
    const { given, family, full } = nameFields(fields);
    let givenPin = given === undefined ? undefined : builder.field(given);
    let familyPin = family === undefined ? undefined : builder.field(family);
    if (full.length > 0) {
      givenPin = builder.transform('SPLIT', 'splitname', {}, builder.merged(full), 'given');
      familyPin = builder.pin(givenPin, 'family');
    }
    if (givenPin !== undefined) {
      const attributes = { part: 'given', nicknames: true };
      const resolver = builder.resolver(
        'GIVEN',
        builder.transform('GIVEN_CLEAN', 'normalizename', attributes, givenPin),
      );
      builder.same('GIVEN', resolver);
      builder.tokens('GIVEN_LOOKS_ALIKE', resolver, looksAlike);
    }
    if (familyPin !== undefined) {
      const clean = builder.transform('FAMILY_CLEAN', 'normalizename', { part: 'family' }, familyPin);
      const resolver = builder.resolver('FAMILY', clean);
      const sound = /^(?:de|at|ch)$/i.test(country ?? '') ? soundsAlikeInGerman : soundsAlike;
      builder.same('FAMILY', resolver);
      builder.tokens('FAMILY_SOUNDS_ALIKE', resolver, sound);
      builder.tokens('FAMILY_FEW_TYPOS', resolver, fewTypos, { indexStrategy: 'none' });
    }
  },
  examples({ fields }) {
    const { given, middle, family, full } = nameFields(fields);
    if (full.length > 0) return [{ [full[0]!]: "Dr. Bob O'Example Jr." }, { [full[0]!]: 'Müller, Ann-Marie' }];
    const sample = (first: string, last: string) => ({
      ...(given === undefined ? {} : { [given]: first }),
      ...(middle === undefined ? {} : { [middle]: 'Ann' }),
      ...(family === undefined ? {} : { [family]: last }),
    });
    return [sample('Bob', "O'EXAMPLE"), sample('Zoë', 'Mc Donald')];
  },
  advice: [
    'A name alone is no rule for linking: many people share it. Combine it with a date of birth, an e-mail address, a phone number or an address.',
    'Index by the family name by sound and a second value; verify the given name with LOOKS_ALIKE.',
    'Short forms are resolved: Bob and Robert are the same given name. Middle names are left aside: they are missing too often.',
  ],
};

export const company: Kind = {
  name: 'company',
  prefix: 'COMPANY',
  maxFields: 4,
  add(builder, { fields }) {
    const clean = builder.transform('CLEAN', 'normalizecompany', { legalForms: 'remove' }, builder.merged(fields));
    const companyName = builder.resolver('NAME', clean);
    builder.same('NAME', companyName);
    builder.tokens('WORDS_SHARED', companyName, fewTypos, { strategy: 'all', min: 2 });
    builder.tokens('WORDS_LOOK_ALIKE', companyName, looksAlike);
  },
  examples: ({ fields }) => [
    { [fields[0]!]: 'Example Mfg. Holding GmbH' },
    { [fields[0]!]: 'EXAMPLE MANUFACTURING HOLDING' },
  ],
  advice: [
    'Legal forms are taken away, so that Example Ltd and Example GmbH are the same name: add the country, or an address, to a rule.',
    'Branches and subsidiaries share names: link by name and postcode or by a registration number.',
  ],
};
