import { gatherReads } from '../../store/gathered-reads.ts';
import type { Outcome, Update, Write } from '../../store/port.ts';
import type { Context } from '../context.ts';
import type { Deadline } from '../deadline.ts';
import { type Joining, unite } from '../forest/fragments.ts';
import { anchoredHash, claimWrite, holdersOf, postingItem } from '../items/layout.ts';
import { type Candidates, carriedValues, type KeyedRecord } from '../read/candidates.ts';
import { type Justification, type Settled, settle, type Witness } from './settle.ts';
import { notingStrays } from './strays.ts';

/** A record that stands in a fragment. */
export interface PlacedRecord {
  readonly record: KeyedRecord;
  readonly fragment: string;
  readonly incarnation: string;
  readonly witnesses: ReadonlyMap<string, Witness>;
  /** Whether it is cut from other records. */
  readonly isCut: boolean;
}

/** Placed records that belong to one entity, with stored fragments that are known to belong to it. */
export interface PlacedCluster {
  readonly placed: readonly PlacedRecord[];
  readonly fragments: ReadonlySet<string>;
  readonly justification: Justification;
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

type Anchors = ReadonlyMap<string, readonly string[]>;

/** @param anchors fragments by deciding key, as far as read before */
export function publicationOf(
  operation: string,
  clusters: readonly PlacedCluster[],
  anchors: Anchors,
  candidates: Candidates,
): Publication {
  const claims = new Map<string, Update>();
  const postings: Write[] = [];
  for (const { placed } of clusters) {
    for (const { record, fragment, incarnation } of placed) {
      for (const key of record.keys) {
        if (key.plan.deciding) {
          if (anchors.has(key.hash) || claims.has(key.hash)) continue;
          claims.set(key.hash, claimWrite(key.hash, fragment, operation));
        } else if (!candidates.isClosedTo(record.id, key.hash)) {
          const values = carriedValues(key, record.values);
          postings.push({ put: postingItem(key.hash, { recordID: record.id, incarnation, fragment, values }) });
        }
      }
    }
  }
  return { claims: [...claims.values()], postings };
}

/** The anchors read before, and those that the claims met or made. */
export function anchorsAfter(
  anchors: Anchors,
  { claims }: Publication,
  outcomes: readonly Outcome[],
): Map<string, readonly string[]> {
  const after = new Map(anchors);
  claims.forEach(({ update, setIfAbsent }, index) => {
    const holders = holdersOf(outcomes[index]!.before);
    after.set(anchoredHash(update), holders.length > 0 ? holders : [setIfAbsent!['n'] as string]);
  });
  return after;
}

/**
 * Looks at what others published under the keys of published records, and makes one entity of each cluster and
 * everything that it is linked with. Idempotent: the same records may be linked again at any time. Where nothing ever
 * left the entities this takes two rounds of calls; elsewhere settle.ts looks twice.
 *
 * @param anchors fragments by deciding key, of all of the clusters' deciding keys
 */
export function linkClusters(
  context: Context,
  clusters: readonly PlacedCluster[],
  anchors: Anchors,
  candidates: Candidates,
  deadline: Deadline,
  options: LinkOptions,
): Promise<Settled> {
  const placed = clusters.flatMap((cluster) => cluster.placed);
  return notingStrays(context, placed, () => link(context, clusters, anchors, candidates, deadline, options));
}

async function link(
  context: Context,
  clusters: readonly PlacedCluster[],
  anchors: Anchors,
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
      const entity = cluster.placed.some(({ isCut }) => isCut)
        ? undefined
        : await uniteCluster(joining, operation, cluster, anchors, candidates, deadline);
      if (entity === undefined) unsettled.push(cluster);
      else for (const { record } of cluster.placed) entities.set(record.id, entity);
    }),
  );
  // One after the other: they may need one another's locks.
  for (const { placed, justification } of unsettled) {
    const settled = await settle(context, operation, placed, justification, candidates, deadline, limit);
    for (const [id, entity] of settled.entities) entities.set(id, entity);
    complete &&= settled.complete;
  }
  return { entities, complete };
}

/** Unites each fragment of the cluster with what its own records are linked with. */
async function uniteCluster(
  joining: Joining,
  operation: string,
  { placed }: PlacedCluster,
  anchors: Anchors,
  candidates: Candidates,
  deadline: Deadline,
): Promise<string | undefined> {
  const evidence = new Map<string, Set<string>>();
  for (const { record, fragment } of placed) {
    let found = evidence.get(fragment);
    if (found === undefined) {
      found = new Set([fragment]);
      evidence.set(fragment, found);
    }
    for (const key of record.keys) {
      if (!key.plan.deciding) continue;
      for (const holder of anchors.get(key.hash)!) found.add(holder);
    }
    candidates.addLinked(record, found);
  }
  let entity: string | undefined;
  for (const [fragment, found] of evidence) {
    entity = await unite(joining, operation, fragment, found, deadline);
    if (entity === undefined) return undefined;
  }
  return entity;
}
