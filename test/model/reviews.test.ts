import { describe, expect, it } from '@jest/globals';
import { createResolution } from '../../src/entities/create.ts';
import { REDO_AGE } from '../../src/entities/deadline.ts';
import { type ReviewsReached, runReviewHistory } from './review-history.ts';

const HISTORIES = Number(process.env['ENTITY_DATA_HISTORIES'] ?? 200);
const FIRST = Number(process.env['ENTITY_DATA_FIRST_SEED'] ?? 1);
const REPLAY = process.env['ENTITY_DATA_SEED'];

describe('the review queue and history under concurrency and crashes', () => {
  it(`agree with what is stored in ${REPLAY === undefined ? HISTORIES : 1} random histories`, async () => {
    const seeds =
      REPLAY === undefined ? Array.from({ length: HISTORIES }, (_, index) => FIRST + index) : [Number(REPLAY)];
    const total: ReviewsReached = { listed: 0, skipped: 0, queued: 0, taken: 0, released: 0 };
    for (const seed of seeds) {
      const reached = await runReviewHistory(seed, { create: createResolution, redoAge: REDO_AGE });
      for (const what of Object.keys(total) as (keyof ReviewsReached)[]) total[what] += reached[what];
    }
    if (REPLAY === undefined) {
      for (const [what, count] of Object.entries(total)) {
        expect([what, count > HISTORIES / 15]).toEqual([what, true]);
      }
    }
  }, 3_600_000);
});
