import * as z from 'zod/mini';
import { defineTokenizer } from './tokenizer.ts';

const attributes = z.object({});

export const none = defineTokenizer<z.infer<typeof attributes>>({
  type: 'none',
  summary: 'Leaves the text whole: one token.',
  attributes,
  atMostOneToken: true,
  compile: () => (text) => (text === '' ? [] : [text]),
  examples: [{ attributes: {}, text: 'Anna Beispiel', tokens: ['Anna Beispiel'] }],
});
