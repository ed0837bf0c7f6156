import { createClient } from './client.ts';
import { TokenCache } from './token-cache.ts';

// Runs many searches with one token: node search.ts ann@example.com bob@example.com …
const setting = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`Set ${name}.`);
  return value;
};
const tokens = new TokenCache({
  tokenUrl: setting('ENTITY_DATA_TOKEN_URL'),
  clientId: setting('ENTITY_DATA_CLIENT_ID'),
  clientSecret: setting('ENTITY_DATA_CLIENT_SECRET'),
  scopes: ['svc/query.search'],
});
const call = createClient(setting('ENTITY_DATA_API_URL'), tokens);

const query = 'query ($input: SearchInput!) { search(input: $input) { entities { id records { id } } } }';
await Promise.all(
  process.argv.slice(2).map(async (email) => {
    const { data, errors } = await call<{ search: object }>(query, { input: { parameters: { email } } });
    console.log(email, JSON.stringify(errors ?? data?.search));
  }),
);
