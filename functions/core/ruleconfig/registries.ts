import type { TransformerDefinition } from '../etm/transformer.ts';
import type { ComparerDefinition } from '../matching/comparer.ts';
import type { TokenizerDefinition } from '../matching/tokenizer.ts';
import type { PartDefinition } from './definition.ts';

/** The types that a document may use, by the value of `type`. */
export interface Registries {
  readonly transformers: ReadonlyMap<string, TransformerDefinition>;
  readonly comparers: ReadonlyMap<string, ComparerDefinition>;
  readonly tokenizers: ReadonlyMap<string, TokenizerDefinition>;
  // Only what every definition tells about itself: what a matcher compiles to is the matching folder's matter.
  readonly matchers: ReadonlyMap<string, PartDefinition<never>>;
}
