import { fromEnv } from '@aws-sdk/credential-provider-env';
import { type EnvironmentSettings, environmentSettings } from './environment-settings.ts';

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
