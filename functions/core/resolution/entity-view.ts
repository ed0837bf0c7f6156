import type { CompiledRuleConfig, Hit, RecordPayload, ResolvedValues, RuleLink } from '../matching/compiled.ts';
import { keysOf, STATIC_RULE } from './components.ts';
import { connectedParts } from './connected-parts.ts';
import type { EntityRecord } from './read-entities.ts';
import type { ConnectionBan, EntityLink, EntityView } from './resolution.ts';

/** A pair of records, by position, with the rules that link them. */
interface PairLinks {
  readonly a: number;
  readonly b: number;
  readonly links: readonly RuleLink[];
}

const STATIC_LINK: RuleLink = { ruleID: STATIC_RULE, group: '', score: 1 };

/** What a view needs to know of a record; it is in no group and cut from nobody unless that is said. */
export type ViewedRecord = Pick<EntityRecord, 'id' | 'payload'> & Partial<EntityRecord>;

/** What is known about an entity beyond its records. */
export interface EntityContext {
  /** By position of the record; empty outside a search. */
  readonly hits?: ReadonlyMap<number, Hit>;
  /** What the pipeline made of the records, if somebody ran it already. */
  readonly values?: ResolvedValues[];
  readonly aliases?: readonly string[];
  readonly bans?: () => Promise<readonly ConnectionBan[]>;
}

/**
 * Edges, duplicates and scores are derived from the records when somebody asks for them, so they can never disagree
 * with the records or with the rules.
 */
export class ComputedEntityView implements EntityView {
  readonly id: string;
  readonly records: readonly RecordPayload[];
  readonly aliases: readonly string[];
  private readonly bans: () => Promise<readonly ConnectionBan[]>;
  private readonly entries: readonly ViewedRecord[];
  private readonly rules: CompiledRuleConfig;
  private readonly hitsByPosition: ReadonlyMap<number, Hit>;
  private resolved: ResolvedValues[] | undefined;
  private linkedPairs: PairLinks[] | undefined;
  private originals: Map<string, Map<number, number>> | undefined;

  constructor(
    id: string,
    entries: readonly ViewedRecord[],
    rules: CompiledRuleConfig,
    { hits = new Map(), values, aliases = [], bans = async () => [] }: EntityContext = {},
  ) {
    this.id = id;
    this.entries = entries;
    this.records = entries.map((entry) => entry.payload);
    this.rules = rules;
    this.hitsByPosition = hits;
    this.resolved = values;
    this.aliases = aliases;
    this.bans = bans;
  }

  connectionBans(): Promise<readonly ConnectionBan[]> {
    return this.bans();
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

  hits(): Readonly<Record<string, readonly string[]>> {
    return Object.fromEntries([...this.hitsByPosition].map(([position, hit]) => [this.idAt(position), hit.ruleIDs]));
  }

  /** Mean, over the records, of the best edge that touches each; a duplicate shares its original's fate and counts 1. */
  score(): number {
    if (this.entries.length === 1) return 1;
    const best = new Array<number>(this.entries.length).fill(0);
    for (const { a, b, links } of this.pairs()) {
      for (const { score } of links) {
        best[a] = Math.max(best[a]!, score);
        best[b] = Math.max(best[b]!, score);
      }
    }
    for (const originals of this.duplicatesByGroup().values()) {
      for (const [duplicate, original] of originals) {
        best[duplicate] = 1;
        best[original] = 1;
      }
    }
    return best.reduce((sum, score) => sum + score, 0) / best.length;
  }

  consistency(): number {
    return this.rules.consistency(this.values());
  }

  hitScore(): number {
    let best = 0;
    for (const { score } of this.hitsByPosition.values()) best = Math.max(best, score);
    return best;
  }

  considering(keep: (record: RecordPayload) => boolean): readonly EntityView[] {
    const kept = this.records.flatMap((record, position) => (keep(record) ? [position] : []));
    if (kept.length === this.records.length) return [this];
    if (kept.length === 0) return [];
    const rest = this.only(kept, this.id);
    const parts = connectedParts(kept.length, rest.joinedPairs());
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
    return new ComputedEntityView(id, entries, this.rules, { hits, aliases, bans, ...(values && { values }) });
  }

  /** Positions of records that belong together by themselves: linked, or one a duplicate of the other. */
  private joinedPairs(): [number, number][] {
    const pairs = this.pairs().map(({ a, b }): [number, number] => [a, b]);
    for (const originals of this.duplicatesByGroup().values()) pairs.push(...originals);
    return pairs;
  }

  private idAt(position: number): string {
    return this.entries[position]!.id;
  }

  private values(): ResolvedValues[] {
    this.resolved ??= this.records.map((record) => this.rules.resolve(record));
    return this.resolved;
  }

  /** Every pair with a common index key that a link rule holds between; duplicates have no edges of their own. */
  private pairs(): readonly PairLinks[] {
    if (this.linkedPairs !== undefined) return this.linkedPairs;
    const values = this.values();
    const duplicates = this.duplicatesByGroup();
    const pairs: PairLinks[] = [];
    for (const [a, b] of this.candidatePairs()) {
      const links = this.isCut(a, b)
        ? []
        : this.rules
            .links(values[a]!, values[b]!)
            .filter(({ group }) => !duplicates.get(group)?.has(a) && !duplicates.get(group)?.has(b));
      if (this.areGrouped(a, b)) links.push(STATIC_LINK);
      if (links.length > 0) pairs.push({ a, b, links });
    }
    this.linkedPairs = pairs;
    return pairs;
  }

  private isCut(a: number, b: number): boolean {
    const [first, second] = [this.entries[a]!, this.entries[b]!];
    return (first.cuts?.includes(second.id) ?? false) || (second.cuts?.includes(first.id) ?? false);
  }

  private areGrouped(a: number, b: number): boolean {
    const groups = this.entries[b]!.groups;
    if (groups === undefined || groups.length === 0 || this.isCut(a, b)) return false;
    return this.entries[a]!.groups?.some((group) => groups.includes(group)) ?? false;
  }

  /** Per group: position of a duplicate to that of its original, the first record stored that it is a duplicate of. */
  private duplicatesByGroup(): ReadonlyMap<string, ReadonlyMap<number, number>> {
    if (this.originals !== undefined) return this.originals;
    const originals = new Map<string, Map<number, number>>();
    this.originals = originals;
    if (!this.rules.hasDuplicates) return originals;
    const values = this.values();
    for (const [a, b] of this.candidatePairs()) {
      if (this.isCut(a, b)) continue;
      for (const group of this.rules.duplicateGroups(values[a]!, values[b]!)) {
        const found = originals.get(group) ?? new Map<number, number>();
        if (!found.has(a) && !found.has(b)) found.set(b, a);
        originals.set(group, found);
      }
    }
    return originals;
  }

  /** Positions a < b of records with a common index key, each pair once, ascending. */
  private candidatePairs(): [number, number][] {
    const sharing = new Map<string, number[]>();
    this.values().forEach((values, position) => {
      for (const { hash } of keysOf(this.rules, values, this.entries[position]!.groups ?? [])) {
        const positions = sharing.get(hash);
        if (positions === undefined) sharing.set(hash, [position]);
        else positions.push(position);
      }
    });
    const size = this.entries.length;
    const pairs = new Set<number>();
    for (const positions of sharing.values()) {
      for (let second = 1; second < positions.length; second++) {
        for (let first = 0; first < second; first++) pairs.add(positions[first]! * size + positions[second]!);
      }
    }
    return [...pairs].sort((x, y) => x - y).map((pair) => [Math.floor(pair / size), pair % size]);
  }
}
