import type { Context } from 'aws-lambda';
import { createResolution } from '../../src/entities/create.ts';
import { createRuleChanges } from '../../src/entities/rule-changes/rule-changes.ts';
import type { Resolution } from '../../src/entities/types.ts';
import { RequestTime } from '../../src/request-time.ts';
import { connectDynamoDB } from '../../src/runtime/aws/connect-dynamodb.ts';
import { schemaProblemText } from '../../src/runtime/configuration/deployment.ts';
import { loadConfig } from '../../src/runtime/configuration/environment.ts';
import { loadRules } from '../../src/runtime/configuration/load-rules.ts';
import { documentName } from '../../src/runtime/configuration/location.ts';
import { createTelemetry } from '../../src/runtime/lambda.ts';
import type { Log } from '../../src/runtime/log/log.ts';
import { observeCore, observeRetries } from '../../src/runtime/metrics/core-observer.ts';
import { replaceableResolution } from '../../src/runtime/replaceable-resolution.ts';
import { isSelfCheck, type SelfCheckEvent } from '../../src/runtime/self-check.ts';
import { createStarter, isLasting, type Started } from '../../src/runtime/starter.ts';
import { traceCalls } from '../../src/runtime/traces/trace-calls.ts';
import { createDynamoDBScan } from '../../src/store/dynamodb/scan.ts';
import { createDynamoDBStore } from '../../src/store/dynamodb/store.ts';
import { type Api, createApi } from './api.ts';
import { type Documents, documentsAnswer, documentsRoute } from './documents.ts';
import type { ApiEvent } from './http/event.ts';
import { createMisconfiguredApi } from './misconfigured.ts';
import { limitIn, readClientLimits } from './throttle/client-limits.ts';
import { createClientThrottle } from './throttle/client-throttle.ts';

const telemetry = createTelemetry('api', process.env);
const { meter } = telemetry;
const log: Log = {
  info: (message, fields) => telemetry.log('INFO', message, fields),
  warn: (message, fields) => telemetry.log('WARN', message, fields),
  error: (message, fields) => telemetry.log('ERROR', message, fields),
};

const time = new RequestTime();

const starter = await createStarter<StartedApi>(start, { onFailure: (cause) => log.error('start failed', { cause }) });

export const handler = async (
  event: ApiEvent | SelfCheckEvent,
  context?: Pick<Context, 'awsRequestId' | 'getRemainingTimeInMillis'>,
) => {
  time.begin(context?.getRemainingTimeInMillis() ?? Number.POSITIVE_INFINITY);
  if (isSelfCheck(event)) return starter.check(time.left);
  telemetry.begin({ requestId: event.requestContext.requestId, functionRequestId: context?.awsRequestId });
  const { api, documents } = await starter.current();
  const isForDocuments = documents !== undefined && event.routeKey === documentsRoute;
  const answer = isForDocuments ? documentsAnswer(event, documents) : await api(event);
  telemetry.publish();
  return answer;
};

interface StartedApi extends Started {
  readonly api: Api;
  /** Both undefined where the function is misconfigured. */
  readonly resolution?: Resolution;
  readonly documents?: Documents;
}

async function start(): Promise<StartedApi> {
  try {
    const config = loadConfig(process.env);
    const { tableName, schemaFile, serviceIdentifier, limits } = config;
    const clientLimits = readClientLimits(process.env);
    const dynamodb = traceCalls(connectDynamoDB(process.env), process.env, telemetry.requestId);
    const options = { tableName, dynamodb, timeLeft: time.left, onRetry: observeRetries(meter) };
    const store = createDynamoDBStore(options);
    const { recordSchema, rules, register, deployed, text, schema } = await loadRules({
      ...config,
      dynamodb,
      store,
      meter,
      warn: log.warn,
    });
    for (const warning of recordSchema.warnings) {
      log.warn('schema', { problem: schemaProblemText(warning, documentName(schemaFile)) });
    }
    const table = createDynamoDBScan(options);
    const resolution = createResolution({
      ...config,
      store,
      table,
      rules,
      register,
      timeLeft: time.left,
      onOverFrequentKey: ({ plan }) => log.warn('generic key', { rules: plan.ruleIDs }),
      observer: observeCore(meter),
    });
    const api = createApi({
      resolution: replaceableResolution(resolution, async () => (await starter.current()).resolution ?? resolution),
      ruleChanges: createRuleChanges({
        store,
        table,
        deployed,
        options: config.ruleChanges,
        genericKeyRecords: config.genericKeyRecords,
        reviewPairs: config.reviewPairs,
        entityEvents: config.entityEvents || config.historyRetentionInDays > 0,
        observer: observeCore(meter),
      }),
      recordSchema,
      serviceIdentifier,
      limits,
      log,
      meter,
      timeLeft: time.left,
      ...(clientLimits === undefined
        ? {}
        : { throttle: createClientThrottle({ store, limitOf: limitIn(clientLimits) }) }),
    });
    const documents = { name: process.env['METRICS_SERVICE'] ?? '', ruleConfig: text, schema };
    return { api, resolution, documents, isReplaced: () => register.isReplaced };
  } catch (error) {
    // After a temporary failure, the next request starts the function again.
    if (!isLasting(error)) throw error;
    return { api: createMisconfiguredApi(error, log, meter), isReplaced: () => false, problem: error };
  }
}
