import { DisjointSets } from '../disjoint-sets.ts';
import { append } from '../multimap.ts';
import type { Decided } from './groups.ts';
import type { Joins } from './judge.ts';

/** What an entity tells of itself, besides the content of its records. */
export interface EntityFacts {
  readonly id: string;
  readonly recordIDs: readonly string[];
  /** Pairs that no rule links; the second record may be in another entity. */
  readonly removedLinks: readonly (readonly [string, string])[];
  /** Records that `linkTogether` links whatever the rules say. */
  readonly groups: readonly (readonly string[])[];
  /** Ids of entities that a cannot-link constraint keeps apart from this one. */
  readonly keptApartFrom: readonly string[];
}

/** The entities that a set of records comes from, and those that it may not be united with. */
interface Sides {
  readonly own: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
}

interface Facts {
  readonly entities: DisjointSets;
  readonly groups: readonly (readonly number[])[];
  /** Both ways. */
  readonly removed: ReadonlyMap<number, ReadonlySet<number>>;
  readonly sides: Map<number, Sides>;
}

/**
 * Joins stored records by rules, as far as what outlasts every change of rules allows it: removed links, cannot-link
 * constraints and groups. Records are named by position.
 */
export class StoredTruth implements Joins {
  /** As they are stored. */
  readonly entities: DisjointSets;
  /** As the rules join them. */
  readonly sets: DisjointSets;
  /** Two records of each join, one after the other. */
  readonly joined: number[] = [];
  private readonly size: number;
  private readonly removed: ReadonlyMap<number, ReadonlySet<number>>;
  private readonly groups: readonly (readonly number[])[];
  /** By the representative of each set that is under a constraint; at first each record is a set. */
  private readonly sides: Map<number, Sides>;
  private readonly constrained: ReadonlySet<number>;
  /** Pairs of two entities of which one is under a constraint: joined when each entity has its parts. */
  private readonly later: (readonly [number, number])[] = [];

  constructor(size: number, { entities, groups, removed, sides }: Facts) {
    this.size = size;
    this.entities = entities;
    this.sets = new DisjointSets(size);
    this.removed = removed;
    this.groups = groups;
    this.sides = sides;
    this.constrained = new Set([...sides.keys()].map((position) => entities.find(position)));
    for (const group of groups) this.joinHolders(group);
  }

  isOpen(a: number, b: number): boolean {
    return this.sets.find(a) !== this.sets.find(b) && this.removed.get(a)?.has(b) !== true;
  }

  join(a: number, b: number): void {
    if (!this.isOpen(a, b)) return;
    if (this.isConstrained(a, b)) this.later.push([a, b]);
    else this.unite(a, b);
  }

  /** Joins all but those that removed links or constraints keep apart: these within entities, and pair by pair. */
  joinHolders(holders: readonly number[]): void {
    if (this.removed.size === 0 && this.constrained.size === 0) {
      for (const other of holders) this.join(holders[0]!, other);
      return;
    }
    const linked = holders.filter((position) => !this.removed.has(position));
    const free = linked.find((position) => !this.isUnderConstraint(position));
    if (free !== undefined) for (const other of holders) this.join(free, other);
    for (const [first, ...others] of this.byEntity(linked)) for (const other of others) this.join(first!, other);
    const ofEntities = new Map(linked.map((position) => [this.entities.find(position), position]));
    const bound = [
      ...holders.filter((position) => this.removed.has(position)),
      ...[...ofEntities.values()].filter((position) => this.isUnderConstraint(position)),
    ];
    for (let second = 1; second < bound.length; second++) {
      for (let first = 0; first < second; first++) this.join(bound[first]!, bound[second]!);
    }
  }

  /** Those that are one entity already: a stored key that is over-frequent links nothing more. */
  partsOfMany(holders: readonly number[]): readonly (readonly number[])[] {
    const parts = Map.groupBy(holders.keys(), (place) => this.entities.find(holders[place]!));
    return [...parts.values()].filter(({ length }) => length > 1);
  }

  /** Joins what constraints do not keep apart, once all else is joined. */
  end(): void {
    for (const [a, b] of this.later) {
      const [first, second] = [this.sets.find(a), this.sets.find(b)];
      if (first !== second && !this.areSeparated(first, second)) this.unite(a, b);
    }
  }

  /** What people decided about the records, which have these ids. */
  decided(ids: readonly string[]): Decided {
    const groups = new Map<number, string[]>();
    for (const [name, group] of this.groups.entries()) for (const one of group) append(groups, one, `group ${name}`);
    return {
      removedLinks: (position) => [...(this.removed.get(position) ?? [])].map((other) => ids[other]!),
      groups: (position) => groups.get(position) ?? [],
    };
  }

  /** Pairs that connect each entity, as it is stored. */
  *storedPairs(): Generator<readonly [number, number], void, undefined> {
    for (let position = 0; position < this.size; position++) yield [position, this.entities.find(position)];
  }

  private unite(a: number, b: number): void {
    const [first, second] = [this.sides.get(this.sets.find(a)), this.sides.get(this.sets.find(b))];
    this.sets.join(a, b);
    this.joined.push(a, b);
    const both =
      first === undefined || second === undefined || first === second ? (first ?? second) : mergeSides(first, second);
    if (both !== undefined) this.sides.set(this.sets.find(a), both);
  }

  /** The records of each entity, if they are several. */
  private byEntity(positions: readonly number[]): readonly (readonly number[])[] {
    const parts = Map.groupBy(positions, (position) => this.entities.find(position));
    return [...parts.values()].filter(({ length }) => length > 1);
  }

  /** True if the two are in different entities, and a constraint may keep these apart. */
  private isConstrained(a: number, b: number): boolean {
    if (this.constrained.size === 0 || this.entities.find(a) === this.entities.find(b)) return false;
    return this.isUnderConstraint(a) || this.isUnderConstraint(b);
  }

  private isUnderConstraint(position: number): boolean {
    return this.constrained.has(this.entities.find(position));
  }

  /** Whether a constraint keeps two sets apart, which their representatives name. */
  private areSeparated(first: number, second: number): boolean {
    const [a, b] = [this.sides.get(first), this.sides.get(second)];
    return a !== undefined && b !== undefined && (meet(a.own, b.others) || meet(b.own, a.others));
  }
}

const meet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => [...a].some((one) => b.has(one));

const mergeSides = (a: Sides, b: Sides): Sides => ({
  own: new Set([...a.own, ...b.own]),
  others: new Set([...a.others, ...b.others]),
});

/** Gathers what a list of entities tells, in any order, and names records by the order in which they come. */
export class TruthReader {
  /** Records that came in a second entity: they moved while the entities were read. */
  moved = 0;
  private readonly positions = new Map<string, number>();
  /** By position: a record of the same entity. */
  private readonly partners: number[] = [];
  private readonly united: (readonly [number, number])[] = [];
  private readonly removed: (readonly [string, string])[] = [];
  private readonly groups: (readonly string[])[] = [];
  private readonly constrained: EntityFacts[] = [];

  get size(): number {
    return this.positions.size;
  }

  /** Returns the positions of the records that are new, in their order among `recordIDs`; undefined for others. */
  add(facts: EntityFacts): readonly (number | undefined)[] {
    let first: number | undefined;
    const added = facts.recordIDs.map((id) => {
      const known = this.positions.get(id);
      if (known !== undefined) {
        this.moved += 1;
        if (first === undefined) first = known;
        else this.united.push([first, known]);
        return undefined;
      }
      const position = this.positions.size;
      this.positions.set(id, position);
      first ??= position;
      this.partners.push(first);
      return position;
    });
    for (const pair of facts.removedLinks) this.removed.push(pair);
    for (const group of facts.groups) this.groups.push(group);
    if (facts.keptApartFrom.length > 0) this.constrained.push(facts);
    return added;
  }

  ids(): string[] {
    return [...this.positions.keys()];
  }

  truth(): StoredTruth {
    const entities = new DisjointSets(this.size);
    for (const [position, partner] of this.partners.entries()) entities.join(position, partner);
    for (const [a, b] of this.united) entities.join(a, b);
    const known = (ids: readonly string[]) => ids.flatMap((id) => this.positions.get(id) ?? []);
    const removed = new Map<number, Set<number>>();
    for (const pair of this.removed) {
      const [a, b] = known(pair);
      // The other record may be erased meanwhile.
      if (a === undefined || b === undefined) continue;
      removed.set(a, (removed.get(a) ?? new Set()).add(b));
      removed.set(b, (removed.get(b) ?? new Set()).add(a));
    }
    const sides = new Map<number, Sides>();
    for (const { id, recordIDs, keptApartFrom } of this.constrained) {
      const ofEntity = { own: new Set([id]), others: new Set(keptApartFrom) };
      for (const position of known(recordIDs)) sides.set(position, ofEntity);
    }
    return new StoredTruth(this.size, { entities, removed, sides, groups: this.groups.map(known) });
  }
}
