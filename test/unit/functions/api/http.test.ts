import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { operationOf, recordRequest } from '../../../../functions/api/api.ts';
import { documentsAnswer } from '../../../../functions/api/documents.ts';
import type { ApiEvent } from '../../../../functions/api/http.ts';
import { RetryableError } from '../../../../src/errors.ts';
import { TooManyRequestsError } from '../../../../src/graphql/errors.ts';
import { createMeter } from '../../../../src/runtime/metrics/meter.ts';
import { createTestApi, SUBMIT } from './exchange.ts';
import { FakeEntity } from './fake-resolution.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const READ = '{ entity(input: {id: "E"}) { entity { records { id name } } } }';
const large = new FakeEntity(
  'E',
  Array.from({ length: 200 }, (_, i) => ({ id: `r${i}`, name: 'Zoë 🏃' })),
);

describe('a body', () => {
  it('may be base64', async () => {
    const { send } = createTestApi();
    const body = Buffer.from(JSON.stringify({ query: '{ __typename }' })).toString('base64');

    const answer = await send({ body, isBase64Encoded: true });

    expect(answer.data).toEqual({ __typename: 'Query' });
  });

  it.each([
    ['missing', undefined, false],
    ['empty', '', false],
    ['no JSON', 'query', false],
    ['half a JSON', '{"query": "{ __typename', false],
    ['a list', '[]', false],
    ['a text', '"x"', false],
    ['null', 'null', false],
    ['no UTF-8', Buffer.from([0x22, 0xff, 0x22]).toString('base64'), true],
  ])('is refused with status 400 when it is %s', async (_what, body, isBase64Encoded) => {
    const answer = await createTestApi().send({ ...(body === undefined ? {} : { body }), isBase64Encoded });

    expect(answer.status).toBe(400);
    expect(answer.codes).toEqual(['BODY_NOT_JSON']);
    expect(answer.errors[0]?.extensions.hint).toContain('JSON object');
  });

  it.each([
    ['no query', {}],
    ['a query that is no text', { query: 1 }],
    ['variables that are a list', { query: '{ __typename }', variables: [] }],
    ['an operationName that is no text', { query: '{ __typename }', operationName: 1 }],
    ['extensions that are no object', { query: '{ __typename }', extensions: 'x' }],
  ])('is refused with status 400 when it has %s', async (_what, body) => {
    const answer = await createTestApi().send({ body: JSON.stringify(body) });

    expect(answer.status).toBe(400);
    expect(answer.codes).toEqual(['BAD_REQUEST']);
  });

  it('keeps text of every script', async () => {
    const { send, resolution } = createTestApi();
    const name = 'Zoë 🏃🏽‍♀️ 李小龍 \u0000 \u2028 "\\';

    await send({
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: Buffer.from(
        JSON.stringify({ query: SUBMIT, variables: { input: { records: [{ id: 'r', name }] } } }),
      ).toString('base64'),
      isBase64Encoded: true,
    });

    expect(resolution.asked('submit')[0]?.[0]?.['name']).toBe(name);
  });
});

describe('a method or media type', () => {
  it.each([
    ['PUT', { method: 'PUT', body: '{}' }, 405, 'METHOD_NOT_ALLOWED'],
    [
      'a mutation over GET',
      { method: 'GET', rawQueryString: 'query=mutation%7B__typename%7D' },
      405,
      'METHOD_NOT_ALLOWED',
    ],
    [
      'a form',
      { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=b' },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ['no content type', { headers: {}, body: '{"query":"{ __typename }"}' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [
      'another charset',
      { headers: { 'content-type': 'application/json; charset=latin1' }, body: '{}' },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'an accept header that allows no JSON',
      { headers: { ...JSON_TYPE, accept: 'text/html' }, body: '{}' },
      406,
      'NOT_ACCEPTABLE',
    ],
    [
      'GET with variables that are no JSON',
      { method: 'GET', rawQueryString: 'query=x&variables=%7B' },
      400,
      'BAD_REQUEST',
    ],
  ])('is refused with its status and code: %s', async (_what, options, status, code) => {
    const answer = await createTestApi().send(options);

    expect(answer.status).toBe(status);
    expect(answer.codes).toEqual([code]);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['allow']).toBe(status === 405 ? 'GET, POST' : undefined);
  });
});

describe('an answer', () => {
  it('is compressed for those who accept gzip', async () => {
    const { ask, resolution } = createTestApi();
    resolution.entities = [large];

    const plain = await ask(READ);
    const compressed = await ask(READ, undefined, { headers: { ...JSON_TYPE, 'accept-encoding': 'br, gzip;q=0.8' } });

    expect(compressed.headers['content-encoding']).toBe('gzip');
    expect(compressed.headers['vary']).toBe('accept-encoding');
    expect(compressed.raw.isBase64Encoded).toBe(true);
    expect(compressed.raw.body!.length).toBeLessThan(plain.raw.body!.length / 4);
    expect(gunzipSync(Buffer.from(compressed.raw.body!, 'base64')).toString()).toBe(plain.raw.body);
  });

  it('is compressed also when it is long', async () => {
    const { ask, resolution } = createTestApi();
    const name = 'x'.repeat(100_000);
    resolution.entities = [new FakeEntity('E', [{ id: 'r', name }])];

    const answer = await ask(READ, undefined, { headers: { ...JSON_TYPE, 'accept-encoding': 'gzip' } });

    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(answer.data.entity.entity.records[0].name).toBe(name);
  });

  it('stays as it is when it is short', async () => {
    const answer = await createTestApi().ask('{ __typename }', undefined, {
      headers: { ...JSON_TYPE, 'accept-encoding': 'gzip' },
    });

    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.raw.isBase64Encoded).toBe(false);
  });

  it('must not be cached', async () => {
    const answer = await createTestApi().ask('{ __typename }');

    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

describe('a client above its limit', () => {
  const limit = { rate: 20, burst: 40 };

  it('gets 429 and is told when to come back, whatever it sent', async () => {
    const asked: string[] = [];
    const throttle = {
      refusalOf: async (clientId: string) => {
        asked.push(clientId);
        return new TooManyRequestsError(limit, 3);
      },
    };
    const { send, ask, resolution, log } = createTestApi({ throttle });

    const answers = [await send({ body: 'no JSON' }), await ask(SUBMIT, { input: { records: [{ id: 'a', age: 1 }] } })];

    for (const answer of answers) {
      expect(answer.status).toBe(429);
      expect(answer.headers).toMatchObject({ 'retry-after': '3', 'cache-control': 'no-store' });
      expect(answer.codes).toEqual(['TOO_MANY_REQUESTS']);
      expect(answer.errors[0]?.extensions).toMatchObject({
        retryable: true,
        hint: expect.stringContaining('after 3 s'),
      });
    }
    expect(asked).toEqual(['client', 'client']);
    expect(resolution.asked('submit')).toEqual([]);
    expect(log.lines.map(({ fields }) => [fields['status'], fields['clientId']])).toEqual([
      [429, 'client'],
      [429, 'client'],
    ]);
  });

  it('gets 503 when its limit cannot be checked', async () => {
    const throttle = { refusalOf: () => Promise.reject(new RetryableError('busy')) };
    const { ask, resolution } = createTestApi({ throttle });

    const answer = await ask(SUBMIT, { input: { records: [{ id: 'a', age: 1 }] } });

    expect(answer.status).toBe(503);
    expect(answer.headers).toMatchObject({ 'retry-after': '1' });
    expect(answer.codes).toEqual(['TRY_AGAIN']);
    expect(resolution.asked('submit')).toEqual([]);
  });

  it('is answered as before while it keeps to it', async () => {
    const { ask } = createTestApi({ throttle: { refusalOf: async () => undefined } });

    expect((await ask('{ __typename }')).data).toEqual({ __typename: 'Query' });
  });
});

const documents = { name: 'people', ruleConfig: '{}', schema: 'type Record { id: ID! }' };
const ask = (scope?: string) =>
  documentsAnswer({ requestContext: { authorizer: { lambda: { scope } } } } as unknown as ApiEvent, documents);

describe('documentsAnswer', () => {
  it('gives the documents to a token that permits something, and lets no cache keep them', () => {
    const { statusCode, headers, body } = ask('svc/query.search');

    expect(statusCode).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(JSON.parse(body)).toEqual(documents);
  });

  it.each(['', undefined])('refuses a token without scopes: %j', (scope) => {
    const { statusCode, body } = ask(scope);

    expect(statusCode).toBe(403);
    expect(JSON.parse(body)).toMatchObject({ code: 'NO_SCOPES', hint: expect.any(String) });
  });
});

describe('the operation of a request', () => {
  it.each([
    [['submit'], 'submit'],
    [['entity', 'entity'], 'entity'],
    [['entity', 'metrics'], 'several'],
    [['__schema'], 'introspection'],
    [['__schema', '__typename'], 'introspection'],
    [[], 'none'],
    [['toString'], 'none'],
    [['something'], 'none'],
  ])('of the fields %j is %s', (fields, operation) => {
    expect(operationOf(fields)).toBe(operation);
  });
});

describe('the metrics of a request', () => {
  it('are its duration and its errors, by codes that are known', () => {
    const meter = createMeter();

    recordRequest(meter, {
      fields: ['submit'],
      codes: ['RECORD_EMPTY', 'RECORD_EMPTY', 'Ann Example'],
      milliseconds: 7,
    });

    expect(meter.take().map(({ metric, value, sum }) => [metric, value, sum])).toEqual([
      ['RequestDuration', 'submit', 7],
      ['Errors', 'RECORD_EMPTY', 2],
      ['Errors', 'OTHER', 1],
    ]);
  });
});
