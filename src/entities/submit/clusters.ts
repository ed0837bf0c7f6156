import { present } from '../../assert.ts';
import { DisjointSets } from '../../disjoint-sets.ts';
import type { IndexKey } from '../../rules/types.ts';
import type { Context } from '../context.ts';
import type { StoredRecord } from '../items/record.ts';
import { type Candidates, canLink } from '../keys/candidates.ts';
import { isInForce } from '../keys/record-keys.ts';
import type { Content, Verdicts } from '../keys/verdicts.ts';
import type { PreparedRecord } from '../validate.ts';
import type { KeyOwners } from './link.ts';
import type { PlacementEvidence } from './publish-keys.ts';

/** A record on its way into the store. */
export interface Arrival {
  readonly record: PreparedRecord;
  /** Set when the record is stored already, but the operation that stored it did not finish. */
  readonly stored?: StoredRecord;
}

/** An arrival with the stored nodes that it belongs to itself. */
interface JudgedArrival {
  readonly arrival: Arrival;
  readonly nodes: ReadonlySet<string>;
  /** By node, why it belongs there. */
  readonly placementEvidence: ReadonlyMap<string, PlacementEvidence>;
}

interface ClusteredArrival extends JudgedArrival {
  /**
   * The stored node to put the record into: one that it belongs to itself, else that of an arrival that it is linked
   * with. So when records leave, it is never left where only others of its batch belong. Undefined in a cluster that
   * founds a node.
   */
  readonly home: string | undefined;
}

/** Arrivals of one batch that belong to one entity, and the stored nodes that belong to it as well. */
export interface Cluster {
  readonly arrivals: readonly ClusteredArrival[];
  readonly nodes: ReadonlySet<string>;
}

/**
 * Groups a batch by what is known before anything is written: common exact keys, links between records of the batch,
 * key owners and candidates. It decides only where new records are put; links are decided again after the records are
 * published.
 *
 * @param keyOwners as far as stored
 */
export async function formClusters(
  arrivals: readonly Arrival[],
  keyOwners: KeyOwners,
  candidates: Candidates,
  verdicts: Verdicts,
  { isSplitting = false }: Pick<Context, 'isSplitting'>,
): Promise<Cluster[]> {
  candidates.admit(arrivals.map(({ record }) => record));
  // An entity that is about to be split takes nothing in: what belongs to it is united with it afterwards.
  const judged: JudgedArrival[] = [];
  for (const arrival of arrivals) {
    judged.push(isSplitting ? unjudged(arrival) : await judgeArrival(arrival, keyOwners, candidates));
  }
  const batch = new BatchLinks(judged, candidates, verdicts);
  await batch.find();
  const homes = homesOf(judged, batch.links);
  const clusters = new Map<number, { arrivals: ClusteredArrival[]; nodes: Set<string> }>();
  for (const [index, one] of judged.entries()) {
    const representative = batch.clusterOf(index);
    const cluster = clusters.get(representative) ?? { arrivals: [], nodes: new Set() };
    clusters.set(representative, cluster);
    cluster.arrivals.push({ ...one, home: homes.get(one) });
    for (const node of one.nodes) cluster.nodes.add(node);
  }
  return [...clusters.values()];
}

const unjudged = (arrival: Arrival): JudgedArrival => ({
  arrival,
  nodes: new Set(arrival.stored === undefined ? [] : [arrival.stored.node]),
  placementEvidence: new Map(),
});

async function judgeArrival(arrival: Arrival, keyOwners: KeyOwners, candidates: Candidates): Promise<JudgedArrival> {
  const { record, stored } = arrival;
  const nodes = new Set<string>(stored === undefined ? [] : [stored.node]);
  const placementEvidence = new Map<string, PlacementEvidence>();
  for (const { hash, plan } of record.keys) {
    const keyOwner = plan.exact && plan.dormant !== true ? keyOwners.get(hash) : undefined;
    if (keyOwner === undefined) continue;
    for (const node of keyOwner.owners) {
      if (nodes.has(node)) continue;
      nodes.add(node);
      placementEvidence.set(node, { hash, claimedBy: keyOwner.claimedBy });
    }
  }
  await candidates.addLinked(record, nodes, (node, { recordID, recordVersion }) => {
    placementEvidence.set(node, { recordID, recordVersion });
  });
  return { arrival, nodes, placementEvidence };
}

/** The links between the arrivals of one batch, by position. */
class BatchLinks {
  /** Pairs that are linked themselves, as many as it takes to connect each cluster. */
  readonly links: (readonly [number, number])[] = [];
  private readonly arrivals: readonly JudgedArrival[];
  private readonly candidates: Candidates;
  private readonly verdicts: Verdicts;
  private readonly sets: DisjointSets;
  private readonly firstByNode = new Map<string, number>();
  private readonly sharingKey = new Map<string, number[]>();

  constructor(arrivals: readonly JudgedArrival[], candidates: Candidates, verdicts: Verdicts) {
    this.arrivals = arrivals;
    this.candidates = candidates;
    this.verdicts = verdicts;
    this.sets = new DisjointSets(arrivals.length);
  }

  async find(): Promise<void> {
    if (this.arrivals.length === 1) return;
    for (const [index, { arrival, nodes }] of this.arrivals.entries()) {
      for (const node of nodes) this.joinByNode(index, node);
      for (const key of arrival.record.keys) if (this.isUsable(index, key)) await this.joinByKey(index, key);
    }
  }

  clusterOf(index: number): number {
    return this.sets.find(index);
  }

  private joinByNode(index: number, node: string): void {
    const first = this.firstByNode.get(node);
    if (first === undefined) this.firstByNode.set(node, index);
    else this.sets.join(first, index);
  }

  private isUsable(index: number, key: IndexKey): boolean {
    if (!isInForce(key)) return false;
    return key.plan.exact || (canLink(key) && !this.candidates.isClosedTo(this.recordAt(index).id, key.hash));
  }

  private async joinByKey(index: number, { hash, plan }: IndexKey): Promise<void> {
    const sharing = this.sharingKey.get(hash);
    if (sharing === undefined) {
      this.sharingKey.set(hash, [index]);
      return;
    }
    if (plan.exact) {
      this.link(present(sharing[0], 'a known key has a holder'), index);
      return;
    }
    for (const other of sharing) {
      if (this.clusterOf(other) === this.clusterOf(index)) continue;
      const isLinked = await this.verdicts.linked(
        plan,
        contentOf(this.recordAt(other)),
        contentOf(this.recordAt(index)),
      );
      if (isLinked) this.link(other, index);
    }
    sharing.push(index);
  }

  private link(a: number, b: number): void {
    this.links.push([a, b]);
    this.sets.join(a, b);
  }

  private recordAt(index: number): PreparedRecord {
    return this.arrivals[index]!.arrival.record;
  }
}

const contentOf = ({ id, values }: PreparedRecord): Content => ({ id, values });

/** The oldest node that each arrival belongs to itself; arrivals without one follow an arrival that they are linked with. */
function homesOf(
  judged: readonly JudgedArrival[],
  links: readonly (readonly [number, number])[],
): ReadonlyMap<JudgedArrival, string> {
  const homes = new Map<JudgedArrival, string>();
  for (const one of judged) {
    const [oldest] = [...one.nodes].sort();
    if (oldest !== undefined) homes.set(one, oldest);
  }
  for (let size = -1; size < homes.size; ) {
    size = homes.size;
    for (const [a, b] of links) {
      const [first, second] = [judged[a]!, judged[b]!];
      const home = homes.get(first) ?? homes.get(second);
      if (home === undefined) continue;
      if (!homes.has(first)) homes.set(first, home);
      if (!homes.has(second)) homes.set(second, home);
    }
  }
  return homes;
}
