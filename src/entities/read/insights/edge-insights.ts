import { DisjointSets } from '../../../disjoint-sets.ts';
import { bridgesOf } from '../bridges.ts';
import type { EntityLink } from '../types.ts';
import { ArgumentOutOfRangeError } from './errors.ts';
import { type FrequencyEntry, frequencyDistribution, type SortDirection } from './values.ts';

/** Which of the linked pairs to answer. */
export interface PairQuestion {
  /** From 1 to 1,000. */
  readonly first: number;
  /** The `after` of the page before; undefined for the first page. */
  readonly after?: string | undefined;
  /** Only pairs of this record. */
  readonly record?: string | undefined;
}

/** A page of linked pairs. */
export interface PairPage {
  readonly pairs: readonly LinkedPair[];
  /** Pairs on all pages. */
  readonly count: number;
  /** Where the next page begins; undefined on the last page. */
  readonly after: string | undefined;
}

/** The most pairs on a page. */
const MOST_PAIRS = 1_000;

/** The data of an entity that edge insights need; read only when a question needs them. */
export interface EdgeSource {
  /** Absent where the links are at hand. */
  prepare?(what: 'links'): Promise<void>;
  links(): readonly EntityLink[];
  /** Ids of duplicates by original; with several groups, the keys are `GROUP:original`. */
  duplicates(): Readonly<Record<string, readonly string[]>>;
}

export interface EdgeMatrixEntry {
  readonly a: string;
  readonly b: string;
  /** Per link, whether it connects the two records. */
  readonly links: Readonly<Record<string, boolean>>;
}

/** The name of a duplicate in the matrix; `GROUP:duplicate` with several groups. */
export const DUPLICATE_LINK = 'duplicate';

/** Questions about the links of an entity. */
export class EdgeInsights {
  private readonly source: EdgeSource;
  private ordered: readonly LinkedPair[] | undefined;

  constructor(source: EdgeSource) {
    this.source = source;
  }

  /** Judges the links. Without it, the first question does so. */
  async prepare(): Promise<void> {
    await this.source.prepare?.('links');
  }

  /** The number of edges, without duplicates. */
  get count(): number {
    return this.source.links().length;
  }

  /** How often each rule links two records. */
  frequencyDistribution(top?: number | null, direction?: SortDirection | null): FrequencyEntry[] {
    if (top != null && top < 0) throw new ArgumentOutOfRangeError('top', top, '0 or more');
    const rules = this.source.links().map(({ rule }) => rule);
    return frequencyDistribution(rules, { top, direction, caseSensitive: true });
  }

  /**
   * A page of the linked pairs: those that hold the entity together first. Pages are those of the records as they are now.
   *
   * @throws ArgumentOutOfRangeError
   */
  pairs({ first, after = '0', record }: PairQuestion): PairPage {
    if (first < 1 || first > MOST_PAIRS) throw new ArgumentOutOfRangeError('first', first, `from 1 to ${MOST_PAIRS}`);
    const start = Number(after);
    if (!/^\d{1,9}$/.test(after)) {
      throw new ArgumentOutOfRangeError(
        'after',
        JSON.stringify(after.slice(0, 80)),
        'what the page before has as after',
      );
    }
    this.ordered ??= linkedPairs(this.source.links());
    const pairs = record === undefined ? this.ordered : this.ordered.filter(({ a, b }) => a === record || b === record);
    const end = start + first;
    return { pairs: pairs.slice(start, end), count: pairs.length, after: end < pairs.length ? `${end}` : undefined };
  }

  /**
   * One row for each pair of records with at least one link. `links` restricts the matrix to these links: ids of rules,
   * and `duplicate`.
   */
  matrix(links?: readonly string[] | null): EdgeMatrixEntry[] {
    const rows = new Map<string, { a: string; b: string; found: Set<string> }>();
    const all = new Set<string>();
    const wanted = links == null || links.length === 0 ? undefined : new Set(links);
    const note = (a: string, b: string, link: string) => {
      if (wanted !== undefined && !wanted.has(link)) return;
      all.add(link);
      const pair = `${a}:${b}`;
      const row = rows.get(pair);
      if (row === undefined) rows.set(pair, { a, b, found: new Set([link]) });
      else row.found.add(link);
    };
    for (const { a, b, rule } of this.source.links()) note(a, b, rule);
    for (const [key, duplicates] of Object.entries(this.source.duplicates())) {
      // An id of a record has no colon.
      const end = key.lastIndexOf(':');
      const link = end < 0 ? DUPLICATE_LINK : `${key.slice(0, end)}:${DUPLICATE_LINK}`;
      for (const duplicate of duplicates) note(key.slice(end + 1), duplicate, link);
    }
    const columns = [...(wanted ?? all)];
    return [...rows.values()].map(({ a, b, found }) => ({
      a,
      b,
      links: Object.fromEntries(columns.map((link) => [link, found.has(link)])),
    }));
  }
}

/** Two records of an entity that rules link. */
export interface LinkedPair {
  readonly a: string;
  readonly b: string;
  /** Ids of the rules, the one of the highest score first. */
  readonly rules: readonly string[];
  /** The highest score of a rule, 0 to 1. */
  readonly score: number;
  /** True if the entity falls apart without this pair. */
  readonly isBridge: boolean;
}

interface Pair {
  readonly a: number;
  readonly b: number;
  readonly links: EntityLink[];
  readonly score: number;
}

/**
 * The pairs of records that links connect, those that hold the entity together first: a maximum spanning forest by score
 * (J. B. Kruskal, *On the shortest spanning subtree of a graph*, 1956). The others follow, the highest score first. So
 * the first pages connect all records, whatever the number of pairs.
 */
function linkedPairs(links: readonly EntityLink[]): readonly LinkedPair[] {
  const { pairs, size } = pairsOf(links);
  const edges = pairs.map(({ a, b }) => [a, b] as const);
  const bridges = new Set(bridgesOf(size, edges).map(({ link }) => link));
  // Stable: pairs of one score keep the order of their records.
  const byScore = [...pairs.keys()].sort((x, y) => pairs[y]!.score - pairs[x]!.score);
  const sets = new DisjointSets(size);
  const forest: number[] = [];
  const others: number[] = [];
  for (const index of byScore) {
    const { a, b } = pairs[index]!;
    const isNew = sets.find(a) !== sets.find(b);
    if (isNew) sets.join(a, b);
    (isNew ? forest : others).push(index);
  }
  return [...forest, ...others].map((index) => {
    const { links: found, score } = pairs[index]!;
    const [{ a, b }] = found as [EntityLink];
    const rules = [...found].sort((x, y) => y.score - x.score).map(({ rule }) => rule);
    return { a, b, rules, score, isBridge: bridges.has(index) };
  });
}

function pairsOf(links: readonly EntityLink[]): { readonly pairs: readonly Pair[]; readonly size: number } {
  const positions = new Map<string, number>();
  const positionOf = (id: string): number => {
    const known = positions.get(id) ?? positions.size;
    positions.set(id, known);
    return known;
  };
  const byKey = new Map<string, { a: number; b: number; links: EntityLink[]; score: number }>();
  for (const link of links) {
    const [a, b] = [positionOf(link.a), positionOf(link.b)];
    const key = a < b ? `${a}:${b}` : `${b}:${a}`;
    const pair = byKey.get(key);
    if (pair === undefined) byKey.set(key, { a, b, links: [link], score: link.score });
    else {
      pair.links.push(link);
      pair.score = Math.max(pair.score, link.score);
    }
  }
  return { pairs: [...byKey.values()], size: positions.size };
}
