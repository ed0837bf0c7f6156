import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { createResolution } from '../../src/entities/create.ts';
import { REDO_AGE } from '../../src/entities/deadline.ts';
import { type RulesReached, runRuleHistory } from './rule-history.ts';

/** ENTITY_DATA_HISTORIES sets how many histories run, ENTITY_DATA_SEED replays one. */
const HISTORIES = Number(process.env['ENTITY_DATA_HISTORIES'] ?? 100);
const FIRST = Number(process.env['ENTITY_DATA_FIRST_SEED'] ?? 1);
const REPLAY = process.env['ENTITY_DATA_SEED'];

/** Histories that broke the promise once. Their ids hold no chance, so that each is the same wherever it runs. */
const BROKE_ONCE = [403_557, 600_043, 600_360, 604_023, 750_797, 801_718];
const runner = join(import.meta.dirname, 'run-histories.ts');

describe('changes of rules under concurrency and crashes', () => {
  it('leave the entities and keys of the rules in force in the histories that broke it once', () => {
    const { stderr, stdout } = spawnSync(process.execPath, [runner, '--of', 'rules', '--seed', BROKE_ONCE.join()], {
      encoding: 'utf8',
    });

    expect(stderr).toBe('');
    expect(stdout).toContain(`${BROKE_ONCE.length} of ${BROKE_ONCE.length} histories passed`);
  });

  it(`leave the entities and keys of the rules in force in ${REPLAY === undefined ? HISTORIES : 1} random histories`, async () => {
    const seeds =
      REPLAY === undefined ? Array.from({ length: HISTORIES }, (_, index) => FIRST + index) : [Number(REPLAY)];
    const total: Partial<Record<keyof RulesReached, number>> = {};
    for (const seed of seeds) {
      const reached = await runRuleHistory(seed, { create: createResolution, redoAge: REDO_AGE });
      for (const [what, count] of Object.entries(reached) as [keyof RulesReached, number][]) {
        total[what] = (total[what] ?? 0) + count;
      }
    }
    if (REPLAY !== undefined) return;
    // The histories must reach what they are for.
    for (const what of ['crashed', 'acknowledged', 'swept', 'changed', 'takenBack', 'replaced'] as const) {
      expect([what, (total[what] ?? 0) > HISTORIES / 15]).toEqual([what, true]);
    }
  }, 3_600_000);
});
