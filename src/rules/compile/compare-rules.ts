import type { Matcher } from '../matchers/matcher.ts';
import type { KeyPlan } from '../types.ts';
import type { CompiledRules } from './compiled-rules.ts';
import { alternativesOf, linkingOf, servingPlan } from './groups.ts';
import type { IndexPlan, ResidualJoin, ResidualRule } from './index-plan.ts';
import type { Alternative } from './rule.ts';

/** A key plan in words. */
export interface ComparedPlan {
  readonly ruleIDs: readonly string[];
  /** The matchers whose values its keys are made of, for a combination of a rule with `indexMatcherIDs`. */
  readonly combination?: readonly string[];
  readonly exact: boolean;
  /** Ids of the resolvers whose values its postings carry. */
  readonly carried: readonly string[];
}

/**
 * What a change of rules does to links:
 *
 * - `search`: nothing that is stored depends on it.
 * - `keys`: the same pairs are linked, by other keys.
 * - `loosened`: every linked pair stays linked, and more may be.
 * - `tightened`: no pair is linked that was not.
 * - `mixed`: pairs may come and go.
 *
 * Apart from over-frequent keys, of which the first holders are linked.
 */
export type ChangeKind = 'search' | 'keys' | 'loosened' | 'tightened' | 'mixed';

/** What a document makes of data that another one has indexed and linked. */
export interface RulesComparison {
  /** Plans whose keys stored records have. */
  readonly shared: readonly ComparedPlan[];
  /** Plans that stored records have no keys of. */
  readonly added: readonly ComparedPlan[];
  /** Plans that only stored records have keys of. */
  readonly gone: readonly ComparedPlan[];
  /** Whether other pairs of records with a common key are linked, or are duplicates. */
  readonly linksChange: boolean;
  /** Whether other linked records are kept apart, by the section `entities` or by what it weighs. */
  readonly entitiesChange: boolean;
  /** Nothing that is stored depends on what differs: a deployment comes into force at once. */
  readonly isAlike: boolean;
  readonly kind: ChangeKind;
}

export function compareRules(former: CompiledRules, next: CompiledRules): RulesComparison {
  const planned = (rules: CompiledRules) => new Set(rules.parts.plans.map(({ identity }) => identity));
  const [before, after] = [planned(former), planned(next)];
  return {
    shared: next.parts.plans.filter(({ identity }) => before.has(identity)).map((plan) => inWords(plan, next)),
    added: next.parts.plans.filter(({ identity }) => !before.has(identity)).map((plan) => inWords(plan, next)),
    gone: former.parts.plans.filter(({ identity }) => !after.has(identity)).map((plan) => inWords(plan, former)),
    linksChange: linkingOf(former.parts.groups) !== linkingOf(next.parts.groups),
    entitiesChange: former.entityRules?.meaning !== next.entityRules?.meaning,
    isAlike: former.fingerprint === next.fingerprint,
    kind: kindOf(former, next),
  };
}

function kindOf(former: CompiledRules, next: CompiledRules): ChangeKind {
  if (former.fingerprint === next.fingerprint) return 'search';
  const [keeps, addsNothing] = [keepsLinks(former, next), keepsLinks(next, former)];
  if (keeps) return addsNothing ? 'keys' : 'loosened';
  return addsNothing ? 'tightened' : 'mixed';
}

/** An alternative of a rule that joins two records, with one of a consistency rule that must hold as well. */
interface Join {
  readonly alternative: Alternative;
  /** All matchers that must be satisfied. */
  readonly matchers: readonly Matcher[];
}

function joinsOf({ parts: { groups } }: CompiledRules): Join[] {
  return groups.flatMap(({ link, deduplicate, gate }) =>
    alternativesOf([...link, ...(deduplicate ?? [])]).flatMap((alternative) =>
      (gate === undefined ? [undefined] : alternativesOf(gate)).map((gateAlternative) => ({
        alternative,
        matchers: [...alternative.matchers, ...(gateAlternative?.matchers ?? [])],
      })),
    ),
  );
}

/** True if two records that satisfy the one are sure to satisfy the other: they are alike, or the one demands more. */
const demands = (one: Matcher, other: Matcher): boolean =>
  one.meaning === other.meaning ||
  (one.bound !== undefined && one.bound.family === other.bound?.family && one.bound.level >= other.bound.level);

/**
 * True if every pair that `from` links is sure to be linked by `to`: for each rule there is one that demands no more, and
 * whose pairs share a key.
 */
function keepsLinks(from: CompiledRules, to: CompiledRules): boolean {
  const identities = new Set(to.parts.plans.map(({ identity }) => identity));
  const keepsPlans = from.parts.plans.every(({ identity }) => identities.has(identity));
  const candidates = joinsOf(to).filter(
    ({ alternative }) => keepsPlans || servingPlan(alternative, to.parts.plans) !== undefined,
  );
  return joinsOf(from).every(({ matchers }) =>
    candidates.some((candidate) => candidate.matchers.every((loose) => matchers.some((one) => demands(one, loose)))),
  );
}

/** True if both make the same keys of every record. */
export function haveSamePlans(a: CompiledRules, b: CompiledRules): boolean {
  const identitiesOf = ({ parts }: CompiledRules) => [...new Set(parts.plans.map(({ identity }) => identity))].sort();
  return identitiesOf(a).join() === identitiesOf(b).join();
}

/**
 * Whether records that share a key of a plan of the next rules may come together by it: the former rules do not make the
 * key, or they demand more of a pair that has it.
 */
export function joiningPlans(former: CompiledRules, next: CompiledRules): (plan: KeyPlan) => boolean {
  const kind = kindOf(former, next);
  const addsNothing = kind === 'tightened' || kind === 'keys' || kind === 'search';
  const byIdentity = new Map(former.parts.plans.map((plan) => [plan.identity, plan]));
  const quiet = next.parts.plans.filter((plan) => {
    const before = byIdentity.get(plan.identity);
    return before !== undefined && (addsNothing || plan.exact || plan.joins.every((join) => isJoinedBy(before, join)));
  });
  const joinsNothing = new Set<KeyPlan>(quiet);
  return (plan) => !joinsNothing.has(plan);
}

/** True if the plan joins every pair that satisfies the join, among those that share a key. */
const isJoinedBy = ({ joins }: IndexPlan, { matchers, gate }: ResidualJoin): boolean =>
  joins.some(
    (known) =>
      known.matchers.every((loose) => matchers.some((one) => demands(one, loose))) &&
      (known.gate === undefined || (gate !== undefined && gateOf(known.gate) === gateOf(gate))),
  );

const gateOf = (gate: readonly ResidualRule[]): string =>
  JSON.stringify(gate.map(({ matchers }) => matchers.map(({ meaning }) => meaning).sort()).sort());

const inWords = (
  { ruleIDs, combination, exact, carried }: IndexPlan,
  { resolverIDs }: CompiledRules,
): ComparedPlan => ({
  ruleIDs,
  ...(combination !== undefined && { combination }),
  exact,
  carried: carried.map((position) => resolverIDs[position]!),
});
