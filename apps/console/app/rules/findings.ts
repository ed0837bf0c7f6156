import type { MatcherVerdict, RuleVerdict } from '../../../../src/graphql/queries/explain.generated.ts';
import type { RuleVerdict as SimulatedRule } from '../../../../src/rules/compile/explain.ts';
import type { MatcherVerdict as SimulatedMatcher } from '../../../../src/rules/matchers/matcher.ts';
import type { TransformerTrace } from '../../../../src/rules/types.ts';
import type { Outcome } from '../parts/outcomes.ts';

/** The fields of the linter's result that the console uses. */
export interface LintResult {
  readonly valid: boolean;
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
  readonly errorCount: number;
  readonly warningCount: number;
}

export interface Finding {
  readonly document: 'ruleConfig' | 'schema';
  readonly code: string;
  readonly message: string;
  /** From 1. */
  readonly line?: number;
  readonly column?: number;
  readonly hint: string;
}

/** A finding with its range in the text; offsets from 0. */
export interface PlacedFinding extends Finding {
  readonly severity: 'error' | 'warning';
  readonly from: number;
  readonly to: number;
}

/** Maps the findings of the rule-config to ranges in its text, in the order of the text. */
export function placeFindings(text: string, { errors, warnings }: LintResult): readonly PlacedFinding[] {
  const starts = lineStarts(text);
  const placed = (severity: PlacedFinding['severity']) => (finding: Finding) => {
    const from = offsetOf(text, starts, finding);
    return { ...finding, severity, from, to: endOfToken(text, from) };
  };
  return [
    ...errors.filter(({ document }) => document === 'ruleConfig').map(placed('error')),
    ...warnings.filter(({ document }) => document === 'ruleConfig').map(placed('warning')),
  ].sort((a, b) => a.from - b.from);
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function offsetOf(text: string, starts: readonly number[], { line = 1, column = 1 }: Finding): number {
  return Math.min((starts[line - 1] ?? text.length) + column - 1, text.length);
}

/** The end of the string, word or bracket that starts at an offset. */
function endOfToken(text: string, from: number): number {
  const token = /^(?:"(?:[^"\\\n]|\\.)*"?|[\w.+-]+|[^\s])/.exec(text.slice(from, from + 500));
  return Math.min(from + (token?.[0].length ?? 0), text.length);
}

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
  return { id: ruleID, satisfied, score, error: error ?? null, matchers: matchers.map(matcherVerdict) };
}

function matcherVerdict({ matcherID, values, sum, inner, ...rest }: SimulatedMatcher): MatcherVerdict {
  return {
    ...rest,
    sum:
      sum === undefined
        ? null
        : {
            ...sum,
            weights: sum.weights.map(({ matcherIDs, isMissing, ...weight }) => ({
              ...weight,
              counted: weight.counted ?? null,
              matchers: matcherIDs,
              missing: isMissing,
            })),
          },
    id: matcherID,
    values: values.map(({ resolverID, a, b }) => ({ resolver: resolverID, a, b })),
    inner: (inner ?? []).map(matcherVerdict),
  };
}
