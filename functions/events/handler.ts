import type { Context as LambdaContext } from 'aws-lambda';
import type { EventTarget } from '../../src/events/target.ts';
import { createWebhook } from '../../src/events/webhook.ts';
import { RequestTime } from '../../src/request-time.ts';
import { openTable } from '../../src/runtime/aws/table.ts';
import { createTelemetry } from '../../src/runtime/lambda.ts';
import { isSelfCheck, type SelfCheckPassed, selfCheckPassed } from '../../src/runtime/self-check.ts';
import { loadConfig, type TargetConfig } from './config.ts';
import { createEvents, type EventsAnswer } from './events.ts';
import { createBusTarget, createQueueTarget, createSecretReader } from './targets.ts';

const telemetry = createTelemetry('events', process.env);
const { log, meter } = telemetry;
const time = new RequestTime();
const { tableName, deployment, target, maxAttempts, historyRetentionInDays } = loadConfig(process.env);

const run = createEvents({
  store: openTable(tableName, telemetry, { timeLeft: time.left }).store,
  target: connect(target),
  maxAttempts,
  historyRetentionInDays,
  timeLeft: time.left,
  report: ({ delivered, failed, dead, reason, oldest, deadLetters }) => {
    if (failed + dead > 0) log.warn('events were not taken', { failed, dead, reason });
    meter.record('EventsDelivered', delivered);
    // The last attempt, after which an entity's events become dead letters, is a failure too.
    meter.record('EventFailures', failed + dead);
    meter.record('EventDelay', Math.round(oldest / 1_000));
    meter.record('DeadEvents', deadLetters ? 1 : 0);
  },
  reportReplay: ({ delivered, left }) => log.info('dead letters were replayed', { delivered, left }),
  reportDiscard: ({ discarded }) => log.warn('dead letters were discarded', { discarded }),
  onFailure: (cause) => log.error('publishing failed', { cause }),
});

export const handler = async (
  event: unknown,
  context?: Pick<LambdaContext, 'awsRequestId' | 'getRemainingTimeInMillis'>,
): Promise<EventsAnswer | SelfCheckPassed> => {
  if (isSelfCheck(event)) return selfCheckPassed;
  time.begin(context?.getRemainingTimeInMillis?.() ?? 60_000);
  telemetry.begin({ requestId: context?.awsRequestId ?? '' });
  try {
    return await run(event);
  } finally {
    telemetry.publish();
  }
};

function connect(config: TargetConfig): EventTarget {
  switch (config.kind) {
    case 'bus':
      return createBusTarget(config.arn, deployment);
    case 'queue':
      return createQueueTarget(config.arn);
    case 'webhook':
      return createWebhook({ url: config.url, secrets: createSecretReader(config.secretArn) });
  }
}
