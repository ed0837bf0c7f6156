import { clientSettings } from '../../aws/client-settings.ts';
import type { DeliveryFailure } from '../../core/events/target.ts';

/**
 * What the clients of targets have in common; endpoint and credentials come from the environment.
 *
 * @param service as in `clientSettings`
 */
export const clientOptions = (service: string) => ({
  ...clientSettings(service, process.env),
  maxAttempts: 3,
  requestHandler: {
    // The SDK waits for ever by default.
    connectionTimeout: 1_000,
    requestTimeout: 10_000,
    throwOnRequestTimeout: true,
  },
});

/** A call that failed as a whole: it does not exist, forbids us, or cannot be reached, and so for every event. */
export const callFailed = (target: string, error: unknown): DeliveryFailure => ({
  reason: `the ${target} cannot be reached: ${(error as Error).name}`,
  unavailable: true,
});
