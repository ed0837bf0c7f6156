import type { PromptDefinition } from './prompt.ts';

export const designRuleConfigPrompt: PromptDefinition = {
  name: 'design_rule_config',
  title: 'Design a rule-config with me',
  description:
    'From the columns that you have to a rule-config and a schema that were linted and tried on made-up pairs.',
  arguments: [
    {
      name: 'fields',
      description:
        'The names of your fields or columns, separated by commas; types and remarks are welcome. Without them, the usual ones of the use case are assumed.',
      required: false,
    },
    { name: 'useCase', description: 'What the records are and what belonging together shall mean.', required: false },
    { name: 'country', description: 'Where most records come from, as a code of two letters.', required: false },
    {
      name: 'goal',
      description:
        'Which mistake is worse: a wrong match (precision), a missed one (recall), or both alike (balanced).',
      required: false,
      choices: ['precision', 'balanced', 'recall'],
    },
  ],
  text: ({ fields, useCase, country, goal }) => `Design a rule-config for entity resolution with me.

My fields: ${fields ?? 'none yet; propose the usual ones for what I want to do'}
${useCase === undefined ? '' : `What for: ${useCase}\n`}${country === undefined ? '' : `Country: ${country}\n`}Goal: ${goal ?? 'balanced'}

Go about it like this, and show me what each step gave:
1. Ask me what you need to know and cannot see from the names: which fields identify, which are often wrong or missing, whether households or companies share values. At most three questions; go on without the answers if I do not know.
2. If the tool svc_design_rule_config is there, call it with my fields, the use case, the country and the goal. Otherwise make a rule-config from what svc_generate_transformers gives for each field, one call for each kind.
3. Call svc_lint_rule_config with the rule-config and the schema. Correct every error, and every warning unless there is a reason for it.
4. Make up at least three pairs of records that must match (a typo, a nickname, a missing field, another notation) and three that must not (siblings, father and son, two people in one household, a shared phone number), and call svc_simulate_match for each. Never use real personal data.
5. Where a pair comes out wrong, say which matcher decided it, change the rule-config, lint, and run all pairs again.
6. Give me the final rule-config and schema.graphqls as two files, with a table of the rules: what each one finds, what it may wrongly join, and what all of them miss.`,
};
