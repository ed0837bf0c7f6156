import type { APIGatewayProxyEventV2, Context as LambdaContext } from 'aws-lambda';
import { createCallerCheck, sourceIpOf } from '../../src/runtime/callers/callers.ts';
import { createTelemetry } from '../../src/runtime/lambda.ts';
import {
  isSelfCheck,
  type SelfCheckEvent,
  type SelfCheckPassed,
  selfCheckPassed,
} from '../../src/runtime/self-check.ts';
import { compressed, jsonAnswer, type PageAnswer } from './answer.ts';
import { loadConfig } from './config.ts';
import { createConsole } from './console.ts';
import { readFrontEnd } from './front-end.ts';

// Read once, so that an invalid environment or archive fails the start of the function, never a request.
const { callers, configuration, connects } = loadConfig(process.env);
const telemetry = createTelemetry('console', process.env);
const front = await readFrontEnd(import.meta.dirname);
const page = createConsole(async () => front, connects);
const check = createCallerCheck(callers);

/** By route. Nothing here needs a token: the page is public, and what it shows comes from the API. */
const answers: Readonly<Record<string, (event: APIGatewayProxyEventV2) => PageAnswer | Promise<PageAnswer>>> = {
  'GET /console': () => page.page(configuration),
  'GET /console/configuration': () => jsonAnswer(200, configuration),
  'GET /console/icon.svg': page.icon,
  'GET /console/{file}': ({ pathParameters, headers }) =>
    page.file(pathParameters?.['file'], headers['accept-encoding']),
};
const notFound = () => jsonAnswer(404, { message: 'Not Found' });

export const handler = async (
  event: APIGatewayProxyEventV2 | SelfCheckEvent,
  context?: Pick<LambdaContext, 'awsRequestId'>,
): Promise<PageAnswer | SelfCheckPassed> => {
  if (isSelfCheck(event)) return selfCheckPassed;
  const { requestId } = event.requestContext;
  telemetry.begin({ requestId, functionRequestId: context?.awsRequestId });
  try {
    const refusal = check.refusalOf(event);
    if (refusal === undefined) {
      const answer = await (answers[event.routeKey] ?? notFound)(event);
      return compressed(answer, event.headers['accept-encoding']);
    }
    telemetry.meter.record('Refusals', 1, refusal);
    telemetry.log.warn('request refused', { reason: refusal, sourceIp: sourceIpOf(event), requestId });
    return jsonAnswer(403, { message: 'Forbidden' });
  } finally {
    telemetry.publish();
  }
};
