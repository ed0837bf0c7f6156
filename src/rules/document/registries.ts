import type { MatchingRegistries } from '../registries.ts';

/** The types that a document may use, by the value of `type`. */
export type Registries = MatchingRegistries;
