import { describe, expect, it } from '@jest/globals';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { answerEvent } from '../../../../functions/guidance/event.ts';

const event = (changes: object) =>
  ({
    headers: { 'content-type': 'application/json' },
    isBase64Encoded: false,
    requestContext: { requestId: 'r-1', domainName: 'mcp.example.com', http: { method: 'POST' } },
    ...changes,
  }) as unknown as APIGatewayProxyEventV2;

describe('answerEvent', () => {
  it('decodes a body that the gateway encoded, and hands on where it came from', async () => {
    const body = Buffer.from('{"ü": 1}').toString('base64');

    const answer = await answerEvent(event({ body, isBase64Encoded: true }), async (request) => {
      return { status: 200, headers: { 'x-test': '1' }, body: JSON.stringify(request) };
    });

    expect(answer).toMatchObject({ statusCode: 200, headers: { 'x-test': '1' } });
    expect(JSON.parse(answer.body!)).toEqual({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      host: 'mcp.example.com',
      body: '{"ü": 1}',
      requestId: 'r-1',
    });
  });

  it('answers without a body where there is none', async () => {
    const answer = await answerEvent(event({}), async ({ body }) => ({ status: body === '' ? 202 : 500, headers: {} }));

    expect(answer).toEqual({ statusCode: 202, headers: {} });
  });
});
