import type { ServiceDescription } from '../../service/running-services.ts';
import { ConnectionUnknownError } from './errors.ts';
import { findLocalService, type LocalChoice, optionOf, shortPath } from './local-service.ts';

/** A deployment and the credentials of a client. */
export type Connection = Omit<ServiceDescription, 'mcpUrl' | 'consoleUrl' | 'dataDirectory'> & {
  /** Address of the guidance server; set only for the local service. */
  readonly mcpUrl?: string;
  /** Set only for the local service. */
  readonly dataDirectory?: string;
  /** Local services that could have been meant. */
  readonly others?: readonly ServiceDescription[];
  readonly scope?: string | undefined;
};

/** Connection options of the command line. */
export interface ConnectionOptions extends LocalChoice {
  readonly apiUrl?: string;
  readonly tokenUrl?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly scope?: string;
  /** Do not say which service is used. */
  readonly quiet?: boolean;
}

const settings = [
  ['apiUrl', '--api-url', 'ENTITY_DATA_API_URL'],
  ['tokenUrl', '--token-url', 'ENTITY_DATA_TOKEN_URL'],
  ['clientId', '--client-id', 'ENTITY_DATA_CLIENT_ID'],
  ['clientSecret', '--client-secret', 'ENTITY_DATA_CLIENT_SECRET'],
] as const;

/**
 * Finds the deployment and the client: from options, else from the environment. Takes the local service that options
 * choose, or where nothing names a deployment.
 *
 * @throws ConnectionUnknownError when a value is missing or an address is invalid, or when no local service runs
 * @throws ServiceNotChosenError when several local services run and the command writes
 */
export async function findConnection(
  options: ConnectionOptions,
  env: Readonly<Record<string, string | undefined>>,
  isWriting = false,
): Promise<Connection> {
  const given = settings.find(([name]) => options[name] !== undefined);
  const choice = options.dataDir === undefined ? options.instance && '--instance' : '--data-dir';
  if (choice !== undefined) {
    if (given === undefined) return connectLocally(options, isWriting);
    throw new ConnectionUnknownError(`${choice} chooses a local service, and ${given[1]} names a deployment.`, {
      hint: 'Give one of them.',
    });
  }
  const values = settings.map(([name, , variable]) => options[name] ?? (env[variable] || undefined));
  if (values.every((value) => value === undefined)) return connectLocally(options, isWriting);
  const missing = settings.filter((_, index) => !values[index]);
  if (missing.length > 0) {
    throw new ConnectionUnknownError(`Missing: ${missing.map(([, option]) => option).join(', ')}.`, {
      hint: `Give the options, or set ${missing.map(([, , variable]) => variable).join(', ')}.`,
    });
  }
  const [apiUrl, tokenUrl, clientId, clientSecret] = values as [string, string, string, string];
  for (const url of [apiUrl, tokenUrl]) {
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
      throw new ConnectionUnknownError(`${JSON.stringify(url)} is not an http or https address.`, {
        hint: 'Use the api_url and token_url that the deployment outputs.',
      });
    }
  }
  return { apiUrl, tokenUrl, clientId, clientSecret, scope: options.scope };
}

async function connectLocally(options: ConnectionOptions, isWriting: boolean): Promise<Connection> {
  const { service, others } = await findLocalService(options, isWriting);
  const { consoleUrl: _, ...reached } = service;
  return { ...reached, scope: options.scope, others };
}

/** The one line in which a command says which service it uses. */
export function connectionText({
  apiUrl,
  dataDirectory,
  others,
}: Pick<Connection, 'apiUrl' | 'dataDirectory' | 'others'>): string {
  if (dataDirectory === undefined) return `Service: ${apiUrl}`;
  const [other] = others ?? [];
  const choice =
    other === undefined ? '' : `, the last one started of ${others!.length + 1}; for another: ${optionOf(other)}`;
  return `Service: ${apiUrl} on ${shortPath(dataDirectory)}${choice}`;
}
