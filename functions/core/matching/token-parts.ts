import { joinKeyTexts } from './key-text.ts';

type Codes = (token: string) => readonly string[];

/**
 * Adds a part for every combination of `size` tokens, one code of each, sorted: two texts of which `size` tokens pair up
 * one to one have one in common, because each pair has a code in common. Stops when `parts` has more than `limit`.
 */
export function combinationParts(
  tokens: readonly string[],
  size: number,
  codes: Codes,
  parts: Set<string>,
  limit: number,
): void {
  if (size === 1) {
    for (const token of tokens) {
      if (parts.size > limit) return;
      for (const code of codes(token)) parts.add(code);
    }
    return;
  }
  const coded = tokens.map(codes);
  const chosen: string[] = [];
  const choose = (from: number): void => {
    if (chosen.length === size) {
      parts.add(joinKeyTexts([...chosen].sort()));
      return;
    }
    for (let at = from; at <= coded.length - (size - chosen.length); at++) {
      for (const code of coded[at]!) {
        if (parts.size > limit) return;
        chosen.push(code);
        choose(at + 1);
        chosen.pop();
      }
    }
  };
  choose(0);
}

/**
 * Adds the parts of a text whose tokens must pair up place by place: the number of tokens with one code of each of the
 * first `size` tokens (0: of all). Stops when `parts` has more than `limit`.
 */
export function sequenceParts(
  tokens: readonly string[],
  size: number,
  codes: Codes,
  parts: Set<string>,
  limit: number,
): void {
  const length = size === 0 ? tokens.length : Math.min(size, tokens.length);
  const chosen: string[] = [];
  const choose = (at: number): void => {
    if (at === length) {
      parts.add(`${tokens.length}#${joinKeyTexts(chosen)}`);
      return;
    }
    for (const code of codes(tokens[at]!)) {
      if (parts.size > limit) return;
      chosen.push(code);
      choose(at + 1);
      chosen.pop();
    }
  };
  choose(0);
}
