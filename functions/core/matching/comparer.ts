import type { PartDefinition } from '../ruleconfig/definition.ts';

/** The verdict on two texts. */
export interface Comparison {
  readonly satisfied: boolean;
  /** 0 to 1, 1 for equal; what the simulator shows. */
  readonly similarity: number;
}

/**
 * A compiled comparer. `satisfied` is the hot path; `compare` says more and may cost more. Both are symmetric.
 *
 * `keyParts` is what makes index keys possible: two texts that satisfy the comparer share at least one part. `undefined`
 * when no finite set of parts can promise that (the matcher is then verified only). `decides` is true when sharing a
 * part already means satisfied (equality, phonetic codes).
 */
export interface Comparer {
  satisfied(a: string, b: string): boolean;
  compare(a: string, b: string): Comparison;
  readonly keyParts?: ((text: string) => readonly string[]) | undefined;
  readonly decides: boolean;
  /**
   * True when satisfied is an equivalence (equality, one code a text): tokens may then be paired greedily, because it
   * makes no difference which of several partners a token takes.
   */
  readonly equivalence?: boolean;
}

export interface ComparerExample<Attributes> {
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
