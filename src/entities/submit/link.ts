import { gatherReads } from '../../store/gathered-reads.ts';
import type { Context } from '../context.ts';
import type { Deadline } from '../deadline.ts';
import { type Joining, type Union, unite } from '../forest/union.ts';
import { ownerOf } from '../items/index-keys.ts';
import type { Candidates } from '../keys/candidates.ts';
import { dormantHashes, linkingHashes } from '../keys/record-keys.ts';
import { noteNearMatches } from './near-matches.ts';
import type { KeyOwners, PlacedRecord, PlacementReason } from './publish-keys.ts';
import { holdTogether, type Settled, settle } from './settle.ts';

/** A placed record with what decides how it is linked. */
export interface LinkableRecord extends PlacedRecord {
  readonly hasRemovedLinks: boolean;
}

/** Placed records that belong to one entity. */
export interface PlacedCluster<Record extends LinkableRecord = LinkableRecord> {
  readonly placed: readonly Record[];
  readonly placementReason: PlacementReason;
}

export interface LinkOptions {
  readonly operation: string;
  /** The largest entity that may be rebuilt. */
  readonly limit: number;
}

/**
 * Reads what others published under the keys of published records, and makes one entity of each cluster and everything
 * that it is linked with. Idempotent: the same records may be linked again at any time. Where no record ever left the
 * entities this takes two round trips; elsewhere settle.ts reads twice.
 *
 * @param keyOwners of all of the clusters' exact keys
 */
export async function linkClusters(
  context: Context,
  clusters: readonly PlacedCluster[],
  keyOwners: KeyOwners,
  candidates: Candidates,
  deadline: Deadline,
  { operation, limit }: LinkOptions,
): Promise<Settled> {
  const records = clusters.flatMap((cluster) => cluster.placed.map(({ record }) => record));
  await candidates.read(records, { consistent: true });
  const entities = new Map<string, string>();
  let complete = true;
  const unsettled: PlacedCluster[] = [];
  const united: PlacedRecord[] = [];
  const alone = new Set<string>();
  // The clusters of a batch find their roots with one call.
  const joining = clusters.length > 1 ? { ...context, store: gatherReads(context.store) } : context;
  const judged: (readonly [PlacedCluster, NeighboursByNode | undefined])[] = [];
  for (const cluster of clusters) {
    judged.push([cluster, await neighboursByNode(context, cluster, keyOwners, candidates)]);
  }
  await Promise.all(
    judged.map(async ([cluster, neighbours]) => {
      const union = await uniteCluster(joining, operation, neighbours, deadline);
      if ('stale' in union) unsettled.push(cluster);
      else {
        if (isAlone(cluster, neighbours)) alone.add(union.done);
        for (const { record } of cluster.placed) entities.set(record.id, union.done);
        united.push(...cluster.placed);
      }
    }),
  );
  // One after the other: they may need one another's locks.
  for (const { placed: cluster, placementReason } of unsettled) {
    const settled = await settle({ context, operation, cluster, placementReason, candidates, deadline, limit });
    for (const [id, entity] of settled.entities) entities.set(id, entity);
    complete &&= settled.complete;
  }
  const several = [...entities].filter(([, root]) => !alone.has(root));
  const held = await holdTogether(context, { entities: new Map(several), complete }, deadline, limit);
  await noteNearMatches(context, united, candidates);
  return { entities: new Map([...entities, ...held.entities]), complete: held.complete };
}

/** Whether a record founded its entity and is linked with no other one. */
const isAlone = ({ placed, placementReason }: PlacedCluster, neighbours: NeighboursByNode | undefined): boolean =>
  placementReason === 'founded' &&
  placed.length === 1 &&
  [...(neighbours?.values() ?? [])].every(({ size }) => size === 1);

/** By node of a cluster, the nodes that its own records are linked with. */
type NeighboursByNode = ReadonlyMap<string, ReadonlySet<string>>;

/** Undefined where more must be known of the records than their keys. */
async function neighboursByNode(
  { isSplitting }: Pick<Context, 'isSplitting'>,
  { placed }: PlacedCluster,
  keyOwners: KeyOwners,
  candidates: Candidates,
): Promise<NeighboursByNode | undefined> {
  if (isSplitting === true || placed.some(({ hasRemovedLinks }) => hasRemovedLinks)) return undefined;
  const neighbours = new Map<string, Set<string>>();
  for (const { record, node } of placed) {
    const nodes = neighbours.get(node) ?? new Set([node]);
    neighbours.set(node, nodes);
    // A dormant key joins nothing, so that its other holders must be named beside this one.
    if (dormantHashes(record).some((hash) => !ownerOf(keyOwners, hash).owners.includes(node))) return undefined;
    for (const hash of linkingHashes(record)) for (const owner of ownerOf(keyOwners, hash).owners) nodes.add(owner);
    await candidates.addLinked(record, nodes);
  }
  return neighbours;
}

/** Unites each node of the cluster with what its own records are linked with. */
async function uniteCluster(
  joining: Joining,
  operation: string,
  neighbours: NeighboursByNode | undefined,
  deadline: Deadline,
): Promise<Union> {
  let union: Union = { stale: true };
  for (const [node, nodes] of neighbours ?? []) {
    union = await unite(joining, operation, node, nodes, deadline);
    if ('stale' in union) return union;
  }
  return union;
}
