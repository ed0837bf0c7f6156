import type { Bound, Comparer } from '../comparers/comparer.ts';
import type { PartDefinition } from '../document/definition.ts';
import type { Part } from '../document/types.ts';
import type { Tokenizer } from '../tokenizers/tokenizer.ts';
import type { ResolvedValues } from '../types.ts';

/** A value that `mustExist` requires and that a record does not have. */
export interface MissingValue {
  readonly matcherID: string;
  readonly resolverID: string;
}

/** Makes the index parts of a record. Two records that satisfy the matcher share at least one part. */
export interface KeyPartSource {
  /** Digest of everything that determines the parts: equal signatures mean equal parts. */
  readonly signature: string;
  /**
   * Returns the distinct parts of a record; none if no record can satisfy the matcher with it; undefined if there are
   * more than `limit`.
   */
  parts(values: ResolvedValues, limit: number): readonly string[] | undefined;
}

/** What a `weighted` matcher adds up for two records. */
interface WeightSum {
  /** After the limits of groups. */
  readonly total: number;
  readonly threshold: number;
  readonly weights: readonly CountedWeight[];
}

/** What one piece of evidence counts. */
export interface CountedWeight {
  readonly name: string;
  readonly weight: number;
  /** From the strictest to the loosest. */
  readonly matcherIDs: readonly string[];
  /** The first of them that is satisfied, which counts; absent if none is. */
  readonly counted?: string;
  /** A record has no value: then the evidence counts 0. */
  readonly isMissing: boolean;
}

/** The simulation's result for one matcher and two records. */
export interface MatcherVerdict {
  readonly matcherID: string;
  readonly type: string;
  readonly satisfied: boolean;
  /** 0 to 1; 1 for equal values, even if the matcher requires more than that. */
  readonly similarity: number;
  /** The values compared, by resolver. */
  readonly values: readonly {
    readonly resolverID: string;
    readonly a: readonly string[];
    readonly b: readonly string[];
  }[];
  /** For a token matcher: the paired tokens of a and b, for the closest pair of values. */
  readonly pairs?: readonly { readonly a: string; readonly b: string; readonly similarity: number }[];
  readonly missing: readonly { readonly side: 'a' | 'b'; readonly resolverID: string }[];
  readonly sum?: WeightSum;
  /** The results of the inner matchers. */
  readonly inner?: readonly MatcherVerdict[];
}

/** What {@link Matcher.missing} tells of the two sides. */
export const missingSides = (
  missing: Matcher['missing'],
  a: ResolvedValues,
  b: ResolvedValues,
): MatcherVerdict['missing'] => [
  ...missing(a).map(({ resolverID }) => ({ side: 'a' as const, resolverID })),
  ...missing(b).map(({ resolverID }) => ({ side: 'b' as const, resolverID })),
];

/** A compiled matcher. Symmetric in its two records. */
export interface Matcher {
  readonly id: string;
  readonly type: string;
  /** Fingerprint of everything that determines the result: equal fingerprints mean equal results. */
  readonly meaning: string;
  /** Tells a stricter matcher from a looser one; absent if the matcher does not know. */
  readonly bound?: Bound | undefined;
  /** The distinct positions of the resolvers that it reads. */
  readonly resolvers: readonly number[];
  /** Returns false if a side has no value; {@link Matcher.missing} returns whether that is also an error. */
  satisfied(a: ResolvedValues, b: ResolvedValues): boolean;
  /** Returns the values that `mustExist` requires and this record does not have. */
  missing(values: ResolvedValues): readonly MissingValue[];
  /** Undefined if no finite set of parts guarantees that; the matcher is then only verified. */
  readonly keyParts: KeyPartSource | undefined;
  /** True if two records that share a part of each of these signatures always satisfy this matcher. */
  impliedBy(sharedParts: ReadonlySet<string>): boolean;
  /** The probability, 0 to 1, that two records which satisfy the matcher match; absent if the matcher does not know. */
  certainty?(a: ResolvedValues, b: ResolvedValues): number;
  /** How far the sum of weights is above the threshold, in bits; absent of matchers without weights. */
  bits?(a: ResolvedValues, b: ResolvedValues): number;
  verdict(a: ResolvedValues, b: ResolvedValues): MatcherVerdict;
}

/** A resolver as a matcher sees it. */
export interface ResolverHandle {
  readonly id: string;
  readonly position: number;
  readonly meaning: string;
  /** A `field` with `mustExist` is above it. */
  readonly mustExist: boolean;
}

/** A part that a matcher uses, with a digest of its behaviour. */
interface Meant<T> {
  readonly run: T;
  readonly meaning: string;
}

/**
 * The parts of the document that a matcher may use. Every member throws an InvalidRuleConfigError for an unknown id.
 */
export interface MatcherContext {
  readonly id: string;
  resolver(id: string): ResolverHandle;
  comparer(id: string): Meant<Comparer>;
  tokenizer(id: string): Meant<Tokenizer> & { readonly atMostOneToken: boolean };
  matcher(id: string): Matcher;
}

export interface MatcherExample {
  /** As in the document. */
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Parts of the document that the attributes name. */
  readonly tokenizers?: readonly Part[];
  readonly comparers?: readonly Part[];
  readonly matchers?: readonly Part[];
  /** Values of the two records by resolver. */
  readonly a: Readonly<Record<string, readonly string[]>>;
  readonly b: Readonly<Record<string, readonly string[]>>;
  readonly satisfied: boolean;
}

export interface MatcherDefinition<Attributes = unknown> extends PartDefinition<Attributes> {
  compile(attributes: Attributes, context: MatcherContext): Matcher;
  /** Examples that the reference shows and the tests run. */
  readonly examples?: readonly MatcherExample[];
}

export function defineMatcher<Attributes>(definition: MatcherDefinition<Attributes>): MatcherDefinition {
  return definition as MatcherDefinition;
}
