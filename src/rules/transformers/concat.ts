import * as z from 'zod/mini';
import type { PinValues } from '../types.ts';
import { defaultOutput, MAX_VALUE_LENGTH, noValues } from './default-pin.ts';
import { defineTransformer, type InputPin, pairedLength, pairedValue } from './transformer.ts';

const attributes = z.object({
  separator: z
    ._default(z.string().check(z.maxLength(MAX_VALUE_LENGTH)), '')
    .check(z.describe('What stands between two values. Default: nothing.')),
  requireAll: z
    ._default(z.boolean(), false)
    .check(
      z.describe('True gives no value where one of the inputs has none; false (the default) joins what is there.'),
    ),
});

const shownPins: readonly InputPin[] = [
  { name: 'input1', required: true },
  { name: 'input2', required: true },
];

export const concat = defineTransformer<z.infer<typeof attributes>>({
  type: 'concat',
  summary: 'Joins the values of any number of input pins with any names, in the order of the document.',
  attributes,
  inputPins: (_attributes, connected) =>
    connected === undefined || connected.length === 0 ? shownPins : connected.map((name) => ({ name, required: true })),
  outputPins: () => defaultOutput,
  compile({ separator, requireAll }) {
    const join = (inputs: readonly PinValues[], position: number): string => {
      let joined = '';
      for (const values of inputs) {
        const value = pairedValue(values, position);
        if (value !== '') joined = joined === '' ? value : joined + separator + value;
        else if (requireAll) return '';
      }
      return joined;
    };

    return (inputs, _record, note) => {
      const count = pairedLength(inputs);
      if (count === 0) return [noValues];
      const output: string[] = [];
      for (let i = 0; i < count; i++) {
        const joined = join(inputs, i);
        if (joined === '') note?.(`position ${i}: an input has no value`);
        else output.push(joined);
      }
      return [output];
    };
  },
  examples: [
    {
      attributes: { separator: ' ' },
      inputs: { input1: ['main street'], input2: ['5', '7'] },
      outputs: { default: ['main street 5', 'main street 7'] },
    },
    {
      attributes: { separator: '|', requireAll: true },
      inputs: { input1: ['smith', 'lee'], input2: ['1980-03-12'], input3: [] },
      outputs: { default: [] },
    },
  ],
});
