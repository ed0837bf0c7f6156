import type { Context as LambdaContext } from 'aws-lambda';
import { createResolution } from '../../src/entities/create.ts';
import { isDeployedInForce } from '../../src/entities/rule-versions/rules-status.ts';
import { connectDynamoDB } from '../../src/runtime/aws/connect-dynamodb.ts';
import { loadConfig } from '../../src/runtime/configuration/environment.ts';
import { loadRules } from '../../src/runtime/configuration/load-rules.ts';
import { createTelemetry } from '../../src/runtime/lambda.ts';
import { observeCore, observeRetries } from '../../src/runtime/metrics/core-observer.ts';
import { isSelfCheck, type SelfCheckPassed } from '../../src/runtime/self-check.ts';
import { createStarter, type Started } from '../../src/runtime/starter.ts';
import { traceCalls } from '../../src/runtime/traces/trace-calls.ts';
import { createDynamoDBStore } from '../../src/store/dynamodb/store.ts';
import { createSweeper } from './sweeper.ts';

const telemetry = createTelemetry('sweeper', process.env);
const { meter } = telemetry;

const starter = await createStarter(start, { onFailure: (cause) => telemetry.log('ERROR', 'start failed', { cause }) });

// With an invalid configuration every call fails: the alarm on errors goes off, and the log lists every problem.
export const handler = async (
  event: unknown,
  context?: Pick<LambdaContext, 'awsRequestId' | 'getRemainingTimeInMillis'>,
): Promise<SelfCheckPassed | undefined> => {
  telemetry.begin({ requestId: context?.awsRequestId ?? '' });
  if (isSelfCheck(event)) return starter.check(() => context?.getRemainingTimeInMillis() ?? 0);
  try {
    const { sweep } = await starter.current();
    await sweep();
    return undefined;
  } finally {
    telemetry.publish();
  }
};

async function start(): Promise<Started & { sweep(): Promise<void> }> {
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
