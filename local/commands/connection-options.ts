import type { Command } from 'commander';
import { type BackoffOptions, defaultBackoff } from '../client/backoff.ts';
import { type Connection, type ConnectionOptions, findConnection } from '../client/connection.ts';
import { createGraphqlClient, type GraphqlClient } from '../client/graphql-client.ts';
import { createTokenCache, tokenCacheDirectory } from '../client/token-cache.ts';
import { createTokenSource, type TokenSource } from '../client/token-source.ts';
import { dataDirOption } from './data-dir-option.ts';

/** The options of every command that talks to a deployment. */
export function addConnectionOptions(command: Command): Command {
  return command
    .option('--api-url <url>', 'where the API is (ENTITY_DATA_API_URL)')
    .option('--token-url <url>', 'where tokens are to be had (ENTITY_DATA_TOKEN_URL)')
    .option('--client-id <id>', 'who asks (ENTITY_DATA_CLIENT_ID)')
    .option('--client-secret <secret>', 'its secret; better in the environment (ENTITY_DATA_CLIENT_SECRET)')
    .option('--scope <scopes>', 'the scopes to ask for, joined by blanks; default: all that the client may have')
    .addOption(dataDirOption('with none of these: the local service that runs on it'));
}

/** A deployment, with the one token that everything in this process uses. */
export interface Session {
  readonly connection: Connection;
  readonly tokens: TokenSource;
  client(options?: { onSetback?: (reason: string) => void; signal?: AbortSignal }): GraphqlClient;
}

/**
 * For somebody who waits for an answer: a second, and it is said that there is none; half a minute, in which the gateway
 * would have answered, where a server is silent.
 */
const impatient: BackoffOptions = { ...defaultBackoff, attempts: 4, within: 10_000, answerTimeout: 31_000 };
/** For a long run, which must outlive a restart of the service. */
export const patient: BackoffOptions = defaultBackoff;

/** @throws ConnectionUnknownError */
export async function openSession(options: ConnectionOptions, backoff: BackoffOptions = impatient): Promise<Session> {
  const connection = await findConnection(options, process.env);
  const cache = createTokenCache(tokenCacheDirectory(process.env), connection);
  const tokens = createTokenSource({ owner: connection, cache, backoff });
  return {
    connection,
    tokens,
    client: ({ onSetback, signal } = {}) =>
      createGraphqlClient({
        apiUrl: connection.apiUrl,
        tokens,
        backoff,
        ...(onSetback === undefined ? {} : { onSetback: ({ reason }) => onSetback(reason) }),
        ...(signal === undefined ? {} : { signal }),
      }),
  };
}
