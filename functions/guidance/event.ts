import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Guidance } from './answer.ts';

/** Passes an event of payload format 2.0 to the guidance server and converts its answer for the gateway. */
export async function answerEvent(
  event: APIGatewayProxyEventV2,
  guidance: Guidance,
): Promise<APIGatewayProxyStructuredResultV2> {
  const body = event.isBase64Encoded ? Buffer.from(event.body ?? '', 'base64').toString('utf8') : event.body;
  const answer = await guidance({
    method: event.requestContext.http.method,
    headers: event.headers,
    host: event.requestContext.domainName,
    body: body ?? '',
    requestId: event.requestContext.requestId,
  });
  return {
    statusCode: answer.status,
    headers: { ...answer.headers },
    ...(answer.body === undefined ? {} : { body: answer.body }),
  };
}
