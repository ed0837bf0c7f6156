import type { CompiledRuleConfig } from '../../rules/types.ts';
import type { Store } from '../../store/port.ts';
import { checkUser } from '../decisions/decision-input.ts';
import { readReviewEntry, reviewEntryKey, skipWrites } from '../items/review.ts';
import { skipFound } from './found-reviews.ts';
import type { SkipRequest } from './types.ts';

/**
 * Takes a pair out of the review queue until the content of one of its records changes, or a find of the statistics until it
 * is about something else. Returns false if it is not in the queue.
 *
 * @throws InvalidDecisionError
 */
export async function skipReview(
  { store, rules }: { readonly store: Store; readonly rules: CompiledRuleConfig },
  request: SkipRequest,
): Promise<boolean> {
  const { user } = request;
  checkUser(user);
  if ('id' in request) return skipFound({ store, rules }, request.id);
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
