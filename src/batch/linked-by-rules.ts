import { tmpdir } from 'node:os';
import { compileRuleConfig } from '../rules/compile/compile.ts';
import { loadRuleConfig } from '../rules/lint/lint-rule-config.ts';
import type { RecordPayload } from '../rules/types.ts';
import { BatchPart } from './part.ts';
import { numberRecords } from './record-table.ts';
import { aloneOptions, beginGrouping, readList } from './resolve.ts';
import { SharedSets } from './shared-sets.ts';
import { WorkDirectory } from './work-directory.ts';

/** The most records of a key that are linked by it: in a sample, a key has a part of the records that it has in the file. */
const KEY_RECORDS = 200;

/**
 * The entities that the rules of a design make of the records of a sample, at once. A record that they refuse is an entity
 * by itself. Ids are not read: a sample need not have any.
 */
export function linkedByRules(
  { ruleConfig }: { readonly ruleConfig: object },
  records: readonly RecordPayload[],
): SharedSets {
  const rules = compileRuleConfig(loadRuleConfig(JSON.stringify(ruleConfig), undefined, 'the designed rule-config'));
  const work = new WorkDirectory(tmpdir());
  try {
    const options = aloneOptions(rules, work, readList, KEY_RECORDS);
    const part = new BatchPart(options);
    const named = records.map((record, position) => ({ ...record, id: String(position) }));
    const sets = SharedSets.bufferFor(records.length);
    const { table } = numberRecords([{ ...part.take(named, 0).records, base: 0 }], records.length);
    part.share(table.buffers, sets);
    for (let bucket = 0; bucket < options.buckets; bucket++) part.judge(bucket);
    if (rules.entityRules === undefined) return new SharedSets(sets);
    const { entities, several } = beginGrouping(table, new SharedSets(sets));
    part.beginGroups(entities, several);
    for (let bucket = 0; bucket < options.buckets; bucket++) part.group(bucket);
    return new SharedSets(entities);
  } finally {
    work.remove();
  }
}
