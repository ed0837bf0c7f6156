import { basename } from 'node:path';
import { Logger } from '@aws-lambda-powertools/logger';
import { EntityDataError } from '../core/errors.ts';
import { createResolution } from '../core/resolution/create.ts';
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
    const { tableName, ruleConfigFile, schemaFile, serviceIdentifier, limits } = loadConfig(process.env);
    const { recordSchema, rules } = await loadDeployment(ruleConfigFile, schemaFile);
    for (const warning of recordSchema.warnings) {
      log.warn('schema', { problem: schemaProblemText(warning, basename(schemaFile)) });
    }
    const resolution = createResolution({ store: createDynamoDBStore({ tableName }), rules });
    return createApi({ resolution, recordSchema, serviceIdentifier, limits, log });
  } catch (error) {
    if (error instanceof EntityDataError) return createMisconfiguredApi(error, log);
    throw error;
  }
}
