import * as z from 'zod/mini';
import { digest } from '../../text/digest.ts';
import { type AttributeNote, noteIf } from '../document/definition.ts';
import type { ResolvedValues } from '../types.ts';
import { defineMatcher, type MatcherVerdict } from './matcher.ts';

const evidence = z.object({
  name: z
    .optional(z.string().check(z.minLength(1)))
    .check(z.describe('What is compared, for readers of explanations: "date of birth". Default: the first matcher.')),
  matcherIDs: z
    .array(z.string().check(z.minLength(1)))
    .check(
      z.minLength(1),
      z.describe('Matchers from the strictest to the loosest; the first one that is satisfied counts.'),
    ),
  weights: z
    .array(z.number().check(z.minimum(-100), z.maximum(100)))
    .check(z.minLength(1), z.describe('What each of them counts, in the same order.')),
  otherwise: z
    ._default(z.number().check(z.minimum(-100), z.maximum(100)), 0)
    .check(
      z.describe(
        'What counts when both records have a value and none of the matchers is satisfied; usually negative. Default 0. A record without a value counts 0.',
      ),
    ),
  group: z
    .optional(z.string().check(z.minLength(1)))
    .check(z.describe('Name of a group in limits, for evidence that tends to agree together.')),
});

const attributes = z.object({
  threshold: z.number().check(z.describe('Least sum of what counts.')),
  evenOddsAt: z
    .optional(z.number())
    .check(
      z.describe(
        'The sum at which a match is as likely as not, if the weights are bits (binary logarithms). An edge then has the score of its rule times the probability 1 / (1 + 2^(evenOddsAt − sum)), rounded to three digits. Default: none, an edge has the score of its rule.',
      ),
    ),
  evidence: z
    .array(evidence)
    .check(z.minLength(1), z.describe('What speaks for and against the two records being the same.')),
  limits: z
    ._default(
      z.record(
        z.string().check(z.minLength(1)),
        z.object({
          most: z.optional(z.number()).check(z.describe('The group counts no more than this.')),
          least: z.optional(z.number()).check(z.describe('The group counts no less than this.')),
          within: z
            .optional(z.string().check(z.minLength(1)))
            .check(z.describe('The group that this one counts in. Default: none.')),
        }),
      ),
      {},
    )
    .check(z.describe('Bounds to what the evidence of one group counts together. Default: none.')),
});

type Attributes = z.infer<typeof attributes>;
type Evidence = Attributes['evidence'][number];

const partsOfExamples = {
  matchers: [
    { id: 'sameEmail', type: 'simple', attributes: { resolverID: 'email' } },
    { id: 'sameBirthday', type: 'simple', attributes: { resolverID: 'birthday' } },
  ],
};

/** The rounding error of sums of decimal fractions is smaller than this. */
const ROUNDING = 1e-9;

/**
 * The decision rule of Fellegi and Sunter, "A Theory for Record Linkage" (1969): every comparison adds the logarithm of
 * how much more frequent its outcome is among matches than among unrelated records. Verifies only, because a sum yields
 * no index keys.
 */
export const weighted = defineMatcher<Attributes>({
  type: 'weighted',
  summary:
    'Adds up weights for matching and differing values and is satisfied when the sum reaches threshold. Verifies only: finds no candidates.',
  attributes,
  lint: (given) => [...given.evidence.flatMap(evidenceNotes), ...limitNotes(given), ...thresholdNotes(given)],
  compile({ threshold, evenOddsAt, evidence, limits }, context) {
    const items = evidence.map((item) => ({
      matchers: item.matcherIDs.map((id) => context.matcher(id)),
      weights: item.weights,
      otherwise: item.otherwise,
      group: item.group,
    }));
    const names = groupsInsideFirst({ evidence, limits });
    const lists = items.map(({ matchers, weights, otherwise, group }) => ({
      matchers,
      weights,
      otherwise,
      resolvers: [...new Set(matchers.flatMap(({ resolvers }) => resolvers))],
      group: group === undefined ? -1 : names.indexOf(group),
    }));
    const bounds = names.map((name) => ({
      most: limits[name]?.most ?? Number.POSITIVE_INFINITY,
      least: limits[name]?.least ?? Number.NEGATIVE_INFINITY,
      within: limits[name]?.within === undefined ? -1 : names.indexOf(limits[name].within),
    }));
    const inner = [...new Set(items.flatMap(({ matchers }) => matchers))];
    const least = threshold - ROUNDING;
    const totalOf = (counts: (item: number) => number): number => {
      const groups = new Float64Array(names.length);
      let total = 0;
      for (let i = 0; i < lists.length; i++) {
        const { group } = lists[i]!;
        if (group === -1) total += counts(i);
        else groups[group]! += counts(i);
      }
      for (let i = 0; i < groups.length; i++) {
        const { most, least, within } = bounds[i]!;
        const counted = Math.min(most, Math.max(least, groups[i]!));
        if (within > i) groups[within]! += counted;
        else total += counted;
      }
      return total;
    };
    const isMissing = (item: number, a: ResolvedValues, b: ResolvedValues): boolean => {
      const { resolvers } = lists[item]!;
      return !hasValue(a, resolvers) || !hasValue(b, resolvers);
    };
    const weightOf = (item: number, a: ResolvedValues, b: ResolvedValues): number => {
      const { matchers, weights, otherwise } = lists[item]!;
      if (isMissing(item, a, b)) return 0;
      for (let i = 0; i < matchers.length; i++) if (matchers[i]!.satisfied(a, b)) return weights[i]!;
      return otherwise;
    };
    const sum = (a: ResolvedValues, b: ResolvedValues): number => totalOf((item) => weightOf(item, a, b));
    const best = highest({ evidence, limits });
    const counted = [
      lists.map(({ matchers, weights, otherwise, group }) => [
        matchers.map(({ meaning }) => meaning),
        weights,
        otherwise,
        group,
      ]),
      bounds.map(({ most, least, within }) => [String(most), String(least), within]),
    ];
    return {
      id: context.id,
      type: 'weighted',
      meaning: digest(['weighted', threshold, ...counted]),
      bound: { family: digest(['weighted', ...counted]), level: threshold },
      resolvers: [...new Set(lists.flatMap(({ resolvers }) => resolvers))],
      satisfied: (a, b) => sum(a, b) >= least,
      bits: (a, b) => sum(a, b) - threshold,
      ...(evenOddsAt !== undefined && { certainty: (a, b) => probability(sum(a, b) - evenOddsAt) }),
      // Only present values count: a missing value is never an error here.
      missing: () => [],
      keyParts: undefined,
      impliedBy: () => false,
      verdict(a, b) {
        const verdicts = inner.map((matcher) => matcher.verdict(a, b));
        const total = sum(a, b);
        return {
          matcherID: context.id,
          type: 'weighted',
          satisfied: total >= least,
          similarity: best <= 0 ? 0 : Math.min(1, Math.max(0, total / best)),
          sum: {
            total,
            threshold,
            weights: evidence.map(({ name, matcherIDs }, item) => {
              const missing = isMissing(item, a, b);
              const counted = missing
                ? undefined
                : lists[item]!.matchers.find((matcher) => matcher.satisfied(a, b))?.id;
              return {
                name: name ?? matcherIDs[0]!,
                weight: weightOf(item, a, b),
                matcherIDs,
                ...(counted !== undefined && { counted }),
                isMissing: missing,
              };
            }),
          },
          values: distinctValues(verdicts),
          missing: [],
          inner: verdicts,
        };
      },
    };
  },
  examples: [
    {
      attributes: {
        threshold: 10,
        evidence: [
          { matcherIDs: ['sameEmail'], weights: [9], otherwise: -2 },
          { matcherIDs: ['sameBirthday'], weights: [6], otherwise: -8 },
        ],
      },
      ...partsOfExamples,
      a: { email: ['ada@example.com'], birthday: ['1980-02-01'] },
      b: { email: ['ada@example.com'], birthday: ['1980-02-01'] },
      satisfied: true,
    },
    {
      attributes: {
        threshold: 10,
        evidence: [
          { matcherIDs: ['sameEmail'], weights: [9], otherwise: -2 },
          { matcherIDs: ['sameBirthday'], weights: [6], otherwise: -8 },
        ],
      },
      ...partsOfExamples,
      a: { email: ['ada@example.com'], birthday: ['1980-02-01'] },
      b: { email: ['ada@example.com'], birthday: [] },
      satisfied: false,
    },
  ],
});

/** Rounded, so that edges far above even odds have the score 1, which no other edge can exceed. */
const probability = (bits: number): number => Math.round(1_000 / (1 + 2 ** -bits)) / 1_000;

function hasValue(values: ResolvedValues, resolvers: readonly number[]): boolean {
  for (let i = 0; i < resolvers.length; i++) if (values[resolvers[i]!]!.length > 0) return true;
  return false;
}

function distinctValues(verdicts: readonly MatcherVerdict[]): MatcherVerdict['values'] {
  const byResolver = new Map<string, MatcherVerdict['values'][number]>();
  for (const { values } of verdicts) for (const value of values) byResolver.set(value.resolverID, value);
  return [...byResolver.values()];
}

type Grouped = Pick<Attributes, 'evidence' | 'limits'>;

/** Maximum nesting depth of groups. */
const maxNesting = 8;

/** Returns the names of the groups, inner groups before the groups that contain them. */
function groupsInsideFirst({ evidence, limits }: Grouped): readonly string[] {
  const depths = new Map<string, number>();
  for (const { group } of evidence) {
    let name = group;
    for (let depth = maxNesting; name !== undefined && depth > 0; depth--) {
      const known = depths.get(name);
      depths.set(name, known === undefined ? depth : Math.min(known, depth));
      name = Object.hasOwn(limits, name) ? limits[name]!.within : undefined;
    }
  }
  return [...depths].sort(([, left], [, right]) => right - left).map(([name]) => name);
}

/** Returns the maximum sum, if everything matches as far as possible. */
function highest({ evidence, limits }: Grouped): number {
  const groups = new Map<string, number>();
  let total = 0;
  for (const { weights, otherwise, group } of evidence) {
    const best = greatest(weights, Math.max(0, otherwise));
    if (group === undefined) total += best;
    else groups.set(group, (groups.get(group) ?? 0) + best);
  }
  for (const name of groupsInsideFirst({ evidence, limits })) {
    const sum = groups.get(name) ?? 0;
    const counted = Math.min(limits[name]?.most ?? sum, sum);
    const { within } = limits[name] ?? {};
    if (within === undefined) total += counted;
    else groups.set(within, (groups.get(within) ?? 0) + counted);
  }
  return total;
}

/** A call takes only some 100,000 arguments, and a document may have more weights. */
const greatest = (weights: readonly number[], least: number): number =>
  weights.reduce((most, weight) => Math.max(most, weight), least);

function evidenceNotes({ matcherIDs, weights, otherwise }: Evidence, index: number): AttributeNote[] {
  const pointer = `/evidence/${index}`;
  if (weights.length !== matcherIDs.length) {
    return [
      {
        severity: 'error',
        code: 'WEIGHTS_DO_NOT_FIT',
        message: `there are ${matcherIDs.length} matcherIDs, but ${weights.length} weights`,
        hint: 'Write one weight for each matcher, in the same order.',
        pointer: `${pointer}/weights`,
      },
    ];
  }
  return noteIf(otherwise > greatest(weights, Number.NEGATIVE_INFINITY), {
    severity: 'warning',
    code: 'DISAGREEMENT_COUNTS_MORE',
    message: `disagreement counts ${otherwise}, more than any agreement`,
    hint: 'Write otherwise below the weights, usually below 0.',
    pointer: `${pointer}/otherwise`,
  });
}

function limitNotes({ evidence, limits }: Attributes): AttributeNote[] {
  const used = new Set(evidence.map(({ group }) => group));
  for (const { within } of Object.values(limits)) used.add(within);
  return Object.entries(limits).flatMap(([name, { most, least }]): AttributeNote[] => {
    // Escaped by RFC 6901, because the name of a group may contain any character.
    const pointer = `/limits/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (!used.has(name)) {
      return [
        {
          severity: 'warning',
          code: 'UNUSED_ATTRIBUTE',
          message: `no evidence is in the group "${name}"`,
          hint: 'Remove the limit, or write the group at the evidence that it is for.',
          pointer,
        },
      ];
    }
    if (countsInItself(name, limits)) {
      return [
        {
          severity: 'error',
          code: 'LIMITS_CROSS',
          message: `the group "${name}" counts in itself`,
          hint: 'Remove within from one of the groups of the circle.',
          pointer: `${pointer}/within`,
        },
      ];
    }
    if (most === undefined || least === undefined || least <= most) return [];
    return [
      {
        severity: 'error',
        code: 'LIMITS_CROSS',
        message: `least (${least}) is above most (${most})`,
        hint: 'Write a least below most.',
        pointer,
      },
    ];
  });
}

/** Also true for groups nested deeper than the limit. */
function countsInItself(name: string, limits: Attributes['limits']): boolean {
  let outer = limits[name]?.within;
  for (let depth = 1; outer !== undefined; depth++) {
    if (outer === name || depth >= maxNesting) return true;
    outer = Object.hasOwn(limits, outer) ? limits[outer]!.within : undefined;
  }
  return false;
}

function thresholdNotes(given: Attributes): AttributeNote[] {
  // The sum of groups in a circle is undefined.
  if (Object.keys(given.limits).some((name) => countsInItself(name, given.limits))) return [];
  const best = highest(given);
  if (given.threshold > best) {
    return [
      {
        severity: 'error',
        code: 'THRESHOLD_OUT_OF_REACH',
        message: `all evidence together counts ${best} at most: a threshold of ${given.threshold} is never reached`,
        hint: 'Lower the threshold, or raise weights.',
        pointer: '/threshold',
      },
    ];
  }
  if (given.threshold > 0) return improbableNotes(given);
  return [
    {
      severity: 'error',
      code: 'ACCEPTS_EVERYTHING',
      message: `a threshold of ${given.threshold} is reached by two records of which nothing is known`,
      hint: 'Write a threshold above 0.',
      pointer: '/threshold',
    },
  ];
}

function improbableNotes({ threshold, evenOddsAt }: Attributes): AttributeNote[] {
  if (evenOddsAt === undefined || evenOddsAt <= threshold) return [];
  return [
    {
      severity: 'warning',
      code: 'ODDS_ABOVE_THRESHOLD',
      message: `edges at the threshold (${threshold}) are less likely a match than not, because evenOddsAt is ${evenOddsAt}`,
      hint: 'Write evenOddsAt below the threshold, usually by 3 or more.',
      pointer: '/evenOddsAt',
    },
  ];
}
