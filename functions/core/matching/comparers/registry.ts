import type { ComparerDefinition } from '../comparer.ts';
import { distinct } from './distinct.ts';
import { exact } from './exact.ts';

/** Every type of comparer that a document may name. A new type is one file and one line here. */
const definitions: readonly ComparerDefinition[] = [exact, distinct];

export const comparers: ReadonlyMap<string, ComparerDefinition> = new Map(
  definitions.map((definition) => [definition.type, definition]),
);
