import { describe, expect, it } from '@jest/globals';
import { createResolution } from '../../src/entities/create.ts';
import { REDO_AGE } from '../../src/entities/deadline.ts';
import { runSubmitHistory } from './submit-history.ts';

/** ENTITY_DATA_HISTORIES sets how many histories run, ENTITY_DATA_SEED replays one. */
const HISTORIES = Number(process.env['ENTITY_DATA_HISTORIES'] ?? 100);
const REPLAY = process.env['ENTITY_DATA_SEED'];

describe('submit under concurrency and crashes', () => {
  it(`keeps every entity a connected component in ${REPLAY === undefined ? HISTORIES : 1} random histories`, async () => {
    const seeds = REPLAY === undefined ? Array.from({ length: HISTORIES }, (_, seed) => seed + 1) : [Number(REPLAY)];
    const total = { crashed: 0, acknowledged: 0, merged: 0, stopped: 0, swept: 0 };
    for (const seed of seeds) {
      const history = await runSubmitHistory(seed, { create: createResolution, redoAge: REDO_AGE });
      total.crashed += history.crashed;
      total.acknowledged += history.acknowledged;
      total.merged += history.merged;
      total.stopped += history.stopped;
      total.swept += history.swept;
    }
    if (REPLAY === undefined) {
      // The histories must reach what they are for.
      expect(total.crashed).toBeGreaterThan(HISTORIES / 8);
      expect(total.acknowledged).toBeGreaterThan(HISTORIES * 3);
      expect(total.merged).toBeGreaterThan(HISTORIES * 3);
      expect(total.stopped).toBeGreaterThan(HISTORIES);
      expect(total.swept).toBeGreaterThan(HISTORIES / 10);
    }
  }, 600_000);
});
