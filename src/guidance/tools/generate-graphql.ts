import * as z from 'zod';
import { MAX_RECORDS } from '../../entities/validate.ts';
import { buildApiSchema } from '../../graphql/schema/build.ts';
import type { RuleConfig } from '../../rules/document/types.ts';
import { lintRuleConfig } from '../../rules/lint/lint-rule-config.ts';
import { loadRecordSchema, type RecordSchema, recordSchemaPaths } from '../../rules/record-schema/record-schema.ts';
import { type Operation, scopeNameOfOperation, scopesOf } from '../../scopes.ts';
import { NameSuggester } from '../../text/nearest-name.ts';
import { pathsOf, schemaFromPaths } from './derived-schema.ts';
import { ruleConfigArgument, schemaArgument } from './document-argument.ts';
import { sampleRuleConfig, sampleSchema } from './example-documents.ts';
import { fieldLine, fieldName, fieldNames } from './fields-argument.ts';
import { documentFor, documentProblem, variablesFor } from './graphql-document.ts';
import { type InsightPaths, insightPaths } from './insights-selection.ts';
import { defineTool, ToolRefusal } from './tool.ts';

const names = Object.keys(scopeNameOfOperation) as [Operation, ...Operation[]];

const input = z.strictObject({
  operation: z.enum(names).describe('A root field of the API.'),
  ruleConfig: ruleConfigArgument
    .optional()
    .describe('The rule-config: a search then asks for the fields that its search rules read.'),
  schema: schemaArgument
    .optional()
    .describe('schema.graphqls. Without it the fields are taken from the rule-config, else from `fields`.'),
  fields: z
    .union([z.array(fieldName).max(200), fieldLine])
    .optional()
    .describe('Fields of the records to use, such as "email" or "address.city"; all when not given.'),
  insights: z
    .boolean()
    .optional()
    .describe('True asks for the record and edge insights of entities as well: a line for every question there is.'),
});

const output = z.object({
  operation: z.string(),
  document: z.string().describe('The GraphQL document.'),
  variables: z.record(z.string(), z.unknown()).describe('Variables with made-up values, to be replaced.'),
  scope: z.string().describe('What the token must hold.'),
  curl: z.string().describe('A shell command that sends it; expects $API_URL and $TOKEN.'),
  token: z.string().describe('A shell command that gets $TOKEN; expects $TOKEN_URL, $CLIENT_ID and $CLIENT_SECRET.'),
  schema: z.string().describe('The schema that was assumed: yours, or one made of the fields.'),
  notes: z.array(z.string()),
});

export const generateGraphqlTool = defineTool({
  name: 'svc_generate_graphql',
  title: 'Generate a GraphQL request',
  description:
    'Writes the GraphQL document for an operation of the API with variables to fill in, the scope that it needs and ready curl commands, fitted to the schema and rule-config of the deployment. The document is validated against the very schema that the API serves. Use it to submit the first records, to search, to look at an entity, or as a start for a client program. Secrets stay in shell variables: never ask for one.',
  input,
  output,
  examples: [
    ...names.map((operation) => ({ title: operation, arguments: { operation, schema: sampleSchema } })),
    { title: 'A search by what the rules read', arguments: { operation: 'search', ruleConfig: sampleRuleConfig } },
    { title: 'Insights', arguments: { operation: 'entityByRecord', schema: sampleSchema, insights: true } },
    { title: 'Chosen fields', arguments: { operation: 'entity', fields: ['email', 'address.city'] } },
  ],
  run({ operation: name, ruleConfig, schema, fields: named, insights }, { serviceIdentifier }) {
    const notes: string[] = [];
    const fields = named === undefined ? undefined : fieldNames(named);
    const config = ruleConfig === undefined ? undefined : configOf(ruleConfig, notes);
    const { sdl, recordSchema } = recordSchemaOf(schema, config, fields, notes);
    const apiSchema = buildApiSchema(recordSchema, serviceIdentifier);
    if (fields !== undefined) checkFields(fields, recordSchema);
    const kind = scopeNameOfOperation[name].startsWith('mutation.') ? 'Mutation' : 'Query';
    const paths = insights === true ? insightPaths(recordSchemaPaths(recordSchema), fields) : undefined;
    const document = documentFor(apiSchema, kind, name, fields, paths);
    if (paths !== undefined) notes.push(...insightNotes(document, paths));
    const problem = documentProblem(apiSchema, document);
    if (problem !== undefined) {
      throw new ToolRefusal(`no document can be made for these fields: ${problem}`, 'Leave `fields` out.');
    }
    const searched = name === 'search' && fields === undefined && config !== undefined ? searchedPaths(config) : fields;
    const variables = shown(name, variablesFor(apiSchema, kind, name, searched), notes);
    if (name === 'submit' || name === 'submitWithPreview') {
      notes.push(
        `One request takes up to ${MAX_RECORDS} records; one bad record refuses them all. The load command of the project does files.`,
      );
    }
    return {
      operation: name,
      document,
      variables,
      scope: scopesOf(serviceIdentifier).of[name],
      curl: curlCommand(document, variables),
      token: tokenCommand(scopesOf(serviceIdentifier).of[name]),
      schema: sdl,
      notes,
    };
  },
});

function insightNotes(document: string, { number, time }: InsightPaths): string[] {
  if (!document.includes('Insights'))
    return ['This operation answers no entities, so there are no insights to ask for.'];
  return [
    'Every question of insights is asked about one field: keep what you need and name the fields that it is about.',
    ...(number === undefined
      ? ['Questions about numbers are left out: no field of the schema is an Int or a Float.']
      : []),
    ...(time === undefined ? ['newest and oldest are left out: no field of the schema is a Time or a Date.'] : []),
  ];
}

type Variables = Record<string, unknown>;

/** For inputs whose fields exclude each other: the fields to start with. */
function shown(operation: string, variables: Variables, notes: string[]): Variables {
  const given = variables['input'] as Variables | undefined;
  switch (operation) {
    case 'entity':
      return { input: { ...given, id: 'entity-1' } };
    case 'entities':
      notes.push(
        'Send after of the answer until it is null. oversized names entities that no page holds: read each with entity.',
      );
      return { input: { first: 100 } };
    case 'search':
      notes.push(
        'The best ten come first. For the next page, send the same input with after: pageInfo.endCursor; it is null on the last page.',
        'incomplete is empty when every entity was found; else too many share a value: give the fields of add too.',
      );
      return { input: { ...given, first: 10 } };
    case 'explain':
      notes.push('Give a and b, two record ids, to ask why they are together or apart; or record and entityID.');
      return { input: { a: 'record-1', b: 'record-2' } };
    case 'disassemble': {
      notes.push('Give edges to take links away, or recordIDs to erase records with all that belongs to them.');
      const { recordIDs: _recordIDs, ...rest } = given ?? {};
      return { input: { ...rest, edges: [{ a: 'record-1', b: 'record-2' }], createConnectionBan: true } };
    }
    default:
      return variables;
  }
}

function configOf(ruleConfig: unknown, notes: string[]): RuleConfig | undefined {
  const { config, errors } = lintRuleConfig(ruleConfig);
  if (config === undefined) {
    notes.push(`The rule-config has ${errors.length} errors and was left aside; svc_lint_rule_config lists them.`);
  }
  return config;
}

function recordSchemaOf(
  schema: string | undefined,
  config: RuleConfig | undefined,
  fields: readonly string[] | undefined,
  notes: string[],
): { sdl: string; recordSchema: RecordSchema } {
  if (schema !== undefined) return { sdl: schema, recordSchema: loadRecordSchema(schema) };
  const paths = [...(config === undefined ? [] : pathsOf(config)), ...(fields ?? [])];
  if (paths.length === 0) paths.push('name', 'email');
  const sdl = schemaFromPaths(paths);
  notes.push('No schema was given: one was made of the fields that are known, each a String.');
  return { sdl, recordSchema: loadRecordSchema(sdl) };
}

function checkFields(fields: readonly string[], schema: RecordSchema): void {
  const paths = [...recordSchemaPaths(schema).keys()];
  const known = new Set(paths.flatMap((path) => prefixesOf(path)));
  for (const field of fields) {
    if (known.has(withoutSteps(field))) continue;
    const nearest = new NameSuggester().nearest(withoutSteps(field), known);
    throw new ToolRefusal(
      `records have no field ${JSON.stringify(field)}`,
      nearest === undefined
        ? `There is: ${[...known].slice(0, 50).join(', ')}.`
        : `Did you mean ${JSON.stringify(nearest)}?`,
    );
  }
}

const withoutSteps = (path: string): string =>
  path
    .split('.')
    .filter((step) => step !== '*')
    .join('.');

function prefixesOf(path: string): string[] {
  const steps = withoutSteps(path).split('.');
  return steps.map((_, index) => steps.slice(0, index + 1).join('.'));
}

/** Fields that the search rules read, in the order of the document. */
function searchedPaths(config: RuleConfig): string[] {
  return pathsOf(config).filter((path) => path !== 'id');
}

/** The quoted delimiter of the here-document prevents the shell from expanding its text. */
function curlCommand(query: string, variables: Record<string, unknown>): string {
  const body = JSON.stringify({ query, variables }, null, 2);
  return [
    'curl --fail-with-body "$API_URL" \\',
    '  --header "authorization: Bearer $TOKEN" \\',
    '  --header "content-type: application/json" \\',
    "  --data-binary @- <<'JSON'",
    body,
    'JSON',
  ].join('\n');
}

function tokenCommand(scope: string): string {
  return [
    'TOKEN=$(curl --silent --fail-with-body "$TOKEN_URL" \\',
    '  --user "$CLIENT_ID:$CLIENT_SECRET" \\',
    '  --data-urlencode "grant_type=client_credentials" \\',
    `  --data-urlencode "scope=${scope}" \\`,
    `  | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
  ].join('\n');
}
