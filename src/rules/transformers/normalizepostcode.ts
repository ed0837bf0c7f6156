import * as z from 'zod/mini';
import { countryCode } from './country.ts';
import { noValues } from './default-pin.ts';
import { readPostcode } from './postcode.ts';
import { defineTransformer, pairedValue } from './transformer.ts';

const attributes = z.object({
  country: z
    .optional(z.string().check(z.minLength(2)))
    .check(
      z.describe(
        'The country (ISO 3166 code such as US, or a name) of postcodes for which the pin country has no value. Default: ' +
          'none; then only forms with letters, such as those of the United Kingdom and Canada, are recognized.',
      ),
    ),
});

const inputPins = [
  { name: 'default', required: true },
  { name: 'country', required: false },
];
const outputPins = ['full', 'area'];
const none = [noValues, noValues];

export const normalizepostcode = defineTransformer<z.infer<typeof attributes>>({
  type: 'normalizepostcode',
  summary:
    'Writes postcodes of some fifty countries in the country’s notation, and yields the wider area: ZIP without +4, outward code, first digits.',
  attributes,
  lint: ({ country }) =>
    country === undefined || countryCode(country) !== undefined
      ? []
      : [
          {
            severity: 'error',
            code: 'UNKNOWN_COUNTRY',
            message: `"${country}" is not a country`,
            hint: 'Write its ISO 3166 code of two letters, for instance US, GB or DE.',
            pointer: '/country',
          },
        ],
  inputPins: () => inputPins,
  outputPins: () => outputPins,
  compile({ country }) {
    const fallback = country === undefined ? undefined : countryCode(country);
    return (inputs, _record, note) => {
      const [values = noValues, countries] = inputs;
      if (values.length === 0) return none;
      const full: string[] = [];
      const area: string[] = [];
      for (let i = 0; i < values.length; i++) {
        const named = pairedValue(countries, i);
        const of = (named === '' ? undefined : countryCode(named)) ?? fallback;
        const postcode = readPostcode(values[i]!, of);
        if (postcode === undefined) {
          note?.(`"${values[i]}" is no postcode${of === undefined ? '' : ` of ${of}`}`);
          continue;
        }
        full.push(postcode.full);
        area.push(postcode.area);
      }
      return [full, area];
    };
  },
  examples: [
    {
      attributes: { country: 'US' },
      inputs: { default: ['12345 6789', '2134', 'none'] },
      outputs: { full: ['12345-6789', '02134'], area: ['12345', '02134'] },
    },
    {
      attributes: {},
      inputs: { default: ['sw1a1aa', 'k1a0b1', 'D-10115'], country: ['GB', 'CA', 'DE'] },
      outputs: { full: ['SW1A 1AA', 'K1A 0B1', '10115'], area: ['SW1A', 'K1A', '10'] },
    },
  ],
});
