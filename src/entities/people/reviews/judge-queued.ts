import type { CompiledRuleConfig } from '../../../rules/types.ts';
import type { Store } from '../../../store/port.ts';
import { findSets } from '../../forest/find.ts';
import { readRecord, recordKey } from '../../items/record.ts';
import { dropWrites, pairOfPosition, type StoredReview } from '../../items/reviews.ts';
import { Pace } from '../../pace.ts';
import { currentAssignment, freeEnded } from './assigned.ts';
import { judgePair } from './judge-pair.ts';
import type { ReviewedPair } from './types.ts';

/** What reading the queue needs. */
export interface Reading {
  readonly store: Store;
  readonly rules: CompiledRuleConfig;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The pairs that still deserve a look, as they are now; drops the others. */
export async function judgeQueued(
  { store, rules, now }: Reading,
  stored: readonly StoredReview[],
): Promise<readonly ReviewedPair[]> {
  const time = now();
  const items = await store.getMany(stored.flatMap(({ a, b }) => [recordKey(a.id), recordKey(b.id)]));
  const records = items.map((item) => (item === undefined ? undefined : readRecord(item)));
  const nodes = new Set(records.flatMap((record) => (record === undefined ? [] : [record.node])));
  const found = await findSets(store, nodes);
  const reviews: ReviewedPair[] = [];
  const drops: StoredReview[] = [];
  const pace = new Pace();
  for (const [index, review] of stored.entries()) {
    const pair = await judgePair(rules, found, records[2 * index], records[2 * index + 1], pace);
    if (pair === undefined) drops.push(review);
    else {
      reviews.push({
        id: pairOfPosition(review.position),
        position: review.position,
        assigned: currentAssignment(review.assigned, time),
        kind: 'near',
        a: { id: review.a.id, entityID: pair.a },
        b: { id: review.b.id, entityID: pair.b },
        score: pair.score,
        ruleIDs: pair.ruleIDs,
        foundAt: review.foundAt,
      });
    }
  }
  await freeEnded(store, stored, time);
  // A pair that another reader drops, or that is judged again, refuses the transaction.
  await Promise.all(
    drops.map(({ a, b, position }) => store.transact(dropWrites({ own: a, other: b, position, isSkipped: false }))),
  );
  return reviews;
}
