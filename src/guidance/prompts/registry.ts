/** An argument of a prompt; the values are texts, as the protocol has it. */
interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** What a client may offer for completion. */
  readonly choices?: readonly string[];
}

/** A way to start a conversation. One file each, and one line in the registry. */
export interface PromptDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /** What the person says to the assistant. Names tools with `svc_`. */
  text(values: Readonly<Record<string, string>>): string;
}

const designRuleConfigPrompt: PromptDefinition = {
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

const prepareFirstLoadPrompt: PromptDefinition = {
  name: 'prepare_first_load',
  title: 'Prepare my first load',
  description: 'From a rule-config and a schema to checked records and the curl commands that load and search them.',
  arguments: [
    { name: 'records', description: 'A few records as JSON, made up but shaped like yours.', required: true },
    { name: 'apiUrl', description: 'The api_url output of the deployment.', required: false },
    { name: 'tokenUrl', description: 'The token_url output of the deployment.', required: false },
  ],
  text: ({ records, apiUrl, tokenUrl }) => `Prepare the first load of records into my entity resolution service.

Records that look like mine: ${records}
${apiUrl === undefined ? '' : `API: ${apiUrl}\n`}${tokenUrl === undefined ? '' : `Tokens: ${tokenUrl}\n`}
Ask me for the rule-config and the schema if you do not have them. Then:
1. Call svc_lint_rule_config with both: a deployment with errors does not start.
2. Call svc_validate_records with the records, the schema and the rule-config. Explain every error, and every record of which no rule can make anything, and how my export has to change.
3. Call svc_generate_graphql for submit, then for search, entity and entityByRecord, with the schema and the rule-config. Use $API_URL, $TOKEN_URL, $CLIENT_ID and $CLIENT_SECRET where I gave no address; never ask me for a secret.
4. Call svc_validate_search_parameters with the parameters of a search that I will want, and tell me which rules they can satisfy.
5. Give me the commands in order: get a token, submit the first batch (at most 100 records in a request), look at one record's entity, search for it. Say what each answer should look like.
6. For a whole file, tell me about the load command of the project (see svc_search_docs "load"), and how to go on after it was interrupted.`,
};

const whyNoMatchPrompt: PromptDefinition = {
  name: 'why_no_match',
  title: 'Why did these two not match?',
  description: 'Finds the field, transformer or rule by which two records did, or did not, come together.',
  arguments: [
    { name: 'recordA', description: 'One record as JSON. Replace personal data by made-up values.', required: true },
    { name: 'recordB', description: 'The other record as JSON.', required: true },
    {
      name: 'ruleConfig',
      description: 'The rule-config as JSON; you can also give it in the conversation.',
      required: false,
    },
    {
      name: 'expected',
      description: 'What you expected of the two.',
      required: false,
      choices: ['match', 'no match'],
    },
  ],
  text: ({
    recordA,
    recordB,
    ruleConfig,
    expected,
  }) => `Two records did not come out as I expected${expected === undefined ? '' : ` (I expected: ${expected})`}. Find out why.

Record A: ${recordA}
Record B: ${recordB}
${ruleConfig === undefined ? 'Ask me for the rule-config if you do not have it.' : `Rule-config: ${ruleConfig}`}

1. Call svc_simulate_match with the rule-config and both records.
2. Read "summary" and "groups" first: NO_MATCH means no rule holds, NOT_FOUND that a rule holds but the two share no index key, KEPT_APART that a consistency rule set refuses.
3. For the rule that came nearest, go through its matchers that are not satisfied: compare the values of both sides, then follow them back through the trace to the transformer where they part, and read its notes.
4. Say in one sentence what decided it, with the two values.
5. Propose the smallest change of the rule-config that turns it round, and say what else that change would join or separate. Lint it with svc_lint_rule_config and simulate it again, also with a pair that must stay as it is.
6. Remember that two records may share an entity through a third one although they do not match each other: in that case the explain operation of the API shows the path.`,
};

/** Every prompt. A new one is one file and one line here. */
export const prompts: readonly PromptDefinition[] = [designRuleConfigPrompt, whyNoMatchPrompt, prepareFirstLoadPrompt];
