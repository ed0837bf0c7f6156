/** What a client of the AWS SDK looks for when it is not told, in the environment and then in files of a profile. */
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
 * Everything but credentials that Lambda gives a function in its environment, so that a client looks nowhere else.
 *
 * @param service as it stands in `AWS_ENDPOINT_URL_<service>`: `DYNAMODB`, `S3`, `SECRETS_MANAGER`
 */
export function environmentSettings(
  service: string,
  environment: Readonly<Record<string, string | undefined>>,
): EnvironmentSettings {
  const region = environment['AWS_REGION'];
  const endpoint = environment[`AWS_ENDPOINT_URL_${service}`] || environment['AWS_ENDPOINT_URL'];
  return {
    // Without one the SDK's own error says so.
    ...(region ? { region } : {}),
    ...(endpoint ? { endpoint } : {}),
    ignoreConfiguredEndpointUrls: true,
    useFipsEndpoint: environment['AWS_USE_FIPS_ENDPOINT'] === 'true',
    useDualstackEndpoint: environment['AWS_USE_DUALSTACK_ENDPOINT'] === 'true',
    defaultsMode: 'standard',
    retryMode: 'standard',
    authSchemePreference: [],
    // Of DynamoDB alone: as the SDK does by default, the account stands in the address where it is known.
    accountIdEndpointMode: 'preferred',
    disableClockSkewCorrection: false,
    userAgentAppId: async () => environment['AWS_SDK_UA_APP_ID'],
  };
}
