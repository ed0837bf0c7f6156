import { joinKeyTexts } from '../../text/digest.ts';
import type { Tokenizer } from '../tokenizers/tokenizer.ts';
import { MAX_VALUE_LENGTH } from '../transformers/default-pin.ts';
import { MAX_INDEX_KEYS } from '../types.ts';

type Codes = (token: string) => readonly string[];

/**
 * Adds a part for every combination of `size` tokens, with one code of each, sorted. Two texts of which `size` tokens
 * pair up one to one share a part, because each pair shares a code. Returns false if `parts` would exceed `limit`; they
 * are then incomplete.
 *
 * Reads the tokens once and keeps the distinct combinations of every size that can still grow to `size`. Different
 * combinations stay different when the same tokens are added, so none of these sets is larger than the result. The work
 * is therefore bounded by `limit`, however often tokens or codes repeat.
 */
export function combinationParts(
  tokens: readonly string[],
  size: number,
  codes: Codes,
  parts: Set<string>,
  limit: number,
): boolean {
  if (size === 1) return singleParts(tokens, codes, parts, limit);
  if (tokens.length < size) return true;
  const combinations = Array.from({ length: size + 1 }, (): Combinations => new Map());
  combinations[0]!.set('', []);
  for (let at = 0; at < tokens.length; at++) {
    const tokenCodes = codes(tokens[at]!);
    const remaining = tokens.length - at - 1;
    const least = Math.max(0, size - 1 - remaining);
    for (let count = Math.min(size - 1, at); count >= least; count--) {
      if (!addExtended(combinations[count]!, tokenCodes, combinations[count + 1]!, limit)) return false;
    }
    if (size - remaining > 0) combinations[size - remaining - 1]!.clear();
  }
  for (const part of combinations[size]!.keys()) parts.add(part);
  return parts.size <= limit;
}

function singleParts(tokens: readonly string[], codes: Codes, parts: Set<string>, limit: number): boolean {
  for (const token of tokens) {
    for (const code of codes(token)) parts.add(code);
    if (parts.size > limit) return false;
  }
  return true;
}

/** Sorted codes of the same number of tokens, by their text in a key. */
type Combinations = Map<string, readonly string[]>;

/** Adds each combination with one more code. Returns false when there are more than `limit`. */
function addExtended(
  combinations: Combinations,
  tokenCodes: readonly string[],
  longer: Combinations,
  limit: number,
): boolean {
  for (const combination of combinations.values()) {
    for (const code of tokenCodes) {
      const extended = insertSorted(combination, code);
      longer.set(joinKeyTexts(extended), extended);
    }
    if (longer.size > limit) return false;
  }
  return true;
}

function insertSorted(sorted: readonly string[], text: string): readonly string[] {
  let at = sorted.length;
  while (at > 0 && sorted[at - 1]! > text) at -= 1;
  return at === sorted.length ? [...sorted, text] : [...sorted.slice(0, at), text, ...sorted.slice(at)];
}

/**
 * Adds the parts of a text whose tokens must pair up by position: the number of tokens, with one code of each of the
 * first `size` tokens (0: of all). Returns false if `parts` would exceed `limit`; they are then incomplete.
 */
export function sequenceParts(
  tokens: readonly string[],
  size: number,
  codes: Codes,
  parts: Set<string>,
  limit: number,
): boolean {
  const length = size === 0 ? tokens.length : Math.min(size, tokens.length);
  let sequences: readonly (readonly string[])[] = [[]];
  for (let at = 0; at < length; at++) {
    const tokenCodes = codes(tokens[at]!);
    if (sequences.length * tokenCodes.length > limit) return false;
    sequences = sequences.flatMap((sequence) => tokenCodes.map((code) => [...sequence, code]));
  }
  for (const sequence of sequences) parts.add(`${tokens.length}#${joinKeyTexts(sequence)}`);
  return parts.size <= limit;
}

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
