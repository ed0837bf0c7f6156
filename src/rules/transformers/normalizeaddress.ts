import * as z from 'zod/mini';
import { defaultInput, eachValueToPins } from './default-pin.ts';
import { readStreetAddress } from './street-address.ts';
import { defineTransformer } from './transformer.ts';

const attributes = z.object({
  removeUnit: z
    ._default(z.boolean(), false)
    .check(
      z.describe(
        'True leaves apartment, suite and floor out of the pin default; the pin unit still has them. Default false.',
      ),
    ),
});

const outputPins = ['default', 'number', 'street', 'unit'];

export const normalizeaddress = defineTransformer<z.infer<typeof attributes>>({
  type: 'normalizeaddress',
  summary:
    'Writes a street line in one form: short street types, directions and ordinals, number first, unit last. Best for addresses in the United States and Britain.',
  attributes,
  inputPins: () => defaultInput,
  outputPins: () => outputPins,
  compile({ removeUnit }) {
    return eachValueToPins(4, (value, note) => {
      const address = readStreetAddress(value);
      if (address === undefined) {
        note?.(`"${value.slice(0, 80)}" is no street line`);
        return undefined;
      }
      const { number, street, unit } = address;
      let whole = number === '' || street === '' ? number + street : `${number} ${street}`;
      if (unit !== '' && (!removeUnit || whole === '')) whole = whole === '' ? `unit ${unit}` : `${whole} unit ${unit}`;
      return [whole, number, street, unit];
    });
  },
  examples: [
    {
      attributes: {},
      inputs: { default: ['123 North Main Street, Apt. #5', 'Flat 2, 10 High Road'] },
      outputs: {
        default: ['123 n main st unit 5', '10 high rd unit 2'],
        number: ['123', '10'],
        street: ['n main st', 'high rd'],
        unit: ['5', '2'],
      },
    },
    {
      attributes: { removeUnit: true },
      inputs: { default: ['P.O. Box 12', 'Hauptstraße 5a, Whg 3'] },
      outputs: {
        default: ['po box 12', '5a hauptst'],
        number: ['po box 12', '5a'],
        street: ['hauptst'],
        unit: ['3'],
      },
    },
  ],
});
