import { RetryableError } from '../../../errors.ts';
import { endless, type TimeLeft } from '../../../request-time.ts';
import { compileValuePath } from '../../../rules/transformers/path.ts';
import { compilePattern } from '../../../rules/transformers/pattern.ts';
import { PatternError } from '../../../rules/transformers/transformer.ts';
import type { RecordPayload } from '../../../rules/types.ts';
import {
  EmptyFilterError,
  FilterTooExpensiveError,
  InvalidRegexError,
  ValueNotNumericError,
  ValueNotTimeError,
} from './errors.ts';
import { comparableText, instantOf, numberOf, opened } from './values.ts';

/** A condition on a record: all given criteria must be met. Null and absent are the same. */
export interface FilterCondition {
  /** A path as in the rule-config, `*` included. */
  readonly field: string;
  readonly equals?: unknown;
  readonly isNull?: boolean | null;
  readonly startsWith?: string | null;
  readonly endsWith?: string | null;
  /** RE2 syntax; matches anywhere in the text. */
  readonly likeRegex?: string | null;
  readonly lessThan?: number | null;
  readonly lessEquals?: number | null;
  readonly greaterThan?: number | null;
  readonly greaterEquals?: number | null;
  /** Later than; as text, see {@link instantOf}. */
  readonly after?: string | null;
  /** Not before. */
  readonly since?: string | null;
  /** Earlier than. */
  readonly before?: string | null;
  /** Not after. */
  readonly until?: string | null;
  /** Negates the whole condition. */
  readonly invert?: boolean | null;
  readonly caseSensitive?: boolean | null;
}

/** Whether a record passes. */
export type RecordFilter = (record: RecordPayload) => boolean;

/** One criterion, applied to one value that is not null. */
type Criterion = (value: unknown, record: RecordPayload) => boolean;

/**
 * Compiles conditions that a record must all meet. If a path leads to several values, one of them must meet all
 * criteria of the condition. Conditions are evaluated in order until one fails, so an earlier one can exclude values
 * that a later one cannot compare.
 *
 * @param budget what all filters of a request may cost together
 * @throws EmptyFilterError, InvalidRegexError, FilterTooExpensiveError, RangeError for a bound that is not a time. The
 * returned filter throws a ValueNotNumericError or ValueNotTimeError for a value that a criterion cannot compare, a
 * FilterTooExpensiveError when the budget is exceeded, and a RetryableError when the request runs out of time.
 */
export function compileFilter(
  conditions: readonly FilterCondition[],
  budget: FilterBudget = new FilterBudget(),
): RecordFilter {
  if (conditions.length === 0) {
    throw new EmptyFilterError('the filter has no condition', {
      hint: 'Give at least one condition, or leave the filter out.',
    });
  }
  const compiled = conditions.map((condition) => compileCondition(condition, budget));
  return (record) => compiled.every((condition) => condition(record));
}

function compileCondition(condition: FilterCondition, budget: FilterBudget): RecordFilter {
  const { field, isNull, invert } = condition;
  const criteria = [...textCriteria(condition, budget), ...numberCriteria(condition), ...timeCriteria(condition)];
  const equals = equalsCriterion(condition);
  if (isNull == null && equals === undefined && criteria.length === 0) {
    throw new EmptyFilterError(`the condition on ${JSON.stringify(field.slice(0, 80))} has no criterion`, {
      hint: 'Give a criterion such as equals or startsWith; isNull: true finds records without a value.',
    });
  }
  const collect = compileValuePath(field);
  const fulfils = (record: RecordPayload): boolean => {
    budget.checkTime();
    const values: unknown[] = [];
    collect(record, values);
    if (isNull === true) return values.length === 0 && equals === undefined && criteria.length === 0;
    if (isNull === false && values.length === 0) return false;
    if (equals === undefined && criteria.length === 0) return true;
    const meets = (value: unknown) => criteria.every((criterion) => criterion(value, record));
    return values.some((value) => {
      if (!Array.isArray(value)) return (equals === undefined || equals(value, record)) && meets(value);
      // `equals` matches a whole list or one of its elements; all other criteria apply to the elements.
      if (equals !== undefined && criteria.length === 0 && equals(value, record)) return true;
      return opened([value]).some((element) => (equals === undefined || equals(element, record)) && meets(element));
    });
  };
  return invert === true ? (record) => !fulfils(record) : fulfils;
}

/** Two numbers equal as numbers, everything else by text. */
function equalsCriterion({ equals, caseSensitive }: FilterCondition): Criterion | undefined {
  if (equals === undefined || equals === null) return undefined;
  if (typeof equals === 'number') {
    const text = comparableText(equals, true);
    return (value) => (typeof value === 'number' ? value === equals : comparableText(value, true) === text);
  }
  const text = comparableText(equals, caseSensitive === true);
  return (value) => comparableText(value, caseSensitive === true) === text;
}

function textCriteria(
  { startsWith, endsWith, likeRegex, caseSensitive }: FilterCondition,
  budget: FilterBudget,
): Criterion[] {
  const exact = caseSensitive === true;
  const criteria: Criterion[] = [];
  if (startsWith != null) {
    const start = comparableText(startsWith, exact);
    criteria.push((value) => comparableText(value, exact).startsWith(start));
  }
  if (endsWith != null) {
    const end = comparableText(endsWith, exact);
    criteria.push((value) => comparableText(value, exact).endsWith(end));
  }
  if (likeRegex != null) {
    const matches = budget.pattern(likeRegex, exact);
    criteria.push((value) => matches(comparableText(value, true)));
  }
  return criteria;
}

function numberCriteria(condition: FilterCondition): Criterion[] {
  const { field, lessThan, lessEquals, greaterThan, greaterEquals } = condition;
  const criteria: Criterion[] = [];
  const compare = (bound: number | null | undefined, holds: (value: number, bound: number) => boolean) => {
    if (bound == null) return;
    criteria.push((value, record) => {
      const number = numberOf(value);
      if (number === undefined) throw new ValueNotNumericError(field, value, record['id']);
      return holds(number, bound);
    });
  };
  compare(lessThan, (value, bound) => value < bound);
  compare(lessEquals, (value, bound) => value <= bound);
  compare(greaterThan, (value, bound) => value > bound);
  compare(greaterEquals, (value, bound) => value >= bound);
  return criteria;
}

function timeCriteria(condition: FilterCondition): Criterion[] {
  const { field } = condition;
  const criteria: Criterion[] = [];
  const compare = (name: 'after' | 'since' | 'before' | 'until', holds: (value: bigint, bound: bigint) => boolean) => {
    const text = condition[name];
    if (text == null) return;
    const bound = instantOf(text);
    if (bound === undefined) throw new RangeError(`${name} is no time: ${text}`);
    criteria.push((value, record) => {
      const instant = instantOf(value);
      if (instant === undefined) throw new ValueNotTimeError(field, value, record['id']);
      return holds(instant, bound);
    });
  };
  compare('after', (value, bound) => value > bound);
  compare('since', (value, bound) => value >= bound);
  compare('before', (value, bound) => value < bound);
  compare('until', (value, bound) => value <= bound);
  return criteria;
}

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
