import type { EntityDataError } from '../../src/errors.ts';
import type { Log } from '../../src/runtime/log/log.ts';
import type { Meter } from '../../src/runtime/metrics/meter.ts';
import type { Api } from './api.ts';
import { errorResponse } from './http/error-response.ts';

/**
 * Stands in for an API whose configuration cannot be used. A function that crashed instead would be started again and
 * again, and its callers would only see the gateway's error. The problems are logged at once and once; callers learn
 * that there are some, but not what they are.
 */
export function createMisconfiguredApi(error: EntityDataError, log: Log, meter?: Meter): Api {
  const problems = error.message.split('\n');
  for (const problem of problems) log.error('misconfigured', { code: error.code, problem });
  const count = problems.length === 1 ? 'one problem' : `${problems.length} problems`;
  return async (event) => {
    const { requestId } = event.requestContext;
    meter?.record('Errors', 1, 'SERVICE_MISCONFIGURED');
    log.error('refused, because misconfigured', { requestId, problems: problems.length });
    return errorResponse(
      {
        message: `the service is misconfigured: its log names ${count}`,
        extensions: { code: 'SERVICE_MISCONFIGURED', requestId },
      },
      500,
    );
  };
}
