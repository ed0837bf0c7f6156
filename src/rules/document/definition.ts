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
