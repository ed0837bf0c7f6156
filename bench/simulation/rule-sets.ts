import { designRuleConfigTool } from '../../src/guidance/tools/design-rule-config.ts';
import { compileRuleConfig } from '../../src/rules/compile/compile.ts';
import type { CompiledRules } from '../../src/rules/compile/compiled-rules.ts';
import { loadRuleConfig } from '../../src/rules/lint/lint-rule-config.ts';
import { payloadOf } from './key-shares.ts';
import { FIELDS, Population } from './population.ts';
import { Random } from './random.ts';

const SAMPLES = 100;

/** What the design tool makes of the fields' names and some records. */
export function designedRules(): CompiledRules {
  const population = new Population(1_000_000);
  const random = new Random(41);
  const request = designRuleConfigTool.input.parse({
    fields: FIELDS.map((name) => ({ name })),
    sampleRecords: Array.from({ length: SAMPLES }, () => payloadOf(population.household(random)[0]!)),
    goal: 'balanced',
  });
  const { ruleConfig } = designRuleConfigTool.run(request, { serviceIdentifier: 'svc', named: (text) => text }) as {
    ruleConfig: unknown;
  };
  return compileRuleConfig(loadRuleConfig(JSON.stringify(ruleConfig)));
}
