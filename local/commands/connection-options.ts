import type { Command } from 'commander';
import { type Connection, type ConnectionOptions, findConnection } from '../client/connection.ts';
import { createGraphqlClient, type GraphqlClient } from '../client/graphql-client.ts';
import { createTokenCache, tokenCacheDirectory } from '../client/token-cache.ts';
import { createTokenSource, type TokenSource } from '../client/token-source.ts';
import { defaultDataDirectory } from '../data-directory.ts';

/** The options of every command that talks to a deployment. */
export function addConnectionOptions(command: Command): Command {
  return command
    .option('--api-url <url>', 'where the API is (ENTITY_DATA_API_URL)')
    .option('--token-url <url>', 'where tokens are to be had (ENTITY_DATA_TOKEN_URL)')
    .option('--client-id <id>', 'who asks (ENTITY_DATA_CLIENT_ID)')
    .option('--client-secret <secret>', 'its secret; better in the environment (ENTITY_DATA_CLIENT_SECRET)')
    .option('--scope <scopes>', 'the scopes to ask for, joined by blanks; default: all that the client may have')
    .option('--data-dir <directory>', 'with none of these: the local service that runs on it', defaultDataDirectory);
}

/** A deployment, with the one token that everything in this process uses. */
export interface Session {
  readonly connection: Connection;
  readonly tokens: TokenSource;
  client(options?: { onSetback?: (reason: string) => void; signal?: AbortSignal }): GraphqlClient;
}

/** @throws ConnectionUnknownError */
export async function openSession(options: ConnectionOptions): Promise<Session> {
  const connection = await findConnection(options, process.env);
  const cache = createTokenCache(tokenCacheDirectory(process.env), connection);
  const tokens = createTokenSource({ owner: connection, cache });
  return {
    connection,
    tokens,
    client: ({ onSetback, signal } = {}) =>
      createGraphqlClient({
        apiUrl: connection.apiUrl,
        tokens,
        ...(onSetback === undefined ? {} : { onSetback: ({ reason }) => onSetback(reason) }),
        ...(signal === undefined ? {} : { signal }),
      }),
  };
}
