import * as z from 'zod/mini';
import { defaultOutput } from './default-pin.ts';
import { defineTransformer } from './transformer.ts';

const attributes = z.object({
  value: z.string().check(z.minLength(1), z.describe('The value that every record gets.')),
});

export const constant = defineTransformer<z.infer<typeof attributes>>({
  type: 'constant',
  summary: 'Yields the same value for every record, for instance the country of a source that omits it.',
  attributes,
  inputPins: () => [],
  outputPins: () => defaultOutput,
  compile({ value }) {
    const outputs = [[value]];
    return () => outputs;
  },
  examples: [{ attributes: { value: 'US' }, outputs: { default: ['US'] } }],
});
