import { present } from '../../assert.ts';
import { DisjointSets } from '../../disjoint-sets.ts';
import type { IndexKey } from '../../rules/types.ts';
import type { Context } from '../context.ts';
import { type RecordProblem, SubmitRefusedError, type TooManyBansError } from '../errors.ts';
import { findSets, foundOf, type RootSeen } from '../forest/find.ts';
import { refusalOfUnion } from '../forest/union.ts';
import { separated } from '../items/constraints.ts';
import { newID } from '../items/ids.ts';
import { newRecordVersion } from '../items/record.ts';
import { type Candidates, type Content, canLink, type Verdicts } from '../keys/candidates.ts';
import { isInForce } from '../keys/record-keys.ts';

import type { PreparedRecord } from '../validate.ts';
import type { Arrival } from './arrivals.ts';
import type { LinkableRecord, PlacedCluster } from './link.ts';
import type { KeyOwners, PlacedBy } from './publish-keys.ts';

/** An arrival with the stored nodes that it belongs to itself. */
interface JudgedArrival {
  readonly arrival: Arrival;
  readonly nodes: ReadonlySet<string>;
  /** By node, why it belongs there. */
  readonly placedBy: ReadonlyMap<string, PlacedBy>;
}

/** A new or unfinished record with the node chosen for it. */
export interface Placement extends LinkableRecord, JudgedArrival {
  readonly record: PreparedRecord;
}

/**
 * Groups a batch by what is known before anything is written: common exact keys, links between records of the batch,
 * key owners and candidates. Each group goes into a node that it is known to belong to, or into a new one together. Links
 * are decided again after the records are published.
 *
 * @param keyOwners as far as stored
 */
export async function placeArrivals(
  { now, isSplitting = false }: Pick<Context, 'now' | 'isSplitting'>,
  operation: string,
  arrivals: readonly Arrival[],
  keyOwners: KeyOwners,
  candidates: Candidates,
  verdicts: Verdicts,
): Promise<readonly PlacedCluster<Placement>[]> {
  candidates.admit(arrivals.map(({ record }) => record));
  // An entity that is about to be split takes nothing in: what belongs to it is united with it afterwards.
  const judged: JudgedArrival[] = [];
  for (const arrival of arrivals) {
    judged.push(isSplitting ? unjudged(arrival) : await judgeArrival(arrival, keyOwners, candidates));
  }
  const batch = new BatchLinks(judged, candidates, verdicts);
  await batch.find();
  const homes = homesOf(judged, batch.links);
  let position = 0;
  return [...Map.groupBy(judged, (_, index) => batch.clusterOf(index)).values()].map((cluster) => {
    const founded = nodesOf(cluster).size === 0 ? newID(now()) : undefined;
    const placed = cluster.map((one): Placement => {
      const { record, stored } = one.arrival;
      const recordVersion = stored?.recordVersion ?? newRecordVersion(operation, position);
      position += 1;
      const node = stored?.node ?? founded ?? homes.get(one);
      return {
        ...one,
        record,
        node: present(node, 'a record of a cluster with nodes has a home'),
        recordVersion,
        hasRemovedLinks: stored !== undefined && stored.removedLinks.length > 0,
      };
    });
    if (founded !== undefined) return { placed, placementReason: 'founded' };
    const isUnknown = placed.some(({ arrival }) => arrival.stored !== undefined);
    return { placed, placementReason: isUnknown ? 'unknown' : 'neighbour' };
  });
}

/** The stored nodes that arrivals belong to. */
const nodesOf = (judged: readonly JudgedArrival[]): Set<string> => new Set(judged.flatMap(({ nodes }) => [...nodes]));

const unjudged = (arrival: Arrival): JudgedArrival => ({
  arrival,
  nodes: new Set(arrival.stored === undefined ? [] : [arrival.stored.node]),
  placedBy: new Map(),
});

async function judgeArrival(arrival: Arrival, keyOwners: KeyOwners, candidates: Candidates): Promise<JudgedArrival> {
  const { record, stored } = arrival;
  const nodes = new Set<string>(stored === undefined ? [] : [stored.node]);
  const placedBy = new Map<string, PlacedBy>();
  for (const { hash, plan } of record.keys) {
    const keyOwner = plan.exact && plan.dormant !== true ? keyOwners.get(hash) : undefined;
    if (keyOwner === undefined) continue;
    for (const node of keyOwner.owners) {
      if (nodes.has(node)) continue;
      nodes.add(node);
      placedBy.set(node, { hash, claimedBy: keyOwner.claimedBy });
    }
  }
  await candidates.addLinked(record, nodes, (node, { recordID, recordVersion }) => {
    placedBy.set(node, { recordID, recordVersion });
  });
  return { arrival, nodes, placedBy };
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
    return present(this.arrivals[index], 'a position is that of an arrival').arrival.record;
  }
}

const contentOf = ({ id, values }: PreparedRecord): Content => ({ id, values });

/**
 * The stored node to put each arrival into: the oldest that it belongs to itself, else that of an arrival that it is linked
 * with. So when records leave, it is never left where only others of its batch belong.
 */
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
      const first = present(judged[a], 'a link is between arrivals');
      const second = present(judged[b], 'a link is between arrivals');
      const home = homes.get(first) ?? homes.get(second);
      if (home === undefined) continue;
      if (!homes.has(first)) homes.set(first, home);
      if (!homes.has(second)) homes.set(second, home);
    }
  }
  return homes;
}

/**
 * Refuses new records that would unite entities with too many bans for one. What is found only later stays apart, as if a
 * ban separated it. So it is where this look would cost a call.
 *
 * @throws SubmitRefusedError
 */
export async function refuseUnions(
  { store, mostBans }: Context,
  clusters: readonly PlacedCluster<Placement>[],
): Promise<void> {
  const several = clusters.filter(({ placed }) => nodesOf(placed).size > 1);
  if (several.length === 0 || store.billsTransactions === true) return;
  const found = await findSets(
    store,
    several.flatMap(({ placed }) => [...nodesOf(placed)]),
  );
  const problems: RecordProblem[] = [];
  for (const { placed } of several) {
    const banned = new Map<string, RootSeen>();
    for (const { arrival, nodes } of placed) {
      for (const node of nodes) {
        const { root, state } = foundOf(found, node);
        if (state.constraints.text !== '' && !state.empty) banned.set(root, { root, state });
      }
      const error = refusalAmong([...banned.values()], mostBans);
      if (error !== undefined && arrival.stored === undefined) problems.push({ index: arrival.record.index, error });
    }
  }
  if (problems.length > 0) throw new SubmitRefusedError(problems);
}

/** Why some entities cannot become one. Of those that a ban keeps apart, a record joins one. */
function refusalAmong(entities: readonly RootSeen[], mostBans?: number): TooManyBansError | undefined {
  for (const [index, one] of entities.entries()) {
    for (const other of entities.slice(0, index)) {
      if (separated(other.state.constraints, one.state.constraints)) continue;
      const refusal = refusalOfUnion(other, one, mostBans);
      if (refusal !== undefined) return refusal;
    }
  }
  return undefined;
}
