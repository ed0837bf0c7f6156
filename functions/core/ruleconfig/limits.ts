/** How much a document may ask of the parser. A document can come from anybody, so every bound is checked before the work it bounds. */
export interface RuleConfigLimits {
  /** Of the UTF-8 text. */
  readonly maxBytes: number;
  /** Lists and objects inside each other; the document's own shape needs about ten. */
  readonly maxDepth: number;
  /** Transformers, resolvers, comparers, tokenizers, matchers, rules and rule sets together. */
  readonly maxParts: number;
  /** Of the parts: rules are planned against each other, so that their number counts squared. */
  readonly maxRules: number;
  /** Findings kept; further ones are only counted. */
  readonly maxFindings: number;
}

export const defaultLimits: RuleConfigLimits = {
  maxBytes: 1_048_576,
  maxDepth: 64,
  maxParts: 5_000,
  maxRules: 500,
  maxFindings: 1_000,
};
