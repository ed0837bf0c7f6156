import type { Outcome, Store, Update, Write } from '../store/port.ts';
import { type Candidates, carriedValues } from './candidates.ts';
import type { Deadline } from './deadline.ts';
import { unite } from './fragments.ts';
import { anchoredHash, anchorKey, postingItem } from './layout.ts';
import type { PreparedRecord } from './validate.ts';

/** A record that stands in a fragment. */
export interface PlacedRecord {
  readonly record: PreparedRecord;
  readonly fragment: string;
  readonly incarnation: string;
}

/** Placed records that belong to one entity, with stored fragments that are known to belong to it. */
export interface PlacedCluster {
  readonly placed: readonly PlacedRecord[];
  readonly fragments: ReadonlySet<string>;
}

/** What has to be written so that others find the records by their keys. */
export interface Publication {
  /** Deciding keys that nobody was seen to hold: set, unless somebody else was faster. */
  readonly claims: readonly Update[];
  readonly postings: readonly Write[];
}

/** @param anchors fragment by deciding key, as far as read before; a key once anchored stays anchored */
export function publicationOf(clusters: readonly PlacedCluster[], anchors: ReadonlyMap<string, string>): Publication {
  const claims = new Map<string, Update>();
  const postings: Write[] = [];
  for (const { placed } of clusters) {
    for (const { record, fragment, incarnation } of placed) {
      for (const key of record.keys) {
        if (!key.plan.deciding) {
          const values = carriedValues(key, record.values);
          postings.push({ put: postingItem(key.hash, { recordID: record.id, incarnation, fragment, values }) });
        } else if (!anchors.has(key.hash) && !claims.has(key.hash)) {
          claims.set(key.hash, { update: anchorKey(key.hash), setIfAbsent: { n: fragment } });
        }
      }
    }
  }
  return { claims: [...claims.values()], postings };
}

/** The anchors read before, and those that the claims met or made. */
export function anchorsAfter(
  anchors: ReadonlyMap<string, string>,
  { claims }: Publication,
  outcomes: readonly Outcome[],
): Map<string, string> {
  const after = new Map(anchors);
  claims.forEach(({ update, setIfAbsent }, index) => {
    const holder = outcomes[index]!.before?.['n'] ?? setIfAbsent!['n'];
    after.set(anchoredHash(update), holder as string);
  });
  return after;
}

/**
 * Looks at what others published under the keys of published records, and makes one entity of each cluster and
 * everything that it is linked with. Idempotent: the same records may be linked again at any time.
 *
 * @param anchors fragment by deciding key, of all of the clusters' deciding keys
 * @returns entity id by record id
 */
export async function linkClusters(
  store: Store,
  clusters: readonly PlacedCluster[],
  anchors: ReadonlyMap<string, string>,
  candidates: Candidates,
  deadline: Deadline,
): Promise<Map<string, string>> {
  const records = clusters.flatMap((cluster) => cluster.placed.map(({ record }) => record));
  await candidates.read(records, { consistent: true });
  const entities = new Map<string, string>();
  await Promise.all(
    clusters.map(async ({ placed, fragments }) => {
      const evidence = new Set(fragments);
      for (const { record, fragment } of placed) {
        evidence.add(fragment);
        for (const key of record.keys) if (key.plan.deciding) evidence.add(anchors.get(key.hash)!);
        candidates.addLinked(record, evidence);
      }
      const entity = await unite(store, [...evidence], deadline);
      for (const { record } of placed) entities.set(record.id, entity);
    }),
  );
  return entities;
}
