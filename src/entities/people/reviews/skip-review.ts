import { readReviewEntry, reviewEntryKey, skipWrites } from '../../items/reviews.ts';
import { checkUser } from '../decisions/decision-input.ts';
import { skipFound } from './found-reviews.ts';
import type { Reading } from './judge-queued.ts';
import type { SkipRequest } from './types.ts';

/**
 * Takes a pair out of the review queue until the content of one of its records changes, or a find of the statistics until it
 * is about something else. Returns false if it is not in the queue.
 *
 * @throws InvalidDecisionError
 */
export async function skipReview(reading: Reading, request: SkipRequest): Promise<boolean> {
  const { user } = request;
  checkUser(user);
  if ('id' in request) return skipFound(reading, request.id);
  const { store } = reading;
  const { a, b } = request;
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
