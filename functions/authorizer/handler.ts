import type { APIGatewayRequestAuthorizerEventV2, Context as LambdaContext } from 'aws-lambda';
import { createTelemetry } from '../../src/runtime/lambda.ts';
import { isSelfCheck, type SelfCheckEvent, selfCheckPassed } from '../../src/runtime/self-check.ts';
import { createAuthorizer } from './authorizer.ts';
import { loadConfig } from './config.ts';
import { fetchDocument } from './document.ts';

// Read once, so that an invalid environment fails the start of the function, never a request.
const config = loadConfig(process.env);
const telemetry = createTelemetry(`${config.serviceIdentifier}-authorizer`, process.env);
const authorize = createAuthorizer(config, {
  fetch: (url) => {
    // Load the signature code while waiting for the issuer's response.
    setImmediate(() => process.getBuiltinModule('node:crypto'));
    return fetchDocument(url);
  },
  log: ({ level, message, ...fields }) => telemetry.log[level](message, fields),
  meter: telemetry.meter,
});
// A starting function has a full CPU; one that handles requests has only the share that its memory size buys.
await authorize.prepare();

export const handler = async (
  event: APIGatewayRequestAuthorizerEventV2 | SelfCheckEvent,
  context?: Pick<LambdaContext, 'awsRequestId'>,
) => {
  if (isSelfCheck(event)) return selfCheckPassed;
  telemetry.begin({ requestId: event.requestContext?.requestId ?? '', functionRequestId: context?.awsRequestId });
  try {
    return await authorize(event);
  } finally {
    telemetry.publish();
  }
};
