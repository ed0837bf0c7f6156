import { gatherReads } from '../../store/gathered-reads.ts';
import type { Outcome, Update, Write } from '../../store/port.ts';
import type { Context } from '../context.ts';
import type { Deadline } from '../deadline.ts';
import { type Joining, unite } from '../forest/nodes.ts';
import { claimWrite, ownedHash, ownersOf, postingItem } from '../items/layout.ts';
import { type Candidates, carriedValues, type KeyedRecord } from '../read/candidates.ts';
import { notingOrphanedKeys } from './orphaned-keys.ts';
import { type PlacementEvidence, type PlacementReason, type Settled, settle } from './settle.ts';

/** A record that stands in a node. */
export interface PlacedRecord {
  readonly record: KeyedRecord;
  readonly node: string;
  readonly recordVersion: string;
  readonly placementEvidence: ReadonlyMap<string, PlacementEvidence>;
  /** Whether it is cut from other records. */
  readonly isLinkRemoved: boolean;
}

/** Placed records that belong to one entity, with stored nodes that are known to belong to it. */
export interface PlacedCluster {
  readonly placed: readonly PlacedRecord[];
  readonly nodes: ReadonlySet<string>;
  readonly placementReason: PlacementReason;
}

export interface LinkOptions {
  readonly operation: string;
  /** Largest entity that may be rebuilt. */
  readonly limit: number;
}

/** What has to be written so that others find the records by their keys. */
export interface Publication {
  /** Deciding keys that nobody was seen to hold: set, unless somebody else was faster. */
  readonly claims: readonly Update[];
  readonly postings: readonly Write[];
}

type KeyOwners = ReadonlyMap<string, readonly string[]>;

/** @param key owners nodes by exact key, as far as read before */
export function publicationOf(
  operation: string,
  clusters: readonly PlacedCluster[],
  keyOwners: KeyOwners,
  candidates: Candidates,
): Publication {
  const claims = new Map<string, Update>();
  const postings: Write[] = [];
  for (const { placed } of clusters) {
    for (const { record, node, recordVersion } of placed) {
      for (const key of record.keys) {
        if (key.plan.exact) {
          if (keyOwners.has(key.hash) || claims.has(key.hash)) continue;
          claims.set(key.hash, claimWrite(key.hash, node, operation));
        } else if (!candidates.isClosedTo(record.id, key.hash)) {
          const values = carriedValues(key, record.values);
          postings.push({ put: postingItem(key.hash, { recordID: record.id, recordVersion, node, values }) });
        }
      }
    }
  }
  return { claims: [...claims.values()], postings };
}

/** The key owners read before, and those that the claims met or made. */
export function keyOwnersAfter(
  keyOwners: KeyOwners,
  { claims }: Publication,
  outcomes: readonly Outcome[],
): Map<string, readonly string[]> {
  const after = new Map(keyOwners);
  claims.forEach(({ update, setIfAbsent }, index) => {
    const holders = ownersOf(outcomes[index]!.before);
    after.set(ownedHash(update), holders.length > 0 ? holders : [setIfAbsent!['n'] as string]);
  });
  return after;
}

/**
 * Looks at what others published under the keys of published records, and makes one entity of each cluster and
 * everything that it is linked with. Idempotent: the same records may be linked again at any time. Where nothing ever
 * left the entities this takes two rounds of calls; elsewhere settle.ts looks twice.
 *
 * @param key owners nodes by exact key, of all of the clusters' exact keys
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
  // A batch's looks at the roots are one call.
  const joining = clusters.length > 1 ? { ...context, store: gatherReads(context.store) } : context;
  await Promise.all(
    clusters.map(async (cluster) => {
      const entity = cluster.placed.some(({ isLinkRemoved }) => isLinkRemoved)
        ? undefined
        : await uniteCluster(joining, operation, cluster, keyOwners, candidates, deadline);
      if (entity === undefined) unsettled.push(cluster);
      else for (const { record } of cluster.placed) entities.set(record.id, entity);
    }),
  );
  // One after the other: they may need one another's locks.
  for (const { placed, placementReason } of unsettled) {
    const settled = await settle(context, operation, placed, placementReason, candidates, deadline, limit);
    for (const [id, entity] of settled.entities) entities.set(id, entity);
    complete &&= settled.complete;
  }
  return { entities, complete };
}

/** Unites each node of the cluster with what its own records are linked with. */
async function uniteCluster(
  joining: Joining,
  operation: string,
  { placed }: PlacedCluster,
  keyOwners: KeyOwners,
  candidates: Candidates,
  deadline: Deadline,
): Promise<string | undefined> {
  const evidence = new Map<string, Set<string>>();
  for (const { record, node } of placed) {
    let found = evidence.get(node);
    if (found === undefined) {
      found = new Set([node]);
      evidence.set(node, found);
    }
    for (const key of record.keys) {
      if (!key.plan.exact) continue;
      for (const holder of keyOwners.get(key.hash)!) found.add(holder);
    }
    candidates.addLinked(record, found);
  }
  let entity: string | undefined;
  for (const [node, found] of evidence) {
    entity = await unite(joining, operation, node, found, deadline);
    if (entity === undefined) return undefined;
  }
  return entity;
}
