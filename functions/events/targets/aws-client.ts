import type { DeliveryFailure } from '../../../src/events/target.ts';
import { clientSettings } from '../../../src/runtime/aws/client-settings.ts';

/**
 * The common options of the targets' clients. Endpoint and credentials come from the environment.
 *
 * @param service as in `clientSettings`
 */
export const clientOptions = (service: string) => ({
  ...clientSettings(service, process.env),
  maxAttempts: 3,
  requestHandler: {
    // Milliseconds. By default, the SDK waits forever.
    connectionTimeout: 1_000,
    requestTimeout: 10_000,
    throwOnRequestTimeout: true,
  },
});

/** The failure of a whole call: the target does not exist, denies access, or cannot be reached, for every event. */
export const callFailed = (target: string, error: unknown): DeliveryFailure => ({
  reason: `the ${target} cannot be reached: ${(error as Error).name}`,
  unavailable: true,
});
