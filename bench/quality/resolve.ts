import { createResolution } from '../../src/entities/operations.ts';
import { compileRuleConfig } from '../../src/rules/compile/compile.ts';
import type { RuleConfig } from '../../src/rules/document/types.ts';
import type { RecordPayload } from '../../src/rules/types.ts';
import { inStore } from '../own-store.ts';

const BATCH = 100;

/** Resolves the records with the real engine in a directory of its own; answers the entity id of every record. */
export async function resolveRecords(
  config: RuleConfig,
  records: readonly RecordPayload[],
): Promise<Map<string, string>> {
  return inStore(async (store) => {
    const resolution = createResolution({ store, rules: compileRuleConfig(config) });
    for (let start = 0; start < records.length; start += BATCH) {
      await resolution.submit(records.slice(start, start + BATCH));
    }
    const entities = new Map<string, string>();
    for (const { id } of records) {
      const entity = await resolution.entityByRecord(id as string);
      entities.set(id as string, entity!.id);
    }
    return entities;
  });
}
