import * as z from 'zod/mini';
import { defineTokenizer } from './tokenizer.ts';

const attributes = z.object({});
/** Letters and digits of every script, with the marks that belong to them. */
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** Plain words with single spaces between them, the common case after cleaning, need no Unicode classes. */
const PLAIN = /^[a-z0-9]+(?: [a-z0-9]+)*$/;

export const word = defineTokenizer<z.infer<typeof attributes>>({
  type: 'word',
  summary: 'Cuts at everything that is neither a letter nor a digit.',
  attributes,
  compile: () => (text) => (PLAIN.test(text) ? text.split(' ') : (text.match(WORD) ?? [])),
  examples: [
    { attributes: {}, text: 'Anna-Maria  von Beispiel, Dr.', tokens: ['Anna', 'Maria', 'von', 'Beispiel', 'Dr'] },
    { attributes: {}, text: '…', tokens: [] },
  ],
});
