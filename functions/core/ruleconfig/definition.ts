import type * as z from 'zod/mini';

/** What a definition's own lint rule says about the attributes of one part; the linter adds id, location and severity's place. */
export interface AttributeNote {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  /** JSON pointer relative to `attributes`, e.g. `/threshold`; empty for the attributes as a whole. */
  readonly pointer: string;
}

/**
 * What every type of transformer, comparer, tokenizer and matcher tells about itself. From these the document's JSON
 * Schema, the linter, the reference pages and the example tests are made, so that a new type is one file and one line
 * in its registry.
 */
export interface PartDefinition<Attributes> {
  /** The value of `type` in the document. */
  readonly type: string;
  /** One line of documentation: what it does. */
  readonly summary: string;
  /** Every attribute with `.describe()`; defaults are applied by parsing. */
  readonly attributes: z.ZodMiniType<Attributes>;
  /** What the schema cannot say: thresholds that accept everything, attributes that exclude each other. */
  lint?(attributes: Attributes): AttributeNote[];
}
