import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { answer } from './answer.ts';

export const handler = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
  const body = event.isBase64Encoded ? Buffer.from(event.body ?? '', 'base64').toString('utf8') : event.body;
  const { status, headers, body: text } = answer(event.requestContext.http.method, body ?? '');
  return { statusCode: status, headers, ...(text === undefined ? {} : { body: text }) };
};
