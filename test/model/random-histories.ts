import { expect, it } from '@jest/globals';
import { REDO_AGE } from '../../src/entities/deadline.ts';
import { createResolution } from '../../src/entities/operations.ts';
import type { HistoryOptions } from './history.ts';

const FIRST = Number(process.env['ENTITY_DATA_FIRST_SEED'] ?? 1);
const REPLAY = process.env['ENTITY_DATA_SEED'];

/** Histories of the core as it is. */
export const ofTheCore: HistoryOptions = { create: createResolution, redoAge: REDO_AGE };

/**
 * Tests a promise in random histories. ENTITY_DATA_HISTORIES sets how many run, ENTITY_DATA_FIRST_SEED where they begin,
 * ENTITY_DATA_SEED replays one.
 *
 * @param least what they are for, which they must reach more often than so many times a history
 * @param usual how many run unless it is set
 */
export function inRandomHistories<What extends string>(
  promise: string,
  run: (seed: number, options: HistoryOptions) => Promise<Readonly<Record<What, number>>>,
  least: Readonly<Partial<Record<NoInfer<What>, number>>>,
  usual = 100,
): void {
  const [first, count] =
    REPLAY === undefined ? [FIRST, Number(process.env['ENTITY_DATA_HISTORIES'] ?? usual)] : [Number(REPLAY), 1];
  it(`${promise} in ${count} random histories`, async () => {
    const total = new Map<string, number>();
    for (let seed = first; seed < first + count; seed++) {
      for (const [what, times] of Object.entries<number>(await run(seed, ofTheCore))) {
        total.set(what, (total.get(what) ?? 0) + times);
      }
    }
    if (REPLAY !== undefined) return;
    for (const [what, times] of Object.entries<number>(least as Record<What, number>)) {
      expect([what, total.get(what)! > times * count]).toEqual([what, true]);
    }
  }, 3_600_000);
}

/** Each of these more often than so many times a history. */
export const each = <What extends string>(whats: readonly What[], times: number): Record<What, number> =>
  Object.fromEntries(whats.map((what) => [what, times])) as Record<What, number>;
