import type { Context } from 'aws-lambda';
import { RequestTime } from '../../src/request-time.ts';
import { openDeployedService } from '../../src/runtime/aws/open-deployed-service.ts';
import { schemaProblemText } from '../../src/runtime/configuration/deployment.ts';
import { documentName } from '../../src/runtime/configuration/documents.ts';
import { loadConfig } from '../../src/runtime/configuration/environment.ts';
import { createTelemetry } from '../../src/runtime/lambda.ts';
import { type OpenService, openRuleChanges } from '../../src/runtime/open-service.ts';
import { isSelfCheck, type SelfCheckEvent } from '../../src/runtime/self-check.ts';
import { createStarter, isLasting, type Started } from '../../src/runtime/starter.ts';
import { type Api, createApi, createMisconfiguredApi } from './api.ts';
import { type Documents, documentsAnswer, documentsRoute } from './documents.ts';
import type { ApiEvent } from './http.ts';
import { createClientThrottle, limitIn, readClientLimits } from './throttle.ts';

const telemetry = createTelemetry('api', process.env);
const { log, meter } = telemetry;
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
  readonly service?: OpenService;
  readonly documents?: Documents;
}

async function start(): Promise<StartedApi> {
  try {
    const config = loadConfig(process.env);
    const clientLimits = readClientLimits(process.env);
    const current = async () => (await starter.current()).service;
    const service = await openDeployedService(config, { telemetry, timeLeft: time.left, current });
    const { store, deployed, text } = service;
    for (const warning of deployed.recordSchema.warnings) {
      log.warn('schema', { problem: schemaProblemText(warning, documentName(config.schemaFile)) });
    }
    const api = createApi({
      resolution: service.resolution,
      ruleChanges: openRuleChanges(service.parts, deployed),
      recordSchema: deployed.recordSchema,
      serviceIdentifier: config.serviceIdentifier,
      limits: config.limits,
      log,
      meter,
      timeLeft: time.left,
      ...(clientLimits && { throttle: createClientThrottle({ store, limitOf: limitIn(clientLimits) }) }),
    });
    const documents = { name: process.env['METRICS_SERVICE'] ?? '', ruleConfig: text, schema: deployed.schema };
    return { api, service, documents, isReplaced: service.isReplaced };
  } catch (error) {
    // After a temporary failure, the next request starts the function again.
    if (!isLasting(error)) throw error;
    return { api: createMisconfiguredApi(error, log, meter), isReplaced: () => false, problem: error };
  }
}
