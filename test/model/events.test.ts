import { describe, expect, it } from '@jest/globals';
import { createResolution } from '../../src/entities/create.ts';
import { REDO_AGE } from '../../src/entities/deadline.ts';
import { EVENT_TYPES } from '../../src/events/entity-event.ts';
import { type EventsReached, runEventHistory } from './event-history.ts';

/** ENTITY_DATA_HISTORIES sets how many histories run, ENTITY_DATA_SEED replays one. */
const HISTORIES = Number(process.env['ENTITY_DATA_HISTORIES'] ?? 200);
const REPLAY = process.env['ENTITY_DATA_SEED'];

describe('entity events under concurrency and crashes', () => {
  it(`tell a consumer exactly the stored entities in ${REPLAY === undefined ? HISTORIES : 1} random histories`, async () => {
    const seeds = REPLAY === undefined ? Array.from({ length: HISTORIES }, (_, seed) => seed + 1) : [Number(REPLAY)];
    const total: Partial<EventsReached> = {};
    for (const seed of seeds) {
      const reached = await runEventHistory(seed, { create: createResolution, redoAge: REDO_AGE });
      for (const [what, count] of Object.entries(reached) as [keyof EventsReached, number][]) {
        total[what] = (total[what] ?? 0) + count;
      }
    }
    if (REPLAY === undefined) {
      // The histories must reach what they are for.
      for (const what of [...EVENT_TYPES, 'refused', 'repeated', 'buried', 'replayed'] as const) {
        expect([what, (total[what] ?? 0) > 0]).toEqual([what, true]);
      }
    }
  }, 3_600_000);
});
