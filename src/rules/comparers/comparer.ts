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

/** For longer lists, a set replaces the linear search. */
const LINEAR_PRODUCT = 256;

/** True if two lists have a text in common. */
export function sharesText(a: readonly string[], b: readonly string[]): boolean {
  if (a.length === 1 && b.length === 1) return a[0] === b[0];
  if (a.length * b.length > LINEAR_PRODUCT) {
    const texts = new Set(a);
    return b.some((text) => texts.has(text));
  }
  for (let i = 0; i < a.length; i++) {
    const text = a[i]!;
    for (let j = 0; j < b.length; j++) if (text === b[j]) return true;
  }
  return false;
}

/**
 * Returns the smallest power of two that is at least `width`. Division by a power of two is exact, so rounding cannot
 * put a value near the edge into the wrong bucket.
 */
export const powerOfTwoWidth = (width: number): number => 2 ** Math.ceil(Math.log2(width));

/**
 * Returns the two buckets of a number: its own and the next. Two numbers at most `width` apart (a power of two) have
 * one in common.
 */
export function bucketPair(value: number, width: number): readonly number[] {
  const own = Math.floor(value / width);
  const next = own + 1;
  // The next bucket has no number of its own this far from zero, where numbers of different buckets are far apart.
  return next === own ? [own] : [own, next];
}
