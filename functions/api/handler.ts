import { Logger } from '@aws-lambda-powertools/logger';
import { documentName } from '../configuration/location.ts';
import { createDocumentReader } from '../configuration/read-document.ts';
import { EntityDataError } from '../core/errors.ts';
import { createResolution } from '../core/resolution/create.ts';
import { createClient } from '../core/store/dynamodb/client.ts';
import { createDynamoDBStore } from '../core/store/dynamodb/store.ts';
import { type Api, createApi } from './api.ts';
import { loadConfig } from './config.ts';
import { loadDeployment, schemaProblemText } from './deployment.ts';
import type { ApiEvent } from './http/event.ts';
import type { Log } from './log.ts';
import { createMisconfiguredApi } from './misconfigured.ts';

const logger = new Logger({ serviceName: 'api' });
const log: Log = {
  info: (message, fields) => logger.info(message, fields),
  warn: (message, fields) => logger.warn(message, fields),
  error: (message, fields) => logger.error(message, fields),
};

const api = await start();

export const handler = (event: ApiEvent) => api(event);

async function start(): Promise<Api> {
  try {
    const { tableName, ruleConfigFile, schemaFile, serviceIdentifier, updateRecords, limits } = loadConfig(process.env);
    const client = createClient();
    const { recordSchema, rules } = await loadDeployment(ruleConfigFile, schemaFile, createDocumentReader(client));
    for (const warning of recordSchema.warnings) {
      log.warn('schema', { problem: schemaProblemText(warning, documentName(schemaFile)) });
    }
    const resolution = createResolution({
      store: createDynamoDBStore({ tableName, client }),
      rules,
      updateRecords,
      onGenericKey: ({ plan }) => log.warn('generic key', { rules: plan.ruleIDs }),
    });
    return createApi({ resolution, recordSchema, serviceIdentifier, limits, log });
  } catch (error) {
    // What may succeed later is left to fail: Lambda starts the function anew with the next request.
    if (error instanceof EntityDataError && !error.retryable) return createMisconfiguredApi(error, log);
    throw error;
  }
}
