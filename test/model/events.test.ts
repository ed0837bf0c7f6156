import { describe } from '@jest/globals';
import { EVENT_TYPES } from '../../src/events/entity-event.ts';
import { runEventHistory } from './event-history.ts';
import { each, inRandomHistories } from './random-histories.ts';

const reached = [...EVENT_TYPES, 'refused', 'repeated', 'buried', 'replayed'] as const;

describe('entity events under concurrency and crashes', () => {
  inRandomHistories('tell a consumer exactly the stored entities', runEventHistory, each(reached, 0), 200);
});
