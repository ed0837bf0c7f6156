import type { Store } from '../../store/port.ts';
import { checkUser } from '../decisions/decision-input.ts';
import { readReviewEntry, reviewEntryKey, skipWrites } from '../items/review.ts';
import type { SkipRequest } from './types.ts';

/**
 * Takes a pair out of the review queue until the content of one of its records changes. Returns false if the pair is not
 * in the queue.
 *
 * @throws InvalidDecisionError
 */
export async function skipReview(store: Store, { a, b, user }: SkipRequest): Promise<boolean> {
  checkUser(user);
  for (;;) {
    const [item] = await store.getMany([reviewEntryKey(a, b)]);
    const entry = item === undefined ? undefined : readReviewEntry(item);
    if (entry === undefined || entry.isSkipped) return false;
    const { applied } = await store.transact(skipWrites(entry, user));
    if (!applied) continue;
    await store.durable();
    return true;
  }
}
