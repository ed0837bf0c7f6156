import { DisjointSets } from '../../disjoint-sets.ts';
import { Integers } from './integers.ts';

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

/**
 * Stored entities, and what outlasts every change of rules: removed links, cannot-link constraints and groups. Records are
 * named by position.
 */
export class StoredTruth {
  readonly entities: DisjointSets;
  readonly groups: readonly (readonly number[])[];
  private readonly removed: ReadonlyMap<number, ReadonlySet<number>>;
  /** By the representative of each set that is under a constraint; at first each record is a set. */
  private readonly sides: Map<number, Sides>;
  private readonly constrained: ReadonlySet<number>;

  constructor({ entities, groups, removed, sides }: Facts) {
    this.entities = entities;
    this.groups = groups;
    this.removed = removed;
    this.sides = sides;
    this.constrained = new Set([...sides.keys()].map((position) => entities.find(position)));
  }

  isLinkRemoved(a: number, b: number): boolean {
    return this.removed.get(a)?.has(b) === true;
  }

  /** True if the two are in different entities, and a constraint may keep these apart. */
  isConstrained(a: number, b: number): boolean {
    if (this.constrained.size === 0 || this.entities.find(a) === this.entities.find(b)) return false;
    return this.isUnderConstraint(a) || this.isUnderConstraint(b);
  }

  /** What to join of the holders of one key: with one record that nothing keeps apart, within entities, and pair by pair. */
  joinsOf(holders: readonly number[]): JoinsOfKey {
    if (this.removed.size === 0 && this.constrained.size === 0) return { free: holders[0], within: [], bound: [] };
    const linked = holders.filter((position) => !this.removed.has(position));
    const within = this.byEntity(linked);
    const ofEntities = new Map(linked.map((position) => [this.entities.find(position), position]));
    return {
      free: linked.find((position) => !this.isUnderConstraint(position)),
      within,
      bound: [
        ...holders.filter((position) => this.removed.has(position)),
        ...[...ofEntities.values()].filter((position) => this.isUnderConstraint(position)),
      ],
    };
  }

  /** The records of each entity, if they are several. */
  byEntity(positions: readonly number[]): readonly (readonly number[])[] {
    const parts = Map.groupBy(positions, (position) => this.entities.find(position));
    return [...parts.values()].filter(({ length }) => length > 1);
  }

  /** Whether a constraint keeps two sets apart, which their representatives name. */
  areSeparated(first: number, second: number): boolean {
    const [a, b] = [this.sides.get(first), this.sides.get(second)];
    return a !== undefined && b !== undefined && (meet(a.own, b.others) || meet(b.own, a.others));
  }

  uniteSides(first: number, second: number, united: number): void {
    const [a, b] = [this.sides.get(first), this.sides.get(second)];
    const both = a === undefined || b === undefined || a === b ? (a ?? b) : mergeSides(a, b);
    if (both !== undefined) this.sides.set(united, both);
  }

  private isUnderConstraint(position: number): boolean {
    return this.constrained.has(this.entities.find(position));
  }
}

export interface JoinsOfKey {
  /** Is joined with every holder. */
  readonly free: number | undefined;
  readonly within: readonly (readonly number[])[];
  readonly bound: readonly number[];
}

interface Facts {
  readonly entities: DisjointSets;
  readonly groups: readonly (readonly number[])[];
  /** Both ways. */
  readonly removed: ReadonlyMap<number, ReadonlySet<number>>;
  readonly sides: Map<number, Sides>;
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
  private readonly partners = new Integers();
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
    for (let position = 0; position < this.size; position++) entities.join(position, this.partners.at(position));
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
    return new StoredTruth({ entities, removed, sides, groups: this.groups.map(known) });
  }
}
