import * as z from 'zod/mini';
import { defaultInput, defaultOutput, eachValueToMany } from './default-pin.ts';
import { defineTransformer } from './transformer.ts';

const attributes = z.object({
  separator: z
    .string()
    .check(z.minLength(1), z.describe('The text between two parts, taken literally, for instance ";".')),
});

export const split = defineTransformer<z.infer<typeof attributes>>({
  type: 'split',
  summary: 'Cuts each text at a separator. Every part, without surrounding spaces, becomes a separate value.',
  attributes,
  inputPins: () => defaultInput,
  outputPins: () => defaultOutput,
  compile({ separator }) {
    return eachValueToMany((value) => {
      if (!value.includes(separator)) return [value];
      const parts: string[] = [];
      for (const part of value.split(separator)) {
        const trimmed = part.trim();
        if (trimmed !== '') parts.push(trimmed);
      }
      return parts;
    });
  },
  examples: [
    {
      attributes: { separator: ';' },
      inputs: { default: ['a@example.com; b@example.com;', 'c@example.com'] },
      outputs: { default: ['a@example.com', 'b@example.com', 'c@example.com'] },
    },
  ],
});
