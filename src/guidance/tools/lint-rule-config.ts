import * as z from 'zod';
import { compileRuleConfig } from '../../rules/compile/compile.ts';
import { servingPlan } from '../../rules/compile/groups.ts';
import type { RuleConfig } from '../../rules/document/types.ts';
import { lintRuleConfig } from '../../rules/lint/lint-rule-config.ts';
import { loadRecordSchema, type RecordSchema } from '../../rules/record-schema/record-schema.ts';
import { SchemaError } from '../../rules/record-schema/schema-error.ts';
import {
  findingOutput,
  type ListedFinding,
  ruleConfigArgument,
  ruleConfigFindings,
  schemaArgument,
  schemaFindings,
} from './document-argument.ts';
import { sampleRuleConfig, sampleSchema } from './example-documents.ts';

import { estimatedRecords, estimateKeys } from './selectivity.ts';
import { defineTool } from './tool.ts';

const input = z.strictObject({
  ruleConfig: ruleConfigArgument,
  schema: schemaArgument
    .optional()
    .describe('The text of schema.graphqls. With it, every path that the rule-config reads is checked as well.'),
});

const output = z.object({
  valid: z.boolean().describe('True: a service starts with these documents.'),
  errors: z.array(findingOutput).describe('What stops a service from starting.'),
  warnings: z.array(findingOutput).describe('What is probably not meant, or costs more than it should.'),
  errorCount: z.int(),
  warningCount: z.int(),
  rules: z
    .array(
      z.object({
        ruleID: z.string(),
        groups: z.array(z.string()).describe('Mutation groups whose index rule set has this rule.'),
        combination: z.int().optional().describe('Which combination of indexMatcherIDs, from 1; absent without them.'),
        sharesKeysWith: z.array(z.string()).describe('Rules with the very same keys: together they cost one write.'),
        keyParts: z.array(
          z.object({
            matcherID: z.string(),
            resolverIDs: z.array(z.string()),
            takenFor: z.string().describe('What the values probably are, by names and types alone.'),
            differentValues: z.number().describe('Of how many equally frequent values, roughly.'),
          }),
        ),
        verifiedOnly: z.array(z.string()).describe('Matchers that give no key parts and are verified afterwards.'),
        expectedCandidates: z
          .number()
          .describe(`Estimate: records that share a key by chance, among ${estimatedRecords.toLocaleString('en')}.`),
        selectivity: z
          .enum(['high', 'medium', 'low'])
          .describe('low: submits and searches become slow with many records.'),
      }),
    )
    .describe(
      'The index keys of every rule of an index rule set, one entry for each of its combinations; empty when there are errors.',
    ),
});

export const lintRuleConfigTool = defineTool({
  name: 'svc_lint_rule_config',
  title: 'Lint a rule-config',
  description:
    'Checks a rule-config, and the schema with it, with the linter of the service itself, and lists every error and warning with its code, place (line and column when given as text, else JSON pointer) and what to write instead. Also shows the index keys of every rule with an estimate of how selective they are. Use it after every edit of a rule-config and before a deployment: a service starts exactly when "valid" is true. svc_explain_error tells more about a code.',
  input,
  output,
  examples: [
    { title: 'A good rule-config with its schema', arguments: { ruleConfig: sampleRuleConfig, schema: sampleSchema } },
    {
      title: 'A text with a dangling id',
      arguments: { ruleConfig: JSON.stringify(sampleRuleConfig, null, 2).replace('"sameEmail"\n', '"sameEmial"\n') },
    },
  ],
  run({ ruleConfig, schema }) {
    const read = schema === undefined ? {} : readSchema(schema);
    const linted = lintRuleConfig(ruleConfig, { schema: read.schema });
    const errors = [...(read.errors ?? []), ...ruleConfigFindings(linted.errors)];
    const warnings = [...(read.warnings ?? []), ...ruleConfigFindings(linted.warnings)];
    return {
      valid: errors.length === 0,
      errors,
      warnings,
      errorCount: linted.errors.length + (read.errors?.length ?? 0),
      warningCount: linted.warnings.length + (read.warnings?.length ?? 0),
      rules: linted.config === undefined ? [] : indexedRules(linted.config),
    };
  },
});

function readSchema(text: string): { schema?: RecordSchema; errors?: ListedFinding[]; warnings?: ListedFinding[] } {
  try {
    const schema = loadRecordSchema(text);
    return { schema, warnings: schemaFindings(schema.warnings, 'warning') };
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    return { errors: schemaFindings(error.problems, 'error'), warnings: schemaFindings(error.problems, 'warning') };
  }
}

function indexedRules(config: RuleConfig) {
  const { groups, plans, rules } = compileRuleConfig(config).parts;
  return rules.flatMap((rule) => {
    const inGroups = groups.filter(({ index }) => index.includes(rule)).map(({ name }) => name);
    if (inGroups.length === 0) return [];
    return rule.alternatives.map((alternative, index) => {
      const { parts, expectedCandidates, selectivity } = estimateKeys(alternative, config);
      const indexed = new Set(alternative.indexed.map(({ id }) => id));
      return {
        ruleID: rule.id,
        groups: inGroups,
        ...(rule.combinations.length > 0 && { combination: index + 1 }),
        sharesKeysWith: (servingPlan(alternative, plans)?.ruleIDs ?? []).filter((id) => id !== rule.id),
        keyParts: parts,
        verifiedOnly: alternative.matchers.filter(({ id }) => !indexed.has(id)).map(({ id }) => id),
        expectedCandidates,
        selectivity,
      };
    });
  });
}
