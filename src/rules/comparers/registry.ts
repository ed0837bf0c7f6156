import type { ComparerDefinition } from './comparer.ts';
import { date } from './date.ts';
import { distance } from './distance.ts';
import { distinct } from './distinct.ts';
import { dynamicdistance } from './dynamicdistance.ts';
import { exact } from './exact.ts';
import { geo } from './geo.ts';
import { number } from './number.ts';
import { phonetic } from './phonetic.ts';
import { prefix } from './prefix.ts';
import { similarity } from './similarity.ts';

/** Every type of comparer that a document may name. A new type is one file and one line here. */
const definitions: readonly ComparerDefinition[] = [
  exact,
  distinct,
  distance,
  dynamicdistance,
  similarity,
  phonetic,
  prefix,
  number,
  date,
  geo,
];

export const comparers: ReadonlyMap<string, ComparerDefinition> = new Map(
  definitions.map((definition) => [definition.type, definition]),
);
