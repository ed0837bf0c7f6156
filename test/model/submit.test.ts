import { describe } from '@jest/globals';
import { inRandomHistories } from './random-histories.ts';
import { runSubmitHistory } from './submit-history.ts';

describe('submit under concurrency and crashes', () => {
  const least = { crashed: 1 / 8, acknowledged: 3, merged: 3, stopped: 1, swept: 1 / 10 };
  inRandomHistories('keeps every entity a connected component', runSubmitHistory, least);
});
