import type { PartDefinition } from '../document/definition.ts';

/** The result for two texts. */
interface Comparison {
  readonly satisfied: boolean;
  /** 0 to 1, 1 for equal texts; shown by the simulation. */
  readonly similarity: number;
}

/** How much is demanded: of one family, what satisfies a level satisfies every lower one. */
export interface Bound {
  /** Digest of everything that determines the result but the level. */
  readonly family: string;
  readonly level: number;
}

/** What tells of many pairs of texts quickly that they do not satisfy a comparer. */
export interface Sketch {
  /** A bit for each feature of the text, such as a letter; several features may share one. */
  readonly marks: number;
  /** In a text that satisfies the comparer with this one, at most so many of these bits are missing. */
  readonly foreign: number;
}

/**
 * A compiled comparer. `satisfied` is the hot path; `compare` returns more and may be slower. Both are symmetric.
 *
 * `keyParts` makes index keys possible: two texts that satisfy the comparer share at least one part. It is `undefined`
 * if no finite set of parts guarantees that; the matcher is then only verified. `decides` is true if a shared part
 * implies satisfied (equality, phonetic codes).
 */
export interface Comparer {
  satisfied(a: string, b: string): boolean;
  compare(a: string, b: string): Comparison;
  readonly keyParts?: ((text: string) => readonly string[]) | undefined;
  readonly decides: boolean;
  /**
   * True if satisfied is an equivalence (equality, one code per text). Tokens can then be paired greedily, because it
   * does not matter which of several partners a token gets.
   */
  readonly equivalence?: boolean;
  /** Tells a stricter comparer from a looser one; absent if the comparer does not know. */
  readonly bound?: Bound;
  /** Absent if the comparer knows none. */
  readonly sketch?: ((text: string) => Sketch) | undefined;
}

interface ComparerExample<Attributes> {
  readonly attributes: Partial<Attributes>;
  readonly a: string;
  readonly b: string;
  readonly satisfied: boolean;
}

export interface ComparerDefinition<Attributes = unknown> extends PartDefinition<Attributes> {
  compile(attributes: Attributes): Comparer;
  readonly examples: readonly ComparerExample<Attributes>[];
}

export function defineComparer<Attributes>(definition: ComparerDefinition<Attributes>): ComparerDefinition {
  return definition as ComparerDefinition;
}
