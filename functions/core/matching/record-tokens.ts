import { MAX_VALUE_LENGTH } from '../etm/value-limit.ts';
import { MAX_INDEX_KEYS } from './index-plan.ts';
import type { Tokenizer } from './tokenizer.ts';

/** A text counts with its first tokens: comparing two essays word by word has no bound otherwise. */
export const MAX_TOKENS = 500;
/** All values of a resolver together count with their first tokens, as many as a record may have index keys. */
export const MAX_TOKENS_OF_RECORD = MAX_INDEX_KEYS;
/** And with as many UTF-16 units of tokens: comparing two tokens takes time in proportion to the product of their lengths. */
export const MAX_TOKEN_UNITS_OF_RECORD = 2 * MAX_VALUE_LENGTH;

/**
 * The tokens of each value of one record, as far as they count. The bounds are those of one side, so that a record has
 * the same tokens whatever it is compared with, and in its index keys.
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
