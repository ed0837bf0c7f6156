import type { RulePart } from '../document/types.ts';
import { InvalidRuleConfigError } from '../errors.ts';
import type { Matcher, MissingValue } from '../matchers/matcher.ts';
import type { ResolvedValues } from '../types.ts';

/** One way to satisfy a rule: all of these matchers. It makes index keys of its own. */
export interface Alternative {
  readonly rule: Rule;
  readonly matchers: readonly Matcher[];
  /**
   * Per matcher, the position of its result in an {@link Evaluation}; matchers with the same fingerprint share a
   * position.
   */
  readonly places: readonly number[];
  /** The matchers that contribute to the index keys. */
  readonly indexed: readonly Matcher[];
}

/** A compiled rule: all of its matchers must be satisfied and, if it names combinations, one of these. */
export interface Rule {
  readonly id: string;
  readonly score: number;
  readonly ignoreErrors: boolean;
  /** The matchers that must be satisfied in every case. */
  readonly matchers: readonly Matcher[];
  /** The score of an edge that the rule makes between two records: its own, times what its matchers know. */
  edgeScore(a: ResolvedValues, b: ResolvedValues): number;
  /** The combinations of `indexMatcherIDs`; empty for a rule without them. */
  readonly combinations: readonly (readonly Matcher[])[];
  /** One for each combination, each with the rule's own matchers; a single one for a rule without combinations. */
  readonly alternatives: readonly Alternative[];
}

/** The distinct matchers of a rule, those of its combinations first. */
export function matchersOf({ alternatives }: Rule): readonly Matcher[] {
  const [only, ...others] = alternatives;
  return others.length === 0 ? only!.matchers : [...new Set(alternatives.flatMap(({ matchers }) => matchers))];
}

/**
 * Returns the values that `mustExist` requires and a record does not have. A rule with combinations lacks a value only
 * if each of them lacks one.
 */
export function missingIn({ alternatives }: Rule, values: ResolvedValues): readonly MissingValue[] {
  let first: readonly MissingValue[] | undefined;
  for (const alternative of alternatives) {
    const missing = missingInAlternative(alternative, values);
    if (missing.length === 0) return NOTHING;
    first ??= missing;
  }
  return first ?? NOTHING;
}

function missingInAlternative({ matchers }: Alternative, values: ResolvedValues): readonly MissingValue[] {
  let all: MissingValue[] | undefined;
  for (const matcher of matchers) {
    const missing = matcher.missing(values);
    if (missing.length > 0) all = all === undefined ? [...missing] : [...all, ...missing];
  }
  return all ?? NOTHING;
}
const NOTHING: readonly MissingValue[] = [];

/**
 * Evaluates matchers on one pair of records, each once, regardless of how many rules use it. An evaluation is reused
 * for successive pairs: `begin` clears the results.
 */
export class Evaluation {
  /** 0 not evaluated, 1 satisfied, 2 not satisfied. */
  private readonly verdicts: Uint8Array;
  private a: ResolvedValues = [];
  private b: ResolvedValues = [];

  constructor(places: number) {
    this.verdicts = new Uint8Array(places);
  }

  begin(a: ResolvedValues, b: ResolvedValues): void {
    this.verdicts.fill(0);
    this.a = a;
    this.b = b;
  }

  /**
   * Whether the rule holds between the two records. A value that must exist and does not is no value here: a record is
   * asked for it when it is submitted, and a search when it begins, never a record that is stored.
   */
  holds({ alternatives }: Rule): boolean {
    for (let i = 0; i < alternatives.length; i++) {
      const { matchers, places } = alternatives[i]!;
      if (this.allSatisfied(matchers, places)) return true;
    }
    return false;
  }

  allSatisfied(matchers: readonly Matcher[], places: readonly number[]): boolean {
    for (let i = 0; i < matchers.length; i++) if (!this.satisfied(matchers[i]!, places[i]!)) return false;
    return true;
  }

  anyHolds(rules: readonly Rule[]): boolean {
    for (let i = 0; i < rules.length; i++) if (this.holds(rules[i]!)) return true;
    return false;
  }

  satisfied(matcher: Matcher, place: number): boolean {
    const known = this.verdicts[place]!;
    if (known !== 0) return known === 1;
    const satisfied = matcher.satisfied(this.a, this.b);
    this.verdicts[place] = satisfied ? 1 : 2;
    return satisfied;
  }
}

/** Compiles rules and assigns every matcher fingerprint one position in evaluations. */
export class RuleCompiler {
  private readonly matchers: (id: string) => Matcher;
  private readonly placeByMeaning = new Map<string, number>();

  constructor(matchers: (id: string) => Matcher) {
    this.matchers = matchers;
  }

  get places(): number {
    return this.placeByMeaning.size;
  }

  compile(part: RulePart): Rule {
    const { score, ignoreErrors, indexMatcherIDs, disableIndexMatcherIDs } = part.attributes;
    if (part.matcherIDs.length === 0 && indexMatcherIDs.length === 0) {
      throw new InvalidRuleConfigError(`rule "${part.id}" has no matcher`);
    }
    if (indexMatcherIDs.some((ids) => ids.length === 0)) {
      throw new InvalidRuleConfigError(`rule "${part.id}" has a combination without matchers`);
    }
    const matchers = [...new Set(part.matcherIDs)].map(this.matchers);
    const combinations = indexMatcherIDs.map((ids) => [...new Set(ids)].map(this.matchers));
    const alternatives: Alternative[] = [];
    const edgeScore = edgeScoreOf(score, matchers);
    const rule: Rule = { id: part.id, score, edgeScore, ignoreErrors, matchers, combinations, alternatives };
    if (combinations.length === 0) {
      const disabled = new Set(disableIndexMatcherIDs);
      alternatives.push(this.alternative(rule, matchers, (matcher) => !disabled.has(matcher.id)));
    }
    for (const combination of combinations) {
      // The combination comes first: it is cheaper to judge than what the rule verifies of it.
      const all = [...new Set([...combination, ...matchers])];
      alternatives.push(this.alternative(rule, all, (matcher) => combination.includes(matcher)));
    }
    return rule;
  }

  private alternative(rule: Rule, matchers: readonly Matcher[], givesKeys: (matcher: Matcher) => boolean): Alternative {
    return {
      rule,
      matchers,
      places: matchers.map(({ meaning }) => this.place(meaning)),
      indexed: matchers.filter((matcher) => matcher.keyParts !== undefined && givesKeys(matcher)),
    };
  }

  private place(meaning: string): number {
    let place = this.placeByMeaning.get(meaning);
    if (place === undefined) {
      place = this.placeByMeaning.size;
      this.placeByMeaning.set(meaning, place);
    }
    return place;
  }
}

function edgeScoreOf(score: number, matchers: readonly Matcher[]): Rule['edgeScore'] {
  const knowing = matchers.filter(({ certainty }) => certainty !== undefined);
  if (knowing.length === 0) return () => score;
  return (a, b) => knowing.reduce((product, matcher) => product * matcher.certainty!(a, b), score);
}
