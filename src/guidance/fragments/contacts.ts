import { fieldNamed, type Kind } from './fragment.ts';

export const email: Kind = {
  name: 'email',
  prefix: 'EMAIL',
  maxFields: 5,
  add(builder, { fields }) {
    const clean = builder.transform(
      'CLEAN',
      'normalizeemail',
      { removePlus: true, providerRules: true },
      builder.merged(fields),
      'email',
    );
    builder.same('ADDRESS', builder.resolver('ADDRESS', clean));
    builder.same('LOCAL_PART', builder.resolver('LOCAL_PART', builder.pin(clean, 'local')));
  },
  examples: ({ fields }) => [
    { [fields[0]!]: 'Jane Doe <Jane.Doe+news@Example.com>' },
    { [fields[0]!]: 'jane.doe@example' },
  ],
  advice: [
    'A whole address is selective enough to link by itself, unless families or companies share one: then add a name that looks alike.',
    'The local part (before the @) alone finds too much; use it together with a name or a date of birth.',
    'Leave addresses such as info@ out with a filter if your records have many of them.',
  ],
};

const countryWords = /\b(?:country|land|nation|iso)\b/;

export const phone: Kind = {
  name: 'phone',
  prefix: 'PHONE',
  maxFields: 6,
  add(builder, { fields, country }) {
    const countryField = fields.length > 1 ? fieldNamed(fields, countryWords) : undefined;
    const numbers = builder.merged(fields.filter((field) => field !== countryField));
    const clean = builder.transform(
      'CLEAN',
      'normalizephonenumber',
      country === undefined ? {} : { defaultCountry: country.toUpperCase() },
      { number: numbers, ...(countryField === undefined ? {} : { country: builder.field(countryField) }) },
      'e164',
    );
    builder.same('NUMBER', builder.resolver('NUMBER', clean));
  },
  examples: ({ fields, country }) => {
    const field = fields.find((candidate) => !countryWords.test(candidate)) ?? fields[0]!;
    return [
      { [field]: country?.toUpperCase() === 'GB' ? '020 7946 0018' : '+1 (202) 555-0123' },
      { [field]: 'ask for extension' },
    ];
  },
  advice: [
    'Give a country: without one, only numbers with a country code can be read.',
    'Households and companies share numbers: link by number together with a name that looks alike.',
  ],
};
