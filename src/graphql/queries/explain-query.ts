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

export interface ExplainedRuleSet {
  readonly id: string;
  readonly satisfied: boolean;
  readonly rules: readonly RuleVerdict[];
}

interface SharedKey {
  readonly rules: readonly string[];
  readonly deciding: boolean;
  readonly parts: readonly { readonly matcher: string; readonly part: string }[];
}

/** What the rules say of two records alone. */
export type ExplainedOutcome = 'LINK' | 'DUPLICATE' | 'KEPT_APART' | 'NOT_FOUND' | 'NO_MATCH';

/** Why two records are one entity or not; the answer to {@link explanationFields}. */
export interface Explanation {
  readonly a: { readonly id: string; readonly entityID: string };
  readonly b: { readonly id: string; readonly entityID: string } | null;
  readonly together: boolean;
  readonly chain: readonly { readonly a: string; readonly b: string; readonly rule: string; readonly score: number }[];
  readonly cut: boolean;
  readonly bans: readonly { readonly reference: string; readonly user: string; readonly reason: string }[];
  readonly sharedKeys: readonly SharedKey[];
  readonly groups: readonly {
    readonly group: string;
    readonly outcome: ExplainedOutcome;
    readonly keptApartBy: string | null;
    readonly link: ExplainedRuleSet;
    readonly deduplicate: ExplainedRuleSet | null;
    readonly consistency: ExplainedRuleSet | null;
    readonly review: ExplainedRuleSet | null;
  }[];
}

/** Selects matchers with so many levels of matchers inside. */
export function matcherFields(levels: number): string {
  const inner = levels === 0 ? '' : ` inner ${matcherFields(levels - 1)}`;
  return `{ id type satisfied similarity values { resolver a b } sum { total threshold weights { name weight matchers counted missing } }${inner} }`;
}

/** Levels of nested matchers; more would exceed the API's default limit of query depth. */
const innerLevels = 12;
const ruleSet = `{ id satisfied rules { id satisfied score error matchers ${matcherFields(innerLevels)} } }`;

/** Selects an explanation. */
export const explanationFields = `a { id entityID } b { id entityID } together cut
  chain { a b rule score } bans { reference user reason }
  sharedKeys { rules deciding parts { matcher part } }
  groups { group outcome keptApartBy link ${ruleSet} deduplicate ${ruleSet} consistency ${ruleSet} review ${ruleSet} }`;
