import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadRuleConfig } from '../../functions/core/ruleconfig/lint-rule-config.ts';
import { loadRecordSchema } from '../../functions/core/schema/record-schema.ts';
import { type DataSet, readDataSet } from './data-set.ts';
import { pairwiseQuality } from './pairwise.ts';
import { resolveRecords } from './resolve.ts';
import { type Documents, resolveThroughService } from './resolve-through-service.ts';
import { type Measured, qualityTable } from './table.ts';

// npm run quality [-- --data directory] [--set name …] [--in-process]: what matching really does, on public data with
// known truth. Without --in-process every set goes through a service of its own, the command line and HTTP.
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: process.env['ENTITY_DATA_QUALITY_DATA'] ?? join('..', 'shared', 'data') },
    set: { type: 'string', multiple: true, default: [] },
    'in-process': { type: 'boolean', default: false },
  },
});
const configurations = join('bench', 'quality');

if (existsSync(values.data)) {
  await measureSets();
} else {
  console.log(
    `There is no directory ${values.data}. The public data sets are no part of this project: name the directory that has them with --data or ENTITY_DATA_QUALITY_DATA, one folder a set with records.jsonl and truth.csv (record,cluster).`,
  );
  process.exitCode = 1;
}

async function measureSets(): Promise<void> {
  const known = readdirSync(configurations).filter((name) =>
    existsSync(join(configurations, name, 'rule-config.json')),
  );
  for (const name of values.set) if (!known.includes(name)) throw new Error(`there is no set ${name}: ${known}`);
  const rows: Measured[] = [];
  for (const name of known) {
    if (values.set.length > 0 && !values.set.includes(name)) continue;
    const set = readDataSet(values.data, name);
    const found = await resolve(set, documentsOf(name));
    rows.push({
      set: name,
      records: set.records.length,
      configuration: 'by hand',
      quality: pairwiseQuality(found, set.truth),
    });
    if (process.stderr.isTTY) process.stderr.write(`${name}\n`);
  }
  console.log(qualityTable(rows));
}

function documentsOf(name: string): Documents {
  return {
    ruleConfig: readFileSync(join(configurations, name, 'rule-config.json'), 'utf8'),
    schema: readFileSync(join(configurations, name, 'schema.graphqls'), 'utf8'),
  };
}

function resolve(set: DataSet, documents: Documents): Promise<Map<string, string>> {
  if (!values['in-process']) return resolveThroughService(set, documents);
  return resolveRecords(loadRuleConfig(documents.ruleConfig, loadRecordSchema(documents.schema)), set.records);
}
