import type { Evidence } from './evidence.ts';
import type { KeyChoice } from './keys.ts';
import { best } from './weights.ts';

/** A rule by which a search finds records. */
export interface DesignedSearch {
  readonly ruleID: string;
  /** Each of these combinations finds records: all of its matchers must be satisfied. */
  readonly combinations: readonly (readonly string[])[];
  /** What to give, one list for each combination. */
  readonly by: readonly (readonly string[])[];
  readonly score: number;
}

/** The rule of searches by several values that no value of their own finds. */
const severalValues = 'BY_SEVERAL_VALUES';

/**
 * The rules of searches, on the keys that links have anyway: a search costs a submit nothing. Each value that is a key
 * alone has a rule of its own. All combinations of several values share one.
 *
 * @param evenOddsAt the bits at which a match is as likely as not
 */
export function searchRules(choices: readonly KeyChoice[], evenOddsAt: number): readonly DesignedSearch[] {
  const alone = choices.filter(({ matcherIDs }) => matcherIDs.length === 1);
  const several = choices.filter(({ matcherIDs }) => matcherIDs.length > 1);
  // The values of one field, with and without those that many records share, are one rule.
  const rules = [...Map.groupBy(alone, searchRuleID)].map(
    ([ruleID, sharing]): DesignedSearch => ({
      ruleID,
      combinations: sharing.map(({ matcherIDs }) => matcherIDs),
      by: sharing.map(titlesOf),
      score: probability(Math.min(...sharing.map(bitsOf)) - evenOddsAt),
    }),
  );
  if (several.length === 0) return rules;
  const least = Math.min(...several.map(bitsOf));
  return [
    ...rules,
    {
      ruleID: severalValues,
      combinations: several.map(({ matcherIDs }) => matcherIDs),
      by: several.map(titlesOf),
      score: probability(least - evenOddsAt),
    },
  ];
}

/** The evidence that no search finds by alone, so that a reader of the design knows what else to give. */
export function notFoundAlone(evidence: readonly Evidence[], choices: readonly KeyChoice[]): readonly Evidence[] {
  const alone = new Set(
    choices.filter(({ matcherIDs }) => matcherIDs.length === 1).flatMap((choice) => choice.evidence),
  );
  return evidence.filter((item) => !alone.has(item) && item.levels.some(([, bits]) => bits > 0));
}

const searchRuleID = ({ matcherIDs }: KeyChoice): string =>
  `BY_${matcherIDs[0]!.replace(/^SAME_|_(?:RARE|SWAPPED)$/g, '')}`;

const titlesOf = ({ evidence }: KeyChoice): string[] => evidence.map(({ title }) => title);

/** The weight of the values in a comparison of two records or, for a key that only finds candidates, of the key. */
function bitsOf({ evidence, bits }: KeyChoice): number {
  return Math.max(
    bits,
    evidence.reduce((sum, item) => sum + (item.otherwise < 0 ? best(item) : 0), 0),
  );
}

const probability = (bits: number): number => Math.min(0.99, Math.max(0.01, Math.round(100 / (1 + 2 ** -bits)) / 100));
