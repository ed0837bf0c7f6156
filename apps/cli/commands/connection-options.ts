import { userInfo } from 'node:os';
import { Command, InvalidArgumentError, Option } from 'commander';
import { defaultDataDirectory } from '../../service/data-directory.ts';
import { type BackoffOptions, defaultBackoff } from '../client/backoff.ts';
import { type Connection, type ConnectionOptions, connectionText, findConnection } from '../client/connection.ts';
import { createGraphqlClient, type GraphqlClient } from '../client/graphql-client.ts';
import { findLocalService, type LocalChoice } from '../client/local-service.ts';
import { createTokenCache, tokenCacheDirectory } from '../client/token-cache.ts';
import { createTokenSource, type TokenSource } from '../client/token-source.ts';

/** Refuses an empty value, as from an unset shell variable: it would mean the working directory. */
function directory(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It names no directory.');
  return text;
}

/** `--data-dir` of the command that keeps data there. */
export const dataDirOption = (): Option =>
  new Option('--data-dir <directory>', 'keeps data, keys and credentials')
    .default(defaultDataDirectory)
    .argParser(directory);

/**
 * Adds the options that choose the data of a local service, and with them the service.
 *
 * @param what begins their descriptions: what the command does with what it finds there
 */
export const addLocalChoice = (command: Command, what: string): Command =>
  command
    .addOption(
      new Option(
        '--data-dir <directory>',
        `${what} in this data directory (default: ${defaultDataDirectory})`,
      ).argParser(directory),
    )
    .addOption(new Option('--instance <directory>', `${what} of this instance`).argParser(directory));

/** Adds the options of every command that connects to a deployment. */
export function addConnectionOptions(command: Command): Command {
  const connecting = command
    .option('--api-url <url>', 'address of the API (ENTITY_DATA_API_URL)')
    .option('--token-url <url>', 'address of the token endpoint (ENTITY_DATA_TOKEN_URL)')
    .option('--client-id <id>', 'id of the client (ENTITY_DATA_CLIENT_ID)')
    .option('--client-secret <secret>', 'secret of the client; prefer the environment (ENTITY_DATA_CLIENT_SECRET)')
    .option('--scope <scopes>', 'scopes to request, separated by spaces; default: all that the client may have');
  return addLocalChoice(connecting, 'instead of the options above, the local service').option(
    '--quiet',
    'do not say which service is used',
    false,
  );
}

/** A deployment and the one token that this process uses for it. */
export interface Session {
  readonly connection: Connection;
  readonly tokens: TokenSource;
  client(options?: { onSetback?: (reason: string) => void; signal?: AbortSignal }): GraphqlClient;
}

/**
 * For interactive commands. Gives up after about a second when no server answers. Waits half a minute for a silent
 * server, because the gateway answers within that time.
 */
const impatient: BackoffOptions = { ...defaultBackoff, attempts: 4, within: 10_000, answerTimeout: 31_000 };

/** For long runs, which must survive a restart of the service. */
export const patient: BackoffOptions = defaultBackoff;

export interface SessionOptions {
  /** True for a command that changes what a service holds: it does not guess which service is meant. */
  readonly isWriting?: boolean;
  readonly backoff?: BackoffOptions;
}

/**
 * Finds the service, and says on standard error which one it is.
 *
 * @throws ConnectionUnknownError, ServiceNotChosenError
 */
export async function openSession(
  options: ConnectionOptions,
  { isWriting = false, backoff = impatient }: SessionOptions = {},
): Promise<Session> {
  const connection = await findConnection(options, process.env, isWriting);
  if (options.quiet !== true) process.stderr.write(`${connectionText(connection)}\n`);
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

/** The option that names the person who decides. */
export const USER_OPTION = ['--user <name>', 'the person who decides; default: the name of your login'] as const;

export const userOf = ({ user }: { readonly user?: string }): string => user ?? userInfo().username;

export function consoleUrlCommand(): Command {
  return addLocalChoice(
    new Command('console-url').description(
      'Print the address that opens the console of the local service. It contains a secret.',
    ),
    'the service',
  ).action(async (choice: LocalChoice) => {
    const { service, others } = await findLocalService(choice, false);
    process.stderr.write(`${connectionText({ ...service, others })}\n`);
    process.stdout.write(`${service.consoleUrl}\n`);
  });
}
