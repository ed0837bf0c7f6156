import * as z from 'zod';
import { hasValue } from '../../entities/validate.ts';
import { EntityDataError } from '../../errors.ts';
import type { CompiledRules } from '../../rules/compile/compiled-rules.ts';
import { matchersWithoutValue, type SearchAlternative, type SearchRule } from '../../rules/compile/search.ts';

import type { RecordPayload } from '../../rules/types.ts';
import { objectOf, ruleConfigArgument, schemaArgument, schemaOf } from './document-argument.ts';
import { compileDeployment, sampleRuleConfig, sampleSchema } from './example-documents.ts';

import { resolveGuarded } from './fields-argument.ts';
import { searchTypeProblems } from './record-types.ts';
import { defineTool } from './tool.ts';

const input = z.strictObject({
  parameters: z
    .union([z.string(), z.looseObject({})])
    .describe('`input.parameters` of a search: an object with fields of a record, or its JSON text.'),
  schema: schemaArgument.optional().describe('schema.graphqls: with it, unknown fields and wrong types are found.'),
  ruleConfig: ruleConfigArgument
    .optional()
    .describe('The rule-config: with it, the rules that these parameters can satisfy are told.'),
});

const output = z.object({
  valid: z.boolean().describe('True: a search with these parameters is accepted.'),
  errors: z.array(z.object({ code: z.string(), message: z.string(), pointer: z.string(), hint: z.string() })),
  warnings: z.array(z.string()),
  searchRules: z
    .array(
      z.object({
        searchRules: z.string().describe('Name of the search rule set, for `input.searchRules`.'),
        canFind: z.boolean().describe('At least one rule can be satisfied at all.'),
        rules: z.array(
          z.object({
            ruleID: z.string(),
            satisfiable: z.boolean().describe('Some stored record may satisfy it with these parameters.'),
            missing: z
              .array(z.object({ matcherID: z.string(), resolverIDs: z.array(z.string()), paths: z.array(z.string()) }))
              .describe(
                'What the rule needs and the parameters do not have: matchers, their resolvers and the fields.',
              ),
          }),
        ),
      }),
    )
    .describe('Per search rule set of the rule-config; empty without one.'),
});

export const validateSearchParametersTool = defineTool({
  name: 'svc_validate_search_parameters',
  title: 'Validate search parameters',
  description:
    'Checks the parameters of a search before it is sent: fields that the schema does not have (with the nearest name), wrong types, no value at all; and, with the rule-config, which rules of which search rule set these parameters can satisfy, and which fields the others lack. Use it when a search finds nothing, or to find out which fields a search form must ask for.',
  input,
  output,
  examples: [
    {
      title: 'A search by e-mail address and a misspelt field',
      arguments: {
        parameters: { email: 'bob@example.com', familyname: 'Example' },
        schema: sampleSchema,
        ruleConfig: sampleRuleConfig,
      },
    },
    {
      title: 'A given name alone satisfies no rule',
      arguments: { parameters: '{"givenName": "Bob"}', ruleConfig: sampleRuleConfig },
    },
  ],
  run({ parameters, schema, ruleConfig }) {
    const recordSchema = schemaOf(schema);
    const rules = ruleConfig === undefined ? undefined : compileDeployment(ruleConfig, recordSchema).rules;
    const given = objectOf(parameters, 'parameters');
    const errors = [
      ...(recordSchema === undefined ? [] : searchTypeProblems(recordSchema, given)),
      ...(Object.values(given).some(hasValue) ? [] : [noValue]),
    ];
    const { searches, warnings } = rules === undefined ? { searches: [], warnings: [] } : searchesOf(rules, given);
    return { valid: errors.length === 0, errors, warnings, searchRules: searches };
  },
});

const noValue = {
  code: 'NO_SEARCH_VALUE',
  message: 'no search parameter has a value',
  pointer: '',
  hint: 'Give at least one field a value.',
};

function searchesOf(rules: CompiledRules, given: RecordPayload) {
  const warnings: string[] = [];
  const values = resolveGuarded(rules, given, 'parameters', ({ transformerID, type, notes }) => {
    for (const note of notes.slice(0, 5)) warnings.push(`transformer "${transformerID}" (${type}): ${note}`);
  });
  const searches = rules.searchRuleNames.map((searchRules) => {
    try {
      rules.prepareSearch(given, searchRules);
    } catch (error) {
      // The search fails as a whole; the rules below show the missing values.
      if (!(error instanceof EntityDataError)) throw error;
      warnings.push(`search rules "${searchRules}": ${error.message}`);
    }
    const judged = rules.searchRules.get(searchRules)!.map((searchRule) => judge(searchRule, rules, values));
    return { searchRules, canFind: judged.some(({ satisfiable }) => satisfiable), rules: judged };
  });
  return { searches, warnings };
}

/** A rule can be satisfied if one of its alternatives can: all matchers have values, and there is a key to look up. */
function judge(
  { rule, alternatives }: SearchRule,
  rules: CompiledRules,
  values: ReturnType<CompiledRules['resolve']>,
): ReturnType<typeof judgeAlternative> {
  const judged = alternatives.map((alternative) => judgeAlternative(rule.id, alternative, rules, values));
  const nearest = judged.reduce((best, one) => (one.missing.length < best.missing.length ? one : best));
  return judged.find(({ satisfiable }) => satisfiable) ?? nearest;
}

function judgeAlternative(
  ruleID: string,
  alternative: SearchAlternative,
  rules: CompiledRules,
  values: ReturnType<CompiledRules['resolve']>,
) {
  const { plan } = alternative;
  const outputs = rules.parts.pipeline.outputs;
  const missing = matchersWithoutValue(alternative, values).map((matcher) => {
    const lacking = matcher.resolvers.filter((at) => values[at]!.length === 0);
    return {
      matcherID: matcher.id,
      resolverIDs: lacking.map((at) => outputs[at]!.id),
      paths: [...new Set(lacking.flatMap((at) => outputs[at]!.paths.map((path) => path.join('.'))))],
    };
  });
  const hasKey = plan === undefined || plan.describeKeys(values, 1_000).length > 0;
  return { ruleID, satisfiable: missing.length === 0 && hasKey, missing };
}
