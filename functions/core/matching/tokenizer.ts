import type { PartDefinition } from '../ruleconfig/definition.ts';

/** Cuts a text into tokens in order; never an empty token. */
export type Tokenizer = (text: string) => string[];

export interface TokenizerDefinition<Attributes = unknown> extends PartDefinition<Attributes> {
  compile(attributes: Attributes): Tokenizer;
  /** True when it never gives more than one token: one paired token then is all there is to pair. */
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
