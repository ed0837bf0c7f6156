import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { createGuidance } from './answer.ts';
import { loadConfig } from './config.ts';
import { answerEvent } from './event.ts';
import { createLog } from './log.ts';
import { createOffer } from './offer.ts';

const { serviceIdentifier, allowedOrigins } = loadConfig(process.env);
const guidance = createGuidance({
  offer: createOffer(serviceIdentifier),
  // API Gateway takes requests to its own names only.
  origins: { allowedOrigins, loopbackOnly: false },
  log: createLog(),
});

export const handler = (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> =>
  answerEvent(event, guidance);
