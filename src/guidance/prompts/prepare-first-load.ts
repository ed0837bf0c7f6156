import type { PromptDefinition } from './prompt.ts';

export const prepareFirstLoadPrompt: PromptDefinition = {
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
