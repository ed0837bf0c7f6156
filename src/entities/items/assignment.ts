import type { Clause, Delete, Item, Key, Put, Update } from '../../store/port.ts';
import { digestText } from '../../text/digest.ts';

/**
 * Who works on a review until when. The item of the review says it (review.ts, found-review.ts), so that it goes with it. What
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
export const assignmentAttributes = (assigned: Assignment | undefined) =>
  assigned === undefined ? {} : { u: assigned.user, l: assigned.until };

/** The names of these attributes. */
export const assignmentNames = ['u', 'l'] as const;

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
