import { fromEnv } from '@aws-sdk/credential-provider-env';

/** Settings that a client of the AWS SDK otherwise reads from the environment and then from profile files. */
export interface EnvironmentSettings {
  readonly region?: string;
  readonly endpoint?: string;
  readonly ignoreConfiguredEndpointUrls: true;
  readonly useFipsEndpoint: boolean;
  readonly useDualstackEndpoint: boolean;
  readonly defaultsMode: 'standard';
  readonly retryMode: 'standard';
  readonly authSchemePreference: string[];
  readonly accountIdEndpointMode: 'preferred';
  readonly disableClockSkewCorrection: false;
  readonly userAgentAppId: () => Promise<string | undefined>;
}

/**
 * All settings but credentials from the environment of a function, so that a client reads no profile files.
 *
 * @param service as in `AWS_ENDPOINT_URL_<service>`: `DYNAMODB`, `S3`, `SECRETS_MANAGER`
 */
export function environmentSettings(
  service: string,
  environment: Readonly<Record<string, string | undefined>>,
): EnvironmentSettings {
  const region = environment['AWS_REGION'];
  const endpoint = environment[`AWS_ENDPOINT_URL_${service}`] || environment['AWS_ENDPOINT_URL'];
  return {
    // Without a region, the SDK raises its own error.
    ...(region ? { region } : {}),
    ...(endpoint ? { endpoint } : {}),
    ignoreConfiguredEndpointUrls: true,
    useFipsEndpoint: environment['AWS_USE_FIPS_ENDPOINT'] === 'true',
    useDualstackEndpoint: environment['AWS_USE_DUALSTACK_ENDPOINT'] === 'true',
    defaultsMode: 'standard',
    retryMode: 'standard',
    authSchemePreference: [],
    // DynamoDB only: the SDK's default puts a known account id into the address.
    accountIdEndpointMode: 'preferred',
    disableClockSkewCorrection: false,
    userAgentAppId: async () => environment['AWS_SDK_UA_APP_ID'],
  };
}

export interface ClientSettings extends EnvironmentSettings {
  readonly credentials: ReturnType<typeof fromEnv>;
}

/**
 * Passes a client everything that Lambda puts into the environment of a function. The client then reads no profile and
 * requests no credentials. Lambda's credentials are valid as long as the environment that contains them.
 *
 * @param service as in `environmentSettings`
 */
export function clientSettings(
  service: string,
  environment: Readonly<Record<string, string | undefined>>,
): ClientSettings {
  return { ...environmentSettings(service, environment), credentials: fromEnv() };
}
