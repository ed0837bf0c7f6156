import { designRuleConfigTool } from '../../src/guidance/tools/design-rule-config.ts';
import type { DataSet } from './data-set.ts';
import type { Documents } from './resolve-through-service.ts';

const SAMPLES = 100;

/** What the design tool makes of a set's field names and some of its records; it is told neither the set nor the truth. */
export function designedFor(set: DataSet): Documents {
  const request = designRuleConfigTool.input.parse({
    fields: fieldNames(set).map((name) => ({ name })),
    sampleRecords: samples(set),
    goal: 'balanced',
  });
  const { ruleConfig, schema } = designRuleConfigTool.run(request, {
    serviceIdentifier: 'svc',
    named: (text) => text,
  }) as {
    ruleConfig: unknown;
    schema: string;
  };
  return { ruleConfig: JSON.stringify(ruleConfig), schema };
}

function fieldNames({ records }: DataSet): string[] {
  return [...new Set(records.flatMap((record) => Object.keys(record)))];
}

/** The same records every time, spread over the whole set. */
function samples({ records }: DataSet): DataSet['records'] {
  const step = Math.max(1, Math.floor(records.length / SAMPLES));
  return records.filter((_, index) => index % step === 0).slice(0, SAMPLES);
}
