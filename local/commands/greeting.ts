import type { RecordField } from '../../functions/core/schema/record-fields.ts';
import type { Service } from '../service.ts';

/** What a start prints: where everything is, and commands that work when pasted into a POSIX shell. */
export function greeting(service: Service, dataDirectory: string): string {
  const { apiUrl, tokenUrl, mcpUrl, clientId, clientSecret, clientName } = service;
  const search = JSON.stringify({
    query:
      'query ($input: SearchInput!) { search(input: $input) { totalCount entities { id hitScore records { id } } } }',
    variables: { input: { parameters: sampleParameters(service.recordSchema.searchFields) } },
  });
  return `
api_url        ${apiUrl}
token_url      ${tokenUrl}
mcp_url        ${mcpUrl}
graphiql       ${apiUrl}graphiql

client         ${clientName}
client_id      ${clientId}
client_secret  ${clientSecret}

data           ${dataDirectory}

Get a token, then search:

  TOKEN=$(curl -s -u '${clientId}:${clientSecret}' -d grant_type=client_credentials ${tokenUrl} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

  curl -s ${apiUrl} -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '${search}'

Ctrl-C ends the service; the next start finds the data again.
`;
}

/** A few texts to search for; it does no harm when they are nowhere. */
function sampleParameters(fields: ReadonlyMap<string, RecordField>): Record<string, string> {
  const texts = [...fields.values()].filter(
    ({ name, type, privilege }) =>
      name !== 'id' && privilege === undefined && type.kind === 'scalar' && type.name === 'String',
  );
  const names = texts.length > 0 ? texts.slice(0, 2).map(({ name }) => name) : ['id'];
  return Object.fromEntries(names.map((name) => [name, 'Example']));
}
