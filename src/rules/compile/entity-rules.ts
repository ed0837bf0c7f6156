import { digest } from '../../text/digest.ts';
import type { EntitiesSection } from '../document/types.ts';
import type { Matcher, ResolverHandle } from '../matchers/matcher.ts';
import type { EntityRules, ResolvedValues } from '../types.ts';
import { alternativesOf, type Group } from './groups.ts';
import { Evaluation, type Rule } from './rule.ts';

/** What a rule without weights counts that is certain, and, below 0, a pair that no rule joins. */
const CERTAIN = 20;

/** What a rule says of two records, as far as its index keys do not say it. */
interface Voice {
  readonly rule: Rule;
  /** Sums of weights; without one, the score of the rule speaks where the rule holds. */
  readonly sums: readonly Matcher[];
  readonly others: readonly Matcher[];
  readonly gate: readonly Rule[] | undefined;
}

/** Compiles the section `entities`; undefined where it asks for nothing. */
export function compileEntityRules(
  section: EntitiesSection | undefined,
  groups: readonly Group[],
  places: number,
  resolver: (id: string) => ResolverHandle,
): EntityRules | undefined {
  const coherence = section?.coherence ?? undefined;
  const onePerSource = section?.onePerSource ?? undefined;
  if (coherence === undefined && onePerSource === undefined) return undefined;
  const voices = voicesOf(groups);
  const evaluation = new Evaluation(places);
  const source = onePerSource && resolver(onePerSource.resolverID);
  const named = onePerSource?.sources == null ? undefined : new Set(onePerSource.sources);
  return {
    meaning: digest([
      coherence?.bits ?? null,
      source?.meaning ?? null,
      named === undefined ? null : [...named].sort(),
      // Sums of weights decide above and below the threshold alike, and so do the scores of rules.
      voices.map(({ rule, sums, others }) => [rule.score, sums, others].map((part) => JSON.stringify(meaningOf(part)))),
    ]),
    least: coherence && -coherence.bits,
    bits(a, b) {
      evaluation.begin(a, b);
      let best = -CERTAIN;
      for (const voice of voices) best = Math.max(best, bitsOf(voice, evaluation, a, b));
      return best;
    },
    sourcesOf(values) {
      if (source === undefined) return [];
      const all = values[source.position] ?? [];
      return named === undefined ? all : all.filter((one) => named.has(one));
    },
  };
}

const meaningOf = (part: number | readonly Matcher[]) =>
  typeof part === 'number' ? part : part.map(({ meaning }) => meaning).sort();

/** The rules that join records, each with what it verifies: matchers that give keys are only how it finds pairs. */
function voicesOf(groups: readonly Group[]): Voice[] {
  return groups.flatMap(({ link, deduplicate, gate }) =>
    [...new Set([...link, ...(deduplicate ?? [])])].map((rule): Voice => {
      const verifying = new Set(
        alternativesOf([rule]).flatMap(({ matchers, indexed }) => matchers.filter((one) => !indexed.includes(one))),
      );
      const sums = [...verifying].filter(({ bits }) => bits !== undefined);
      return { rule, sums, others: rule.matchers.filter((one) => verifying.has(one) && !sums.includes(one)), gate };
    }),
  );
}

function bitsOf(
  { rule, sums, others, gate }: Voice,
  evaluation: Evaluation,
  a: ResolvedValues,
  b: ResolvedValues,
): number {
  if (gate !== undefined && !evaluation.anyHolds(gate)) return -CERTAIN;
  if (sums.length === 0) return evaluation.holds(rule) ? bitsOfScore(rule.edgeScore(a, b)) : -CERTAIN;
  if (!others.every((matcher) => matcher.satisfied(a, b))) return -CERTAIN;
  return Math.min(...sums.map((matcher) => matcher.bits!(a, b)));
}

/** The logarithm of the odds: 0 for a score of one half. */
const bitsOfScore = (score: number): number =>
  score >= 1 ? CERTAIN : Math.max(-CERTAIN, Math.log2(score / (1 - score)));
