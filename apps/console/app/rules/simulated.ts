import type { Outcome } from '../parts/outcomes.ts';
import type { MatcherVerdict, RuleVerdict } from '../parts/verdicts.ts';

/** The fields of the simulation's result that the console uses. */
export interface SimulationResult {
  readonly together: boolean;
  readonly summary: string;
  readonly groups: readonly { readonly group: string; readonly outcome: Outcome }[];
  readonly searches: readonly {
    readonly searchRules: string;
    readonly aFindsB: Hit | null;
    readonly bFindsA: Hit | null;
  }[];
  readonly rules: readonly SimulatedRule[];
  readonly sharedKeyCount: number;
  readonly sharedKeys: readonly {
    readonly ruleIDs: readonly string[];
    readonly deciding: boolean;
    readonly parts: readonly { readonly matcherID: string; readonly part: string }[];
  }[];
  readonly a: SimulatedSide;
  readonly b: SimulatedSide;
  readonly warnings: readonly string[];
}

interface Hit {
  readonly ruleIDs: readonly string[];
  readonly hitScore: number;
}

export interface SimulatedSide {
  readonly values: Readonly<Record<string, readonly string[]>>;
  readonly trace: readonly {
    readonly transformerID: string;
    readonly type: string;
    readonly outputs: Readonly<Record<string, readonly string[]>>;
    readonly notes: readonly string[];
  }[];
  readonly problems: readonly string[];
}

interface SimulatedRule {
  readonly ruleID: string;
  readonly satisfied: boolean;
  readonly score: number;
  readonly error?: string;
  readonly matchers: readonly SimulatedMatcher[];
}

interface SimulatedMatcher {
  readonly matcherID: string;
  readonly type: string;
  readonly satisfied: boolean;
  readonly similarity: number;
  readonly values: readonly {
    readonly resolverID: string;
    readonly a: readonly string[];
    readonly b: readonly string[];
  }[];
  readonly sum?: {
    readonly total: number;
    readonly threshold: number;
    readonly weights: readonly {
      readonly name: string;
      readonly weight: number;
      readonly matcherIDs: readonly string[];
      readonly counted?: string;
      readonly isMissing: boolean;
    }[];
  };
  readonly inner?: readonly SimulatedMatcher[];
}

/** Converts a simulated rule to the form of explanations of stored records. */
export function ruleVerdict({ ruleID, satisfied, score, error, matchers }: SimulatedRule): RuleVerdict {
  return { id: ruleID, satisfied, score, error, matchers: matchers.map(matcherVerdict) };
}

function matcherVerdict({ matcherID, values, sum, inner, ...rest }: SimulatedMatcher): MatcherVerdict {
  return {
    ...rest,
    sum: sum && {
      ...sum,
      weights: sum.weights.map(({ matcherIDs, isMissing, ...weight }) => ({
        ...weight,
        matchers: matcherIDs,
        missing: isMissing,
      })),
    },
    id: matcherID,
    values: values.map(({ resolverID, a, b }) => ({ resolver: resolverID, a, b })),
    inner: inner?.map(matcherVerdict),
  };
}
