import { describe, expect, it } from '@jest/globals';
import { firstCalls } from '../../bench/cold-start/first-calls.ts';
import { measureColdStarts } from '../../bench/cold-start/measure.ts';
import { coldStartTable } from '../../bench/cold-start/report.ts';
import { functionNames } from '../../scripts/bundle.ts';

describe('the bundles of the functions', () => {
  it('start in a fresh process and give their first answers, and the bench says what that took', async () => {
    const starts = await measureColdStarts(1);

    expect(starts.functions.map(({ name }) => name)).toEqual(Object.keys(firstCalls));
    expect(Object.keys(firstCalls).sort()).toEqual([...functionNames].sort());
    for (const { imported, answered, bytes } of starts.functions) {
      expect(imported).toBeGreaterThan(0);
      expect(answered).toBeGreaterThan(0);
      expect(bytes).toBeGreaterThan(10_000);
    }
    expect(coldStartTable(starts)).toContain('| guidance | `tools/list` |');
  });
});
