import { defaultDataDirectory } from '../../service/data-directory.ts';
import { findRunningService, type ServiceDescription } from '../../service/running-services.ts';
import { ConnectionUnknownError } from './errors.ts';

/** A deployment and the credentials of a client. */
export type Connection = Omit<ServiceDescription, 'mcpUrl' | 'consoleUrl'> & {
  /** Address of the guidance server; set only for the local service. */
  readonly mcpUrl?: string;
  readonly scope?: string | undefined;
};

/** Connection options of the command line. */
export interface ConnectionOptions {
  readonly apiUrl?: string;
  readonly tokenUrl?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly scope?: string;
  readonly dataDir?: string;
}

const settings = [
  ['apiUrl', '--api-url', 'ENTITY_DATA_API_URL'],
  ['tokenUrl', '--token-url', 'ENTITY_DATA_TOKEN_URL'],
  ['clientId', '--client-id', 'ENTITY_DATA_CLIENT_ID'],
  ['clientSecret', '--client-secret', 'ENTITY_DATA_CLIENT_SECRET'],
] as const;

/**
 * Finds the deployment and the client: from options, else from the environment. Without either, takes the most recently
 * started local service of the data directory.
 *
 * @throws ConnectionUnknownError when a value is missing or an address is invalid
 */
export async function findConnection(
  options: ConnectionOptions,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Connection> {
  const values = settings.map(([name, , variable]) => options[name] ?? (env[variable] || undefined));
  if (values.every((value) => value === undefined)) return connectLocally(options);
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

async function connectLocally({ dataDir = defaultDataDirectory, scope }: ConnectionOptions): Promise<Connection> {
  const { consoleUrl: _, ...service } = await findLocalService(dataDir);
  return { ...service, scope };
}

/**
 * The most recently started service of a data directory.
 *
 * @throws ConnectionUnknownError when none is running
 */
export async function findLocalService(dataDir: string): Promise<ServiceDescription> {
  const service = await findRunningService(dataDir);
  if (service !== undefined) return service;
  const start = dataDir === defaultDataDirectory ? '' : ` --data-dir ${dataDir}`;
  throw new ConnectionUnknownError(`No local service is running on ${dataDir}.`, {
    hint: `Start it with \`npx entity-data start${start}\` in the same directory and leave it running, or name a deployment with --api-url, --token-url, --client-id and --client-secret.`,
  });
}
