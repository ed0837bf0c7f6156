import { historyPartition } from '../../src/entities/items/history.ts';
import { outboxPartitions } from '../../src/entities/items/outbox.ts';
import {
  holdingKey,
  isReviewEntry,
  readAssignment,
  readHolding,
  readReview,
  readReviewCount,
  readReviewEntry,
  reviewCountKeys,
  reviewPartitions,
} from '../../src/entities/items/reviews.ts';
import type { Resolution } from '../../src/entities/operations.ts';
import type { ReviewedPair, ReviewList } from '../../src/entities/people/types.ts';
import { RetryableError } from '../../src/errors.ts';
import type { Store } from '../../src/store/port.ts';
import { type Interleaving, seededRandom } from '../setup/interleaving.ts';
import type { MemoryStore } from '../setup/memory-store.ts';
import { reviewingRules } from '../setup/toy-rules.ts';
import { type Beside, type HistoryOptions, runHistory } from './history.ts';

const RETENTION = 1_000;

/** What the queue reached in a history. */
export interface ReviewsReached {
  listed: number;
  skipped: number;
  queued: number;
  taken: number;
  released: number;
}

/**
 * A history of decisions, changes and erasures with review rules and history on. Stewards read the queue, take, release and
 * skip pairs beside its actors. When everything rests, the queue and its entries agree, its pairs are apart, and no item of queue or
 * history names a record that is gone.
 */
export async function runReviewHistory(seed: number, options: HistoryOptions): Promise<ReviewsReached> {
  const create: HistoryOptions['create'] = (dependencies) =>
    options.create({
      ...dependencies,
      rules: reviewingRules,
      historyRetentionInDays: RETENTION,
      reviewPairs: seed % 3 === 0 ? 32 : undefined,
    });
  const beside = new Stewards(seed, create);
  await runHistory(seed, { ...options, create, beside, decisions: true });
  return beside.reached;
}

class Stewards implements Beside {
  readonly reached: ReviewsReached = { listed: 0, skipped: 0, queued: 0, taken: 0, released: 0 };
  private readonly random: () => number;
  private readonly create: HistoryOptions['create'];
  private readonly errors: unknown[] = [];

  constructor(seed: number, create: HistoryOptions['create']) {
    this.random = seededRandom(seed * 15_485_863 + 11);
    this.create = create;
  }

  start(interleaving: Interleaving, newActor: () => number, now: () => number): void {
    for (let count = Math.floor(this.random() * 3); count > 0; count--) {
      this.work(this.open(interleaving.storeOf(newActor()), now), `steward ${count % 2}`).catch((error: unknown) => {
        if (!(error instanceof RetryableError)) this.errors.push(error);
      });
    }
  }

  private open(store: Store, now: () => number): Resolution {
    return this.create({ store, rules: reviewingRules, now, pause: async () => undefined });
  }

  private async work(resolution: Resolution, user: string): Promise<void> {
    for (let page = 0; page < 2; page++) {
      const taken = await resolution.takeReviews({ user, first: 1 + Math.floor(this.random() * 3) });
      this.reached.taken += taken.length;
      if (taken.some(({ assigned }) => assigned?.user !== user)) throw new Error(`${user} took what another holds`);
      if (this.random() < 0.8) {
        this.reached.released += (await resolution.releaseReviews({ user, ids: undefined })).length;
      }
      const reviews = pairsOf(await resolution.reviews({ first: 5 }));
      this.reached.listed += reviews.length;
      const pair = reviews[Math.floor(this.random() * reviews.length)];
      if (pair === undefined) continue;
      const skipped = await resolution.skipReview({ a: pair.a.id, b: pair.b.id, user: 'model', client: 'model' });
      if (skipped) this.reached.skipped += 1;
    }
  }

  async check(store: Store, now: number, fail: (what: string) => void): Promise<void> {
    for (const error of this.errors) fail(`a steward failed: ${error instanceof Error ? error.stack : String(error)}`);
    const { items } = store as MemoryStore;
    this.checkQueue(items, fail);
    this.checkHolders(items, fail);
    const resolution = this.open(store, () => now);
    let after: string | undefined;
    do {
      const page = await resolution.reviews({ first: 100, after });
      this.reached.queued += page.reviews.length;
      for (const { a, b } of pairsOf(page)) {
        const [x, y] = [await resolution.entityByRecord(a.id), await resolution.entityByRecord(b.id)];
        if (x?.id !== a.entityID || y?.id !== b.entityID || x.id === y.id) fail(`${a.id} and ${b.id} are no pair`);
      }
      after = page.after;
    } while (after !== undefined);
    this.checkQueue(items, fail);
    await resolution.sweep();
    this.checkHistory(items, fail);
  }

  /** Pairs, counts and entries agree, and name stored records only. */
  private checkQueue(items: MemoryStore['items'], fail: (what: string) => void): void {
    const all = [...items.values()];
    const pairs = all.filter(({ pk }) => reviewPartitions.includes(pk));
    const entries = all.filter((item) => item.pk.startsWith('I#') && isReviewEntry(item)).map(readReviewEntry);
    const queued = new Set(entries.flatMap(({ isSkipped, position }) => (isSkipped ? [] : [position])));
    for (const item of pairs) {
      const { a, b, position } = readReview(item);
      if (!queued.delete(position)) fail(`the pair of ${a.id} and ${b.id} has no entry`);
    }
    for (const position of queued) fail(`the entry of ${position} has no pair`);
    for (const { own, other } of entries) {
      if (!items.has(`R#${own.id}\u0000#`)) fail(`an entry of ${other.id} names ${own.id}, which is gone`);
    }
    for (const [shard, partition] of reviewPartitions.entries()) {
      const { pk, sk } = reviewCountKeys[shard]!;
      const counted = readReviewCount(items.get(`${pk}\u0000${sk}`));
      const stored = pairs.filter((item) => item.pk === partition).length;
      if (counted !== stored) fail(`${counted} pairs of shard ${shard} are counted, ${stored} stored`);
    }
  }

  /** What a person holds is listed, so that the sweeper finds the name. */
  private checkHolders(items: MemoryStore['items'], fail: (what: string) => void): void {
    for (const item of items.values()) {
      const assigned = reviewPartitions.includes(item.pk) ? readAssignment(item) : undefined;
      if (assigned === undefined) continue;
      const { pk, sk } = holdingKey(assigned.user);
      const holding = items.get(`${pk}\u0000${sk}`);
      const isListed = holding !== undefined && readHolding(holding).positions.includes(item.sk);
      if (!isListed) fail(`${assigned.user} holds ${item.sk}, which no holding lists`);
    }
  }

  private checkHistory(items: MemoryStore['items'], fail: (what: string) => void): void {
    for (const item of items.values()) {
      if (outboxPartitions.includes(item.pk)) fail(`the outbox entry ${item.sk} is left`);
      const isEvent = item.pk.startsWith(historyPartition(''));
      const named = isEvent && item['r'] !== undefined ? (item['r'] as string).split('\t') : [];
      for (const id of named) if (!items.has(`R#${id}\u0000#`)) fail(`the event ${item.sk} names ${id}, which is gone`);
      const isOfRecord = item.pk.startsWith('I#') && item.sk.startsWith('|');
      if (isOfRecord && !items.has(`R#${item.pk.slice(2)}\u0000#`)) fail(`${item.pk} has history and is gone`);
    }
  }
}

const pairsOf = ({ reviews }: ReviewList): readonly ReviewedPair[] =>
  reviews.flatMap((review) => ('a' in review ? [review] : []));
