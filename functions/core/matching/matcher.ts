import type { PartDefinition } from '../ruleconfig/definition.ts';
import type { Part } from '../ruleconfig/types.ts';
import type { Comparer } from './comparer.ts';
import type { ResolvedValues } from './compiled.ts';
import type { Tokenizer } from './tokenizer.ts';

/** A value that `mustExist` demands and that a record does not have. */
export interface MissingValue {
  readonly matcherID: string;
  readonly resolverID: string;
}

/** How a matcher puts a record into the index. Two records that satisfy the matcher share at least one part. */
export interface KeyPartSource {
  /** Digest of everything the parts depend on: equal signatures, equal parts. */
  readonly signature: string;
  /**
   * The distinct parts of a record; none when no record can satisfy the matcher with it; undefined when there are more
   * than `limit`.
   */
  parts(values: ResolvedValues, limit: number): readonly string[] | undefined;
}

/** What a simulation shows of one matcher and two records. */
export interface MatcherVerdict {
  readonly matcherID: string;
  readonly type: string;
  readonly satisfied: boolean;
  /** 0 to 1; 1 for equal values, also where the verdict needs more than that. */
  readonly similarity: number;
  /** The values compared, by resolver. */
  readonly values: readonly {
    readonly resolverID: string;
    readonly a: readonly string[];
    readonly b: readonly string[];
  }[];
  /** For a matcher of tokens: which token of a paired with which of b, for the pair of values that came closest. */
  readonly pairs?: readonly { readonly a: string; readonly b: string; readonly similarity: number }[];
  readonly missing: readonly { readonly side: 'a' | 'b'; readonly resolverID: string }[];
  /** Verdicts of the matchers inside of this one. */
  readonly inner?: readonly MatcherVerdict[];
}

/** A compiled matcher. Symmetric in its two records. */
export interface Matcher {
  readonly id: string;
  readonly type: string;
  /** Digest of everything the verdict depends on: equal meanings, equal verdicts. */
  readonly meaning: string;
  /** Positions of the resolvers that it reads, distinct. */
  readonly resolvers: readonly number[];
  /** No value on a side is simply not satisfied here; {@link Matcher.missing} says whether it is an error as well. */
  satisfied(a: ResolvedValues, b: ResolvedValues): boolean;
  /** What `mustExist` demands of this one record and does not find. */
  missing(values: ResolvedValues): readonly MissingValue[];
  /** Undefined when no finite set of parts can hold the promise: the matcher is then verified only. */
  readonly keyParts: KeyPartSource | undefined;
  /** Whether two records that share a part of each of these signatures are sure to satisfy this matcher. */
  impliedBy(sharedParts: ReadonlySet<string>): boolean;
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

/** A part that a matcher uses, with a digest of what it does. */
export interface Meant<T> {
  readonly run: T;
  readonly meaning: string;
}

/** What a matcher may use of the rest of the document. Every member throws an InvalidRuleConfigError for an unknown id. */
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
  /** Shown in the reference and run as tests. */
  readonly examples?: readonly MatcherExample[];
}

export function defineMatcher<Attributes>(definition: MatcherDefinition<Attributes>): MatcherDefinition {
  return definition as MatcherDefinition;
}
