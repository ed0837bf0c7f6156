import { setTimeout } from 'node:timers/promises';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Resolution } from '../../src/entities/operations.ts';
import { createResolution } from '../../src/entities/operations.ts';
import { createLoadLedger } from '../../src/loads/load-ledger.ts';
import { RequestTime } from '../../src/request-time.ts';
import { connectDynamoDB } from '../../src/runtime/aws/connect-dynamodb.ts';
import { loadRules } from '../../src/runtime/configuration/load-rules.ts';
import { createTelemetry } from '../../src/runtime/lambda.ts';
import { observeCore, observeRetries } from '../../src/runtime/metrics/core-observer.ts';
import { replaceableResolution } from '../../src/runtime/replaceable-resolution.ts';
import { isSelfCheck, type SelfCheckEvent, type SelfCheckPassed } from '../../src/runtime/self-check.ts';
import { createStarter, type Started } from '../../src/runtime/starter.ts';
import { traceCalls, traceSends } from '../../src/runtime/traces/trace-calls.ts';
import { createDynamoDBStore } from '../../src/store/dynamodb/store.ts';
import { loadConfig } from './config.ts';
import { createIngest, type Ingest } from './ingest.ts';
import { createRecordReader } from './read-record.ts';
import { createS3Client, createS3Objects } from './s3-objects.ts';

const telemetry = createTelemetry('ingest', process.env);
const { meter } = telemetry;
const time = new RequestTime();

const starter = await createStarter<StartedIngest>(start, {
  onFailure: (cause) => telemetry.log('ERROR', 'start failed', { cause }),
});

// With an invalid configuration every call fails: messages stay in the queue, and the alarm on errors goes off.
export const handler = async (
  event: SQSEvent | SelfCheckEvent,
  context: Context,
): Promise<SQSBatchResponse | SelfCheckPassed> => {
  time.begin(context.getRemainingTimeInMillis());
  telemetry.begin({ requestId: context.awsRequestId });
  if (isSelfCheck(event)) return starter.check(time.left);
  try {
    const { ingest } = await starter.current();
    return await ingest(event.Records, time.left);
  } finally {
    telemetry.publish();
  }
};

interface StartedIngest extends Started {
  readonly ingest: Ingest;
  readonly resolution: Resolution;
}

async function start(): Promise<StartedIngest> {
  const config = loadConfig(process.env);
  const { tableName } = config;
  const dynamodb = traceCalls(connectDynamoDB(process.env), process.env, telemetry.requestId);
  const s3 = createS3Client(process.env);
  traceSends(s3, 'S3', process.env, telemetry.requestId);
  const store = createDynamoDBStore({ tableName, dynamodb, timeLeft: time.left, onRetry: observeRetries(meter) });
  const { recordSchema, rules, register } = await loadRules({
    ...config,
    dynamodb,
    store,
    meter,
    warn: (message, fields) => telemetry.log('WARN', message, fields),
  });
  const resolution = createResolution({
    ...config,
    store,
    rules,
    register,
    timeLeft: time.left,
    onOverFrequentKey: ({ plan }) => telemetry.log('WARN', 'generic key', { rules: plan.ruleIDs }),
    observer: observeCore(meter),
  });
  const ingest = createIngest({
    resolution: replaceableResolution(async () => (await starter.current()).resolution),
    ledger: createLoadLedger(store),
    objects: createS3Objects(s3),
    readRecord: createRecordReader(recordSchema, config.serviceIdentifier),
    maxObjectBytes: config.maxObjectBytes,
    maxReceiveCount: config.maxReceiveCount,
    pause: (milliseconds) => setTimeout(milliseconds),
    now: Date.now,
    log: {
      info: (message, fields) => telemetry.log('INFO', message, fields),
      warn: (message, fields) => telemetry.log('WARN', message, fields),
      error: (message, fields) => telemetry.log('ERROR', message, fields),
    },
    report: ({ refused, failed }) => {
      meter.record('RefusedLines', refused);
      meter.record('FailedObjects', failed);
    },
  });
  return { ingest, resolution, isReplaced: () => register.isReplaced };
}
