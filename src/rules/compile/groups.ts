import { digest } from '../../text/digest.ts';
import { IndexPlan, planSignature, type ResidualJoin, residual } from './index-plan.ts';
import type { Rule } from './rule.ts';

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
  readonly ruleSetIDs: {
    readonly index: string;
    readonly link: string;
    readonly deduplicate: string | undefined;
    readonly consistency: string | undefined;
  };
}

/** A rule that joins two records in one entity: a link rule or a deduplicate rule of a group. */
interface JoinRule {
  readonly rule: Rule;
  readonly gate: readonly Rule[] | undefined;
  /** The plan whose keys find all of its pairs, if there is one. */
  readonly finder: IndexPlan | undefined;
}

/**
 * The key plans of all groups' index rule sets. Each is told what to verify of a pair that shares one of its keys: the
 * link and deduplicate rules that it answers for. A rule whose pairs are sure to share a key of some plan is verified
 * with that plan's keys only, so that postings carry no values for rules that other keys find anyway.
 *
 * @param meanings of the resolvers' values, by position
 */
export function planIndex(
  groups: readonly Group[],
  meanings: readonly string[],
  { indexVersion, formerPlans }: KeyHeritage = {},
): IndexPlan[] {
  const rulesBySignature = new Map<string, Rule[]>();
  for (const { index } of groups) {
    for (const rule of index) {
      const signature = planSignature(rule, indexVersion);
      if (signature === undefined) continue;
      const sharing = rulesBySignature.get(signature);
      if (sharing === undefined) rulesBySignature.set(signature, [rule]);
      else if (!sharing.includes(rule)) sharing.push(rule);
    }
  }
  const plans = [...rulesBySignature.values()].map(
    (rules) =>
      new IndexPlan(
        rules[0]!,
        rules.map(({ id }) => id),
        indexVersion,
      ),
  );
  const joins = groups.flatMap(({ link, deduplicate, gate }) =>
    [...new Set([...link, ...(deduplicate ?? [])])].map(
      (rule): JoinRule => ({ rule, gate, finder: servingPlan(rule, plans) }),
    ),
  );
  for (const plan of plans) {
    giveJoins(plan, joins);
    plan.identify(
      plan.carried.map((position) => meanings[position]!),
      formerPlans,
    );
  }
  return plans;
}

/** Tells a plan what to verify of a pair that shares one of its keys. */
function giveJoins(plan: IndexPlan, joins: readonly JoinRule[]): void {
  const open: ResidualJoin[] = [];
  for (const { rule, gate, finder } of joins) {
    if (finder !== undefined && finder !== plan && !isImplied(rule, gate, plan)) continue;
    const openGate = gate?.map((gateRule) => residual(gateRule, plan.parts));
    const gated = openGate?.some(({ matchers }) => matchers.length === 0) ? undefined : openGate;
    open.push({ ...residual(rule, plan.parts), gate: gated });
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

/** Whether sharing a key of the plan leaves nothing of the rule and of its gate to verify. */
function isImplied(rule: Rule, gate: readonly Rule[] | undefined, plan: IndexPlan): boolean {
  const impliedByKey = (one: Rule): boolean => one.matchers.every((matcher) => matcher.impliedBy(plan.parts));
  return impliedByKey(rule) && (gate === undefined || gate.some(impliedByKey));
}

/**
 * Returns the plan of which two records share a key whenever they satisfy the rule: all parts of the plan are parts of
 * the rule's matchers. If there are several, prefers the rule's own plan, then the plan with the most parts, which
 * finds the fewest unrelated records.
 */
export function servingPlan(rule: Rule, plans: readonly IndexPlan[]): IndexPlan | undefined {
  const parts = new Set(rule.matchers.map(({ keyParts }) => keyParts?.signature));
  let best: IndexPlan | undefined;
  for (const plan of plans) {
    if (!plan.sources.every(({ signature }) => parts.has(signature))) continue;
    if (best === undefined || isBetter(plan, best, rule)) best = plan;
  }
  return best;
}

function isBetter(plan: IndexPlan, best: IndexPlan, rule: Rule): boolean {
  const own = plan.ruleIDs.includes(rule.id);
  if (own !== best.ruleIDs.includes(rule.id)) return own;
  return plan.sources.length > best.sources.length;
}

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
  rules && [...new Set(rules.map(({ matchers }) => digest(matchers.map(({ meaning }) => meaning).sort())))].sort();
