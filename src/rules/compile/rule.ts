import type { RulePart } from '../document/types.ts';
import { InvalidRuleConfigError } from '../errors.ts';
import type { Matcher, MissingValue } from '../matchers/matcher.ts';
import type { ResolvedValues } from '../types.ts';

/** A compiled rule: all of its matchers must be satisfied. */
export interface Rule {
  readonly id: string;
  readonly score: number;
  readonly ignoreErrors: boolean;
  readonly matchers: readonly Matcher[];
  /**
   * Per matcher, the position of its result in an {@link Evaluation}; matchers with the same fingerprint share a
   * position.
   */
  readonly places: readonly number[];
  /** The matchers that contribute to the rule's index keys. */
  readonly indexed: readonly Matcher[];
}

/** Returns the values that `mustExist` requires and a record does not have, over the matchers of a rule. */
export function missingIn(rule: Rule, values: ResolvedValues): readonly MissingValue[] {
  let all: MissingValue[] | undefined;
  for (const matcher of rule.matchers) {
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
  holds({ matchers, places }: Rule): boolean {
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
    if (part.matcherIDs.length === 0) throw new InvalidRuleConfigError(`rule "${part.id}" has no matcher`);
    const matchers = [...new Set(part.matcherIDs)].map(this.matchers);
    const disabled = new Set(part.attributes.disableIndexMatcherIDs);
    return {
      id: part.id,
      score: part.attributes.score,
      ignoreErrors: part.attributes.ignoreErrors,
      matchers,
      places: matchers.map(({ meaning }) => this.place(meaning)),
      indexed: matchers.filter(({ id, keyParts }) => keyParts !== undefined && !disabled.has(id)),
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
