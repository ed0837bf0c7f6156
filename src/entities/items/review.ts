import { hash } from 'node:crypto';
import type { Check, Delete, Item, Key, Put, Update } from '../../store/port.ts';
import { type Assignment, readAssignment } from './assignment.ts';
import { decisionsOfRecord } from './decision.ts';
import { recordKey } from './record.ts';
import { shardOf } from './shards.ts';

/**
 * The review queue: pairs of records that deserve a person's look. Each pair has an item in the queue and an entry beside
 * the decisions of each of its records (decision.ts), so that an erasure finds it without a read more. The three are
 * written in one transaction. A pair that was skipped keeps its entries and leaves the queue.
 *
 * | item           | pk        | sk           | attributes |
 * |----------------|-----------|--------------|------------|
 * | pair           | `Y#shard` | `rank.pair`  | `a` and `b` records, `i` and `j` their versions, `t` when it was found; who works on it (assignment.ts) |
 * | count          | `Y~shard` | `#`          | `n` pairs of the shard |
 * | record's entry | `I#id`    | `~` other id | `s` sort key of the pair, `i` version of the record, `j` of the other, `z` user that skipped it |
 */
const SHARDS = 16;
const shards = Array.from({ length: SHARDS }, (_, shard) => shard);

/** Pairs in the queue unless a deployment says otherwise. */
export const REVIEW_PAIRS = 100_000;
/** The bounds of the most pairs in the queue. */
export const reviewPairsBounds = { least: 0, most: 1_000_000 } as const;

/** Every partition of the queue, each best first. */
export const reviewPartitions: readonly string[] = shards.map((shard) => `Y#${shard}`);
export const reviewCountKeys: readonly Key[] = shards.map((shard) => ({ pk: `Y~${shard}`, sk: '#' }));

/** Before the sort key of every entry of a record: behind its decisions. */
export const REVIEW_ENTRIES = '~';
/** The partition of a record's entries: that of the decisions that name it. */
export const entryPartition = decisionsOfRecord;
export const isReviewEntry = ({ sk }: Pick<Key, 'sk'>): boolean => sk.startsWith(REVIEW_ENTRIES);

/** A record with the version that a pair was judged by. */
export interface ReviewedVersion {
  readonly id: string;
  readonly recordVersion: string;
}

export interface StoredReview {
  /** Where the pair is in the queue; ascending from the best. */
  readonly position: string;
  readonly a: ReviewedVersion;
  readonly b: ReviewedVersion;
  /** Milliseconds since 1970. */
  readonly foundAt: number;
  /** Who works on it, also where that has ended. */
  readonly assigned?: Assignment | undefined;
}

/** A record's entry: a pair that it is of. */
export interface ReviewEntry {
  readonly own: ReviewedVersion;
  readonly other: ReviewedVersion;
  readonly position: string;
  readonly isSkipped: boolean;
}

const HIGHEST = 9_999;
const rankOf = (score: number): string => String(Math.round((1 - score) * HIGHEST)).padStart(4, '0');

const nameOfPair = (a: string, b: string): string =>
  hash('sha256', JSON.stringify([a, b].sort()), 'base64url').slice(0, 22);

/** The place of a pair with this score, 0 to 1. */
export const reviewPosition = (a: string, b: string, score: number): string => `${rankOf(score)}.${nameOfPair(a, b)}`;
export const isReviewPosition = (text: string): boolean => /^\d{4}\.[\w-]{22}$/.test(text);
/** The name of the pair at a place: it stays when the pair is judged again. */
export const pairOfPosition = (position: string): string => position.slice(5);
/** Behind the positions of all pairs of at least this score. */
export const positionBehind = (score: number): string => `${rankOf(score)}/`;

const shardOfPosition = (position: string): number => shardOf(pairOfPosition(position), SHARDS);
/** The item of a pair in the queue. */
export const pairKey = (position: string): Key => ({ pk: reviewPartitions[shardOfPosition(position)]!, sk: position });
const countWrite = (position: string, added: number): Update => ({
  update: reviewCountKeys[shardOfPosition(position)]!,
  add: { n: added },
});
/** The count of the shard that a pair of these records is in. */
export const countKeyOfPair = (a: string, b: string): Key => reviewCountKeys[shardOf(nameOfPair(a, b), SHARDS)]!;
export const readReviewCount = (item: Item | undefined): number => (item?.['n'] as number | undefined) ?? 0;
/** The most pairs of one shard, for a queue of this many. */
export const shareOfShard = (pairs: number): number => Math.ceil(pairs / SHARDS);

const entryKey = (recordID: string, other: string): Key => ({
  pk: entryPartition(recordID),
  sk: REVIEW_ENTRIES + other,
});
export const reviewEntryKey = entryKey;

export const readReview = (item: Item): StoredReview => ({
  position: item.sk,
  a: { id: item['a'] as string, recordVersion: item['i'] as string },
  b: { id: item['b'] as string, recordVersion: item['j'] as string },
  foundAt: item['t'] as number,
  assigned: readAssignment(item),
});

export const readReviewEntry = ({ pk, sk, ...attributes }: Item): ReviewEntry => ({
  own: { id: pk.slice(2), recordVersion: attributes['i'] as string },
  other: { id: sk.slice(REVIEW_ENTRIES.length), recordVersion: attributes['j'] as string },
  position: attributes['s'] as string,
  isSkipped: attributes['z'] !== undefined,
});

/** The same pair, as the entry of its other record says it. */
export const ofOther = ({ own, other, ...entry }: ReviewEntry): ReviewEntry => ({ ...entry, own: other, other: own });

/**
 * Puts a pair into the queue; refused if a record changed or was erased since it was judged, or the pair was put there.
 *
 * @param before what the entry says of the pair, if there is one
 */
export function reviewWrites(
  { a, b, position, foundAt }: StoredReview,
  before: ReviewEntry | undefined,
): (Put | Update | Delete | Check)[] {
  const isQueued = before !== undefined && !before.isSkipped;
  const pair: Put = {
    put: { ...pairKey(position), a: a.id, i: a.recordVersion, b: b.id, j: b.recordVersion, t: foundAt },
  };
  const moved = isQueued && before.position !== position;
  return [
    ...(isQueued && !moved ? [pair] : [{ ...pair, if: [{ item: 'absent' as const }] }]),
    ...(moved ? [{ delete: pairKey(before.position), if: [{ item: 'present' as const }] }] : []),
    ...(isQueued ? [] : [countWrite(position, 1)]),
    entryWrite({ own: a, other: b, position, isSkipped: false }),
    entryWrite({ own: b, other: a, position, isSkipped: false }),
    ...[a, b].map(
      ({ id, recordVersion }): Check => ({
        check: recordKey(id),
        if: [{ attribute: 'i', equals: recordVersion }],
      }),
    ),
  ];
}

const entryWrite = ({ own, other, position }: ReviewEntry): Put => ({
  put: { ...entryKey(own.id, other.id), s: position, i: own.recordVersion, j: other.recordVersion },
});

const isAsRead = ({ own, position }: ReviewEntry) => [
  { attribute: 's', equals: position },
  { attribute: 'i', equals: own.recordVersion },
];

/** Takes a pair out of the queue, and forgets it; refused if it was judged again or taken out since. */
export const dropWrites = (entry: ReviewEntry): (Update | Delete)[] => [
  ...leavingWrites(entry),
  ...[entry, ofOther(entry)].map((one) => ({ delete: entryKey(one.own.id, one.other.id), if: isAsRead(one) })),
];

/** Takes a pair out of the queue until one of its records changes; refused as {@link dropWrites} is. */
export const skipWrites = (entry: ReviewEntry, user: string): (Update | Delete)[] => [
  ...leavingWrites(entry),
  ...[entry, ofOther(entry)].map((one) => ({
    update: entryKey(one.own.id, one.other.id),
    set: { z: user },
    if: [...isAsRead(one), { attribute: 'z', absent: true as const }],
  })),
];

const leavingWrites = ({ position, isSkipped }: ReviewEntry): (Update | Delete)[] =>
  isSkipped ? [] : [{ delete: pairKey(position), if: [{ item: 'present' }] }, countWrite(position, -1)];
