import { describe } from '@jest/globals';
import { each, inRandomHistories } from './random-histories.ts';
import { runReviewHistory } from './review-history.ts';

const often = ['listed', 'skipped', 'queued', 'taken', 'released'] as const;

describe('the review queue and history under concurrency and crashes', () => {
  inRandomHistories('agree with what is stored', runReviewHistory, each(often, 1 / 15), 200);
});
