import type { TransformerDefinition } from './transformer.ts';

/** Every type of transformer that a document may name. A new type is one file and one line here. */
const definitions: readonly TransformerDefinition[] = [];

export const transformers: ReadonlyMap<string, TransformerDefinition> = new Map(
  definitions.map((definition) => [definition.type, definition]),
);
