import { fewTypos, fieldNamed, type Kind } from './fragment.ts';

const countryWords = /\b(?:country|land|nation|iso)\b/;

export const postcode: Kind = {
  name: 'postcode',
  prefix: 'POSTCODE',
  maxFields: 2,
  add(builder, { fields, country }) {
    const countryField = fields.length > 1 ? fieldNamed(fields, countryWords) : undefined;
    const codes = builder.merged(fields.filter((field) => field !== countryField));
    const clean = builder.transform(
      'CLEAN',
      'normalizepostcode',
      country === undefined ? {} : { country: country.toUpperCase() },
      { default: codes, ...(countryField === undefined ? {} : { country: builder.field(countryField) }) },
      'full',
    );
    builder.same('FULL', builder.resolver('FULL', clean));
    builder.same('AREA', builder.resolver('AREA', builder.pin(clean, 'area')));
  },
  examples: ({ fields, country }) => {
    const byCountry: Readonly<Record<string, string>> = { GB: 'sw1a1aa', CA: 'k1a0b1', DE: 'D-10115' };
    const field = fields.find((candidate) => !countryWords.test(candidate)) ?? fields[0]!;
    return [{ [field]: byCountry[country?.toUpperCase() ?? ''] ?? '90210-1234' }, { [field]: 'none' }];
  },
  advice: [
    'Many records share a postcode: in an index it needs a second value, such as the family name by sound.',
    'The area (outward code, ZIP without +4) forgives a wrong end; verify with it rather than index.',
  ],
};

export const address: Kind = {
  name: 'address',
  prefix: 'ADDRESS',
  maxFields: 4,
  add(builder, { fields }) {
    const clean = builder.transform('CLEAN', 'normalizeaddress', { removeUnit: true }, builder.joined(fields));
    const line = builder.resolver('LINE', clean);
    const street = builder.resolver('STREET', builder.pin(clean, 'street'));
    const number = builder.resolver('NUMBER', builder.pin(clean, 'number'));
    builder.same('LINE', line);
    builder.same('NUMBER', number);
    builder.tokens('STREET_FEW_TYPOS', street, fewTypos, { indexStrategy: 'none' });
  },
  examples: ({ fields }) =>
    fields.length > 1
      ? [Object.fromEntries(fields.map((field, index) => [field, index === 0 ? '123' : 'North Main Street']))]
      : [{ [fields[0]!]: '123 North Main Street, Apt. #5' }, { [fields[0]!]: '123 N Main St' }],
  advice: [
    'Give the fields of the street line in the order in which they are written; postcode, city and country are kinds of their own.',
    'The line alone is the same in many towns: combine it with the postcode, and for persons with a name, because households share it.',
  ],
};
