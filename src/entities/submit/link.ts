import { gatherReads } from '../../store/gathered-reads.ts';
import type { Outcome, Write } from '../../store/port.ts';
import type { Context } from '../context.ts';
import type { Deadline } from '../deadline.ts';
import { type Joining, type Union, unite } from '../forest/union.ts';
import { claimWrite, type KeyOwner, ownerAfter, ownerOf } from '../items/key-owner.ts';
import { postingItem } from '../items/posting.ts';
import { type Candidates, carriedValues } from '../keys/candidates.ts';
import { notingOrphanedKeys } from '../keys/orphaned-keys.ts';
import type { PlacedRecord, PlacementReason } from '../keys/placement.ts';
import { noteNearMatches } from './near-matches.ts';
import { type Claim, dormantHashes, linkingHashes } from './publish-keys.ts';
import { type Settled, settle } from './settle.ts';

/** A placed record with what decides how it is linked. */
export interface LinkableRecord extends PlacedRecord {
  readonly hasRemovedLinks: boolean;
}

/** Placed records that belong to one entity, with stored nodes that are known to belong to it. */
export interface PlacedCluster<Record extends LinkableRecord = LinkableRecord> {
  readonly placed: readonly Record[];
  readonly nodes: ReadonlySet<string>;
  readonly placementReason: PlacementReason;
}

export interface LinkOptions {
  readonly operation: string;
  /** The largest entity that may be rebuilt. */
  readonly limit: number;
}

/** What has to be written so that others find the records by their keys. */
export interface Publication {
  readonly operation: string;
  readonly claims: readonly Claim[];
  readonly postings: readonly Write[];
}

/** By hash of an exact key. */
export type KeyOwners = ReadonlyMap<string, KeyOwner>;

/** @param keyOwners as far as read before */
export function publicationOf(
  operation: string,
  clusters: readonly PlacedCluster[],
  keyOwners: KeyOwners,
  candidates: Candidates,
): Publication {
  const claims = new Map<string, Claim>();
  const postings: Write[] = [];
  for (const { record, node, recordVersion } of clusters.flatMap(({ placed }) => placed)) {
    for (const key of record.keys) {
      const { hash } = key;
      if (key.plan.exact) {
        if (keyOwners.has(hash) || claims.has(hash)) continue;
        claims.set(hash, { hash, node, write: claimWrite(hash, node, operation) });
      } else if (!candidates.isClosedTo(record.id, hash)) {
        const values = carriedValues(key, record.values);
        postings.push({ put: postingItem(hash, { recordID: record.id, recordVersion, node, values }) });
      }
    }
  }
  return { operation, claims: [...claims.values()], postings };
}

/** The claims first, as {@link keyOwnersAfter} expects their outcomes. */
export const writesOf = ({ claims, postings }: Publication): Write[] => [
  ...claims.map(({ write }) => write),
  ...postings,
];

/** The owners read before, and those that the claims met or made. */
export function keyOwnersAfter(
  keyOwners: KeyOwners,
  { operation, claims }: Publication,
  outcomes: readonly Outcome[],
): KeyOwners {
  const claimed = claims.map((claim, index) => [claim.hash, ownerAfter(claim, operation, outcomes[index])] as const);
  return new Map([...keyOwners, ...claimed]);
}

/**
 * Reads what others published under the keys of published records, and makes one entity of each cluster and everything
 * that it is linked with. Idempotent: the same records may be linked again at any time. Where no record ever left the
 * entities this takes two round trips; elsewhere settle.ts reads twice.
 *
 * @param keyOwners of all of the clusters' exact keys
 */
export function linkClusters(
  context: Context,
  clusters: readonly PlacedCluster[],
  keyOwners: KeyOwners,
  candidates: Candidates,
  deadline: Deadline,
  options: LinkOptions,
): Promise<Settled> {
  const placed = clusters.flatMap((cluster) => cluster.placed);
  return notingOrphanedKeys(context, placed, () => link(context, clusters, keyOwners, candidates, deadline, options));
}

async function link(
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
  // The clusters of a batch find their roots with one call.
  const joining = clusters.length > 1 ? { ...context, store: gatherReads(context.store) } : context;
  const judged: (readonly [PlacedCluster, EvidenceByNode | undefined])[] = [];
  for (const cluster of clusters) {
    judged.push([cluster, await evidenceByNode(context, cluster, keyOwners, candidates)]);
  }
  await Promise.all(
    judged.map(async ([cluster, evidence]) => {
      const union = await uniteCluster(joining, operation, evidence, deadline);
      if ('stale' in union) unsettled.push(cluster);
      else {
        for (const { record } of cluster.placed) entities.set(record.id, union.done);
        united.push(...cluster.placed);
      }
    }),
  );
  await noteNearMatches(context, united, candidates);
  // One after the other: they may need one another's locks.
  for (const { placed: cluster, placementReason } of unsettled) {
    const settled = await settle({ context, operation, cluster, placementReason, candidates, deadline, limit });
    for (const [id, entity] of settled.entities) entities.set(id, entity);
    complete &&= settled.complete;
  }
  return { entities, complete };
}

/** By node of a cluster, the nodes that its own records are linked with. */
type EvidenceByNode = ReadonlyMap<string, ReadonlySet<string>>;

/** Undefined where more must be known of the records than their keys. */
async function evidenceByNode(
  { isSplitting }: Pick<Context, 'isSplitting'>,
  { placed }: PlacedCluster,
  keyOwners: KeyOwners,
  candidates: Candidates,
): Promise<EvidenceByNode | undefined> {
  if (isSplitting === true || placed.some(({ hasRemovedLinks }) => hasRemovedLinks)) return undefined;
  const evidence = new Map<string, Set<string>>();
  for (const { record, node } of placed) {
    const nodes = evidence.get(node) ?? new Set([node]);
    evidence.set(node, nodes);
    // A dormant key joins nothing, so that its other holders must be named beside this one.
    if (dormantHashes(record).some((hash) => !ownerOf(keyOwners, hash).owners.includes(node))) return undefined;
    for (const hash of linkingHashes(record)) for (const owner of ownerOf(keyOwners, hash).owners) nodes.add(owner);
    await candidates.addLinked(record, nodes);
  }
  return evidence;
}

/** Unites each node of the cluster with what its own records are linked with. */
async function uniteCluster(
  joining: Joining,
  operation: string,
  evidence: EvidenceByNode | undefined,
  deadline: Deadline,
): Promise<Union> {
  let union: Union = { stale: true };
  for (const [node, nodes] of evidence ?? []) {
    union = await unite(joining, operation, node, nodes, deadline);
    if ('stale' in union) return union;
  }
  return union;
}
