import { fromEnv } from '@aws-sdk/credential-provider-env';
import { type EnvironmentSettings, environmentSettings } from './environment-settings.ts';

export interface ClientSettings extends EnvironmentSettings {
  readonly credentials: ReturnType<typeof fromEnv>;
}

/**
 * Tells a client everything that Lambda gives a function in its environment, so that it looks nowhere else: no profile is
 * read, and nobody is asked for credentials. Lambda's credentials hold as long as the environment that has them.
 *
 * @param service as in `environmentSettings`
 */
export function clientSettings(
  service: string,
  environment: Readonly<Record<string, string | undefined>>,
): ClientSettings {
  return { ...environmentSettings(service, environment), credentials: fromEnv() };
}
