import * as z from 'zod/mini';
import { noteIf } from '../document/definition.ts';
import type { PinValues } from '../types.ts';
import { compilePath } from './path.ts';
import { defineTransformer } from './transformer.ts';

const attributes = z.object({
  path: z
    .string()
    .check(
      z.minLength(1),
      z.describe(
        'Where the value is: names joined by dots; * walks every element of a list, a number takes one element (from 0).',
      ),
    ),
  caseSensitive: z
    ._default(z.boolean(), false)
    .check(z.describe('False (the default) lower-cases the values; true keeps their case.')),
  mustExist: z
    ._default(z.boolean(), false)
    .check(
      z.describe(
        'True makes a record without a value an error for every resolver below this field; false (the default) is no value.',
      ),
    ),
  objects: z
    ._default(z.boolean(), false)
    .check(
      z.describe(
        'True gives objects as JSON text, for the transformer list to extract from; false (the default): no value.',
      ),
    ),
  outputPins: z
    ._default(z.array(z.string().check(z.minLength(1))).check(z.minLength(1)), ['default'])
    .check(z.describe('Names of the output pins; each carries the same values. Default: one pin named default.')),
});

export const field = defineTransformer<z.infer<typeof attributes>>({
  type: 'field',
  summary: 'Reads the values at a path of the record. Every pipeline begins with it.',
  attributes,
  lint: ({ path, outputPins }) => [
    ...noteIf(path.split('.').includes(''), {
      severity: 'error',
      code: 'EMPTY_PATH_STEP',
      message: `the path "${path}" has an empty step`,
      hint: 'Write names joined by single dots, for instance address.city.',
      pointer: '/path',
    }),
    ...noteIf(new Set(outputPins).size < outputPins.length, {
      severity: 'error',
      code: 'DUPLICATE_PIN',
      message: 'two output pins have the same name',
      hint: 'Name every output pin once.',
      pointer: '/outputPins',
    }),
  ],
  // Public examples contain "inputPins": {"default": null}: the pin exists but is not connected.
  inputPins: () => [{ name: 'default', required: false }],
  outputPins: ({ outputPins }) => outputPins,
  compile({ path, caseSensitive, objects, outputPins }) {
    const read = compilePath(path, objects);
    const pins = outputPins.length;
    return (_inputs, record, note) => {
      const values: string[] = [];
      read(record, values, note);
      if (!caseSensitive)
        for (let i = 0; i < values.length; i++) {
          // Field names in a JSON text keep their case, because paths are case-sensitive.
          if (!objects || !values[i]!.startsWith('{')) values[i] = values[i]!.toLowerCase();
        }
      return pins === 1 ? [values] : new Array<PinValues>(pins).fill(values);
    };
  },
  examples: [
    {
      attributes: { path: 'name.last' },
      record: { id: '1', name: { first: 'Ada', last: 'Lovelace' } },
      outputs: { default: ['lovelace'] },
    },
    {
      attributes: { path: 'emails.*.address', caseSensitive: true, outputPins: ['email'] },
      record: { id: '1', emails: [{ address: 'Ada@example.com' }, { address: null }, { address: 'al@example.com' }] },
      outputs: { email: ['Ada@example.com', 'al@example.com'] },
    },
  ],
});
