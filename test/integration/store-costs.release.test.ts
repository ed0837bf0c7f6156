import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type EmulatedTable, openEmulatedTable } from '../../bench/store/emulated-table.ts';
import { measureLargeEntityCosts } from '../../bench/store/large-entities.ts';
import { measureOperations, type OperationCost } from '../../bench/store/operations.ts';
import { measureRuleChange } from '../../bench/store/rule-change-phases.ts';
import { measureStatistics } from '../../bench/store/statistics.ts';
import { createSweeper } from '../../functions/sweeper/sweeper.ts';
import { readCosts } from '../../scripts/costs.ts';
import { createResolution } from '../../src/entities/operations.ts';
import { DYNAMODB_NEED } from '../setup/dynamodb-emulator.ts';
import { describeWith } from '../setup/requirement.ts';
import { toyRules } from '../setup/toy-rules.ts';

const found = await openEmulatedTable(`costs-${process.pid}`);
describeWith('what operations cost at DynamoDB', { found, need: DYNAMODB_NEED }, tests);

function tests(emulated: EmulatedTable): void {
  let costs: ReadonlyMap<string, OperationCost>;

  beforeAll(async () => {
    costs = new Map((await measureOperations(emulated)).map((cost) => [cost.name, cost]));
  });

  afterAll(async () => {
    await emulated.close();
  });

  it('is never below what the layout has to write: else the meter is wrong', () => {
    for (const { floor, writeUnits } of costs.values()) expect(writeUnits).toBeGreaterThanOrEqual(floor ?? 0);
  });

  it('is the least for a submit of one record, and about a unit more for a merge and for the records of a batch', () => {
    const submits = [...costs.values()].filter(
      ({ name }) => name.includes('submit:') && !name.includes('changed content'),
    );
    expect(submits.length).toBeGreaterThan(5);
    for (const { name, floor, writeUnits } of submits) {
      const isSingle = !name.includes('merges') && !name.includes('in one request');
      expect(writeUnits - floor!).toBeLessThanOrEqual(isSingle ? 0 : 1.1);
    }
  });

  it('is what docs/costs.md says, or less: else run npm run costs -- --measure and say why', () => {
    const { operations } = readCosts().counts;

    expect([...costs.keys()].sort()).toEqual(Object.keys(operations).sort());
    for (const [name, { writeUnits, readUnits }] of costs) {
      expect(writeUnits).toBeLessThanOrEqual(operations[name]!.writeUnits + 0.05);
      expect(readUnits).toBeLessThanOrEqual(operations[name]!.readUnits + 0.05);
    }
  });

  it('is of each part of a change of rules what docs/costs.md says', async () => {
    const { ruleChange } = readCosts().counts;
    const phases = await measureRuleChange(`changing-${process.pid}`);

    expect(phases!.map(({ name }) => name)).toEqual(Object.keys(ruleChange));
    for (const { name, ...units } of phases!) {
      for (const kind of ['writeUnits', 'readUnits'] as const) {
        const said = ruleChange[name]![kind];
        // Ids decide where items lie and in which order records are united.
        expect(Math.abs(units[kind] - said)).toBeLessThanOrEqual(0.15 + said / 10);
      }
    }
  });

  it('is of a scan of statistics what docs/costs.md says', async () => {
    const { statistics } = readCosts().counts;
    const parts = await measureStatistics(`counting-${process.pid}`);

    expect(parts!.map(({ name }) => name)).toEqual(Object.keys(statistics));
    for (const { name, ...units } of parts!) {
      for (const kind of ['writeUnits', 'readUnits'] as const) {
        const said = statistics[name]![kind];
        // Ids decide which items lie in one page.
        expect(Math.abs(units[kind] - said)).toBeLessThanOrEqual(0.15 + said / 10);
      }
    }
  });

  it('is of a search for the best 10 of 500 at most four times that of one which finds 1', () => {
    const unitsOf = (found: number) => costs.get(`people's rules, best 10 with all fields: finds ${found}`)!.readUnits;

    expect(unitsOf(500)).toBeLessThanOrEqual(4 * unitsOf(1));
  });

  it('is of a sweeper that finds nothing what docs/deploy.md says of a month', async () => {
    const resolution = createResolution({ store: emulated.store, rules: toyRules });
    const sweep = createSweeper({ resolution, report: () => {}, onFailure: () => {} });
    const page = readFileSync(join(import.meta.dirname, '../../docs/deploy.md'), 'utf8');

    const { consumed } = await emulated.measure(sweep);

    const minutes = (365 / 12) * 24 * 60;
    expect(consumed.writeUnits).toBe(0);
    expect(page).toContain(`about ${((consumed.readUnits * minutes) / 1e6).toFixed(1)} million read units a month`);
  });

  it('writes nothing for the same record again, and for reads', () => {
    for (const cost of costs.values()) {
      if (cost.floor === undefined || cost.name.includes('same again')) expect(cost.writeUnits).toBe(0);
    }
  });

  it('does not grow with the entity that a record is added to', async () => {
    const [small, large] = await measureLargeEntityCosts(emulated, [10, 1_000]);

    expect(large!.add.writeUnits).toBe(small!.add.writeUnits);
    expect(large!.add.readUnits).toBe(small!.add.readUnits);
    expect(large!.add.calls).toBe(small!.add.calls);
  });
}
