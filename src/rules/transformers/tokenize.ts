import * as z from 'zod/mini';
import { defaultInput, defaultOutput, eachValueToMany } from './default-pin.ts';
import { defineTransformer, MissingPartError } from './transformer.ts';

const attributes = z.object({
  tokenizerID: z
    .string()
    .check(z.minLength(1), z.describe('The id of the tokenizer of this document that cuts the texts.')),
});

export const tokenize = defineTransformer<z.infer<typeof attributes>>({
  type: 'tokenize',
  summary: 'Cuts each text into tokens. Every token becomes a separate value.',
  attributes,
  inputPins: () => defaultInput,
  outputPins: () => defaultOutput,
  compile({ tokenizerID }, context) {
    const cut = context.tokenizer(tokenizerID);
    if (cut === undefined) throw new MissingPartError('tokenize', 'tokenizerID', tokenizerID);
    return eachValueToMany(cut);
  },
  examples: [
    {
      attributes: { tokenizerID: 'words' },
      inputs: { default: ['mary ann', 'lee'] },
      outputs: { default: ['mary', 'ann', 'lee'] },
    },
  ],
});
