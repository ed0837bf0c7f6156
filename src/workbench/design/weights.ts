import type { Evidence } from './evidence.ts';

/**
 * Shared evidence counts at most this much more than the threshold, so that one differing value of its own outweighs
 * it.
 */
const sharedAbove = 4;
/**
 * Where a thing is and what kind of thing it is count at most this much less than the threshold: neighbors in one house
 * are not one person, and two red cars of one model in one city are not one car.
 */
const belowContext = 3;
/** The parts of a place that follow from each other count at most this much more than the rarest of them. */
const areaAbove = 1;

type Group = 'area' | 'context' | 'shared';

/** The attributes of the matcher that adds up the evidence. */
export function weights(
  evidence: readonly Evidence[],
  { threshold, evenOddsAt, isLearned }: { threshold: number; evenOddsAt: number; isLearned: boolean },
): Readonly<Record<string, unknown>> {
  const limits = isLearned ? limitsOfLearned(evidence, threshold) : limitsOf(evidence, threshold);
  return {
    threshold,
    evenOddsAt,
    evidence: evidence.map((item) => {
      const group = groupOf(item, limits);
      return { ...weighedEvidence(item), ...(group !== undefined && { group }) };
    }),
    limits,
  };
}

/** An item of evidence as the matcher lists it. */
export interface WeighedEvidence {
  readonly name: string;
  readonly matcherIDs: readonly string[];
  readonly weights: readonly number[];
  readonly otherwise: number;
}

export const weighedEvidence = ({ title, levels, otherwise }: Evidence): WeighedEvidence => ({
  name: title,
  matcherIDs: levels.map(([matcherID]) => matcherID),
  weights: levels.map(([, bits]) => round(bits)),
  otherwise,
});

export const best = ({ levels }: Evidence): number => Math.max(0, ...levels.map(([, bits]) => bits));

/** True for evidence whose agreement says next to nothing: other evidence has the same value in it. */
export const onlyContradicts = (item: Evidence): boolean => best(item) <= 1;

export const round = (bits: number): number => Math.round(bits * 10) / 10;

/** The most bits that the evidence can reach under its limits. */
export function highestSum(evidence: readonly Evidence[], threshold: number): number {
  return sumWithin(evidence, limitsOf(evidence, threshold), best);
}

/** What two records count under the limits of experience, by what each item of evidence counts. */
export function experiencedSum(evidence: readonly Evidence[], threshold: number): (of: Float64Array) => number {
  const limits = limitsOf(evidence, threshold);
  const positions = new Map(evidence.map((item, index) => [item, index]));
  return (of) => sumWithin(evidence, limits, (item) => of[positions.get(item)!]!);
}

function sumWithin(evidence: readonly Evidence[], limits: Limits, bitsOf: (item: Evidence) => number): number {
  const sums = new Map<Group | undefined, number>();
  for (const item of evidence) {
    const group = groupOf(item, limits);
    sums.set(group, (sums.get(group) ?? 0) + bitsOf(item));
  }
  for (const [group, { most, within }] of Object.entries(limits) as [Group, Limit][]) {
    const outer = within as Group | undefined;
    const counted = Math.min(most, sums.get(group) ?? 0);
    sums.delete(group);
    sums.set(outer, (sums.get(outer) ?? 0) + counted);
  }
  return sums.get(undefined) ?? 0;
}

/** True if the evidence says which entity a record is about, not only what kind of thing or where. */
export function identifies(item: Evidence): boolean {
  return item.describes !== true && item.area !== true && best(item) > weak;
}

/** Evidence of at most this many bits distinguishes few entities: the gender, or junior and senior. */
const weak = 2.5;

interface Limit {
  readonly most: number;
  readonly within?: string;
}

type Limits = Readonly<Partial<Record<Group, Limit>>>;

/**
 * Limits of evidence that different entities share, inner groups first. Places have none if records have only places:
 * these are then compared by their places.
 */
function limitsOf(evidence: readonly Evidence[], threshold: number): Limits {
  const hasOwn = evidence.some(({ shared }) => !shared);
  const places = evidence.filter(({ place }) => place === true);
  const areas = evidence.filter(({ area }) => area === true);
  const context = evidence.filter(({ describes, place }) => describes === true || (hasOwn && place === true));
  const limits: Partial<Record<Group, Limit>> = {};
  const rest = evidence.filter((item) => !context.includes(item)).reduce((sum, item) => sum + best(item), 0);
  const isContextLimited = context.length > 0 && rest >= belowContext;
  const isShared = hasOwn && evidence.some(({ shared }) => shared);
  if (hasOwn && areas.length > 1 && places.length > 0) {
    const most = round(Math.max(...areas.map(best)) + areaAbove);
    limits.area = { most, ...(isContextLimited ? { within: 'context' } : isShared && { within: 'shared' }) };
  }
  if (isContextLimited)
    limits.context = { most: round(threshold - belowContext), ...(isShared && { within: 'shared' }) };
  if (isShared) limits.shared = { most: round(threshold + sharedAbove) };
  return limits;
}

/**
 * Learned weights know which places and descriptions agree together, so only what entities share is limited: whatever
 * the records say, it is no match for a different value of their own.
 */
const limitsOfLearned = (evidence: readonly Evidence[], threshold: number): Limits =>
  isSharedLimited(evidence) ? { shared: { most: round(threshold + sharedAbove) } } : {};

/** True if some of the evidence is shared, and some is an entity's own. */
const isSharedLimited = (evidence: readonly { readonly shared: boolean }[]): boolean =>
  evidence.some(({ shared }) => shared) && evidence.some(({ shared }) => !shared);

/**
 * The highest threshold at which a learned design links two records.
 *
 * @param own and shared: the sums of bits of what is an entity's own, and of what entities share
 */
export function linksUpTo(evidence: readonly { readonly shared: boolean }[], own: number, shared: number): number {
  return isSharedLimited(evidence) && own < -sharedAbove ? Number.NEGATIVE_INFINITY : own + shared;
}

function groupOf({ area, place, describes, shared }: Evidence, limits: Limits): Group | undefined {
  const candidates: (Group | false | undefined)[] = [
    area === true && 'area',
    (describes === true || (place === true && limits.shared !== undefined)) && 'context',
    shared && 'shared',
  ];
  return candidates.find((group): group is Group => typeof group === 'string' && limits[group] !== undefined);
}
