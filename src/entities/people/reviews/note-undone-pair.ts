import type { Context } from '../../context.ts';
import { findSets } from '../../forest/find.ts';
import { Pace } from '../../pace.ts';
import { storedRecords } from '../decisions/read-decisions.ts';
import { judgePair } from './judge-pair.ts';
import { queuePairs } from './queue-pairs.ts';

/** Puts two records back into the review queue when a decision about them is taken back, if they deserve a look. */
export async function noteUndonePair(
  context: Context,
  ids: readonly [a: string | undefined, b: string | undefined],
): Promise<void> {
  const { store, rules } = context;
  if (rules.review === undefined) return;
  const [a, b] = await storedRecords(store, ids);
  if (a === undefined || b === undefined) return;
  const judged = await judgePair(rules, await findSets(store, [a.node, b.node]), a, b, new Pace());
  if (judged !== undefined) await queuePairs(context, [{ a, b, score: judged.score }]);
}
