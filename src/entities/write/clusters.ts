import type { CompiledRuleConfig } from '../../rules/types.ts';
import { DisjointSets } from '../disjoint-sets.ts';
import type { StoredRecord } from '../items/layout.ts';
import { type Candidates, canLink } from '../read/candidates.ts';
import type { PreparedRecord } from '../validate.ts';
import type { Witness } from './settle.ts';

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
  /**
   * For each arrival the stored fragment to put it into: one that it belongs to itself, else that of an arrival that it
   * is linked with, so that whatever leaves, a record never stands where only others of its batch had business.
   * Undefined in a cluster that founds a fragment.
   */
  readonly homes: readonly (string | undefined)[];
  readonly fragments: Set<string>;
}

/**
 * Groups a batch by what is known before anything is written: common deciding keys, links between records of the batch,
 * anchors and candidates found. It decides only where new records are put; that they are linked with all that they
 * belong to is decided again after they are published.
 *
 * @param held fragments by deciding key, as far as stored, and who claimed it
 */
export function formClusters(
  arrivals: readonly Arrival[],
  held: {
    readonly anchors: ReadonlyMap<string, readonly string[]>;
    readonly claimants: ReadonlyMap<string, string | undefined>;
  },
  candidates: Candidates,
  rules: CompiledRuleConfig,
): Cluster[] {
  candidates.admit(arrivals.map(({ record }) => record));
  const sets = new DisjointSets(arrivals.length);
  const witnesses = arrivals.map(() => new Map<string, Witness>());
  const evidence = arrivals.map(({ record, stored }, index) => {
    const fragments = new Set<string>(stored === undefined ? [] : [stored.fragment]);
    const named = witnesses[index]!;
    for (const { hash, plan } of record.keys) {
      if (!plan.deciding) continue;
      for (const fragment of held.anchors.get(hash) ?? []) {
        if (fragments.has(fragment)) continue;
        fragments.add(fragment);
        named.set(fragment, { hash, claimant: held.claimants.get(hash) });
      }
    }
    candidates.addLinked(record, fragments, (fragment, { recordID, incarnation }) => {
      named.set(fragment, { recordID, incarnation });
    });
    return fragments;
  });
  const links: [number, number][] = [];
  const link = (a: number, b: number) => {
    links.push([a, b]);
    sets.join(a, b);
  };
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
        if (!key.plan.deciding && (!canLink(key) || candidates.isClosedTo(record.id, key.hash))) continue;
        const sharing = byKey.get(key.hash);
        if (sharing === undefined) {
          byKey.set(key.hash, [index]);
        } else if (key.plan.deciding) {
          link(sharing[0]!, index);
        } else {
          for (const other of sharing) {
            if (sets.find(other) === sets.find(index)) continue;
            if (rules.linked(key.plan, arrivals[other]!.record.values, record.values)) link(other, index);
          }
          sharing.push(index);
        }
      }
    });
  }
  const homes = homesOf(evidence, links);
  const clusters = new Map<
    number,
    {
      arrivals: Arrival[];
      witnesses: ReadonlyMap<string, Witness>[];
      homes: (string | undefined)[];
      fragments: Set<string>;
    }
  >();
  arrivals.forEach((arrival, index) => {
    const root = sets.find(index);
    const cluster = clusters.get(root);
    if (cluster === undefined) {
      clusters.set(root, {
        arrivals: [arrival],
        witnesses: [witnesses[index]!],
        homes: [homes[index]],
        fragments: new Set(evidence[index]),
      });
    } else {
      cluster.arrivals.push(arrival);
      cluster.witnesses.push(witnesses[index]!);
      cluster.homes.push(homes[index]);
      for (const fragment of evidence[index]!) cluster.fragments.add(fragment);
    }
  });
  return [...clusters.values()];
}

/** The oldest fragment of each arrival's own evidence; those without any follow an arrival that they are linked with. */
function homesOf(
  evidence: readonly ReadonlySet<string>[],
  links: readonly (readonly [number, number])[],
): (string | undefined)[] {
  const homes = evidence.map((fragments) => (fragments.size === 0 ? undefined : [...fragments].sort()[0]!));
  for (let found = true; found; ) {
    found = false;
    for (const [a, b] of links) {
      if ((homes[a] === undefined) === (homes[b] === undefined)) continue;
      if (homes[a] === undefined) homes[a] = homes[b];
      else homes[b] = homes[a];
      found = true;
    }
  }
  return homes;
}
