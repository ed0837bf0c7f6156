import * as z from 'zod/mini';
import { defineComparer } from './comparer.ts';

const attributes = z.object({});

export const exact = defineComparer<z.infer<typeof attributes>>({
  type: 'exact',
  summary: 'Satisfied when the two texts are equal, character by character.',
  attributes,
  compile: () => ({
    satisfied: (a, b) => a === b,
    compare: (a, b) => ({ satisfied: a === b, similarity: a === b ? 1 : 0 }),
    keyParts: (text) => [text],
    decides: true,
    equivalence: true,
  }),
  examples: [
    { attributes: {}, a: 'anna', b: 'anna', satisfied: true },
    { attributes: {}, a: 'anna', b: 'Anna', satisfied: false },
  ],
});
