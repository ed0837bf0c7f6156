import * as z from 'zod/mini';
import { defineTokenizer } from './tokenizer.ts';

const attributes = z.object({});

export const character = defineTokenizer<z.infer<typeof attributes>>({
  type: 'character',
  summary: 'Yields every character except white space.',
  attributes,
  compile: () => (text) => Array.from(text).filter((one) => one.trim() !== ''),
  examples: [{ attributes: {}, text: 'a b😀', tokens: ['a', 'b', '😀'] }],
});
