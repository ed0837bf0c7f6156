import type { Tokenizer } from '../tokenizers/tokenizer.ts';
import { MAX_VALUE_LENGTH } from '../transformers/value-limit.ts';
import { MAX_INDEX_KEYS } from '../types.ts';

/** Only the first tokens of a text count: otherwise the comparison of two long texts word by word is unbounded. */
export const MAX_TOKENS = 500;
/** Only the first tokens of all values of a resolver count, as many as a record may have index keys. */
export const MAX_TOKENS_OF_RECORD = MAX_INDEX_KEYS;
/**
 * The maximum number of UTF-16 units of these tokens: comparing two tokens takes time in proportion to the product of
 * their lengths.
 */
export const MAX_TOKEN_UNITS_OF_RECORD = 2 * MAX_VALUE_LENGTH;

/**
 * Returns the tokens of each value of one record, within the limits. The limits apply to one record, so a record has
 * the same tokens in every comparison and in its index keys.
 */
export function recordTokens(values: readonly string[], cut: Tokenizer): readonly (readonly string[])[] {
  const lists: (readonly string[])[] = [];
  let tokens = MAX_TOKENS_OF_RECORD;
  let units = MAX_TOKEN_UNITS_OF_RECORD;
  for (let i = 0; i < values.length; i++) {
    const found = cut(values[i]!);
    const most = Math.min(found.length, MAX_TOKENS);
    let count = 0;
    while (count < most && tokens > 0 && found[count]!.length <= units) {
      units -= found[count]!.length;
      tokens -= 1;
      count += 1;
    }
    lists.push(count === found.length ? found : found.slice(0, count));
    if (count < most) break;
  }
  return lists;
}
