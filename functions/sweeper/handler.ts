import type { Context as LambdaContext } from 'aws-lambda';
import { loadConfig } from '../api/config.ts';
import { connectDynamoDB } from '../aws/connect-dynamodb.ts';
import { loadRules } from '../configuration/load-rules.ts';
import { isDeployedInForce } from '../core/register/rules-status.ts';
import { createResolution } from '../core/resolution/create.ts';
import { createDynamoDBStore } from '../core/store/dynamodb/store.ts';
import { observeCore, observeRetries } from '../telemetry/core-observer.ts';
import { createTelemetry } from '../telemetry/lambda.ts';
import { traceCalls } from '../telemetry/trace-calls.ts';
import { createSweeper } from './sweeper.ts';

const telemetry = createTelemetry('sweeper', process.env);
const { meter } = telemetry;

/** A sweeper, and whether it must not go on since other rules came into force. */
interface Started {
  sweep(): Promise<void>;
  isReplaced(): boolean;
}

let started = await start();

export const handler = async (_event: unknown, context?: Pick<LambdaContext, 'awsRequestId'>): Promise<void> => {
  telemetry.begin({ requestId: context?.awsRequestId ?? '' });
  try {
    if (started.isReplaced()) started = await start();
    await started.sweep();
  } finally {
    telemetry.publish();
  }
};

// A configuration that cannot be used fails the start: the alarm on errors goes off, and the log has every problem.
async function start(): Promise<Started> {
  const config = loadConfig(process.env);
  const { tableName, genericKeyRecords, entityEvents } = config;
  const dynamodb = traceCalls(connectDynamoDB(process.env), process.env, telemetry.requestId);
  const store = createDynamoDBStore({ tableName, dynamodb, onRetry: observeRetries(meter) });
  const { rules, register } = await loadRules({
    ...config,
    dynamodb,
    store,
    meter,
    warn: (message, fields) => telemetry.log('WARN', message, fields),
  });
  const sweep = createSweeper({
    resolution: createResolution({
      store,
      rules,
      register,
      genericKeyRecords,
      entityEvents,
      onGenericKey: ({ plan }) => telemetry.log('WARN', 'generic key', { rules: plan.ruleIDs }),
      observer: observeCore(meter),
    }),
    report: ({ finished, oldestInterrupted }) => {
      if (finished > 0) telemetry.log('INFO', 'finished interrupted operations', { finished });
      meter.record('OperationsFinished', finished);
      meter.record('UnfinishedWork', oldestInterrupted === null ? 0 : 1);
      meter.record('UnfinishedWorkAge', Math.round((oldestInterrupted ?? 0) / 1_000));
      meter.record('FormerRules', isDeployedInForce(register.status) ? 0 : 1);
    },
    onFailure: (cause) => telemetry.log('ERROR', 'sweep failed', { cause }),
  });
  return { sweep, isReplaced: () => register.isReplaced };
}
