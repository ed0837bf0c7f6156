/** What a design believes of itself. Each interval spans views that differ, and is as wide as they do. */
export interface Opinion {
  /** The middle of its interval, as is recall. */
  readonly precision: number;
  readonly recall: number;
  /** The interval of precision. */
  readonly low: number;
  readonly high: number;
  readonly recallLow: number;
  readonly recallHigh: number;
}

/** An interval that is wider says nothing of use. */
const mostUnsure = 0.5;

/** What a design believes of its precision and recall. */
export function opinionText({ low, high, recallLow, recallHigh }: Opinion): string {
  const between = (name: string, from: number, to: number): string =>
    to - from > mostUnsure
      ? `${name} cannot be known from this file (${from.toFixed(2)} to ${to.toFixed(2)})`
      : `${name} ${from.toFixed(2)} to ${to.toFixed(2)}`;
  return `${between('precision', low, high)}, ${between('recall', recallLow, recallHigh)}`;
}
