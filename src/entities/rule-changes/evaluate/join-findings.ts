import { DisjointSets } from '../../../disjoint-sets.ts';
import {
  type Constraints,
  mergeConstraints,
  NO_CONSTRAINTS,
  readConstraints,
  separated,
  tooManyTogether,
} from '../../items/constraints.ts';
import { Comparison, type ExampleKind, exampleKinds } from '../report.ts';
import type { RuleChangeExample, RuleChangeProblem, RuleChangeReport } from '../types.ts';
import { type ChunkFindings, drawOf, type FoundExample, pairText } from './chunk-scan.ts';

/** Pairs and parted records that are joined in memory: some 300 bytes each. Of more, only the numbers are reported. */
const MOST_FOUND = 1_000_000;
/** The most examples of a change, of problems, and of examples of one kind. */
const EXAMPLES = 1_000;
const PROBLEMS = 10_000;
const EXAMPLES_OF_KIND = Math.floor(EXAMPLES / exampleKinds.length);
/** Examples that are kept until their kind is known. */
const DRAWN = 10 * EXAMPLES;

export interface JoinedFindings {
  readonly report: RuleChangeReport;
  readonly examples: readonly RuleChangeExample[];
  readonly problems: readonly RuleChangeProblem[];
}

/** What a change of the section `entities`, or of what it weighs, may do to linked records, whatever else changes. */
export type Regrouped = 'parted' | 'joined or parted';

/** The parts of an entity: the entity itself if the change does not part it. */
type Part = number;

/** Joins what the scan found in all chunks. Chunks are given twice: sizes count only for entities that change. */
export class FindingsJoin {
  private readonly most: number;
  private readonly regrouped: Regrouped | undefined;
  private readonly totals = {
    records: 0,
    entities: 0,
    refused: 0,
    pairs: 0,
    parts: 0,
    parted: 0,
    partedRecords: 0,
    unjudged: 0,
    several: 0,
    recordsOfSeveral: 0,
    largest: 0,
  };
  private readonly overFrequent = new Set<string>();
  /** Codes by record: a record that moves during the scan may come twice. */
  private readonly problems = new Map<string, string>();
  private examples: FoundExample[] = [];
  private readonly pairs: (readonly [string, string, string, string])[] = [];
  private readonly keys = new Map<
    string,
    { readonly holders: [string, string][]; readonly ruleIDs: readonly string[] }
  >();
  private readonly parted = new Map<string, readonly (readonly string[])[]>();
  private readonly constraints = new Map<string, string>();
  private readonly sizes = new Map<string, number>();

  /** @param regrouped what else may happen to linked records, which the scan does not judge */
  constructor(most = MOST_FOUND, regrouped?: Regrouped) {
    this.most = most;
    this.regrouped = regrouped;
  }

  /** Takes a chunk for the first time. */
  add(found: ChunkFindings): void {
    const { totals } = this;
    totals.records += found.records;
    totals.entities += found.entities;
    totals.refused += found.refused;
    for (const hash of found.overFrequent) this.overFrequent.add(hash);
    for (const [recordID, code] of found.problems) {
      if (this.problems.size < PROBLEMS) this.problems.set(recordID, code);
    }
    totals.pairs += found.pairs.length + found.keys.length;
    for (const [, parts] of found.parted) {
      totals.parted += 1;
      totals.parts += parts.length;
      for (const part of parts) totals.partedRecords += part.length;
    }
    totals.unjudged += found.unjudged;
    for (const [, records] of found.sizes) {
      totals.several += 1;
      totals.recordsOfSeveral += records;
      totals.largest = Math.max(totals.largest, records);
    }
    for (const example of found.examples) this.examples.push(example);
    if (this.examples.length > 2 * DRAWN) this.draw(DRAWN);
    if (this.isTooMuch) return;
    for (const pair of found.pairs) this.pairs.push(pair);
    for (const [record, entity, hash, ruleIDs] of found.keys) {
      const key = this.keys.get(hash) ?? { holders: [], ruleIDs };
      key.holders.push([record, entity]);
      this.keys.set(hash, key);
    }
    for (const [entity, parts] of found.parted) this.parted.set(entity, parts);
    for (const [entity, text] of found.constraints) this.constraints.set(entity, text);
  }

  /** Takes a chunk for the second time, after all were taken once. */
  addSizes({ sizes }: ChunkFindings): void {
    if (this.isTooMuch) return;
    if (this.sizes.size === 0) for (const entity of this.entitiesOfPairs()) this.sizes.set(entity, 1);
    for (const [entity, records] of sizes) if (this.sizes.has(entity)) this.sizes.set(entity, records);
  }

  joined(): JoinedFindings {
    if (this.regrouped !== undefined) return this.bounds(this.regrouped);
    return this.isTooMuch ? this.estimate() : this.exact();
  }

  private get isTooMuch(): boolean {
    return this.totals.pairs + this.totals.partedRecords > this.most;
  }

  private entitiesOfPairs(): Set<string> {
    const entities = new Set<string>();
    for (const [, a, , b] of this.pairs) entities.add(a).add(b);
    for (const { holders } of this.keys.values()) for (const [, entity] of holders) entities.add(entity);
    return entities;
  }

  private exact(): JoinedFindings {
    const { records, entities, refused } = this.totals;
    const parts = new Parts(this.parted, this.sizes);
    for (const entity of this.entitiesOfPairs()) parts.addEntity(entity);
    const before = parts.byEntity();
    const after = new ConstrainedSets(parts, this.constraints);
    for (const [a, entityOfA, b, entityOfB] of this.pairs) after.join(parts.of(a, entityOfA), parts.of(b, entityOfB));
    for (const { holders } of this.keys.values()) {
      after.joinAll(holders.map(([record, entity]) => parts.of(record, entity)));
    }
    const comparison = new Comparison(parts.count, before, after.sets, (part) => parts.recordsOf(part));
    const counts = comparison.counts();
    const changed = counts.merging + counts.splitting + counts.both;
    const report = {
      ...(this.totals.unjudged > 0 ? { isEstimate: true } : {}),
      ...counts,
      records,
      entitiesBefore: entities,
      entitiesAfter: entities - counts.entitiesBefore + counts.entitiesAfter,
      unchanged: entities - changed,
      overFrequentKeys: this.overFrequent.size,
      refused,
    };
    const placeOf = ({ records: [a], entities: [entity] }: FoundExample) => {
      const part = parts.of(a, entity);
      return { kind: comparison.kindOf(part), group: comparison.groupOf(part) };
    };
    return { report, examples: this.drawn(placeOf), problems: this.listedProblems() };
  }

  /** Bounds, where joining the pairs would take too much memory: no fewer records are touched, no larger entity results. */
  private estimate(): JoinedFindings {
    const { records, entities, refused, pairs, parted, parts, partedRecords } = this.totals;
    const merging = Math.min(entities, 2 * pairs);
    const splitting = Math.min(entities - merging, parted);
    const recordsTouched = Math.min(records, partedRecords + (pairs === 0 ? 0 : records));
    const report = {
      isEstimate: true,
      records,
      entitiesBefore: entities,
      entitiesAfter: Math.max(1, entities + parts - parted - pairs),
      unchanged: entities - merging - splitting,
      merging,
      splitting,
      both: 0,
      recordsTouched,
      largestEntity: recordsTouched,
      overFrequentKeys: this.overFrequent.size,
      refused,
    };
    return {
      report,
      examples: this.drawn(({ joins, entities: ids }) => ({ kind: joins ? 'merge' : 'split', group: pairText(ids) })),
      problems: this.listedProblems(),
    };
  }

  /** Bounds, where other linked records hold together: which ones, only whole components would say. */
  private bounds(regrouped: Regrouped): JoinedFindings {
    const { records, entities, refused, pairs, several, recordsOfSeveral, largest } = this.totals;
    const joins = regrouped === 'joined or parted' || pairs > 0;
    const changed = joins ? entities : several;
    const report = {
      isEstimate: true,
      records,
      entitiesBefore: entities,
      entitiesAfter: joins ? Math.min(1, entities) : entities - several + recordsOfSeveral,
      unchanged: entities - changed,
      merging: joins ? entities : 0,
      splitting: joins ? 0 : several,
      both: 0,
      recordsTouched: joins ? records : recordsOfSeveral,
      largestEntity: joins ? records : largest,
      overFrequentKeys: this.overFrequent.size,
      refused,
    };
    return { report, examples: [], problems: this.listedProblems() };
  }

  private listedProblems(): RuleChangeProblem[] {
    return [...this.problems].map(([recordID, code]) => ({ recordID, code }));
  }

  /** Keeps the examples of the smallest digests. */
  private draw(most: number): void {
    this.examples = this.examples
      .map((example) => ({ example, draw: drawOf(example) }))
      .sort((a, b) => (a.draw < b.draw ? -1 : 1))
      .slice(0, most)
      .map(({ example }) => example);
  }

  /** One example for each group, at most so many of each kind. */
  private drawn(placeOf: (example: FoundExample) => ExamplePlace): RuleChangeExample[] {
    for (const { holders, ruleIDs } of this.keys.values()) {
      const [[a, entityOfA] = ['', ''], ...others] = holders;
      const other = others.find(([, entity]) => entity !== entityOfA);
      if (other === undefined) continue;
      this.examples.push({ joins: true, records: [a, other[0]], entities: [entityOfA, other[1]], rules: ruleIDs });
    }
    this.draw(this.examples.length);
    const counts = { merge: 0, split: 0, both: 0 };
    const shown = new Map<ExamplePlace['group'], RuleChangeExample>();
    for (const example of this.examples) {
      const { kind, group } = placeOf(example);
      if (kind === undefined) continue;
      const { records, entities, rules } = example;
      const known = shown.get(group);
      if (known === undefined && counts[kind] < EXAMPLES_OF_KIND) {
        counts[kind] += 1;
        shown.set(group, { kind, records, entities, rules });
      } else if (known !== undefined && pairText(known.records) === pairText(records)) {
        // Several keys link the two.
        shown.set(group, { ...known, rules: [...new Set([...known.rules, ...rules])] });
      }
    }
    return [...shown.values()];
  }
}

/** What becomes of the entities of an example, and which examples are about the same. */
interface ExamplePlace {
  readonly kind: ExampleKind | undefined;
  readonly group: number | string;
}

/** Numbers the parts of entities that change. */
class Parts {
  private readonly parted: ReadonlyMap<string, readonly (readonly string[])[]>;
  private readonly sizes: ReadonlyMap<string, number>;
  private readonly first = new Map<string, Part>();
  private readonly ofRecord = new Map<string, Part>();
  private readonly entities: string[] = [];
  private readonly records: number[] = [];

  constructor(parted: ReadonlyMap<string, readonly (readonly string[])[]>, sizes: ReadonlyMap<string, number>) {
    this.parted = parted;
    this.sizes = sizes;
    for (const entity of parted.keys()) this.addEntity(entity);
  }

  get count(): number {
    return this.records.length;
  }

  addEntity(entity: string): void {
    if (this.first.has(entity)) return;
    this.first.set(entity, this.count);
    const parts = this.parted.get(entity);
    if (parts === undefined) this.addPart(entity, this.sizes.get(entity) ?? 1);
    for (const part of parts ?? []) {
      for (const record of part) this.ofRecord.set(record, this.count);
      this.addPart(entity, part.length);
    }
  }

  /** The part of an entity that holds the record. */
  of(record: string, entity: string): Part {
    return this.ofRecord.get(record) ?? this.first.get(entity)!;
  }

  entityOf(part: Part): string {
    return this.entities[part]!;
  }

  recordsOf(part: Part): number {
    return this.records[part]!;
  }

  byEntity(): DisjointSets {
    const sets = new DisjointSets(this.count);
    this.entities.forEach((entity, part) => {
      sets.join(this.first.get(entity)!, part);
    });
    return sets;
  }

  private addPart(entity: string, records: number): void {
    this.entities.push(entity);
    this.records.push(records);
  }
}

/** Unites parts unless a constraint separates them. */
class ConstrainedSets {
  readonly sets: DisjointSets;
  private readonly constraints = new Map<Part, Constraints>();

  constructor(parts: Parts, constraints: ReadonlyMap<string, string>) {
    this.sets = new DisjointSets(parts.count);
    if (constraints.size === 0) return;
    for (let part = 0; part < parts.count; part++) {
      const text = constraints.get(parts.entityOf(part));
      if (text !== undefined) this.constraints.set(part, readConstraints(text));
    }
  }

  /** True if the two are one afterwards. */
  join(a: Part, b: Part): boolean {
    const [first, second] = [this.sets.find(a), this.sets.find(b)];
    if (first === second) return true;
    const [one, other] = [this.constraints.get(first), this.constraints.get(second)];
    const [own, others] = [one ?? NO_CONSTRAINTS, other ?? NO_CONSTRAINTS];
    if (separated(own, others) || tooManyTogether(own, others) !== undefined) return false;
    this.sets.join(a, b);
    const both = mergeConstraints(own, others);
    if (both.text !== '') this.constraints.set(this.sets.find(a), both);
    return true;
  }

  /** Joins each part with the first of those before it that it may be united with. */
  joinAll(parts: readonly Part[]): void {
    const joined: Part[] = [];
    for (const part of parts) if (!joined.some((other) => this.join(other, part))) joined.push(part);
  }
}
