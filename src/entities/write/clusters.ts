import type { CompiledRuleConfig } from '../../rules/types.ts';
import { DisjointSets } from '../disjoint-sets.ts';
import type { StoredRecord } from '../items/layout.ts';
import { type Candidates, canLink } from '../read/candidates.ts';
import type { PreparedRecord } from '../validate.ts';
import type { PlacementEvidence } from './settle.ts';

/** A record on its way into the store. */
export interface Arrival {
  readonly record: PreparedRecord;
  /** Set when the record is stored already, but the operation that stored it did not finish. */
  readonly stored?: StoredRecord;
}

/** Arrivals of one batch that belong to one entity, and the stored nodes that belong to it as well. */
export interface Cluster {
  readonly arrivals: readonly Arrival[];
  /** For each arrival, what named the stored nodes that it belongs to. */
  readonly placementEvidence: readonly ReadonlyMap<string, PlacementEvidence>[];
  /**
   * For each arrival the stored node to put it into: one that it belongs to itself, else that of an arrival that it
   * is linked with, so that whatever leaves, a record never stands where only others of its batch had business.
   * Undefined in a cluster that founds a node.
   */
  readonly homes: readonly (string | undefined)[];
  readonly nodes: Set<string>;
}

/**
 * Groups a batch by what is known before anything is written: common exact keys, links between records of the batch,
 * key owners and candidates found. It decides only where new records are put; that they are linked with all that they
 * belong to is decided again after they are published.
 *
 * @param held nodes by exact key, as far as stored, and who claimed it
 */
export function formClusters(
  arrivals: readonly Arrival[],
  held: {
    readonly keyOwners: ReadonlyMap<string, readonly string[]>;
    readonly claimedBy: ReadonlyMap<string, string | undefined>;
  },
  candidates: Candidates,
  rules: CompiledRuleConfig,
): Cluster[] {
  candidates.admit(arrivals.map(({ record }) => record));
  const sets = new DisjointSets(arrivals.length);
  const placementEvidence = arrivals.map(() => new Map<string, PlacementEvidence>());
  const evidence = arrivals.map(({ record, stored }, index) => {
    const nodes = new Set<string>(stored === undefined ? [] : [stored.node]);
    const named = placementEvidence[index]!;
    for (const { hash, plan } of record.keys) {
      if (!plan.exact) continue;
      for (const node of held.keyOwners.get(hash) ?? []) {
        if (nodes.has(node)) continue;
        nodes.add(node);
        named.set(node, { hash, claimedBy: held.claimedBy.get(hash) });
      }
    }
    candidates.addLinked(record, nodes, (node, { recordID, recordVersion }) => {
      named.set(node, { recordID, recordVersion });
    });
    return nodes;
  });
  const links: [number, number][] = [];
  const link = (a: number, b: number) => {
    links.push([a, b]);
    sets.join(a, b);
  };
  if (arrivals.length > 1) {
    const byNode = new Map<string, number>();
    const byKey = new Map<string, number[]>();
    arrivals.forEach(({ record }, index) => {
      for (const node of evidence[index]!) {
        const first = byNode.get(node);
        if (first === undefined) byNode.set(node, index);
        else sets.join(first, index);
      }
      for (const key of record.keys) {
        if (!key.plan.exact && (!canLink(key) || candidates.isClosedTo(record.id, key.hash))) continue;
        const sharing = byKey.get(key.hash);
        if (sharing === undefined) {
          byKey.set(key.hash, [index]);
        } else if (key.plan.exact) {
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
      placementEvidence: ReadonlyMap<string, PlacementEvidence>[];
      homes: (string | undefined)[];
      nodes: Set<string>;
    }
  >();
  arrivals.forEach((arrival, index) => {
    const root = sets.find(index);
    const cluster = clusters.get(root);
    if (cluster === undefined) {
      clusters.set(root, {
        arrivals: [arrival],
        placementEvidence: [placementEvidence[index]!],
        homes: [homes[index]],
        nodes: new Set(evidence[index]),
      });
    } else {
      cluster.arrivals.push(arrival);
      cluster.placementEvidence.push(placementEvidence[index]!);
      cluster.homes.push(homes[index]);
      for (const node of evidence[index]!) cluster.nodes.add(node);
    }
  });
  return [...clusters.values()];
}

/** The oldest node of each arrival's own evidence; those without any follow an arrival that they are linked with. */
function homesOf(
  evidence: readonly ReadonlySet<string>[],
  links: readonly (readonly [number, number])[],
): (string | undefined)[] {
  const homes = evidence.map((nodes) => (nodes.size === 0 ? undefined : [...nodes].sort()[0]!));
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
