import { setTimeout } from 'node:timers/promises';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { createLoadLedger } from '../../src/loads/load-ledger.ts';
import { RequestTime } from '../../src/request-time.ts';
import { openDeployedService } from '../../src/runtime/aws/open-deployed-service.ts';
import { createTelemetry } from '../../src/runtime/lambda.ts';
import type { OpenService } from '../../src/runtime/open-service.ts';
import { isSelfCheck, type SelfCheckEvent, type SelfCheckPassed } from '../../src/runtime/self-check.ts';
import { createStarter, type Started } from '../../src/runtime/starter.ts';
import { traceSends } from '../../src/runtime/traces.ts';
import { loadConfig } from './config.ts';
import { createIngest, type Ingest } from './ingest.ts';
import { createRecordReader } from './records.ts';
import { createS3Client, createS3Objects } from './s3-objects.ts';

const telemetry = createTelemetry('ingest', process.env);
const { log, meter } = telemetry;
const time = new RequestTime();

const starter = await createStarter<StartedIngest>(start, {
  onFailure: (cause) => log.error('start failed', { cause }),
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
  readonly service: OpenService;
}

async function start(): Promise<StartedIngest> {
  const config = loadConfig(process.env);
  const s3 = createS3Client(process.env);
  traceSends(s3, 'S3', process.env, telemetry.requestId);
  const current = async () => (await starter.current()).service;
  const service = await openDeployedService(config, { telemetry, timeLeft: time.left, current });
  const ingest = createIngest({
    resolution: service.resolution,
    ledger: createLoadLedger(service.store),
    objects: createS3Objects(s3),
    readRecord: createRecordReader(service.deployed.recordSchema, config.serviceIdentifier),
    maxObjectBytes: config.maxObjectBytes,
    maxReceiveCount: config.maxReceiveCount,
    pause: (milliseconds) => setTimeout(milliseconds),
    now: Date.now,
    log,
    report: ({ refused, failed }) => {
      meter.record('RefusedLines', refused);
      meter.record('FailedObjects', failed);
    },
  });
  return { ingest, service, isReplaced: service.isReplaced };
}
