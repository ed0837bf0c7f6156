import * as z from 'zod/mini';
import type { AttributeNote } from '../document/definition.ts';
import { identifierKinds, validateIdentifier } from '../identifiers/identifier.ts';
import { usStateCode } from '../identifiers/us-states.ts';
import { defaultInput, noValues } from './default-pin.ts';
import { defineTransformer, pairedValue } from './transformer.ts';

const attributes = z.object({
  kind: z
    .enum(identifierKinds)
    .check(
      z.describe(
        'NPI: health-care providers · SSN: social security · EIN: employers · VIN: vehicles · DL: driver’s licences. All of the United States.',
      ),
    ),
  state: z
    .optional(z.string())
    .check(
      z.describe(
        'DL: the state (code such as CA, or name) of numbers for which the pin state has no value. Default: none, any state.',
      ),
    ),
});

const inputPinsOfLicences = [...defaultInput, { name: 'state', required: false }];
const outputPins = ['default'];

export const identifier = defineTransformer<z.infer<typeof attributes>>({
  type: 'identifier',
  summary:
    'Keeps only valid identifiers of the United States, in canonical form: check digits, reserved ranges and formats.',
  attributes,
  lint({ kind, state }) {
    const notes: AttributeNote[] = [];
    if (state === undefined) return notes;
    if (kind !== 'DL') {
      notes.push({
        severity: 'warning',
        code: 'UNUSED_ATTRIBUTE',
        message: `the kind ${kind} does not use state`,
        hint: 'Remove state, or set kind to DL.',
        pointer: '/state',
      });
    } else if (usStateCode(state) === undefined) {
      notes.push({
        severity: 'error',
        code: 'UNKNOWN_STATE',
        message: `"${state}" is no state of the United States`,
        hint: 'Write its postal code of two letters, such as CA, or DC.',
        pointer: '/state',
      });
    }
    return notes;
  },
  inputPins: ({ kind }) => (kind === 'DL' ? inputPinsOfLicences : defaultInput),
  outputPins: () => outputPins,
  compile({ kind, state }) {
    return (inputs, _record, note) => {
      const [values = noValues, states] = inputs;
      const output: string[] = [];
      for (let i = 0; i < values.length; i++) {
        const verdict = validateIdentifier(kind, values[i]!, pairedValue(states, i) || state);
        if (verdict.canonical !== undefined) output.push(verdict.canonical);
        else note?.(`"${values[i]}" ${verdict.problems.map(({ message }) => message).join('; ')}`);
      }
      return [output];
    };
  },
  examples: [
    {
      attributes: { kind: 'NPI' },
      inputs: { default: ['1234567893', '1234567890'] },
      outputs: { default: ['1234567893'] },
    },
    {
      attributes: { kind: 'VIN' },
      inputs: { default: ['1m8gdm9axkp042788'] },
      outputs: { default: ['1M8GDM9AXKP042788'] },
    },
    {
      attributes: { kind: 'DL' },
      inputs: { default: ['x123-4567', '12345'], state: ['CA'] },
      outputs: { default: ['X1234567'] },
    },
  ],
});
