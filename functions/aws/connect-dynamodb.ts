import { createDirectClient, type DirectClientOptions } from '../core/store/dynamodb/direct-client.ts';
import type { DynamoDB } from '../core/store/dynamodb/dynamodb.ts';
import { fromEnv } from '../core/store/dynamodb/dynamodb-sdk.lazy.ts';
import { createSdkClient, throughSdk } from '../core/store/dynamodb/sdk-client.ts';
import { version } from '../version.ts';
import { environmentSettings } from './environment-settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Calls DynamoDB as a function's environment says: directly where it has what every function on Lambda has, else by the
 * SDK's client, which is loaded for it. Nothing is asked of AWS before the first call.
 */
export function connectDynamoDB(environment: Environment): DynamoDB {
  const access = directAccess(environment);
  if (access !== undefined) return createDirectClient(access);
  return throughSdk(createSdkClient({ ...environmentSettings('DYNAMODB', environment), credentials: fromEnv() }));
}

/** The regions of which the address is known; a pseudo-region (`fips-us-east-1`) is none of them. */
const partitions: readonly (readonly [RegExp, string])[] = [
  [/^(?:af|ap|ca|eu|il|me|mx|sa|us)-[a-z]+-\d+$/, 'amazonaws.com'],
  [/^us-gov-[a-z]+-\d+$/, 'amazonaws.com'],
  [/^cn-[a-z]+-\d+$/, 'amazonaws.com.cn'],
];

/**
 * What the direct client is told. Undefined where only the SDK knows what to do, or says what is wrong:
 *
 * - addresses of FIPS, dual-stack addresses, and an account's own address (with `AWS_ACCOUNT_ID`);
 * - no region, one of another partition, and an endpoint with anything but a host and a port;
 * - credentials that are not in the environment, or that end (`AWS_CREDENTIAL_EXPIRATION`).
 */
export function directAccess(environment: Environment): DirectClientOptions | undefined {
  const {
    AWS_REGION: region = '',
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  } = environment;
  const suffix = partitions.find(([regions]) => regions.test(region))?.[1];
  if (suffix === undefined || !accessKeyId || !secretAccessKey || environment['AWS_CREDENTIAL_EXPIRATION']) {
    return undefined;
  }
  if (environment['AWS_USE_FIPS_ENDPOINT'] === 'true' || environment['AWS_USE_DUALSTACK_ENDPOINT'] === 'true') {
    return undefined;
  }
  const configured = environment['AWS_ENDPOINT_URL_DYNAMODB'] || environment['AWS_ENDPOINT_URL'];
  if (!configured && environment['AWS_ACCOUNT_ID']) return undefined;
  const endpoint = hostOf(configured || `https://dynamodb.${region}.${suffix}`);
  if (endpoint === undefined) return undefined;
  const sessionToken = environment['AWS_SESSION_TOKEN'];
  return {
    region,
    endpoint,
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) },
    userAgent: userAgentOf(environment['AWS_SDK_UA_APP_ID']),
  };
}

/** Undefined for what is more than the root of a host. */
function hostOf(text: string): URL | undefined {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return undefined;
  return url.href === `${url.protocol}//${url.host}/` ? url : undefined;
}

function userAgentOf(application: string | undefined): string {
  const own = `entity-data/${version}`;
  return application !== undefined && /^[\w!#$%&'*+.^`|~-]{1,50}$/.test(application)
    ? `${own} app/${application}`
    : own;
}
