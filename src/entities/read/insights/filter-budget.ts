import { RetryableError } from '../../../errors.ts';
import { endless, type TimeLeft } from '../../../request-time.ts';
import { compilePattern } from '../../../rules/transformers/pattern.ts';
import { PatternError } from '../../../rules/transformers/transformer.ts';
import { FilterTooExpensiveError, InvalidRegexError } from './errors.ts';

/**
 * The budget for the patterns of one request, in steps: instructions of a pattern times characters of the texts that it
 * is matched against. A step usually takes 1 ns, at worst 50 ns.
 */
export const MAX_FILTER_STEPS = 50_000_000;

/** The fixed cost of a pattern: compiling takes milliseconds, and its tables grow to 8 MB. */
export const STEPS_OF_PATTERN = 2_500_000;

/** Whether a pattern matches anywhere in a text. */
export type MatchesText = (text: string) => boolean;

/**
 * The budget of all filters of one request. Every text is charged before it is matched against a pattern, so a refused
 * request never costs more than the budget.
 */
export class FilterBudget {
  readonly #timeLeft: TimeLeft;
  readonly #patterns = new Map<string, MatchesText>();
  #steps: number;

  constructor(timeLeft: TimeLeft = endless, steps: number = MAX_FILTER_STEPS) {
    this.#timeLeft = timeLeft;
    this.#steps = steps;
  }

  /**
   * Returns a pattern of the request, compiled once for all filters that use it.
   *
   * @throws InvalidRegexError, FilterTooExpensiveError; the pattern itself throws what `spend` does
   */
  pattern(source: string, caseSensitive: boolean): MatchesText {
    const key = `${caseSensitive}:${source}`;
    const known = this.#patterns.get(key);
    if (known !== undefined) return known;
    this.#spend(STEPS_OF_PATTERN);
    const compiled = compiledRegex(source, caseSensitive);
    const size = compiled.programSize();
    const matches = (text: string): boolean => {
      this.#spend(size * (text.length + 1));
      this.checkTime();
      return compiled.test(text);
    };
    this.#patterns.set(key, matches);
    return matches;
  }

  /** Called for every record. Throws a RetryableError when the time of the request is over. */
  checkTime(): void {
    if (this.#timeLeft() > 0) return;
    throw new RetryableError('the time of the request was over before all records were filtered', {
      hint: 'Send the same request again; if that does not help, request fewer entities or use fewer conditions.',
    });
  }

  /** After the budget is exceeded, every further charge fails, however small: a request is refused as a whole. */
  #spend(steps: number): void {
    this.#steps -= steps;
    if (this.#steps < 0) throw new FilterTooExpensiveError();
  }
}

function compiledRegex(source: string, caseSensitive: boolean) {
  try {
    return compilePattern(source, { ignoreCase: !caseSensitive });
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw new InvalidRegexError(error.message);
  }
}
