import type { PartDefinition } from '../ruleconfig/definition.ts';

/** Cuts a text into tokens in order; never an empty token. */
export type Tokenizer = (text: string) => string[];

export interface TokenizerDefinition<Attributes = unknown> extends PartDefinition<Attributes> {
  compile(attributes: Attributes): Tokenizer;
  readonly examples: readonly {
    readonly attributes: Partial<Attributes>;
    readonly text: string;
    readonly tokens: readonly string[];
  }[];
}

export function defineTokenizer<Attributes>(definition: TokenizerDefinition<Attributes>): TokenizerDefinition {
  return definition as TokenizerDefinition;
}
