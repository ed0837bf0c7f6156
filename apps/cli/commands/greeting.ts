import { scopesOf } from '../../../src/scopes.ts';
import { defaultDataDirectory } from '../../service/data-directory.ts';
import type { Service } from '../../service/service.ts';
import { sampleExchange } from './sample-exchange.ts';

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
