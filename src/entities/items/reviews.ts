import { hash } from 'node:crypto';
import type { Check, Clause, Delete, Item, Key, Put, Update } from '../../store/port.ts';
import { digest, digestText } from '../../text/digest.ts';
import { decisionsOfRecord } from './decision.ts';
import { inShardOf } from './ids.ts';
import { recordKey } from './record.ts';

/**
 * The review queue: pairs of records that deserve a person's look. Each pair has an item in the queue and an entry beside
 * the decisions of each of its records (decision.ts), so that an erasure finds it without a read more. The three are
 * written in one transaction. A pair that was skipped keeps its entries and leaves the queue.
 *
 * | item           | pk        | sk           | attributes |
 * |----------------|-----------|--------------|------------|
 * | pair           | `Y#shard` | `rank.pair`  | `a` and `b` records, `i` and `j` their versions, `t` when it was found; who works on it, as below |
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

/** The item of a pair in the queue. */
export const pairKey = (position: string): Key => ({
  pk: inShardOf(reviewPartitions, pairOfPosition(position)),
  sk: position,
});
export const countWrite = (position: string, added: number): Update => ({
  update: inShardOf(reviewCountKeys, pairOfPosition(position)),
  add: { n: added },
});
/** The count of the shard that a pair of these records is in. */
export const countKeyOfPair = (a: string, b: string): Key => inShardOf(reviewCountKeys, nameOfPair(a, b));
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

/** The item of a pair, and the entries of its records. */
export const reviewItems = ({ a, b, position, foundAt }: StoredReview): [pair: Put, ...entries: Put[]] => [
  { put: { ...pairKey(position), a: a.id, i: a.recordVersion, b: b.id, j: b.recordVersion, t: foundAt } },
  entryWrite(a, b, position),
  entryWrite(b, a, position),
];

/**
 * Puts a pair into the queue; refused if a record changed or was erased since it was judged, or the pair was put there.
 *
 * @param before what the entry says of the pair, if there is one
 */
export function reviewWrites(review: StoredReview, before: ReviewEntry | undefined): (Put | Update | Delete | Check)[] {
  const { a, b, position } = review;
  const isQueued = before !== undefined && !before.isSkipped;
  const [pair, ...entries] = reviewItems(review);
  const moved = isQueued && before.position !== position;
  return [
    ...(isQueued && !moved ? [pair] : [{ ...pair, if: [{ item: 'absent' as const }] }]),
    ...(moved ? [{ delete: pairKey(before.position), if: [{ item: 'present' as const }] }] : []),
    ...(isQueued ? [] : [countWrite(position, 1)]),
    ...entries,
    ...[a, b].map(
      ({ id, recordVersion }): Check => ({
        check: recordKey(id),
        if: [{ attribute: 'i', equals: recordVersion }],
      }),
    ),
  ];
}

const entryWrite = (own: ReviewedVersion, other: ReviewedVersion, position: string): Put => ({
  put: { ...entryKey(own.id, other.id), s: position, i: own.recordVersion, j: other.recordVersion },
});

const isEntryAsRead = ({ own, position }: ReviewEntry) => [
  { attribute: 's', equals: position },
  { attribute: 'i', equals: own.recordVersion },
];

/** Takes a pair out of the queue, and forgets it; refused if it was judged again or taken out since. */
export const dropWrites = (entry: ReviewEntry): (Update | Delete)[] => [
  ...leavingWrites(entry),
  ...[entry, ofOther(entry)].map((one) => ({ delete: entryKey(one.own.id, one.other.id), if: isEntryAsRead(one) })),
];

/** Takes a pair out of the queue until one of its records changes; refused as {@link dropWrites} is. */
export const skipWrites = (entry: ReviewEntry, user: string): (Update | Delete)[] => [
  ...leavingWrites(entry),
  ...[entry, ofOther(entry)].map((one) => ({
    update: entryKey(one.own.id, one.other.id),
    set: { z: user },
    if: [...isEntryAsRead(one), { attribute: 'z', absent: true as const }],
  })),
];

const leavingWrites = ({ position, isSkipped }: ReviewEntry): (Update | Delete)[] =>
  isSkipped ? [] : [{ delete: pairKey(position), if: [{ item: 'present' }] }, countWrite(position, -1)];

/**
 * Who works on a review until when. The item of the review says it, so that it goes with it. What
 * each person may hold is listed in a holding, which is written first: it may list reviews that the person does not hold.
 *
 * | item    | pk   | sk                 | attributes |
 * |---------|------|--------------------|------------|
 * | review  |      |                    | `u` person who works on it, `l` until when |
 * | holding | `Y@` | digest of a person | `p` positions of reviews, one a line, `l` until when they are held at most |
 */
const HOLDINGS = 'Y@';

/** The partition of all holdings. */
export const holdingPartition: string = HOLDINGS;

export interface Assignment {
  /** The person who works on the review. */
  readonly user: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

export const readAssignment = (item: Item): Assignment | undefined =>
  item['u'] === undefined ? undefined : { user: item['u'] as string, until: item['l'] as number };

/** The attributes of an assignment, for an item that is replaced. */
const assignmentAttributes = (assigned: Assignment | undefined) =>
  assigned === undefined ? {} : { u: assigned.user, l: assigned.until };

/** The names of these attributes. */
const assignmentNames = ['u', 'l'] as const;

const isAsRead = (assigned: Assignment | undefined): readonly Clause[] =>
  assigned === undefined
    ? [{ item: 'present' }, { attribute: 'u', absent: true }]
    : [
        { attribute: 'u', equals: assigned.user },
        { attribute: 'l', equals: assigned.until },
      ];

/** Assigns a review; refused if it left the queue, or is not assigned as it was read. */
export const assignWrite = (review: Key, before: Assignment | undefined, { user, until }: Assignment): Update => ({
  update: review,
  set: { u: user, l: until },
  if: isAsRead(before),
});

/** Ends an assignment; refused as {@link assignWrite} is. */
export const freeWrite = (review: Key, before: Assignment): Update => ({
  update: review,
  remove: assignmentNames,
  if: isAsRead(before),
});

/** What a person may hold. */
export interface Holding {
  readonly positions: readonly string[];
  /** Milliseconds since 1970. */
  readonly until: number;
}

export const holdingKey = (user: string): Key => ({ pk: HOLDINGS, sk: digestText(user) });

export const readHolding = (item: Item): Holding => ({
  positions: (item['p'] as string).split('\n'),
  until: item['l'] as number,
});

const isHolding = (holding: Holding | undefined): readonly Clause[] =>
  holding === undefined
    ? [{ item: 'absent' }]
    : [
        { attribute: 'p', equals: holding.positions.join('\n') },
        { attribute: 'l', equals: holding.until },
      ];

/** Replaces a holding, which goes if it has nothing; refused if it is not as it was read. */
export function holdingWrite(key: Key, before: Holding | undefined, next: Holding): Put | Delete {
  if (next.positions.length === 0) return { delete: key, if: isHolding(before) };
  return { put: { ...key, p: next.positions.join('\n'), l: next.until }, if: isHolding(before) };
}

/**
 * What the scan of the statistics found for people to look at, beside the pairs of the review queue. Each scan
 * replaces it. Entities are named, records are not: so an erasure has nothing to do here.
 *
 * | item | pk   | sk               | attributes |
 * |------|------|------------------|------------|
 * | find | `Y!` | `kind.rank.name` | `t` when the scan ended, `z` what of it was skipped; of a bridge `e` entity; of an entity that grew `e`, `n` its records, `m` those before the scan, `v` version of its root; of a value `r` resolver, `d` value, `n` entities at least, `q` rules that it was read by; who works on it, as below |
 */
export const foundReviews = 'Y!';

/** An entity of which one link holds two parts together. */
export interface FoundBridge {
  readonly kind: 'bridge';
  readonly entityID: string;
}

/** An entity that has twice the records that it had at the scan before, or more. */
export interface FoundGrowth {
  readonly kind: 'growth';
  readonly entityID: string;
  /** When they were counted. */
  readonly records: number;
  /** Those that were stored before the scan before. */
  readonly recordsBefore: number;
  /** Of the root: grows with every record that leaves. */
  readonly version: number;
}

/** A value that many entities share, of a field in which values are rarely shared. */
export interface FoundValue {
  readonly kind: 'value';
  readonly resolverID: string;
  /** At most 100 characters of it. */
  readonly value: string;
  /** So many entities have it at least. */
  readonly entities: number;
  /** The rules that the value was read by. */
  readonly rules: string;
}

export type Found = FoundBridge | FoundGrowth | FoundValue;
type FoundKind = Found['kind'];

/** A find as it is stored. */
export interface StoredFound {
  /** Where it is among all; ascending from the first. */
  readonly position: string;
  readonly found: Found;
  /** Milliseconds since 1970. */
  readonly foundAt: number;
  /** What of it was skipped; undefined if nothing was. */
  readonly skipped: string | undefined;
  /** Who works on it, also where that has ended. */
  readonly assigned: Assignment | undefined;
}

const letters = { bridge: 'b', growth: 'g', value: 'v' } as const;
const positionPattern = /^[bgv]\.\d{4}\.[\w-]{22}$/;

export const isFoundPosition = (text: string): boolean => positionPattern.test(text);
/** Before the positions of a kind. */
const prefixOfFound = (kind: FoundKind): string => `${letters[kind]}.`;
/** What stays the same of a find from scan to scan. */
export const nameOfFound = (position: string): string => `${position[0]}.${position.slice(7)}`;

/** @param rank among those of its kind, from 0 */
export function positionOfFound(found: Found, rank: number): string {
  const subject = found.kind === 'value' ? [found.resolverID, found.value] : found.entityID;
  return `${prefixOfFound(found.kind)}${String(rank).padStart(4, '0')}.${digest(subject)}`;
}

/** The item of a find. */
export const foundKey = (position: string): Key => ({ pk: foundReviews, sk: position });

const attributesOf = (found: Found) => {
  if (found.kind === 'bridge') return { e: found.entityID };
  if (found.kind === 'growth') return { e: found.entityID, n: found.records, m: found.recordsBefore, v: found.version };
  return { r: found.resolverID, d: found.value, n: found.entities, q: found.rules };
};

/**
 * @param rank among those of its kind, from 0
 * @param before the same find of the scan before
 */
export function foundItem(found: Found, rank: number, foundAt: number, before: StoredFound | undefined): Put {
  const key = foundKey(positionOfFound(found, rank));
  const skipped = before?.skipped === undefined ? {} : { z: before.skipped };
  const assigned = assignmentAttributes(before?.assigned);
  return { put: { ...key, ...attributesOf(found), t: foundAt, ...skipped, ...assigned } };
}

export function readFound(item: Item): StoredFound {
  return {
    position: item.sk,
    found: foundIn(item),
    foundAt: item['t'] as number,
    skipped: item['z'] as string | undefined,
    assigned: readAssignment(item),
  };
}

function foundIn({ sk, ...attributes }: Item): Found {
  const text = (name: string) => attributes[name] as string;
  const number = (name: string) => attributes[name] as number;
  if (sk.startsWith(prefixOfFound('bridge'))) return { kind: 'bridge', entityID: text('e') };
  if (sk.startsWith(prefixOfFound('growth'))) {
    return {
      kind: 'growth',
      entityID: text('e'),
      records: number('n'),
      recordsBefore: number('m'),
      version: number('v'),
    };
  }
  return { kind: 'value', resolverID: text('r'), value: text('d'), entities: number('n'), rules: text('q') };
}

export const foundDelete = (position: string): Delete => ({ delete: foundKey(position), if: [{ item: 'present' }] });

/** Notes what of a find was skipped, and frees it; refused if the next scan has replaced it. */
export const skipFoundWrite = (position: string, skipped: string): Update => ({
  update: foundKey(position),
  set: { z: skipped },
  remove: assignmentNames,
  if: [{ item: 'present' }],
});
