import type { MatcherVerdict, RuleVerdict } from '../../../../src/graphql/queries.ts';
import type { RuleVerdict as SimulatedRule } from '../../../../src/rules/compile/explain.ts';
import type { MatcherVerdict as SimulatedMatcher } from '../../../../src/rules/matchers/matcher.ts';
import type { TransformerTrace } from '../../../../src/rules/types.ts';
import type { Outcome } from '../parts/outcomes.ts';

/** The fields of the simulation's result that the console uses. */
export interface SimulationResult {
  readonly together: boolean;
  readonly summary: string;
  readonly groups: readonly { readonly group: string; readonly outcome: Outcome }[];
  readonly searches: readonly {
    readonly searchRules: string;
    readonly aFindsB: { readonly ruleIDs: readonly string[] } | null;
    readonly bFindsA: { readonly ruleIDs: readonly string[] } | null;
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

export interface SimulatedSide {
  readonly values: Readonly<Record<string, readonly string[]>>;
  readonly trace: readonly Omit<TransformerTrace, 'cuts'>[];
  readonly problems: readonly string[];
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
