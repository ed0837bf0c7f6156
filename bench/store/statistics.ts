import { createResolution } from '../../src/entities/operations.ts';
import { refreshStatistics, workOnStatistics } from '../../src/entities/statistics/statistics.ts';
import type { RecordPayload } from '../../src/rules/types.ts';
import { people } from '../people.ts';
import { peopleRules } from '../people-rules.ts';
import { openEmulatedTable } from './emulated-table.ts';
import { type PartCost, rounded } from './rule-change-phases.ts';

const RECORDS = 800;

/**
 * What a scan of statistics consumes, on tables of its own: one record shows what it costs whatever the size of the table.
 * Undefined without a DynamoDB emulator.
 */
export async function measureStatistics(tableName: string): Promise<PartCost[] | undefined> {
  const stream = people(31, 's');
  const records = Array.from({ length: RECORDS }, () => ({ ...stream.next().value }));
  const small = await scanOf(`${tableName}-small`, records.slice(0, 1));
  const large = await scanOf(tableName, records);
  if (small === undefined || large === undefined) return undefined;
  const perRecord = (kind: 'writeUnits' | 'readUnits') => (large[kind] - small[kind]) / (RECORDS - 1);
  return [
    { name: 'a record', writeUnits: rounded(perRecord('writeUnits')), readUnits: rounded(perRecord('readUnits')) },
    { name: 'a scan of one turn, whatever the size of the table', ...small },
  ];
}

async function scanOf(
  tableName: string,
  records: readonly RecordPayload[],
): Promise<Omit<PartCost, 'name'> | undefined> {
  const table = await openEmulatedTable(tableName);
  if (table === undefined) return undefined;
  try {
    const rules = peopleRules();
    const resolution = createResolution({ store: table.store, rules });
    for (let at = 0; at < records.length; at += 100) await resolution.submit(records.slice(at, at + 100));
    const dependencies = { store: table.store, table: table.scan, rules, now: Date.now };
    const { consumed } = await table.measure(async () => {
      await refreshStatistics(dependencies);
      // Longer than it takes: one turn.
      while (await workOnStatistics(dependencies, 3_600_000));
    });
    const { writeUnits, readUnits } = consumed;
    return { writeUnits: rounded(writeUnits), readUnits: rounded(readUnits) };
  } finally {
    await table.close();
  }
}
