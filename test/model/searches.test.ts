import { describe, expect, it } from '@jest/globals';
import { createResolution } from '../../src/entities/create.ts';
import { REDO_AGE } from '../../src/entities/deadline.ts';
import { letterRules, rankedRules } from '../setup/toy-rules.ts';
import { runHistory } from './history.ts';

/** ENTITY_DATA_HISTORIES sets how many histories run, ENTITY_DATA_FIRST_SEED where they begin. */
const HISTORIES = Number(process.env['ENTITY_DATA_HISTORIES'] ?? 300);
const FIRST = Number(process.env['ENTITY_DATA_FIRST_SEED'] ?? 1);

describe('searches by a key that is enough for a hit, under concurrency and crashes', () => {
  it(`find every record in ${HISTORIES} random histories of changes`, async () => {
    let searched = 0;
    for (let seed = FIRST; seed < FIRST + HISTORIES; seed++) {
      const create: typeof createResolution = (dependencies) =>
        createResolution({ ...dependencies, rules: letterRules });
      searched += (await runHistory(seed, { create, redoAge: REDO_AGE })).searched;
    }
    // The histories must reach what they are for.
    expect(searched).toBeGreaterThan(HISTORIES / 10);
  }, 3_600_000);
});

describe('pages of a search, under concurrency and crashes', () => {
  it(`keep their promise in ${HISTORIES} random histories of changes`, async () => {
    let paged = 0;
    for (let seed = FIRST; seed < FIRST + HISTORIES; seed++) {
      const create: typeof createResolution = (dependencies) =>
        createResolution({ ...dependencies, rules: rankedRules, searchWindow: 2 });
      paged += (await runHistory(seed, { create, redoAge: REDO_AGE, pages: true })).paged;
    }
    // The histories must reach what they are for.
    expect(paged).toBeGreaterThan(HISTORIES / 10);
  }, 3_600_000);
});
