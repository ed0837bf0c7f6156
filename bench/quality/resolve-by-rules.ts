import { tmpdir } from 'node:os';
import { resolveRecords } from '../../src/batch/resolve.ts';
import { compileRuleConfig } from '../../src/rules/compile/compile.ts';
import type { RuleConfig } from '../../src/rules/document/types.ts';
import type { RecordPayload } from '../../src/rules/types.ts';

/**
 * Resolves the records by the batch resolver: as the service does, without a store. Answers an entity id for every record; one
 * that the service would refuse is an entity by itself.
 */
export async function resolveByRules(
  config: RuleConfig,
  records: readonly RecordPayload[],
): Promise<Map<string, string>> {
  const { table, sets } = await resolveRecords(records, compileRuleConfig(config), { directory: tmpdir() });
  return new Map(
    records.map((record, position) => {
      const first = table.isRecord(position) ? sets.find(position) : position;
      return [String(record['id']), String(first)];
    }),
  );
}
