import type { Context as LambdaContext } from 'aws-lambda';
import { loadConfig } from '../api/config.ts';
import { loadDeployment } from '../api/deployment.ts';
import { connectDynamoDB } from '../aws/connect-dynamodb.ts';
import { createDocumentReader } from '../configuration/read-document.ts';
import { createResolution } from '../core/resolution/create.ts';
import { createDynamoDBStore } from '../core/store/dynamodb/store.ts';
import { observeCore, observeRetries } from '../telemetry/core-observer.ts';
import { createTelemetry } from '../telemetry/lambda.ts';
import { traceCalls } from '../telemetry/trace-calls.ts';
import { createSweeper } from './sweeper.ts';

const telemetry = createTelemetry('sweeper', process.env);
const { meter } = telemetry;

const sweep = await start();

export const handler = async (_event: unknown, context?: Pick<LambdaContext, 'awsRequestId'>): Promise<void> => {
  telemetry.begin({ requestId: context?.awsRequestId ?? '' });
  try {
    await sweep();
  } finally {
    telemetry.publish();
  }
};

// A configuration that cannot be used fails the start: the alarm on errors goes off, and the log has every problem.
async function start(): Promise<() => Promise<void>> {
  const { tableName, ruleConfigFile, schemaFile, genericKeyRecords, entityEvents } = loadConfig(process.env);
  const dynamodb = traceCalls(connectDynamoDB(process.env), process.env, telemetry.requestId);
  const { rules } = await loadDeployment(ruleConfigFile, schemaFile, createDocumentReader(dynamodb));
  return createSweeper({
    resolution: createResolution({
      store: createDynamoDBStore({ tableName, dynamodb, onRetry: observeRetries(meter) }),
      rules,
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
    },
    onFailure: (cause) => telemetry.log('ERROR', 'sweep failed', { cause }),
  });
}
