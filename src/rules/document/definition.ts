import type * as z from 'zod/mini';
import type { Finding } from './types.ts';

/** A finding of a definition's own lint rule about the attributes of one part; the linter adds the id and location. */
export interface AttributeNote extends Omit<Finding, 'line' | 'column'> {
  /** JSON pointer relative to `attributes`, e.g. `/threshold`; empty for the attributes as a whole. */
  readonly pointer: string;
}

/** The note, where it holds. */
export const noteIf = (holds: boolean, note: AttributeNote): AttributeNote[] => (holds ? [note] : []);

/**
 * The description of a type of transformer, comparer, tokenizer or matcher. The document's JSON Schema, the linter, the
 * reference pages and the example tests are derived from it, so a new type needs one file and one line in its registry.
 */
export interface PartDefinition<Attributes> {
  /** The value of `type` in the document. */
  readonly type: string;
  /** One line of documentation. */
  readonly summary: string;
  /** Every attribute with `.describe()`; defaults are applied by parsing. */
  readonly attributes: z.ZodMiniType<Attributes>;
  /** What the schema cannot say: thresholds that accept everything, attributes that exclude each other. */
  lint?(attributes: Attributes): AttributeNote[];
}

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

type Definitions = ReadonlyMap<string, Pick<PartDefinition<unknown>, 'type' | 'summary' | 'attributes'>>;

/** What the reader has to know of the types that a document may use, by the value of `type`. */
export interface Registries {
  readonly transformers: Definitions;
  readonly comparers: Definitions;
  readonly tokenizers: Definitions;
  readonly matchers: Definitions;
}
