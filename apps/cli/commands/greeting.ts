import { DEFAULT_SEARCH_RULES } from '../../../src/entities/search/search.ts';
import { EntityDataError } from '../../../src/errors.ts';
import { sampleValue } from '../../../src/guidance/tools/record-types.ts';
import type { FieldType, RecordField } from '../../../src/rules/record-schema/record-paths.ts';
import type { RecordSchema } from '../../../src/rules/record-schema/record-schema.ts';
import type { CompiledRuleConfig, RecordPayload, ResolvedValues } from '../../../src/rules/types.ts';
import { scopesOf } from '../../../src/scopes.ts';
import { defaultDataDirectory } from '../../service/data-directory.ts';
import type { Service } from '../../service/service.ts';

/** A record to submit and a search that finds it. */
export interface SampleExchange {
  readonly record: RecordPayload & { readonly id: string };
  readonly parameters: RecordPayload;
}

/** Largest number of parameters in a search; smaller searches are tried first, and three satisfy typical rules. */
const mostParameters = 3;

/** Limits the searches that are tried: 12 fields give 298. */
const mostFields = 12;

/**
 * Makes up a record of this schema and finds the fewest of its fields with which the default search rules find it.
 * Undefined when the made-up values satisfy no rule.
 */
export function sampleExchange(schema: RecordSchema, rules: CompiledRuleConfig): SampleExchange | undefined {
  if (!rules.searchRuleNames.includes(DEFAULT_SEARCH_RULES)) return undefined;
  const record = { ...sampleFields(schema.inputFields), id: 'example-1' };
  const values = rules.resolve(record);
  if (rules.recordProblems(record, values).length > 0) return undefined;
  const hashes = new Set(rules.indexKeys(values).map(({ hash }) => hash));
  const sought = Object.entries(sampleFields(schema.searchFields)).filter(
    ([name]) => name !== 'id' && Object.hasOwn(record, name),
  );
  for (const entries of subsets(sought.slice(0, mostFields), mostParameters)) {
    const parameters = Object.fromEntries(entries);
    if (finds(rules, parameters, hashes, values)) return { record, parameters };
  }
  return undefined;
}

function finds(
  rules: CompiledRuleConfig,
  parameters: RecordPayload,
  hashes: ReadonlySet<string>,
  values: ResolvedValues,
): boolean {
  try {
    const search = rules.prepareSearch(parameters, DEFAULT_SEARCH_RULES);
    return search.keys.some(({ hash }) => hashes.has(hash)) && search.hit(values) !== undefined;
  } catch (error) {
    // A rule with `ignoreErrors: false` refuses a search without its field.
    if (error instanceof EntityDataError) return false;
    throw error;
  }
}

/** A value for every field that needs no privilege. */
function sampleFields(fields: ReadonlyMap<string, RecordField>, depth = 0): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const { name, type, privilege } of fields.values()) {
    if (privilege !== undefined) continue;
    const value = sampleOf(name, type, depth);
    if (value !== undefined) record[name] = value;
  }
  return record;
}

function sampleOf(name: string, type: FieldType, depth: number): unknown {
  switch (type.kind) {
    case 'scalar':
      return sampleValue(name, type.name);
    case 'enum':
      return type.values[0];
    case 'list': {
      const element = sampleOf(name, type.of, depth);
      return element === undefined ? undefined : [element];
    }
    case 'object':
      // A type that contains itself is filled three levels deep.
      return depth >= 3 ? undefined : sampleFields(type.fields, depth + 1);
  }
}

/** Every subset of 1 to `most` elements, small ones first, in the elements' order. */
function* subsets<Element>(elements: readonly Element[], most: number): Generator<readonly Element[]> {
  for (let size = 1; size <= Math.min(most, elements.length); size++) yield* choices(elements, size);
}

function* choices<Element>(elements: readonly Element[], size: number): Generator<readonly Element[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (const [index, element] of elements.entries()) {
    for (const rest of choices(elements.slice(index + 1), size - 1)) yield [element, ...rest];
  }
}

/**
 * The text that `start` prints: all addresses, and commands to paste into a POSIX shell.
 *
 * @param showSecrets true when the output is a terminal; a file or a log gets the path of the secrets instead
 * @param foundIn the directory in which commands find the service
 */
export function greeting(
  service: Service,
  dataDirectory: string,
  showSecrets: boolean,
  foundIn = dataDirectory,
): string {
  const { apiUrl, tokenUrl, mcpUrl, clientId, clientName } = service;
  const secrets = showSecrets ? shownSecrets(service) : secretsElsewhere(service, foundIn);
  const requests = sampleRequests(service).map(
    (request) =>
      `  curl -s ${apiUrl} -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(request))}\n\n`,
  );
  return `
api_url        ${apiUrl}
token_url      ${tokenUrl}
mcp_url        ${mcpUrl}
${secrets.console}

client         ${clientName}
client_id      ${clientId}
${secrets.client}

data           ${dataDirectory}

Get a token${requests.length === 2 ? ', submit a record, and search for it' : ', then send a query'}:

  TOKEN=$(curl -s -u ${secrets.credentials} -d grant_type=client_credentials ${tokenUrl} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

${requests.join('')}Ctrl-C stops the service; the data stay in its directory for the next start.
`;
}

interface Secrets {
  readonly console: string;
  readonly client: string;
  /** Id and secret as one word of a shell command. */
  readonly credentials: string;
}

function shownSecrets({ consoleUrl, clientId, clientSecret }: Service): Secrets {
  return {
    console: `console        ${consoleUrl}`,
    client: `client_secret  ${clientSecret}`,
    credentials: `'${clientId}:${clientSecret}'`,
  };
}

function secretsElsewhere({ descriptionFile, clientId }: Service, dataDirectory: string): Secrets {
  const dataDir = dataDirectory === defaultDataDirectory ? '' : ` --data-dir ${quoted(dataDirectory)}`;
  // Ids and secrets contain no character that JSON or a shell would escape.
  const secret = `$(sed -n ${quoted('s/.*"clientSecret": "\\(.*\\)".*/\\1/p')} ${quoted(descriptionFile)})`;
  return {
    console: `console        its address: npx entity-data console-url${dataDir}`,
    client: `secret_file    ${descriptionFile}`,
    credentials: `"${clientId}:${secret}"`,
  };
}

/** A submit, and a search that finds its record; alternatives where the client or the rules do not allow these. */
function sampleRequests({ clients, clientId, recordSchema, rules, serviceIdentifier }: Service): readonly object[] {
  const scopes = scopesOf(serviceIdentifier).of;
  const allowed = new Set(clients.find((client) => client.clientId === clientId)?.allowedScopes);
  const exchange = sampleExchange(recordSchema, rules);
  if (exchange === undefined || !allowed.has(scopes.submit) || !allowed.has(scopes.search)) {
    return [{ query: '{ __schema { queryType { fields { name description } } } }' }];
  }
  return [
    {
      query: 'mutation ($input: SubmitInput!) { submit(input: $input) { recordsAdded } }',
      variables: { input: { records: [exchange.record] } },
    },
    {
      query:
        'query ($input: SearchInput!) { search(input: $input) { totalCount entities { id hitScore records { id } } } }',
      variables: { input: { parameters: exchange.parameters } },
    },
  ];
}

/** Quotes a text as one word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
