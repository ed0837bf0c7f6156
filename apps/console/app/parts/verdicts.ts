/** The result of a matcher for two records. */
export interface MatcherVerdict {
  readonly id: string;
  readonly type: string;
  readonly satisfied: boolean;
  /** 0 to 1. */
  readonly similarity: number;
  readonly values: readonly {
    readonly resolver: string;
    readonly a: readonly string[];
    readonly b: readonly string[];
  }[];
  /** What a `weighted` matcher adds up. */
  readonly sum?: WeightSum | null | undefined;
  readonly inner?: readonly MatcherVerdict[] | undefined;
}

/** The evidence of a `weighted` matcher. */
export interface WeightSum {
  /** After the limits of groups. */
  readonly total: number;
  readonly threshold: number;
  readonly weights: readonly {
    readonly name: string;
    readonly weight: number;
    /** Ids from the strictest to the loosest. */
    readonly matchers: readonly string[];
    /** The one that counts. */
    readonly counted?: string | null | undefined;
    /** True if a record has no value. */
    readonly missing: boolean;
  }[];
}

/** The result of a rule for two records. */
export interface RuleVerdict {
  readonly id: string;
  readonly satisfied: boolean;
  readonly score: number;
  readonly error?: string | null | undefined;
  readonly matchers: readonly MatcherVerdict[];
}
