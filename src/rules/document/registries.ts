import type { PartDefinition } from './definition.ts';

type Definitions = ReadonlyMap<string, Pick<PartDefinition<unknown>, 'type' | 'summary' | 'attributes'>>;

/** What the reader has to know of the types that a document may use, by the value of `type`. */
export interface Registries {
  readonly transformers: Definitions;
  readonly comparers: Definitions;
  readonly tokenizers: Definitions;
  readonly matchers: Definitions;
}
