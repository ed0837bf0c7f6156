import * as z from 'zod/mini';
import { defineComparer } from './comparer.ts';

const attributes = z.object({});

export const distinct = defineComparer<z.infer<typeof attributes>>({
  type: 'distinct',
  summary: 'Satisfied when the two texts are not equal. Useful only together with other matchers.',
  attributes,
  compile: () => ({
    satisfied: (a, b) => a !== b,
    compare: (a, b) => ({ satisfied: a !== b, similarity: a === b ? 1 : 0 }),
    decides: false,
  }),
  examples: [
    { attributes: {}, a: 'junior', b: 'senior', satisfied: true },
    { attributes: {}, a: 'junior', b: 'junior', satisfied: false },
  ],
});
