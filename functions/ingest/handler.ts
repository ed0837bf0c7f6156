import { setTimeout } from 'node:timers/promises';
import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { loadDeployment } from '../api/deployment.ts';
import { createDocumentReader } from '../configuration/read-document.ts';
import { createLoadLedger } from '../core/loads/load-ledger.ts';
import { createResolution } from '../core/resolution/create.ts';
import { createClient } from '../core/store/dynamodb/client.ts';
import { createDynamoDBStore } from '../core/store/dynamodb/store.ts';
import { loadConfig } from './config.ts';
import { createIngest, type Ingest } from './ingest.ts';
import { createRecordReader } from './read-record.ts';
import { createS3Objects } from './s3-objects.ts';

const logger = new Logger({ serviceName: 'ingest' });
// Namespace and service come from the environment: dashboards look for them.
const metrics = new Metrics();

const ingest = await start();

export const handler = ({ Records }: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  ingest(Records, () => context.getRemainingTimeInMillis());

// A configuration that cannot be used fails the start: messages wait, and the alarm on errors goes off.
async function start(): Promise<Ingest> {
  const { tableName, ruleConfigFile, schemaFile, serviceIdentifier, updateRecords, ...limits } = loadConfig(
    process.env,
  );
  const client = createClient();
  const { recordSchema, rules } = await loadDeployment(ruleConfigFile, schemaFile, createDocumentReader(client));
  const store = createDynamoDBStore({ tableName, client });
  return createIngest({
    ...limits,
    resolution: createResolution({
      store,
      rules,
      updateRecords,
      onGenericKey: ({ plan }) => logger.warn('generic key', { rules: plan.ruleIDs }),
    }),
    ledger: createLoadLedger(store),
    objects: createS3Objects(process.env),
    readRecord: createRecordReader(recordSchema, serviceIdentifier),
    pause: (milliseconds) => setTimeout(milliseconds),
    now: Date.now,
    log: {
      info: (message, fields) => logger.info(message, fields),
      warn: (message, fields) => logger.warn(message, fields),
      error: (message, fields) => logger.error(message, fields),
    },
    report: ({ stored, refused, failed }) => {
      metrics.addMetric('RecordsIngested', MetricUnit.Count, stored);
      metrics.addMetric('LinesRefused', MetricUnit.Count, refused);
      metrics.addMetric('MessagesFailed', MetricUnit.Count, failed);
      metrics.publishStoredMetrics();
    },
  });
}
