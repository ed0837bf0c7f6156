import { DisjointSets } from '../../disjoint-sets.ts';
import { byNames } from '../../multimap.ts';
import { piecewise } from '../../rules/matchers/long-comparison.ts';
import type { CompiledRuleConfig, Hit, IndexKey, RecordPayload, ResolvedValues, RuleLink } from '../../rules/types.ts';
import { finished, type Work } from '../../work.ts';
import { EntityTooLargeError } from '../errors.ts';
import { keysOf, STATIC_PLAN, STATIC_RULE } from '../keys/record-keys.ts';
import { Pace, UNITS_OF_PAIR, UNITS_OF_RECORD } from '../pace.ts';
import type { EntityRecord } from './read-entities.ts';
import type { ConnectionBan, EntityLink, EntityView, Prepared, RemovedLink } from './types.ts';

/** A pair of records, by position, with the rules that link them. */
interface PairLinks {
  readonly a: number;
  readonly b: number;
  readonly links: readonly RuleLink[];
}

/**
 * The pairs of a thousand records: judging them takes a second or two. The edges of an entity with more would not fit
 * into an answer.
 */
const JUDGED_PAIRS = 500_000;

const NO_HITS: ReadonlyMap<number, Hit> = new Map();

/** One for all entities of the process: an answer has many small ones. */
const pace = new Pace();

function* inPieces<Result>(judge: () => Result): Work<Result> {
  yield UNITS_OF_PAIR;
  return yield* piecewise(judge);
}

const STATIC_LINK: RuleLink = { ruleID: STATIC_RULE, group: '', score: 1 };

/** The fields of a record that a view needs; by default it has no groups and no removed links. */
export type ViewedRecord = Pick<EntityRecord, 'id' | 'payload'> & Partial<EntityRecord>;

/** What is known about an entity beyond its records. */
export interface EntityContext {
  /** By position of the record; none outside a search. Done once, on demand. */
  readonly hits?: Work<ReadonlyMap<number, Hit>> | ReadonlyMap<number, Hit>;
  /** The values that the pipeline made of the records, if it has run already. */
  readonly values?: ResolvedValues[];
  readonly aliases?: readonly string[];
  readonly bans?: () => Promise<readonly ConnectionBan[]>;
}

/**
 * Edges, duplicates and scores are derived from the records on demand, so they never disagree with the records or the
 * rules.
 */
export class ComputedEntityView implements EntityView {
  readonly id: string;
  readonly aliases: readonly string[];
  private readonly bans: () => Promise<readonly ConnectionBan[]>;
  private readonly entries: readonly ViewedRecord[];
  private readonly rules: CompiledRuleConfig;
  private readonly hitWork: Work<ReadonlyMap<number, Hit>> | undefined;
  private judgedHits: ReadonlyMap<number, Hit> | undefined;
  private payloads: readonly RecordPayload[] | undefined;
  private resolved: ResolvedValues[] | undefined;
  private keys: (readonly IndexKey[])[] | undefined;
  private positionsByKey: ReadonlyMap<string, readonly number[]> | undefined;
  private linkedPairs: PairLinks[] | undefined;
  private originals: Map<string, Map<number, number>> | undefined;
  private computedScore: number | undefined;
  private readonly refused = new Set<string>();
  /** Preparations run one after the other, so that none computes what another one is computing. */
  private preparing: Promise<unknown> = Promise.resolve();

  constructor(
    id: string,
    entries: readonly ViewedRecord[],
    rules: CompiledRuleConfig,
    { hits = NO_HITS, values, aliases = [], bans = async () => [] }: EntityContext = {},
  ) {
    this.id = id;
    this.entries = entries;
    this.rules = rules;
    if (hits instanceof Map) this.judgedHits = hits;
    else this.hitWork = hits as Work<ReadonlyMap<number, Hit>>;
    this.resolved = values;
    this.aliases = aliases;
    this.bans = bans;
  }

  prepare(what: Prepared): Promise<void> {
    const prepared = this.preparing.then(async () => {
      await pace.through<unknown>(this.workOf(what));
    });
    this.preparing = prepared.catch(() => undefined);
    return prepared;
  }

  private workOf(what: Prepared): Work<unknown> {
    switch (what) {
      case 'links':
        return this.pairsInPieces();
      case 'duplicates':
        return this.duplicatesInPieces();
      case 'score':
        return this.scoreInPieces();
      case 'values':
        return this.valuesInPieces();
      case 'hits':
        return this.hitsInPieces();
    }
  }

  get records(): readonly RecordPayload[] {
    this.payloads ??= this.entries.map((entry) => entry.payload);
    return this.payloads;
  }

  connectionBans(): Promise<readonly ConnectionBan[]> {
    return this.bans();
  }

  removedLinks(): readonly RemovedLink[] {
    const done = new Set<string>();
    return this.entries.flatMap(({ id, removedLinks = [] }) => {
      done.add(id);
      return removedLinks.filter((other) => !done.has(other)).map((other) => ({ a: id, b: other }));
    });
  }

  linkedTogether(): readonly (readonly string[])[] {
    const byGroup = byNames(this.entries, ({ groups = [] }) => groups);
    return [...byGroup.values()].filter(({ length }) => length > 1).map((entries) => entries.map(({ id }) => id));
  }

  edges(): readonly string[] {
    return this.links()
      .map(({ a, b, rule }) => `${a}:${b}:${rule}`)
      .sort();
  }

  links(): readonly EntityLink[] {
    return this.pairs().flatMap(({ a, b, links }) => {
      const scores = new Map(links.map(({ ruleID, score }) => [ruleID, score]));
      return [...scores].map(([rule, score]) => ({ a: this.idAt(a), b: this.idAt(b), rule, score }));
    });
  }

  duplicates(): Readonly<Record<string, readonly string[]>> {
    const found: [string, string[]][] = [];
    for (const [group, originals] of this.duplicatesByGroup()) {
      const byOriginal = new Map<number, string[]>();
      for (const [duplicate, original] of originals) {
        const list = byOriginal.get(original) ?? [];
        list.push(this.idAt(duplicate));
        byOriginal.set(original, list);
      }
      for (const [original, ids] of byOriginal) {
        const id = this.idAt(original);
        found.push([this.rules.groups.length > 1 ? `${group}:${id}` : id, ids]);
      }
    }
    return Object.fromEntries(found);
  }

  /** Each duplicate with the record that it is a duplicate of, once for each group. */
  duplicatePairs(): readonly (readonly [string, string])[] {
    return [...this.duplicatesByGroup().values()].flatMap((originals) =>
      [...originals].map(([duplicate, original]) => [this.idAt(duplicate), this.idAt(original)] as const),
    );
  }

  hits(): Readonly<Record<string, readonly string[]>> {
    // Without a prototype, so that every id is a name like any other, and the engine makes no class of objects for it.
    const hits: Record<string, readonly string[]> = Object.create(null);
    for (const [position, { ruleIDs }] of this.hitsByPosition) hits[this.idAt(position)] = ruleIDs;
    return hits;
  }

  /**
   * Mean, over the records, of the best edge that touches each; a duplicate shares its original's fate and counts 1. A
   * record is done with when it has the best score that any of its shared keys can give, so that a thousand records that
   * share one key cost a thousand judgements, not half a million.
   */
  score(): number {
    return finished(this.scoreInPieces());
  }

  private *scoreInPieces(): Work<number> {
    const size = this.entries.length;
    if (size === 1) return 1;
    if (this.computedScore !== undefined) return this.computedScore;
    const best = new Array<number>(size).fill(0);
    for (const originals of (yield* this.duplicatesInPieces()).values()) {
      for (const [duplicate, original] of originals) {
        best[duplicate] = 1;
        best[original] = 1;
      }
    }
    yield* this.keysInPieces();
    const highest = this.highestScores();
    const open = new Set<number>();
    for (let position = 0; position < size; position++) if (best[position]! < highest[position]!) open.add(position);
    const budget = this.budget('score');
    const raise = (position: number, score: number) => {
      best[position] = Math.max(best[position]!, score);
      if (best[position]! >= highest[position]!) open.delete(position);
    };
    for (let a = 0; a < size && open.size > 0; a++) {
      for (const b of this.partnersOf(a)) {
        if (!open.has(a) && !open.has(b)) continue;
        budget.spend();
        for (const { score } of yield* inPieces(() => this.linksBetween(a, b))) {
          raise(a, score);
          raise(b, score);
        }
      }
    }
    this.computedScore = best.reduce((sum, score) => sum + score, 0) / best.length;
    return this.computedScore;
  }

  consistency(): number {
    return this.rules.consistency(this.values());
  }

  hitScore(): number {
    let best = 0;
    for (const { score } of this.hitsByPosition.values()) best = Math.max(best, score);
    return best;
  }

  async considering(keep: (record: RecordPayload) => boolean): Promise<readonly EntityView[]> {
    const kept = this.records.flatMap((record, position) => (keep(record) ? [position] : []));
    if (kept.length === this.records.length) return [this];
    if (kept.length === 0) return [];
    await this.prepare('hits');
    const rest = this.only(kept, this.id);
    const parts = connectedParts(kept.length, await pace.through(rest.joinedPairs()));
    if (parts.length === 1) return [rest];
    return parts.map((positions, index) => rest.only(positions, `${this.id}-${index + 1}`));
  }

  /** An entity of some of the records, by position. */
  private only(positions: readonly number[], id: string): ComputedEntityView {
    const hits = new Map<number, Hit>();
    positions.forEach((position, index) => {
      const hit = this.hitsByPosition.get(position);
      if (hit !== undefined) hits.set(index, hit);
    });
    const entries = positions.map((position) => this.entries[position]!);
    const { resolved } = this;
    const values = resolved === undefined ? undefined : positions.map((position) => resolved[position]!);
    const { aliases, bans } = this;
    return new ComputedEntityView(id, entries, this.rules, {
      hits,
      aliases,
      bans,
      ...(values && { values }),
    });
  }

  /** The links of one record, by its position among `records` first stored. */
  linksOf(recordID: string): Promise<readonly EntityLink[]> {
    return pace.through(this.linksOfInPieces(recordID));
  }

  private *linksOfInPieces(recordID: string): Work<readonly EntityLink[]> {
    yield* this.keysInPieces();
    yield* this.duplicatesInPieces();
    const at = this.entries.findIndex(({ id }) => id === recordID);
    if (at === -1) return [];
    const links: EntityLink[] = [];
    for (const other of this.sharersWith(at)) {
      const [a, b] = at < other ? [at, other] : [other, at];
      const found = yield* inPieces(() => this.linksBetween(a, b));
      const scores = new Map(found.map(({ ruleID, score }) => [ruleID, score]));
      for (const [rule, score] of scores) links.push({ a: this.idAt(a), b: this.idAt(b), rule, score });
    }
    return links;
  }

  /** Enough pairs that belong together by themselves, linked or one a duplicate of the other, to know all that do. */
  private *joinedPairs(): Work<[number, number][]> {
    yield* this.keysInPieces();
    const size = this.entries.length;
    const sets = new DisjointSets(size);
    const joined: [number, number][] = [];
    const join = (a: number, b: number) => {
      sets.join(a, b);
      joined.push([a, b]);
    };
    for (const originals of (yield* this.duplicatesInPieces()).values()) {
      for (const [duplicate, original] of originals) join(duplicate, original);
    }
    const budget = this.budget('parts');
    for (let a = 0; a < size; a++) {
      for (const b of this.partnersOf(a)) {
        if (sets.find(a) === sets.find(b)) continue;
        budget.spend();
        if ((yield* inPieces(() => this.linksBetween(a, b))).length > 0) join(a, b);
      }
    }
    return joined;
  }

  private get hitsByPosition(): ReadonlyMap<number, Hit> {
    return finished(this.hitsInPieces());
  }

  private *hitsInPieces(): Work<ReadonlyMap<number, Hit>> {
    this.judgedHits ??= yield* this.hitWork!;
    return this.judgedHits;
  }

  private idAt(position: number): string {
    return this.entries[position]!.id;
  }

  private values(): ResolvedValues[] {
    return finished(this.valuesInPieces());
  }

  private *valuesInPieces(): Work<ResolvedValues[]> {
    if (this.resolved !== undefined) return this.resolved;
    const values: ResolvedValues[] = [];
    for (const record of this.records) {
      values.push(this.rules.resolve(record));
      yield UNITS_OF_RECORD;
    }
    this.resolved = values;
    return values;
  }

  /** Every pair with a common index key that a link rule holds between; duplicates have no edges of their own. */
  private pairs(): readonly PairLinks[] {
    return finished(this.pairsInPieces());
  }

  private *pairsInPieces(): Work<readonly PairLinks[]> {
    if (this.linkedPairs !== undefined) return this.linkedPairs;
    const pairs: PairLinks[] = [];
    yield* this.keysInPieces();
    yield* this.duplicatesInPieces();
    const budget = this.budget('edges');
    for (let a = 0; a < this.entries.length; a++) {
      for (const b of this.partnersOf(a)) {
        budget.spend();
        const links = yield* inPieces(() => this.linksBetween(a, b));
        if (links.length > 0) pairs.push({ a, b, links });
      }
    }
    this.linkedPairs = pairs;
    return pairs;
  }

  /** What links two records, of which a was stored first and which share a key. */
  private linksBetween(a: number, b: number): RuleLink[] {
    const values = this.values();
    const duplicates = this.duplicatesByGroup();
    const links = this.isLinkRemoved(a, b)
      ? []
      : this.rules
          .links(values[a]!, values[b]!)
          .filter(({ group }) => !duplicates.get(group)?.has(a) && !duplicates.get(group)?.has(b));
    if (this.areGrouped(a, b)) links.push(STATIC_LINK);
    return links;
  }

  private isLinkRemoved(a: number, b: number): boolean {
    const [first, second] = [this.entries[a]!, this.entries[b]!];
    return (first.removedLinks?.includes(second.id) ?? false) || (second.removedLinks?.includes(first.id) ?? false);
  }

  private areGrouped(a: number, b: number): boolean {
    const groups = this.entries[b]!.groups;
    if (groups === undefined || groups.length === 0 || this.isLinkRemoved(a, b)) return false;
    return this.entries[a]!.groups?.some((group) => groups.includes(group)) ?? false;
  }

  /** Per group: position of a duplicate to that of its original, the first record stored that it is a duplicate of. */
  private duplicatesByGroup(): ReadonlyMap<string, ReadonlyMap<number, number>> {
    return finished(this.duplicatesInPieces());
  }

  private *duplicatesInPieces(): Work<ReadonlyMap<string, ReadonlyMap<number, number>>> {
    if (this.originals !== undefined) return this.originals;
    const originals = new Map<string, Map<number, number>>();
    if (!this.rules.hasDuplicates) {
      this.originals = originals;
      return originals;
    }
    yield* this.keysInPieces();
    const values = this.values();
    const { groups } = this.rules;
    const isFound = (position: number): boolean => groups.every((group) => originals.get(group)?.has(position));
    const budget = this.budget('duplicates');
    for (let a = 0; a < this.entries.length; a++) {
      if (isFound(a)) continue;
      for (const b of this.partnersOf(a)) {
        if (isFound(b) || this.isLinkRemoved(a, b)) continue;
        budget.spend();
        for (const group of yield* inPieces(() => this.rules.duplicateGroups(values[a]!, values[b]!))) {
          const found = originals.get(group) ?? new Map<number, number>();
          if (!found.has(a) && !found.has(b)) found.set(b, a);
          originals.set(group, found);
        }
      }
    }
    this.originals = originals;
    return originals;
  }

  /** Positions, ascending, of the records stored after this one that share a key with it. */
  private partnersOf(position: number): readonly number[] {
    return this.sharersWith(position, position + 1);
  }

  private sharersWith(position: number, from = 0): readonly number[] {
    const lists: (readonly number[])[] = [];
    for (const { hash } of this.keysAt()[position]!) {
      const sharing = this.sharing().get(hash)!;
      if (sharing.length > 1) lists.push(sharing);
    }
    // Mostly one key is shared by many: then there is nothing to merge.
    const found = lists.length === 1 ? lists[0]! : [...new Set(lists.flat())].sort((x, y) => x - y);
    return found.filter((other) => other >= from && other !== position);
  }

  private keysAt(): readonly (readonly IndexKey[])[] {
    return finished(this.keysInPieces());
  }

  private *keysInPieces(): Work<readonly (readonly IndexKey[])[]> {
    if (this.keys !== undefined) return this.keys;
    const keys: (readonly IndexKey[])[] = [];
    for (const [position, values] of (yield* this.valuesInPieces()).entries()) {
      keys.push(keysOf(this.rules, values, this.entries[position]!.groups ?? []));
      yield UNITS_OF_RECORD;
    }
    this.keys = keys;
    return keys;
  }

  /** Positions, ascending, by the hash of the key that they share. */
  private sharing(): ReadonlyMap<string, readonly number[]> {
    if (this.positionsByKey !== undefined) return this.positionsByKey;
    const sharing = new Map<string, number[]>();
    this.keysAt().forEach((keys, position) => {
      for (const { hash } of keys) {
        const positions = sharing.get(hash);
        if (positions === undefined) sharing.set(hash, [position]);
        else if (positions.at(-1) !== position) positions.push(position);
      }
    });
    this.positionsByKey = sharing;
    return sharing;
  }

  /** Per record the best score that a key which it shares can give it. */
  private highestScores(): number[] {
    const sharing = this.sharing();
    return this.keysAt().map((keys) => {
      let highest = 0;
      for (const { hash, plan } of keys) {
        if (sharing.get(hash)!.length > 1)
          highest = Math.max(highest, plan === STATIC_PLAN ? 1 : (this.rules.highestScore?.(plan) ?? 1));
      }
      return highest;
    });
  }

  /** @param work refused at once if it was too much before */
  private budget(work: string): { spend(): void } {
    const refusal = () => new EntityTooLargeError(this.id, this.entries.length, JUDGED_PAIRS);
    if (this.refused.has(work)) throw refusal();
    let left = JUDGED_PAIRS;
    return {
      spend: () => {
        left -= 1;
        if (left >= 0) return;
        this.refused.add(work);
        throw refusal();
      },
    };
  }
}

/**
 * The positions 0 to size − 1 in their connected parts, the largest part first and among equals the one with the lowest
 * position; positions ascend within a part.
 */
export function connectedParts(size: number, pairs: Iterable<readonly [number, number]>): number[][] {
  const sets = new DisjointSets(size);
  for (const [a, b] of pairs) sets.join(a, b);
  return sets.parts().sort((a, b) => b.length - a.length);
}
