import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import type { AnsweredDecision } from '../../src/graphql/queries/decisions.generated.ts';
import type { HistoryPage } from '../../src/graphql/queries/history.generated.ts';
import type { AnsweredReview, ReviewPage } from '../../src/graphql/queries/reviews.generated.ts';
import { runningService } from './running-service.ts';

const service = runningService('--history-retention-in-days', '30');

beforeAll(async () => {
  await run('load', join('examples', 'people', 'people.csv'));
});

async function run(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await service.command(...args).finished;
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

const json = async <Answer>(...args: string[]): Promise<Answer> => JSON.parse(await run(...args, '--json'));
const idsOf = ({ reviews }: Pick<ReviewPage, 'reviews'>) => reviews.map(({ id }) => id);
const reason = ['--user', 'jo', '--reason', 'seen side by side'];

/** The entity of each record, as the export has it. */
async function exported(): Promise<ReadonlyMap<string, string>> {
  const rows: Record<string, string>[] = parse(await run('export'), { columns: true });
  return new Map(rows.map((row) => [row['record_id']!, row['entity_id']!]));
}

it('finds the near matches of the example people, and nothing else', async () => {
  const truth: Record<string, string>[] = parse(await readFile(join('examples', 'people', 'truth.csv')), {
    columns: true,
  });
  const near = truth.filter(({ nearMatchOf }) => nearMatchOf !== '').map(({ id, nearMatchOf }) => [id, nearMatchOf]);
  const sorted = (pairs: readonly (readonly unknown[])[]) => pairs.map((pair) => pair.toSorted().join(' ')).toSorted();

  const { reviews } = await json<ReviewPage>('reviews', '--first', '100');

  expect(near.length).toBeGreaterThan(20);
  expect(sorted(reviews.map(({ a, b }) => [a!.id, b!.id]))).toEqual(sorted(near));
});

it("is a steward's afternoon on the command line: ten pairs taken, a link, a separation, an undo, history and export", async () => {
  const before = await exported();
  expect(before.size).toBeGreaterThan(100);
  const taken = (user: string) => json<Pick<ReviewPage, 'reviews'>>('reviews', '--take', '10', '--user', user);
  const [queue, other] = await Promise.all([taken('jo'), taken('sam')]);
  expect(queue.reviews).toHaveLength(10);
  expect(other.reviews).toHaveLength(10);
  const own = idsOf(queue);
  expect(idsOf(other).filter((id) => own.includes(id))).toEqual([]);
  expect(idsOf(await taken('jo'))).toEqual(own);
  expect(idsOf(await json<ReviewPage>('reviews', '--mine', '--user', 'jo'))).toEqual(own);
  const free = idsOf(await json<ReviewPage>('reviews', '--free', '--first', '100'));
  expect(free.filter((id) => own.includes(id))).toEqual([]);
  const judged: { readonly review: AnsweredReview; readonly decision?: AnsweredDecision }[] = [];
  for (const [index, review] of queue.reviews.entries()) {
    const pair = [review.a!.id, review.b!.id];
    const operation = ['link', 'separate', 'skip'][index % 3]!;
    if (operation === 'skip') {
      await run('skip', ...pair, '--user', 'jo');
      judged.push({ review });
    } else {
      const { decision } = await json<{ decision: AnsweredDecision }>(operation, ...pair, ...reason);
      judged.push({ review, decision });
    }
  }

  const left = await json<ReviewPage>('reviews', '--first', '100');
  const isLeft = (review: AnsweredReview) => left.reviews.some(({ id }) => id === review.id);
  expect(judged.filter(({ review }) => isLeft(review))).toEqual([]);
  expect(idsOf(await json<ReviewPage>('reviews', '--mine', '--user', 'jo'))).toEqual([]);
  const [first] = judged;
  await run('undo', first!.decision!.id, '--user', 'jo');

  const after = await exported();
  // The records of a pair that was skipped or taken back may be together through others.
  for (const { review, decision } of judged.slice(1)) {
    if (decision === undefined) continue;
    expect(after.get(review.a!.id) === after.get(review.b!.id)).toBe(decision.kind === 'LINK');
  }
  const changed = [...after].filter(([id, entity]) => entity !== before.get(id)).map(([id]) => id);
  const touched = new Set(judged.flatMap(({ review }) => [review.a!.entityID, review.b!.entityID]));
  expect(changed.length).toBeGreaterThan(0);
  expect(changed.every((id) => touched.has(before.get(id)!))).toBe(true);

  const linked = judged[3]!;
  const { events } = await json<HistoryPage>('history', '--record', linked.review.a!.id);
  expect(events[0]).toMatchObject({
    kind: 'DECIDED',
    cause: 'LINK',
    decision: { id: linked.decision!.id, user: 'jo' },
  });
});

it('gives reviews back', async () => {
  const { reviews } = await json<ReviewPage>('reviews', '--take', '3', '--user', 'kim');
  const [first, second, third] = reviews;

  expect(await run('reviews', '--user', 'kim', '--release', second!.id)).toBe(`Released: 1.\n  review ${second!.id}\n`);
  expect(await run('reviews', '--user', 'kim', '--release')).toBe(
    `Released: 2.\n  review ${first!.id}\n  review ${third!.id}\n`,
  );
  expect(await run('reviews', '--user', 'kim', '--release')).toBe('Released: 0.\n');
});
