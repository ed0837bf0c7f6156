import type { Store } from '../../../store/port.ts';
import { type Assignment, foundKey, freeWrite, isFoundPosition, pairKey } from '../../items/reviews.ts';

/** A review as it is stored. */
export interface StoredAssignment {
  readonly position: string;
  /** Also where it has ended. */
  readonly assigned?: Assignment | undefined;
}

/** The item of a review. */
export const keyOfReview = (position: string) => (isFoundPosition(position) ? foundKey(position) : pairKey(position));

/** Undefined if no person works on it, or not any more. */
export const currentAssignment = (assigned: Assignment | undefined, now: number): Assignment | undefined =>
  assigned === undefined || assigned.until <= now ? undefined : assigned;

/** Removes the names of persons from reviews that they do not work on any more. */
export async function freeEnded(store: Store, stored: readonly StoredAssignment[], now: number): Promise<void> {
  const writes = stored.flatMap(({ position, assigned }) =>
    assigned === undefined || assigned.until > now ? [] : [freeWrite(keyOfReview(position), assigned)],
  );
  // Another reader may have done it, or another person may have taken it: then it is refused.
  if (writes.length > 0) await store.write(writes);
}
