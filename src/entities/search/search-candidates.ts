import type { IndexKey, PreparedSearch } from '../../rules/types.ts';
import type { Context } from '../context.ts';
import type { Posting } from '../items/posting.ts';
import { canLink, isOverFrequent, type Postings, readPostings } from '../keys/candidates.ts';
import type { IncompleteReason } from './types.ts';

/** A stored record that shares a blocking key with the search, as its posting says. */
export interface Candidate {
  readonly recordVersion: string;
  readonly node: string;
  /** True if sharing this key is enough for the search to hit it. */
  readonly isSure: boolean;
}

/** A key of the search that more records share than the search reads. */
export interface OverFrequentKey {
  readonly key: IndexKey;
  readonly reason: IncompleteReason;
  /** At least this many records share it. */
  readonly atLeast: number;
}

export interface SearchCandidates {
  /** By record id. */
  readonly candidates: ReadonlyMap<string, Candidate>;
  readonly overFrequent: readonly OverFrequentKey[];
}

/**
 * The candidates of a search; one round trip if no list is long. All keys that more than `genericKeyRecords` records
 * share yield that many candidates together: the first by id, an equal number of each key. A key that is marked as
 * over-frequent yields none, because later records have no postings under it.
 */
export async function readCandidates(
  { store, genericKeyRecords: cap }: Context,
  prepared: PreparedSearch,
  keys: readonly IndexKey[],
): Promise<SearchCandidates> {
  // A key that links may be marked, which its first postings show. A key for searches only is never marked.
  const linking = keys.filter(canLink);
  const finding = keys.filter((key) => !canLink(key));
  const read = (some: readonly IndexKey[], firstPage?: number) =>
    readPostings(
      store,
      some.map(({ hash }) => hash),
      { consistent: true, cap, ...(firstPage === undefined ? {} : { firstPage }) },
    );
  const pages = await Promise.all([read(linking), read(finding, cap + 1)]);
  const posted: readonly (readonly [IndexKey, Postings])[] = [
    ...linking.map((key, index) => [key, pages[0][index]!] as const),
    ...finding.map((key, index) => [key, pages[1][index]!] as const),
  ];
  const overFrequent = posted.flatMap(([key, found]): OverFrequentKey[] =>
    isOverFrequent(found) ? [{ key, reason: found.isMarked ? 'GENERIC' : 'TOO_FREQUENT', atLeast: found.atLeast }] : [],
  );
  const overloaded = overFrequent.filter(({ reason }) => reason === 'TOO_FREQUENT').length;
  const share = Math.max(1, Math.floor(cap / Math.max(1, overloaded)));
  const candidates = new Map<string, Candidate>();
  for (const [{ plan }, found] of posted) {
    const postings = isOverFrequent(found) ? found.postings.slice(0, share) : found;
    addCandidates(candidates, postings, prepared.isHitBy?.(plan) ?? false);
  }
  return { candidates, overFrequent };
}

function addCandidates(candidates: Map<string, Candidate>, postings: readonly Posting[], isSure: boolean): void {
  for (const { recordID, recordVersion, node } of postings) {
    if (isSure || !candidates.get(recordID)?.isSure) candidates.set(recordID, { recordVersion, node, isSure });
  }
}
