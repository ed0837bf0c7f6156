import type { PartDefinition } from '../document/definition.ts';

/** Cuts a text into non-empty tokens, in order. */
export type Tokenizer = (text: string) => string[];

export interface TokenizerDefinition<Attributes = unknown> extends PartDefinition<Attributes> {
  compile(attributes: Attributes): Tokenizer;
  /** True if it never returns more than one token, so that one pair of tokens is a complete pairing. */
  readonly atMostOneToken?: boolean;
  readonly examples: readonly {
    readonly attributes: Partial<Attributes>;
    readonly text: string;
    readonly tokens: readonly string[];
  }[];
}

export function defineTokenizer<Attributes>(definition: TokenizerDefinition<Attributes>): TokenizerDefinition {
  return definition as TokenizerDefinition;
}
