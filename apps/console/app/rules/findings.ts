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
