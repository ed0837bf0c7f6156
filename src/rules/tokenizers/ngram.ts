import * as z from 'zod/mini';
import { defineTokenizer } from './tokenizer.ts';

const attributes = z.object({
  size: z._default(z.int().check(z.minimum(1), z.maximum(64)), 3).check(z.describe('Characters of a token.')),
});

export const ngram = defineTokenizer<z.infer<typeof attributes>>({
  type: 'ngram',
  summary: 'Yields every run of size characters; a shorter text is one token.',
  attributes,
  compile:
    ({ size }) =>
    (text) => {
      const characters = Array.from(text);
      if (characters.length <= size) return text === '' ? [] : [text];
      const tokens: string[] = [];
      for (let at = 0; at + size <= characters.length; at++) tokens.push(characters.slice(at, at + size).join(''));
      return tokens;
    },
  examples: [
    { attributes: { size: 2 }, text: 'anna', tokens: ['an', 'nn', 'na'] },
    { attributes: { size: 3 }, text: 'al', tokens: ['al'] },
  ],
});
