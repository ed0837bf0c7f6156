import { describe, expect, it } from '@jest/globals';
import { createResolution } from '../../src/entities/create.ts';
import { REDO_AGE } from '../../src/entities/deadline.ts';
import { letterRules, rankedRules } from '../setup/toy-rules.ts';
import { type HistoryOptions, runHistory } from './history.ts';

/** ENTITY_DATA_HISTORIES sets how many histories run, ENTITY_DATA_FIRST_SEED where they begin. */
const HISTORIES = Number(process.env['ENTITY_DATA_HISTORIES'] ?? 100);
const FIRST = Number(process.env['ENTITY_DATA_FIRST_SEED'] ?? 1);
/** With windows of two postings, so that a search of few records reads several. */
const paging: HistoryOptions = {
  create: (dependencies) => createResolution({ ...dependencies, searchWindow: 2 }),
  rules: rankedRules,
  redoAge: REDO_AGE,
};

describe('searches by a key that is enough for a hit, under concurrency and crashes', () => {
  it(`find every record in ${HISTORIES} random histories of changes`, async () => {
    let searched = 0;
    for (let seed = FIRST; seed < FIRST + HISTORIES; seed++) {
      const options = { create: createResolution, rules: letterRules, redoAge: REDO_AGE };
      searched += (await runHistory(seed, options)).searched;
    }
    // The histories must reach what they are for.
    expect(searched).toBeGreaterThan(HISTORIES / 10);
  }, 3_600_000);
});

describe('pages of a search, under concurrency and crashes', () => {
  it(`keep their promise in ${HISTORIES} random histories of changes`, async () => {
    let paged = 0;
    for (let seed = FIRST; seed < FIRST + HISTORIES; seed++) {
      paged += (await runHistory(seed, { ...paging, pages: true })).paged;
    }
    // The histories must reach what they are for.
    expect(paged).toBeGreaterThan(HISTORIES / 10);
  }, 3_600_000);
});

describe('pages of the store that others change while they are read', () => {
  it(`keep the promises of reads and searches in ${HISTORIES} random histories of changes`, async () => {
    let read = 0;
    for (let seed = FIRST; seed < FIRST + HISTORIES; seed++) {
      read += (await runHistory(seed, { ...paging, pages: true, longPages: true })).read;
    }
    // The histories must reach what they are for.
    expect(read).toBeGreaterThan(HISTORIES / 10);
  }, 3_600_000);
});
