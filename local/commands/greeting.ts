import { scopesOf } from '../../functions/core/scopes.ts';
import { defaultDataDirectory } from '../data-directory.ts';
import type { Service } from '../service.ts';
import { sampleExchange } from './sample-exchange.ts';

/**
 * What a start prints: where everything is, and commands that work when pasted into a POSIX shell.
 *
 * @param showSecrets whether what is printed goes to a terminal; a file or a log gets where the secrets are instead
 */
export function greeting(service: Service, dataDirectory: string, showSecrets: boolean): string {
  const { apiUrl, tokenUrl, mcpUrl, clientId, clientName } = service;
  const secrets = showSecrets ? shownSecrets(service) : secretsElsewhere(service, dataDirectory);
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

Get a token${requests.length === 2 ? ', submit a record, and search for it' : ', then ask'}:

  TOKEN=$(curl -s -u ${secrets.credentials} -d grant_type=client_credentials ${tokenUrl} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

${requests.join('')}Ctrl-C ends the service; the next start finds the data again.
`;
}

interface Secrets {
  readonly console: string;
  readonly client: string;
  /** Id and secret as one word of a shell. */
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
  // Neither an id nor a secret has a character that JSON or a shell would escape.
  const secret = `$(sed -n ${quoted('s/.*"clientSecret": "\\(.*\\)".*/\\1/p')} ${quoted(descriptionFile)})`;
  return {
    console: `console        its address: npx entity-data console-url${dataDir}`,
    client: `secret_file    ${descriptionFile}`,
    credentials: `"${clientId}:${secret}"`,
  };
}

/** A submit and a search that finds what it stored; where the client or the rules do not allow that, what they do. */
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

/** As one word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
