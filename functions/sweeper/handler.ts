import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { loadConfig } from '../api/config.ts';
import { loadDeployment } from '../api/deployment.ts';
import { createDocumentReader } from '../configuration/read-document.ts';
import { createResolution } from '../core/resolution/create.ts';
import { createClient } from '../core/store/dynamodb/client.ts';
import { createDynamoDBStore } from '../core/store/dynamodb/store.ts';
import { createSweeper } from './sweeper.ts';

const logger = new Logger({ serviceName: 'sweeper' });
// Namespace and service come from the environment: the alarms look for them.
const metrics = new Metrics();

const sweep = await start();

export const handler = (): Promise<void> => sweep();

// A configuration that cannot be used fails the start: the alarm on errors goes off, and the log has every problem.
async function start(): Promise<() => Promise<void>> {
  const { tableName, ruleConfigFile, schemaFile, genericKeyRecords } = loadConfig(process.env);
  const client = createClient();
  const { rules } = await loadDeployment(ruleConfigFile, schemaFile, createDocumentReader(client));
  return createSweeper({
    resolution: createResolution({
      store: createDynamoDBStore({ tableName, client }),
      rules,
      genericKeyRecords,
      onGenericKey: ({ plan }) => logger.warn('generic key', { rules: plan.ruleIDs }),
    }),
    report: ({ finished, unfinished }) => {
      if (finished > 0) logger.info('finished interrupted operations', { finished });
      metrics.addMetric('OperationsFinished', MetricUnit.Count, finished);
      metrics.addMetric('UnfinishedWork', MetricUnit.Count, unfinished ? 1 : 0);
      metrics.publishStoredMetrics();
    },
  });
}
