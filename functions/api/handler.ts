import { Logger } from '@aws-lambda-powertools/logger';
import type { Context } from 'aws-lambda';
import { documentName } from '../configuration/location.ts';
import { createDocumentReader } from '../configuration/read-document.ts';
import { EntityDataError } from '../core/errors.ts';
import { RequestTime } from '../core/request-time.ts';
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

const time = new RequestTime();
const api = await start();

export const handler = (event: ApiEvent, context?: Pick<Context, 'getRemainingTimeInMillis'>) => {
  time.begin(context?.getRemainingTimeInMillis() ?? Number.POSITIVE_INFINITY);
  return api(event);
};

async function start(): Promise<Api> {
  try {
    const config = loadConfig(process.env);
    const { tableName, ruleConfigFile, schemaFile, serviceIdentifier, limits } = config;
    const client = createClient();
    const { recordSchema, rules } = await loadDeployment(ruleConfigFile, schemaFile, createDocumentReader(client));
    for (const warning of recordSchema.warnings) {
      log.warn('schema', { problem: schemaProblemText(warning, documentName(schemaFile)) });
    }
    const resolution = createResolution({
      store: createDynamoDBStore({ tableName, client, timeLeft: time.left }),
      rules,
      timeLeft: time.left,
      updateRecords: config.updateRecords,
      genericKeyRecords: config.genericKeyRecords,
      onGenericKey: ({ plan }) => log.warn('generic key', { rules: plan.ruleIDs }),
    });
    return createApi({ resolution, recordSchema, serviceIdentifier, limits, log });
  } catch (error) {
    // What may succeed later is left to fail: Lambda starts the function anew with the next request.
    if (error instanceof EntityDataError && !error.retryable) return createMisconfiguredApi(error, log);
    throw error;
  }
}
