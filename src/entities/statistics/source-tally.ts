import { originOf, sourceNamePattern } from '../../rules/record-schema/sources.ts';
import type { SourceStatistics } from './types.ts';

/** Sources that are counted: those of a schema, and some that former schemas declared. */
const MOST_SOURCES = 128;

interface SourceCounts {
  records: number;
  entities: number;
  alone: number;
  readonly shared: Map<string, number>;
}

/** Counts the records and the entities of each source, and the entities that two of them share. */
export class SourceTally {
  private readonly counts: Map<string, SourceCounts>;

  constructor(state: readonly SourceStatistics[] = []) {
    this.counts = new Map(
      state.map(({ source, shared, ...counts }) => [
        source,
        { ...counts, shared: new Map(shared.map((one) => [one.source, one.entities])) },
      ]),
    );
  }

  /** Counts an entity by the ids of its records. */
  add(recordIDs: readonly string[]): void {
    const found = new Set<string>();
    for (const id of recordIDs) {
      const source = originOf(id)?.source;
      const counts = source === undefined ? undefined : this.countsOf(source);
      if (counts === undefined) continue;
      counts.records += 1;
      found.add(source!);
    }
    for (const source of found) {
      const counts = this.counts.get(source)!;
      counts.entities += 1;
      if (found.size === 1) counts.alone += 1;
      for (const other of found) {
        if (other !== source) counts.shared.set(other, (counts.shared.get(other) ?? 0) + 1);
      }
    }
  }

  statistics(): SourceStatistics[] {
    const byName = (a: { readonly source: string }, b: { readonly source: string }) => (a.source < b.source ? -1 : 1);
    return [...this.counts]
      .map(([source, { shared, ...counts }]) => ({
        source,
        ...counts,
        shared: [...shared].map(([other, entities]) => ({ source: other, entities })).sort(byName),
      }))
      .sort(byName);
  }

  private countsOf(source: string): SourceCounts | undefined {
    const known = this.counts.get(source);
    if (known !== undefined) return known;
    // An id from before there were sources may have a slash too.
    if (!sourceNamePattern.test(source) || this.counts.size === MOST_SOURCES) return undefined;
    const counts = { records: 0, entities: 0, alone: 0, shared: new Map<string, number>() };
    this.counts.set(source, counts);
    return counts;
  }
}
