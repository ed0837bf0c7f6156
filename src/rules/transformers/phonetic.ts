import * as z from 'zod/mini';
import { BoundedCache } from '../../text/bounded-cache.ts';
import { PHONETIC_ALGORITHMS, phoneticCodes } from '../../text/phonetic-codes.ts';
import { defaultInput, defaultOutput, eachValueToMany } from './default-pin.ts';
import { defineTransformer } from './transformer.ts';

const attributes = z.object({
  algorithm: z
    .enum(PHONETIC_ALGORITHMS)
    .check(
      z.describe(
        'cologne for German names; soundex, metaphone, doubleMetaphone (up to two codes) and nysiis for English ones.',
      ),
    ),
});

/** The size of the cache: names repeat, and some codes take microseconds. */
const cacheSize = 10_000;

export const phonetic = defineTransformer<z.infer<typeof attributes>>({
  type: 'phonetic',
  summary:
    'Yields the phonetic code of each text, the same for texts that sound alike. A text that it cannot read is its own code.',
  attributes,
  inputPins: () => defaultInput,
  outputPins: () => defaultOutput,
  compile({ algorithm }) {
    const cache = new BoundedCache<readonly string[]>(cacheSize);
    return eachValueToMany((value) => {
      let codes = cache.get(value);
      if (codes === undefined) {
        codes = phoneticCodes(value, algorithm);
        cache.set(value, codes);
      }
      return codes;
    });
  },
  examples: [
    {
      attributes: { algorithm: 'cologne' },
      inputs: { default: ['meier', 'mayr'] },
      outputs: { default: ['67', '67'] },
    },
    { attributes: { algorithm: 'soundex' }, inputs: { default: ['robert'] }, outputs: { default: ['R163'] } },
    {
      attributes: { algorithm: 'doubleMetaphone' },
      inputs: { default: ['smith'] },
      outputs: { default: ['SM0', 'XMT'] },
    },
  ],
});
