import { scopesOf } from '../../functions/core/scopes.ts';
import type { Service } from '../service.ts';
import { sampleExchange } from './sample-exchange.ts';

/** What a start prints: where everything is, and commands that work when pasted into a POSIX shell. */
export function greeting(service: Service, dataDirectory: string): string {
  const { apiUrl, tokenUrl, mcpUrl, clientId, clientSecret, clientName } = service;
  const requests = sampleRequests(service).map(
    (request) =>
      `  curl -s ${apiUrl} -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(request))}\n\n`,
  );
  return `
api_url        ${apiUrl}
token_url      ${tokenUrl}
mcp_url        ${mcpUrl}
console        ${apiUrl}

client         ${clientName}
client_id      ${clientId}
client_secret  ${clientSecret}

data           ${dataDirectory}

Get a token${requests.length === 2 ? ', submit a record, and search for it' : ', then ask'}:

  TOKEN=$(curl -s -u '${clientId}:${clientSecret}' -d grant_type=client_credentials ${tokenUrl} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

${requests.join('')}Ctrl-C ends the service; the next start finds the data again.
`;
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
