import type { Context as LambdaContext } from 'aws-lambda';
import { createResolution } from '../../src/entities/create.ts';
import { isDeployedInForce } from '../../src/entities/rule-versions/rules-status.ts';
import { connectDynamoDB } from '../../src/runtime/aws/connect-dynamodb.ts';
import { loadConfig } from '../../src/runtime/configuration/environment.ts';
import { loadRules } from '../../src/runtime/configuration/load-rules.ts';
import { createTelemetry } from '../../src/runtime/lambda.ts';
import { observeCore, observeRetries } from '../../src/runtime/metrics/core-observer.ts';
import { traceCalls } from '../../src/runtime/traces/trace-calls.ts';
import { createDynamoDBStore } from '../../src/store/dynamodb/store.ts';
import { createSweeper } from './sweeper.ts';

const telemetry = createTelemetry('sweeper', process.env);
const { meter } = telemetry;

/** A sweeper, and whether it must stop because other rules became active. */
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

// An invalid configuration fails the start: the alarm on errors goes off, and the log lists every problem.
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
      onOverFrequentKey: ({ plan }) => telemetry.log('WARN', 'generic key', { rules: plan.ruleIDs }),
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
