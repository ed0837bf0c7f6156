import type { CompiledRuleConfig, RecordPayload, Review } from '../../../rules/types.ts';
import type { Store } from '../../../store/port.ts';
import type { Context } from '../../context.ts';
import { type FindResult, findSets, foundOf } from '../../forest/find.ts';
import { cannotLink } from '../../forest/union.ts';
import { readRecord, recordKey, type StoredRecord, storedRecords } from '../../items/record.ts';
import {
  type Assignment,
  dropWrites,
  foundKey,
  freeWrite,
  isFoundPosition,
  pairKey,
  pairOfPosition,
  type StoredReview,
} from '../../items/reviews.ts';
import { isLinkRemoved } from '../../keys/record-keys.ts';
import { Pace } from '../../pace.ts';
import { queuePairs } from '../../submit/near-matches.ts';
import type { ReviewedPair } from '../types.ts';

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

/** Why a pair deserves a look, and the entities of its records. */
interface JudgedPair extends Review {
  readonly a: string;
  readonly b: string;
}

/**
 * Undefined if the pair deserves no look: a record is not stored, both are in one entity, a person keeps them apart, or no
 * review rule holds. Two entities of one component deserve one if a link leads from one to the other and joins nothing.
 *
 * @param found the sets of the nodes of both
 */
async function judgePair(
  rules: CompiledRuleConfig,
  found: ReadonlyMap<string, FindResult>,
  a: StoredRecord | undefined,
  b: StoredRecord | undefined,
  pace: Pace,
): Promise<JudgedPair | undefined> {
  if (a === undefined || b === undefined) return undefined;
  const [x, y] = [foundOf(found, a.node), foundOf(found, b.node)];
  if (x.entity === y.entity || cannotLink(x, y) || isLinkRemoved(a, b)) return undefined;
  const valuesOf = ({ document }: StoredRecord) => rules.resolve(JSON.parse(document) as RecordPayload);
  const [left, right] = [valuesOf(a), valuesOf(b)];
  const held = x.root === y.root ? await pace.judge(() => rules.links(left, right)) : [];
  const review =
    held.length > 0
      ? { score: Math.max(...held.map(({ score }) => score)), ruleIDs: [...new Set(held.map(({ ruleID }) => ruleID))] }
      : await pace.judge(() => rules.review?.(left, right));
  return review === undefined ? undefined : { ...review, a: x.entity, b: y.entity };
}

/** Puts two records back into the review queue when a decision about them is taken back, if they deserve a look. */
export async function noteUndonePair(
  context: Context,
  ids: readonly [a: string | undefined, b: string | undefined],
): Promise<void> {
  const { store, rules } = context;
  if (rules.review === undefined && rules.entityRules === undefined) return;
  const [a, b] = await storedRecords(store, ids);
  if (a === undefined || b === undefined) return;
  const judged = await judgePair(rules, await findSets(store, [a.node, b.node]), a, b, new Pace());
  if (judged !== undefined) await queuePairs(context, [{ a, b, score: judged.score }]);
}

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
