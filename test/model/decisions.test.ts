import { describe, expect, it } from '@jest/globals';
import { createResolution } from '../../src/entities/create.ts';
import { REDO_AGE } from '../../src/entities/deadline.ts';
import { type Reached, runHistory } from './history.ts';

const HISTORIES = Number(process.env['ENTITY_DATA_HISTORIES'] ?? 100);
const FIRST = Number(process.env['ENTITY_DATA_FIRST_SEED'] ?? 1);
const REPLAY = process.env['ENTITY_DATA_SEED'];

describe('decisions of people under concurrency and crashes', () => {
  it(`are carried out or taken back in ${REPLAY === undefined ? HISTORIES : 1} random histories`, async () => {
    const seeds =
      REPLAY === undefined ? Array.from({ length: HISTORIES }, (_, index) => FIRST + index) : [Number(REPLAY)];
    const total: Partial<Record<keyof Reached, number>> = {};
    for (const seed of seeds) {
      const reached = await runHistory(seed, { create: createResolution, redoAge: REDO_AGE, decisions: true });
      for (const [what, count] of Object.entries(reached) as [keyof Reached, number][]) {
        total[what] = (total[what] ?? 0) + count;
      }
    }
    if (REPLAY === undefined) {
      // The histories must reach what they are for.
      const often = ['crashed', 'stopped', 'swept', 'erased', 'updated', 'linked', 'separated', 'undone'] as const;
      for (const what of often) expect([what, (total[what] ?? 0) > HISTORIES / 15]).toEqual([what, true]);
    }
  }, 3_600_000);
});
