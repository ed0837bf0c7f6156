import { describe, expect, it } from '@jest/globals';
import { firstCalls } from '../../bench/cold-start/first-calls.ts';
import { measureColdStarts } from '../../bench/cold-start/measure.ts';
import { coldStartTable, shareTables } from '../../bench/cold-start/report.ts';
import { functionNames } from '../../scripts/bundle.ts';

describe('the bundles of the functions', () => {
  it('start in a fresh process and give their first answers, and the bench says what that took', async () => {
    const starts = await measureColdStarts(1, 1);

    expect(starts.functions.map(({ name }) => name)).toEqual(Object.keys(firstCalls));
    expect(Object.keys(firstCalls).sort()).toEqual([...functionNames].sort());
    for (const { total, shares } of starts.functions) {
      expect([...shares.values()].reduce((sum, milliseconds) => sum + milliseconds, 0)).toBeCloseTo(total);
    }
    expect(coldStartTable(starts)).toContain('| guidance | `tools/list` |');
    expect(shareTables(starts)).toMatch(/\| zod \| \d/);
  });
});
