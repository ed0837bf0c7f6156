/**
 * Limits for the parser. A document can come from an untrusted caller, so each limit is checked before the work that it
 * limits.
 */
export interface RuleConfigLimits {
  /** Of the UTF-8 text. */
  readonly maxBytes: number;
  /** Nesting depth of lists and objects; the shape of the document needs about ten. */
  readonly maxDepth: number;
  /** Transformers, resolvers, comparers, tokenizers, matchers, rules and rule sets in total. */
  readonly maxParts: number;
  /**
   * Rules among the parts, with their combinations of matchers: planning compares them with each other, so its work
   * grows with the square of their number.
   */
  readonly maxRules: number;
  /** Findings to keep; further ones are only counted. */
  readonly maxFindings: number;
}

export const defaultLimits: RuleConfigLimits = {
  maxBytes: 1_048_576,
  maxDepth: 64,
  maxParts: 5_000,
  maxRules: 500,
  maxFindings: 1_000,
};
