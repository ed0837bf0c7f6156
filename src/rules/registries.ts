import type { ComparerDefinition } from './comparers/comparer.ts';
import { comparers } from './comparers/registry.ts';
import type { MatcherDefinition } from './matchers/matcher.ts';
import { matchers } from './matchers/registry.ts';
import { tokenizers } from './tokenizers/registry.ts';
import type { TokenizerDefinition } from './tokenizers/tokenizer.ts';
import { transformers } from './transformers/registry.ts';
import type { TransformerDefinition } from './transformers/transformer.ts';

/** The types that a document may use, by the value of `type`. */
export interface MatchingRegistries {
  readonly transformers: ReadonlyMap<string, TransformerDefinition>;
  readonly comparers: ReadonlyMap<string, ComparerDefinition>;
  readonly tokenizers: ReadonlyMap<string, TokenizerDefinition>;
  readonly matchers: ReadonlyMap<string, MatcherDefinition>;
}

export const defaultRegistries: MatchingRegistries = { transformers, comparers, tokenizers, matchers };
