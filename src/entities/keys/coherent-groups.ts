import { present } from '../../assert.ts';
import { DisjointSets } from '../../disjoint-sets.ts';
import { piecewise } from '../../rules/matchers/long-comparison.ts';
import type { CompiledRuleConfig, EntityRules, KeyPlan, ResolvedValues } from '../../rules/types.ts';
import type { Work } from '../../work.ts';
import type { Held } from '../items/node.ts';
import { UNITS_OF_LOOK, UNITS_OF_PAIR } from '../pace.ts';
import { canLink } from './candidates.ts';
import { type MemberRecord, STATIC_PLAN } from './record-keys.ts';

/** A record as far as its place among the groups depends on it. */
export type Linkable = Pick<MemberRecord, 'values' | 'keys'> & {
  readonly stored: Pick<MemberRecord['stored'], 'id' | 'removedLinks'>;
};

/** Why a link did not join two groups: a source has one record in each, or the pairs between them say too little. */
type HeldReason = 'source' | 'evidence';

/** A link between two groups that stay apart. */
export interface HeldLink<Member extends Linkable = Linkable> {
  readonly a: Member;
  readonly b: Member;
  readonly reason: HeldReason;
  /** Of the link, above the threshold of the rules. */
  readonly bits: number;
  /** The mean of the pairs that were compared between the two groups; undefined where a source keeps them apart. */
  readonly mean?: number;
}

export interface CoherentGroups<Member extends Linkable> {
  /** Each in the order of the records, the group of the first record first. */
  readonly groups: Member[][];
  /** The strongest link between each two of the groups that some link leads between, the strongest first. */
  readonly held: readonly HeldLink<Member>[];
  /** As many links as it takes to connect each group, without those that people decided. */
  readonly joined: readonly (readonly [Member, Member])[];
}

/** One pair counts at most so many bits for or against joining two groups. */
const MOST_BITS = 20;
/** Records of each group that are compared. */
const COMPARED = 20;
/** Holders of a key that are all compared with one another; of more, each with so many that follow it by id. */
const ALL_PAIRS = 1_000;
const FOLLOWING = 100;

/**
 * The entities that records of one connected component form. Links join groups of records from the strongest on. Two groups
 * join if no source has a record in both, and if the mean of the pairs between them is high enough (average-link guard,
 * Hassanzadeh et al. 2009; unique mapping clustering). What people decided joins first, without support.
 *
 * A function of the records and their links alone: ties are broken by id, and the order of the records says nothing.
 */
export function* coherentGroups<Member extends Linkable>(
  records: readonly Member[],
  rules: CompiledRuleConfig,
): Work<CoherentGroups<Member>> {
  const { entityRules } = rules;
  if (entityRules === undefined || records.length === 1) return { groups: [[...records]], held: [], joined: [] };
  const order = [...records.keys()].sort((a, b) => (idOf(records[a]!) < idOf(records[b]!) ? -1 : 1));
  const members = order.map((index) => records[index]!);
  const growing = new GrowingGroups(members, entityRules);
  const links = yield* linksBetween(members, rules, entityRules, growing);
  const held: Candidate[] = [];
  const joined: (readonly [Member, Member])[] = [];
  for (const link of links) {
    if (growing.find(link.a) === growing.find(link.b)) continue;
    const refusal = yield* growing.join(link);
    if (refusal === undefined) joined.push([members[link.a]!, members[link.b]!]);
    else held.push(refusal);
  }
  const positions = new Map(order.map((index, position) => [index, position]));
  const byFirst = Map.groupBy(records.keys(), (index) => growing.find(positions.get(index)!));
  return {
    groups: [...byFirst.values()].map((indexes) => indexes.map((index) => records[index]!)),
    held: strongestOfEach(held, growing).map(({ a, b, ...rest }) => ({ a: members[a]!, b: members[b]!, ...rest })),
    joined,
  };
}

/** Of links with the strongest first, the first one between each two groups. */
function strongestOfEach(links: readonly Candidate[], growing: GrowingGroups): Candidate[] {
  const strongest = new Map<string, Candidate>();
  for (const link of links) {
    const [first, second] = [growing.find(link.a), growing.find(link.b)].sort((x, y) => x - y);
    const name = `${first} ${second}`;
    if (first !== second && !strongest.has(name)) strongest.set(name, link);
  }
  return [...strongest.values()];
}

const idOf = ({ stored }: Linkable): string => stored.id;

/** By group, why it stays apart from all others: as the strongest link to one of them was refused. */
export function reasonsOf<Member extends Linkable>({ groups, held }: CoherentGroups<Member>): readonly Held[] {
  const groupOf = new Map(groups.flatMap((group, index) => group.map((record) => [record, index] as const)));
  const reasons: Held[] = groups.map(() => 'chain');
  for (const { a, b, reason } of held.toReversed()) {
    for (const one of [a, b]) reasons[groupOf.get(one)!] = reason;
  }
  return reasons;
}

/** A link between positions. */
interface Link {
  readonly a: number;
  readonly b: number;
  readonly bits: number;
}

/** A link that did not join. */
interface Candidate extends Link {
  readonly reason: HeldReason;
  readonly mean?: number;
}

/** All links of the rules, the strongest first. Joins what people decided at once. */
function* linksBetween(
  members: readonly Linkable[],
  rules: CompiledRuleConfig,
  entityRules: EntityRules,
  growing: GrowingGroups,
): Work<Link[]> {
  const byKey = sharedKeys(members);
  for (const { plan, holders } of byKey) if (plan === STATIC_PLAN) uniteDecided(members, holders, growing);
  const links = new Map<number, Link>();
  for (const { plan, holders } of byKey) {
    if (plan === STATIC_PLAN || !(plan.exact || canLink({ hash: '', plan }))) continue;
    for (const pair of pairsOf(holders)) {
      yield UNITS_OF_LOOK;
      const [a, b] = pair;
      const name = a * members.length + b;
      const isKnown = links.has(name) || growing.find(a) === growing.find(b) || isRemoved(members, a, b);
      const bits = isKnown ? undefined : yield* bitsOfLink(members, pair, plan, rules, entityRules);
      if (bits !== undefined) links.set(name, { a, b, bits });
    }
  }
  return [...links.values()].sort((x, y) => y.bits - x.bits || x.a - y.a || x.b - y.b);
}

function uniteDecided(members: readonly Linkable[], holders: readonly number[], growing: GrowingGroups): void {
  for (const [a, b] of pairsOf(holders)) if (!isRemoved(members, a, b)) growing.unite(a, b);
}

/** Undefined if the key does not link the two. */
function* bitsOfLink(
  members: readonly Linkable[],
  [a, b]: readonly [number, number],
  plan: KeyPlan,
  rules: CompiledRuleConfig,
  entityRules: EntityRules,
): Work<number | undefined> {
  const [one, other] = [members[a]!.values, members[b]!.values];
  if (!plan.exact && !(yield* judged(() => rules.linked(plan, one, other)))) return undefined;
  return yield* judged(() => entityRules.bits(one, other));
}

function* judged<Result>(judge: () => Result): Work<Result> {
  yield UNITS_OF_PAIR;
  return yield* piecewise(judge);
}

/** Holders of one key by position, ascending. */
interface SharedKey {
  readonly plan: KeyPlan;
  readonly holders: number[];
}

function sharedKeys(members: readonly Linkable[]): SharedKey[] {
  const byKey = new Map<string, SharedKey>();
  for (const [index, { keys }] of members.entries()) {
    for (const { hash, plan } of keys) {
      const known = byKey.get(hash);
      if (known === undefined) byKey.set(hash, { plan, holders: [index] });
      else if (known.holders.at(-1) !== index) known.holders.push(index);
    }
  }
  return [...byKey.values()].filter(({ holders }) => holders.length > 1);
}

function* pairsOf(holders: readonly number[]): Generator<readonly [number, number], void, undefined> {
  const following = holders.length > ALL_PAIRS ? FOLLOWING : holders.length;
  for (const [first, a] of holders.entries()) {
    for (const b of holders.slice(first + 1, first + 1 + following)) yield [a, b];
  }
}

const isRemoved = (members: readonly Linkable[], a: number, b: number): boolean => {
  const [one, other] = [members[a]!.stored, members[b]!.stored];
  return one.removedLinks.includes(other.id) || other.removedLinks.includes(one.id);
};

/** Groups by position that grow by links. */
class GrowingGroups {
  private readonly members: readonly Linkable[];
  private readonly rules: EntityRules;
  private readonly sets: DisjointSets;
  /** By representative: positions in ascending order, and the sources that have a record there. */
  private readonly positions: number[][];
  private readonly sources: Set<string>[];
  /** Two groups as they were when they did not join: they only grow. */
  private readonly refused = new Map<string, Pick<Candidate, 'reason' | 'mean'>>();

  constructor(members: readonly Linkable[], rules: EntityRules) {
    this.members = members;
    this.rules = rules;
    this.sets = new DisjointSets(members.length);
    this.positions = members.map((_, index) => [index]);
    this.sources = members.map(({ values }) => new Set(rules.sourcesOf(values)));
  }

  find(position: number): number {
    return this.sets.find(position);
  }

  /** Joins the groups of two records, whatever speaks against it. */
  unite(a: number, b: number): void {
    const [first, second] = [this.find(a), this.find(b)];
    if (!this.sets.join(first, second)) return;
    const [kept, gone] = first < second ? [first, second] : [second, first];
    this.positions[kept] = [...this.positions[kept]!, ...this.positions[gone]!].sort((x, y) => x - y);
    this.positions[gone] = [];
    for (const source of this.sources[gone]!) this.sources[kept]!.add(source);
  }

  /** Joins two groups if the link between them has support; else says why not. */
  *join(link: Link): Work<Candidate | undefined> {
    const [first, second] = [this.find(link.a), this.find(link.b)];
    const [low, high] = first < second ? [first, second] : [second, first];
    const state = `${low} ${this.positions[low]!.length} ${high} ${this.positions[high]!.length}`;
    const refusal = this.refused.get(state) ?? (yield* this.refusal(low, high));
    if (refusal === undefined) {
      this.unite(low, high);
      return undefined;
    }
    this.refused.set(state, refusal);
    return { ...link, ...refusal };
  }

  private *refusal(a: number, b: number): Work<Pick<Candidate, 'reason' | 'mean'> | undefined> {
    const others = present(this.sources[b], 'every group has its sources');
    for (const source of this.sources[a]!) if (others.has(source)) return { reason: 'source' };
    if (this.rules.least === undefined) return undefined;
    const mean = yield* this.meanBetween(a, b);
    return mean < this.rules.least ? { reason: 'evidence', mean } : undefined;
  }

  private *meanBetween(a: number, b: number): Work<number> {
    const [first, second] = [compared(this.positions[a]!), compared(this.positions[b]!)];
    let sum = 0;
    for (const x of first) {
      for (const y of second) {
        const bits = yield* judged(() => this.bitsOf(Math.min(x, y), Math.max(x, y)));
        sum += Math.max(-MOST_BITS, Math.min(MOST_BITS, bits));
      }
    }
    return sum / (first.length * second.length);
  }

  /** Sums of fractions depend on the order of the two, so the smaller position comes first. */
  private bitsOf(a: number, b: number): number {
    const [one, other]: readonly ResolvedValues[] = [this.members[a]!.values, this.members[b]!.values];
    return this.rules.bits(one!, other!);
  }
}

/** At most so many, evenly spread. */
const compared = (positions: readonly number[]): readonly number[] =>
  positions.length <= COMPARED
    ? positions
    : Array.from({ length: COMPARED }, (_, at) => positions[Math.floor((at * positions.length) / COMPARED)]!);
