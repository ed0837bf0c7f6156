import { digest } from '../../text/digest.ts';
import { IndexPlan, planSignature, type ResidualJoin, residual } from './index-plan.ts';
import type { Alternative, Rule } from './rule.ts';

/** What a table that was filled before asks of the keys that are made for it. */
export interface KeyHeritage {
  /** The version that the table's keys began with; default: this release's. */
  readonly indexVersion?: number | undefined;
  /** Identities by signature, of plans whose keys are digests over the signature alone; none by default. */
  readonly formerPlans?: ReadonlyMap<string, string> | undefined;
}

/** A mutation rule set group, compiled. */
export interface Group {
  readonly name: string;
  readonly index: readonly Rule[];
  readonly link: readonly Rule[];
  readonly deduplicate: readonly Rule[] | undefined;
  /** Consistency rules: two records are linked in this group only if they also satisfy one of these. */
  readonly gate: readonly Rule[] | undefined;
  /** Rules that put two records, if they are not linked, into the review queue. */
  readonly review: readonly Rule[] | undefined;
  readonly ruleSetIDs: {
    readonly index: string;
    readonly link: string;
    readonly deduplicate: string | undefined;
    readonly consistency: string | undefined;
    readonly review: string | undefined;
  };
}

/** What joins two records in one entity: an alternative of a link rule or of a deduplicate rule of a group. */
interface Join {
  readonly alternative: Alternative;
  /** Alternatives of the consistency rules, of which one must be satisfied as well. */
  readonly gate: readonly Alternative[] | undefined;
  /** The plan whose keys find all of its pairs, if there is one. */
  readonly finder: IndexPlan | undefined;
}

/**
 * The key plans of all groups' index rule sets. Each is told what to verify of a pair that shares one of its keys: the
 * alternatives of link and deduplicate rules that it answers for. An alternative whose pairs are sure to share a key of
 * some plan is verified with that plan's keys only, so that postings carry no values for what other keys find anyway.
 *
 * @param meanings of the resolvers' values, by position
 */
export function planIndex(
  groups: readonly Group[],
  meanings: readonly string[],
  { indexVersion, formerPlans }: KeyHeritage = {},
): IndexPlan[] {
  const alternatives = groups.flatMap(({ index }) => alternativesOf(index));
  const bySignature = Map.groupBy(alternatives, (alternative) => planSignature(alternative, indexVersion));
  bySignature.delete(undefined);
  const plans = [...bySignature.values()].map(
    (sharing) => new IndexPlan(sharing[0]!, [...new Set(sharing.map(({ rule }) => rule.id))], indexVersion),
  );
  const joins = groups.flatMap(({ link, deduplicate, gate }) =>
    alternativesOf([...new Set([...link, ...(deduplicate ?? [])])]).map(
      (alternative): Join => ({
        alternative,
        gate: gate && alternativesOf(gate),
        finder: servingPlan(alternative, plans),
      }),
    ),
  );
  for (const plan of plans) giveJoins(plan, joins);
  giveReviews(plans, groups);
  for (const plan of plans) {
    plan.identify(
      plan.carried.map((position) => meanings[position]!),
      formerPlans,
    );
  }
  return plans;
}

/** Tells a plan what to verify of a pair that shares one of its keys. */
function giveJoins(plan: IndexPlan, joins: readonly Join[]): void {
  const open: ResidualJoin[] = [];
  for (const { alternative, gate, finder } of joins) {
    if (finder !== undefined && finder !== plan && !isImplied(alternative, gate, plan)) continue;
    const openGate = gate?.map((gateRule) => residual(gateRule, plan.parts));
    const gated = openGate?.some(({ matchers }) => matchers.length === 0) ? undefined : openGate;
    open.push({ ...residual(alternative, plan.parts), gate: gated });
  }
  plan.exact = open.some(({ matchers, gate }) => matchers.length === 0 && gate === undefined);
  if (plan.exact) return;
  plan.joins = open;
  const carried = new Set<number>();
  for (const { matchers, gate } of open) {
    for (const matcher of [...matchers, ...(gate ?? []).flatMap((rule) => rule.matchers)]) {
      for (const position of matcher.resolvers) carried.add(position);
    }
  }
  plan.carried = [...carried].sort((a, b) => a - b);
}

/**
 * Tells plans whose postings submits read anyway what makes a pair deserve a review. An alternative whose pairs are sure to
 * share a key of one of these plans is judged by that plan alone. Pairs that share an exact key are linked.
 */
function giveReviews(plans: readonly IndexPlan[], groups: readonly Group[]): void {
  const linking = plans.filter(({ exact, carried }) => exact || carried.length > 0);
  const reviews = alternativesOf([...new Set(groups.flatMap(({ review }) => review ?? []))]).map((alternative) => ({
    alternative,
    finder: servingPlan(alternative, linking),
  }));
  for (const plan of linking) {
    if (plan.exact) continue;
    const own = reviews.filter(({ finder }) => finder === undefined || finder === plan);
    plan.reviews = own.map(({ alternative }) => ({ ...residual(alternative, plan.parts), rule: alternative.rule }));
    const carried = new Set(plan.carried);
    for (const { matchers } of plan.reviews) {
      for (const { resolvers } of matchers) for (const position of resolvers) carried.add(position);
    }
    plan.carried = [...carried].sort((a, b) => a - b);
  }
}

/** Whether sharing a key of the plan leaves nothing of the rule and of its gate to verify. */
function isImplied(alternative: Alternative, gate: readonly Alternative[] | undefined, plan: IndexPlan): boolean {
  const impliedByKey = (one: Alternative): boolean => one.matchers.every((matcher) => matcher.impliedBy(plan.parts));
  return impliedByKey(alternative) && (gate === undefined || gate.some(impliedByKey));
}

/**
 * Returns the plan of which two records share a key whenever they satisfy the alternative: all parts of the plan are
 * parts of its matchers. If there are several, prefers its own plan, then the plan with the most parts, which finds the
 * fewest unrelated records.
 */
export function servingPlan(alternative: Alternative, plans: readonly IndexPlan[]): IndexPlan | undefined {
  const parts = new Set(alternative.matchers.map(({ keyParts }) => keyParts?.signature));
  const ownParts = new Set(alternative.indexed.map(({ keyParts }) => keyParts!.signature));
  const isOwn = ({ ruleIDs, parts: planned }: IndexPlan): boolean =>
    ruleIDs.includes(alternative.rule.id) &&
    planned.size === ownParts.size &&
    [...planned].every((signature) => ownParts.has(signature));
  let best: IndexPlan | undefined;
  for (const plan of plans) {
    if (!plan.sources.every(({ signature }) => parts.has(signature))) continue;
    if (isOwn(plan)) return plan;
    if (best === undefined || plan.sources.length > best.sources.length) best = plan;
  }
  return best;
}

export const alternativesOf = (rules: readonly Rule[]): Alternative[] =>
  rules.flatMap(({ alternatives }) => alternatives);

/** Digest of what decides which records are linked or are duplicates, whatever groups and rules are called. */
export const linkingOf = (groups: readonly Group[]): string =>
  digest(
    groups
      .map(({ link, deduplicate, gate }) =>
        digest([meaningsOf(link), meaningsOf(deduplicate) ?? null, meaningsOf(gate) ?? null]),
      )
      .sort(),
  );

/** Of two rules with the same matchers one is enough; their order makes no difference. */
const meaningsOf = (rules: readonly Rule[] | undefined): readonly string[] | undefined =>
  rules &&
  [
    ...new Set(alternativesOf(rules).map(({ matchers }) => digest(matchers.map(({ meaning }) => meaning).sort()))),
  ].sort();
