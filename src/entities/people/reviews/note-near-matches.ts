import type { Context } from '../../context.ts';
import { findSets } from '../../forest/find.ts';
import { cannotLink } from '../../forest/union.ts';
import type { Candidates } from '../../keys/candidates.ts';
import type { PlacedRecord } from '../../submit/publish-keys.ts';
import { queuePairs } from './queue-pairs.ts';

/**
 * Puts pairs of linked records and their candidates into the review queue: those that a review rule holds for, that are in
 * two entities, and that nothing keeps apart. Judges the candidates that linking has read, and reads more only where it
 * finds a pair: the roots of both, the pairs that each is of already, and the count of the queue.
 *
 * What it finds out may be outdated a moment later. So the queue is checked when it is read.
 */
export async function noteNearMatches(
  context: Context,
  placed: readonly PlacedRecord[],
  candidates: Candidates,
): Promise<void> {
  const { store, rules, reviewPairs } = context;
  if (rules.nearMatch === undefined || reviewPairs === 0) return;
  const near = [];
  for (const { record, node, recordVersion } of placed) {
    for (const { posting, score } of await candidates.near(record, node)) {
      near.push({
        a: { id: record.id, recordVersion, node },
        b: { id: posting.recordID, recordVersion: posting.recordVersion, node: posting.node },
        score,
      });
    }
  }
  if (near.length === 0) return;
  const found = await findSets(store, new Set(near.flatMap(({ a, b }) => [a.node, b.node])));
  const apart = near.filter(({ a, b }) => {
    const [x, y] = [found.get(a.node)!, found.get(b.node)!];
    return x.root !== y.root && !cannotLink(x, y);
  });
  await queuePairs(context, apart);
}
