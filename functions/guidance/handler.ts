import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context as LambdaContext } from 'aws-lambda';
import { createTelemetry } from '../../src/runtime/lambda.ts';
import {
  isSelfCheck,
  type SelfCheckEvent,
  type SelfCheckPassed,
  selfCheckPassed,
} from '../../src/runtime/self-check.ts';
import { loadConfig } from './config.ts';
import { answerEvent, createGuidance, createOffer } from './guidance.ts';

const { serviceIdentifier, allowedOrigins, toolMemory } = loadConfig(process.env);
const telemetry = createTelemetry('guidance', process.env);
const guidance = createGuidance({
  // One call at a time: the function has less than a core.
  offer: createOffer({ serviceIdentifier, threads: 1, ...(toolMemory === undefined ? {} : { memory: toolMemory }) }),
  // API Gateway accepts requests to its own host names only.
  origins: { allowedOrigins, loopbackOnly: false },
  log: ({ level, message, ...fields }) => telemetry.log[level](message, fields),
  meter: telemetry.meter,
});

export const handler = async (
  event: APIGatewayProxyEventV2 | SelfCheckEvent,
  context?: Pick<LambdaContext, 'awsRequestId'>,
): Promise<APIGatewayProxyStructuredResultV2 | SelfCheckPassed> => {
  if (isSelfCheck(event)) return selfCheckPassed;
  telemetry.begin({ requestId: event.requestContext.requestId, functionRequestId: context?.awsRequestId });
  const answer = await answerEvent(event, guidance);
  telemetry.publish();
  return answer;
};
