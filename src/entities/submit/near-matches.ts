import { present } from '../../assert.ts';
import type { CompiledRuleConfig, ResolvedValues } from '../../rules/types.ts';
import { queryMany, type Store, type Write } from '../../store/port.ts';
import type { Context } from '../context.ts';
import { findSets, foundOf } from '../forest/find.ts';
import { cannotLink } from '../forest/union.ts';
import {
  countKeyOfPair,
  countWrite,
  dropWrites,
  entryPartition,
  ofOther,
  pairKey,
  REVIEW_ENTRIES,
  REVIEW_PAIRS,
  type ReviewEntry,
  type ReviewedVersion,
  readReviewCount,
  readReviewEntry,
  reviewItems,
  reviewPosition,
  reviewWrites,
  type StoredReview,
  shareOfShard,
} from '../items/reviews.ts';
import type { Candidates } from '../keys/candidates.ts';
import type { HeldLink } from '../keys/coherent-groups.ts';
import type { MemberRecord } from '../keys/record-keys.ts';
import type { PlacedRecord } from './publish-keys.ts';

/**
 * Puts pairs of linked records and their candidates into the review queue: those that a review rule holds for, that are in
 * two entities, and that nothing keeps apart. Judges the candidates that linking has read, and reads more only where it
 * finds a pair: the roots of both, the pairs that each is of already, and the count of the queue.
 *
 * What it finds out may be outdated a moment later. So the queue is checked when it is read.
 */
export async function noteNearMatches(
  context: Context,
  placed: readonly PlacedRecord[],
  candidates: Candidates,
): Promise<void> {
  const { store, rules, reviewPairs } = context;
  if (rules.nearMatch === undefined || reviewPairs === 0) return;
  const near = [];
  for (const { record, node, recordVersion } of placed) {
    for (const { posting, score } of await candidates.near(record, node)) {
      near.push({
        a: { id: record.id, recordVersion, node },
        b: { id: posting.recordID, recordVersion: posting.recordVersion, node: posting.node },
        score,
      });
    }
  }
  if (near.length === 0) return;
  const found = await findSets(store, new Set(near.flatMap(({ a, b }) => [a.node, b.node])));
  const apart = near.filter(({ a, b }) => {
    const [x, y] = [foundOf(found, a.node), foundOf(found, b.node)];
    return x.entity !== y.entity && !cannotLink(x, y);
  });
  await queuePairs(context, apart);
}

/** Puts links of these records into the queue that join nothing, because the two entities have no support to be one. */
export async function noteHeldLinks(
  context: Context,
  records: ReadonlyMap<string, unknown>,
  links: readonly HeldLink<MemberRecord>[],
): Promise<void> {
  const own = links.filter(({ a, b }) => records.has(a.stored.id) || records.has(b.stored.id));
  const near = own.map(({ a, b }) => ({
    a: a.stored,
    b: b.stored,
    score: scoreOfLink(context.rules, a.values, b.values),
  }));
  await queuePairs(context, near);
}

/** The best score of the rules that link two records. */
export const scoreOfLink = (rules: Pick<CompiledRuleConfig, 'links'>, a: ResolvedValues, b: ResolvedValues): number =>
  Math.max(0, ...rules.links(a, b).map(({ score }) => score));

/** Pairs of one record in the queue. */
const MOST_OF_RECORD = 10;
/** Entries of one record, with those that were skipped. */
const MOST_ENTRIES = 100;

/** What of the context queuing takes. */
type QueueContext = Pick<Context, 'store' | 'reviewPairs' | 'observer' | 'now'>;

/** Two records that deserve a look, as they were judged. */
export interface NearPair {
  readonly a: ReviewedVersion;
  readonly b: ReviewedVersion;
  /** 0 to 1. */
  readonly score: number;
}

/** A pair with its place; of its records, the one with the smaller id comes first. */
type PlacedPair = Pick<StoredReview, 'a' | 'b' | 'position'>;

const placedPair = ({ a, b, score }: NearPair): PlacedPair => {
  const [first, second] = a.id < b.id ? [a, b] : [b, a];
  const position = reviewPosition(first.id, second.id, score);
  return { a: versionOf(first), b: versionOf(second), position };
};

const versionOf = ({ id, recordVersion }: ReviewedVersion): ReviewedVersion => ({ id, recordVersion });

/**
 * Puts pairs into the review queue, the best first: as many as each record and the whole queue may have. One that is there
 * already, or was skipped, stays as it is until one of its records changes.
 */
export async function queuePairs(context: QueueContext, near: readonly NearPair[]): Promise<void> {
  const { store, reviewPairs = REVIEW_PAIRS } = context;
  if (near.length === 0 || reviewPairs === 0) return;
  const byPosition = new Map(near.map(placedPair).map((pair) => [pair.position, pair]));
  const pairs = [...byPosition.values()].sort((a, b) => (a.position < b.position ? -1 : 1));
  const ids = [...new Set(pairs.flatMap(({ a, b }) => [a.id, b.id]))];
  const [pages, counts] = await Promise.all([
    queryMany(store, ids.map(entryPartition), { prefix: REVIEW_ENTRIES, limit: MOST_ENTRIES }),
    store.getMany(pairs.map(({ a, b }) => countKeyOfPair(a.id, b.id))),
  ]);
  const entries = new Map(
    ids.map((id, index) => [id, present(pages[index], 'every query has a page').items.map(readReviewEntry)]),
  );
  let found = 0;
  for (const [index, pair] of pairs.entries()) {
    const isFull = readReviewCount(counts[index]) >= shareOfShard(reviewPairs);
    if (await queuePair(context, pair, entries, isFull)) found += 1;
  }
  if (found > 0) context.observer.reviewPairs(found);
}

/**
 * The items of a queue that has none yet: the best pairs, as many as each record and the whole queue may have. As
 * {@link queuePairs} would put them there, the best first.
 *
 * @param foundAt milliseconds since 1970
 */
export function* firstQueue(near: readonly NearPair[], reviewPairs: number, foundAt: number): Generator<Write> {
  const [ofRecord, ofShard] = [new Map<string, number>(), new Map<string, PlacedPair[]>()];
  const pairs = near.map(placedPair).sort((a, b) => (a.position < b.position ? -1 : 1));
  for (const pair of pairs) {
    const { a, b, position } = pair;
    const [withA, withB] = [ofRecord.get(a.id) ?? 0, ofRecord.get(b.id) ?? 0];
    const { pk } = pairKey(position);
    const shard = ofShard.get(pk) ?? [];
    ofShard.set(pk, shard);
    if (Math.max(withA, withB) >= MOST_OF_RECORD || shard.length >= shareOfShard(reviewPairs)) continue;
    ofRecord.set(a.id, withA + 1).set(b.id, withB + 1);
    shard.push(pair);
    yield* reviewItems({ ...pair, foundAt });
  }
  for (const [first, ...others] of ofShard.values()) {
    if (first !== undefined) yield countWrite(first.position, 1 + others.length);
  }
}

const entriesOf = (entries: ReadonlyMap<string, ReviewEntry[]>, id: string): ReviewEntry[] =>
  present(entries.get(id), 'the entries of every record of a pair were read');

/** Returns false if the pair is in the queue, was skipped, or finds no room. Notes in the entries what it did. */
async function queuePair(
  { store, now }: QueueContext,
  { a, b, position }: PlacedPair,
  entries: ReadonlyMap<string, ReviewEntry[]>,
  isFull: boolean,
): Promise<boolean> {
  const [ofA, ofB] = [entriesOf(entries, a.id), entriesOf(entries, b.id)];
  const known = ofA.find(({ other }) => other.id === b.id);
  const isJudged = known?.own.recordVersion === a.recordVersion && known.other.recordVersion === b.recordVersion;
  if (isJudged) return false;
  const isQueued = known !== undefined && !known.isSkipped;
  if (!isQueued) {
    if (isFull) return false;
    for (const list of [ofA, ofB]) if (!(await makeRoom(store, list, entries, position))) return false;
  }
  const { applied } = await store.transact(reviewWrites({ a, b, position, foundAt: now() }, known));
  if (!applied) return false;
  const entry: ReviewEntry = { own: a, other: b, position, isSkipped: false };
  forget(entries, entry);
  ofA.push(entry);
  ofB.push(ofOther(entry));
  return !isQueued;
}

/** Drops the weakest pair of a record that is of as many as it can be. Returns false if the new pair is the weakest. */
async function makeRoom(
  store: Store,
  list: readonly ReviewEntry[],
  entries: ReadonlyMap<string, ReviewEntry[]>,
  position: string,
): Promise<boolean> {
  if (list.length >= MOST_ENTRIES) return false;
  const queued = list.filter(({ isSkipped }) => !isSkipped);
  if (queued.length < MOST_OF_RECORD) return true;
  const weakest = queued.reduce((worst, entry) => (entry.position > worst.position ? entry : worst));
  if (weakest.position <= position) return false;
  await store.transact(dropWrites(weakest));
  forget(entries, weakest);
  return true;
}

/** Removes a pair from the entries of both records. */
function forget(entries: ReadonlyMap<string, ReviewEntry[]>, { own, other }: ReviewEntry): void {
  for (const [mine, theirs] of [
    [own.id, other.id],
    [other.id, own.id],
  ] as const) {
    // The other record of a pair that was dropped may be of none of these.
    const list = entries.get(mine) ?? [];
    const index = list.findIndex((entry) => entry.other.id === theirs);
    if (index !== -1) list.splice(index, 1);
  }
}
