import type { Delete, Item, Key, Put, Update } from '../../store/port.ts';
import { digest } from '../../text/digest.ts';
import { type Assignment, assignmentAttributes, assignmentNames, readAssignment } from './assignment.ts';

/**
 * What the scan of the statistics found for people to look at, beside the pairs of the review queue (review.ts). Each scan
 * replaces it. Entities are named, records are not: so an erasure has nothing to do here.
 *
 * | item | pk   | sk               | attributes |
 * |------|------|------------------|------------|
 * | find | `Y!` | `kind.rank.name` | `t` when the scan ended, `z` what of it was skipped; of a bridge `e` entity; of an entity that grew `e`, `n` its records, `m` those before the scan, `v` version of its root; of a value `r` resolver, `d` value, `n` entities at least, `q` rules that it was read by; who works on it (assignment.ts) |
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
