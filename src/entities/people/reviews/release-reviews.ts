import { InvalidReviewError } from '../../errors.ts';
import { freeWrite } from '../../items/reviews.ts';
import { checkUser } from '../decisions/decision-input.ts';
import { keyOfReview, type StoredAssignment } from './assigned.ts';
import { idOfPosition, isHeldBy, openPositions, readHoldingOf, replaceHolding, storedAt } from './held-reviews.ts';
import type { Reading } from './judge-queued.ts';
import type { ReleaseRequest } from './types.ts';

const reviewID = /^([bgv]\.)?[\w-]{22}$/;

/**
 * Gives reviews back that a person holds. Returns the ids of those that the person held and holds no more; others stay as they
 * are.
 *
 * @throws InvalidDecisionError, InvalidReviewError
 */
export async function releaseReviews(
  { store, now }: Omit<Reading, 'rules'>,
  { user, ids }: ReleaseRequest,
): Promise<readonly string[]> {
  checkUser(user);
  for (const id of ids ?? []) checkID(id);
  const isNamed = (position: string) => ids === undefined || ids.includes(idOfPosition(position));
  const stored = await storedAt(store, openPositions(await readHoldingOf(store, user), now()).filter(isNamed));
  const held = stored.filter(({ assigned }) => isHeldBy(assigned, user, now()));
  if (held.length === 0) return [];
  const outcomes = await store.write(held.map(({ position, assigned }) => freeWrite(keyOfReview(position), assigned!)));
  const released = held.filter((_, index) => outcomes[index]!.applied).map(({ position }) => idOfPosition(position));
  await forgetHeld({ store, now }, user, released);
  await store.durable();
  return released;
}

/** Removes reviews from what a person may hold, but for those that the person has taken again. */
async function forgetHeld({ store, now }: Omit<Reading, 'rules'>, user: string, ids: readonly string[]): Promise<void> {
  for (;;) {
    const holding = await readHoldingOf(store, user);
    const positions = openPositions(holding, now());
    const stored = await storedAt(store, positions);
    const held = new Set(stored.filter(({ assigned }) => isHeldBy(assigned, user, now())).map(idOf));
    const left = positions.filter(
      (position) => !ids.includes(idOfPosition(position)) || held.has(idOfPosition(position)),
    );
    if (holding === undefined || left.length === positions.length) return;
    if (await replaceHolding(store, user, holding, { ...holding, positions: left })) return;
  }
}

const idOf = ({ position }: StoredAssignment): string => idOfPosition(position);

/** @throws InvalidReviewError */
function checkID(id: string): void {
  if (reviewID.test(id)) return;
  throw new InvalidReviewError(`${JSON.stringify(id.slice(0, 80))} is no id of a review`, {
    hint: 'Take ids from `reviews` or from the answer of `takeReviews`.',
  });
}
