import * as z from 'zod';
import { type Design, designRuleConfig } from '../../rules/design/design.ts';
import type { DesignRequest } from '../../rules/design/request.ts';
import { lintRuleConfig } from '../../rules/lint/lint-rule-config.ts';
import { loadRecordSchema } from '../../rules/record-schema/record-schema.ts';
import { findingOutput, ruleConfigFindings } from './findings.ts';
import { defineTool } from './tool.ts';

const field = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(200)
    .describe('As in a record; dots walk into objects, * walks a list: emails.*.address.'),
  type: z.string().max(200).optional().describe('What it holds in your system: text, date, number, list of text, …'),
  description: z.string().max(2_000).optional().describe('What it means, where the name says little.'),
  samples: z.array(z.unknown()).max(400).optional().describe('Some of its values; never real personal data.'),
});

const input = z.strictObject({
  useCase: z
    .string()
    .max(2_000)
    .optional()
    .describe('What the records are about and what belonging together shall mean: "customers of two shops".'),
  fields: z.array(field).min(1).max(300).describe('The fields of a record.'),
  country: z.string().max(60).optional().describe('Where most records come from: ISO 3166 code or name.'),
  goal: z
    .enum(['precision', 'balanced', 'recall'])
    .default('balanced')
    .describe('Which mistake is worse: a wrong match (precision), a missed one (recall), or both alike.'),
  sampleRecords: z
    .array(z.looseObject({}))
    .max(200)
    .optional()
    .describe('20 to 200 records, best drawn at random. From them it learns which values very many records share.'),
});

const output = z.object({
  ruleConfig: z.looseObject({}).describe('The rule-config: write it to rule-config.json.'),
  schema: z.string().describe('The text of schema.graphqls.'),
  subject: z.string().describe('What the records were taken to be about.'),
  fields: z
    .array(
      z.object({
        name: z.string(),
        kind: z.string().describe('What it was taken for; ignored and freeText are not compared.'),
        because: z.string(),
      }),
    )
    .describe('Check these first: a wrong guess is corrected by a description or samples.'),
  rules: z.array(
    z.object({
      ruleID: z.string(),
      why: z.string(),
      misses: z.string().describe('Matches that this rule does not find.'),
      overMerges: z.string().describe('Strangers that it may link.'),
    }),
  ),
  threshold: z.number().describe('Bits that must add up for a match.'),
  evidence: z
    .array(
      z.object({
        title: z.string(),
        fields: z.array(z.string()),
        agreement: z.number().describe('Bits when it agrees as far as it can.'),
        disagreement: z.number().describe('Bits when both have a value and nothing agrees.'),
        shared: z.boolean().describe('Different ones may have the same: counts only up to a bound.'),
        commonValues: z.int().describe('Values that count less because many samples share them.'),
      }),
    )
    .describe('What ENOUGH_EVIDENCE adds up.'),
  warnings: z.array(z.string()),
  findings: z.array(findingOutput).describe('What the linter says of the result; no errors.'),
});

export const designRuleConfigTool = defineTool({
  name: 'svc_design_rule_config',
  title: 'Design a rule-config',
  description:
    'Makes a complete rule-config and its schema from nothing but the fields of a record; it knows people, companies, products, publications, addresses, vehicles and health-care providers. Use it first for a new project: give all field names, and sample records where there are any (made up or masked: never real personal data). Show the guessed kinds and the warnings to the owner, correct wrong guesses with a description and call again; then try pairs with svc_simulate_match.',
  input,
  output,
  examples: [
    {
      title: 'Customers of two shops',
      arguments: {
        useCase: 'Customers of two shops',
        fields: [
          { name: 'firstName' },
          { name: 'lastName' },
          { name: 'dateOfBirth' },
          { name: 'email' },
          { name: 'phone' },
          { name: 'street' },
          { name: 'city' },
          { name: 'postcode' },
        ],
        country: 'GB',
      },
    },
    {
      title: 'Products, where a wrong match is worse',
      arguments: {
        fields: [
          { name: 'title' },
          { name: 'brand' },
          { name: 'gtin', description: 'Number under the bar code' },
          { name: 'price', type: 'number' },
        ],
        goal: 'precision',
      },
    },
  ],
  run: (request) => answerOf(designRuleConfig(request as DesignRequest)),
});

function answerOf(design: Design): z.infer<typeof output> {
  const { ruleConfig, schema, subject, fields, rules, threshold, evidence, warnings } = design;
  const { errors, warnings: notes } = lintRuleConfig(ruleConfig, { schema: loadRecordSchema(schema) });
  return {
    ruleConfig,
    schema,
    subject,
    fields: fields.map(({ field: { name }, kind, because }) => ({ name, kind, because })),
    rules: rules.map((rule) => ({ ...rule })),
    threshold,
    evidence: evidence.map(({ title, fields: of, levels, otherwise, shared, commonValues = 0 }) => ({
      title,
      fields: [...of],
      agreement: Math.max(...levels.map(([, bits]) => bits)),
      disagreement: otherwise,
      shared,
      commonValues,
    })),
    warnings: [...warnings],
    findings: ruleConfigFindings([...errors, ...notes]),
  };
}
