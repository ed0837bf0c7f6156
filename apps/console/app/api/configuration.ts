import type { ConsoleConfiguration } from '../../../../functions/console/configuration.ts';
import { exchange } from './exchange.ts';
import { gatewayProblem, RequestFailed } from './problem.ts';

let current: Promise<ConsoleConfiguration> | undefined;

/**
 * The configuration, fetched once. It stays the same while the page is open, also when the service goes over to another
 * instance.
 *
 * @throws RequestFailed
 */
export function configuration(): Promise<ConsoleConfiguration> {
  current ??= fetchConfiguration().catch((error: unknown) => {
    current = undefined;
    throw error;
  });
  return current;
}

async function fetchConfiguration(): Promise<ConsoleConfiguration> {
  const { status, isOk, body } = await exchange('/console/configuration');
  if (!isOk) throw new RequestFailed([gatewayProblem(status, body)], status);
  return JSON.parse(body) as ConsoleConfiguration;
}
