import type { CompiledRuleConfig } from '../matching/compiled.ts';
import type { Candidates } from './candidates.ts';
import type { StoredRecord } from './layout.ts';
import type { Witness } from './settle.ts';
import type { PreparedRecord } from './validate.ts';

/** A record on its way into the store. */
export interface Arrival {
  readonly record: PreparedRecord;
  /** Set when the record is stored already, but the operation that stored it did not finish. */
  readonly stored?: StoredRecord;
}

/** Arrivals of one batch that belong to one entity, and the stored fragments that belong to it as well. */
export interface Cluster {
  readonly arrivals: readonly Arrival[];
  /** For each arrival, what named the stored fragments that it belongs to. */
  readonly witnesses: readonly ReadonlyMap<string, Witness>[];
  readonly fragments: Set<string>;
}

/**
 * Groups a batch by what is known before anything is written: common deciding keys, links between records of the batch,
 * anchors and candidates found. It decides only where new records are put; that they are linked with all that they
 * belong to is decided again after they are published.
 *
 * @param anchors fragments by deciding key, as far as stored
 */
export function formClusters(
  arrivals: readonly Arrival[],
  anchors: ReadonlyMap<string, readonly string[]>,
  candidates: Candidates,
  rules: CompiledRuleConfig,
): Cluster[] {
  const sets = new DisjointSets(arrivals.length);
  const witnesses = arrivals.map(() => new Map<string, Witness>());
  const evidence = arrivals.map(({ record, stored }, index) => {
    const fragments = new Set<string>(stored === undefined ? [] : [stored.fragment]);
    const named = witnesses[index]!;
    for (const { hash, plan } of record.keys) {
      if (!plan.deciding) continue;
      for (const fragment of anchors.get(hash) ?? []) {
        if (fragments.has(fragment)) continue;
        fragments.add(fragment);
        named.set(fragment, { hash });
      }
    }
    candidates.addLinked(record, fragments, (fragment, { recordID, incarnation }) => {
      named.set(fragment, { recordID, incarnation });
    });
    return fragments;
  });
  if (arrivals.length > 1) {
    const byFragment = new Map<string, number>();
    const byKey = new Map<string, number[]>();
    arrivals.forEach(({ record }, index) => {
      for (const fragment of evidence[index]!) {
        const first = byFragment.get(fragment);
        if (first === undefined) byFragment.set(fragment, index);
        else sets.join(first, index);
      }
      for (const key of record.keys) {
        const sharing = byKey.get(key.hash);
        if (sharing === undefined) {
          byKey.set(key.hash, [index]);
        } else if (key.plan.deciding) {
          sets.join(sharing[0]!, index);
        } else {
          for (const other of sharing) {
            if (sets.find(other) === sets.find(index)) continue;
            if (rules.linked(key.plan, arrivals[other]!.record.values, record.values)) sets.join(other, index);
          }
          sharing.push(index);
        }
      }
    });
  }
  const clusters = new Map<
    number,
    { arrivals: Arrival[]; witnesses: ReadonlyMap<string, Witness>[]; fragments: Set<string> }
  >();
  arrivals.forEach((arrival, index) => {
    const root = sets.find(index);
    const cluster = clusters.get(root);
    if (cluster === undefined) {
      clusters.set(root, { arrivals: [arrival], witnesses: [witnesses[index]!], fragments: evidence[index]! });
    } else {
      cluster.arrivals.push(arrival);
      cluster.witnesses.push(witnesses[index]!);
      for (const fragment of evidence[index]!) cluster.fragments.add(fragment);
    }
  });
  return [...clusters.values()];
}

/** Union-find with path halving (Tarjan and van Leeuwen 1984). */
export class DisjointSets {
  private readonly parent: number[];

  constructor(size: number) {
    this.parent = Array.from({ length: size }, (_, index) => index);
  }

  find(index: number): number {
    const { parent } = this;
    let at = index;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]!]!;
      at = parent[at]!;
    }
    return at;
  }

  /** The smaller index stays the representative, so that clusters keep the order of the batch. */
  join(a: number, b: number): void {
    const rootA = this.find(a);
    const rootB = this.find(b);
    if (rootA < rootB) this.parent[rootB] = rootA;
    else this.parent[rootA] = rootB;
  }
}
