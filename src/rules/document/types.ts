/** The rule-config document after validation. Key names are public; see docs/rule-config/. */

export interface Pin {
  readonly sourceID: string;
  readonly sourcePin: string;
}

export interface Part<Attributes = Readonly<Record<string, unknown>>> {
  readonly id: string;
  readonly type: string;
  readonly attributes: Attributes;
}

export interface TransformerPart extends Part {
  readonly inputPins: Readonly<Record<string, Pin | null>>;
}

export interface ResolverPart {
  readonly id: string;
  readonly inputPin: Pin;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

export interface RulePart {
  readonly id: string;
  readonly matcherIDs: readonly string[];
  readonly attributes: {
    /** True treats an error (a missing value that must exist) as "rule not satisfied"; default true. */
    readonly ignoreErrors: boolean;
    readonly disableIndexMatcherIDs: readonly string[];
    /** Combinations of matchers of which one must be satisfied; each makes index keys. Empty: matcherIDs make them. */
    readonly indexMatcherIDs: readonly (readonly string[])[];
    /** Weight of an edge of this rule, 0 to 1; default 1. */
    readonly score: number;
  };
}

export interface RuleSetPart {
  readonly id: string;
  readonly ruleIDs: readonly string[];
}

export interface MutationRuleSetGroup {
  readonly indexRuleSetID: string;
  readonly linkRuleSetID: string;
  readonly deduplicateRuleSetID: string | null;
  /** Pairs that satisfy one of its rules, and are not linked, deserve a person's look. */
  readonly reviewRuleSetID?: string | null;
}

export interface ConsistencyScore {
  readonly resolverID: string;
  readonly weight: number;
  readonly type: 'text' | 'date';
}

/** What keeps linked records apart. */
export interface EntitiesSection {
  /** Two groups join if the mean evidence of their pairs is at most so many bits below the threshold. */
  readonly coherence?: { readonly bits: number } | null | undefined;
  /** An entity takes one record of each of these sources, as a resolver names them; of all sources by default. */
  readonly onePerSource?:
    | { readonly resolverID: string; readonly sources?: readonly string[] | null | undefined }
    | null
    | undefined;
}

export interface ReferenceList {
  readonly id: string;
  readonly external?: unknown;
  readonly meta: { readonly header: readonly { readonly type: string }[] };
  readonly rows: readonly (readonly string[])[];
}

export interface RuleConfig {
  readonly transformers: readonly TransformerPart[];
  readonly resolvers: readonly ResolverPart[];
  readonly comparers: readonly Part[];
  readonly tokenizers: readonly Part[];
  readonly matchers: readonly Part[];
  readonly rules: readonly RulePart[];
  readonly ruleSets: readonly RuleSetPart[];
  readonly searchRuleSetIDs: Readonly<Record<string, string>>;
  readonly mutationRuleSetGroups: Readonly<Record<string, MutationRuleSetGroup>>;
  readonly consistencyRuleSetIDs?: Readonly<Record<string, string>>;
  readonly scores?: { readonly consistency?: readonly ConsistencyScore[] };
  readonly entities?: EntitiesSection | undefined;
  readonly referenceLists?: readonly ReferenceList[];
}

/**
 * One finding about a document. `pointer` is an RFC 6901 JSON pointer. Line and column count from 1 and are present if
 * the document was passed as text.
 */
export interface Finding {
  readonly severity: 'error' | 'warning';
  /** Stable, upper snake case. */
  readonly code: string;
  readonly message: string;
  readonly pointer: string;
  readonly line?: number;
  readonly column?: number;
  /** What to write instead. */
  readonly hint: string;
}
