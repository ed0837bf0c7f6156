import { character } from './character.ts';
import { ngram } from './ngram.ts';
import { none } from './none.ts';
import type { TokenizerDefinition } from './tokenizer.ts';
import { word } from './word.ts';

/** Every type of tokenizer that a document may name. A new type is one file and one line here. */
const definitions: readonly TokenizerDefinition[] = [word, none, ngram, character];

export const tokenizers: ReadonlyMap<string, TokenizerDefinition> = new Map(
  definitions.map((definition) => [definition.type, definition]),
);
