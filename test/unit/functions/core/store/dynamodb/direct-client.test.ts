import { once } from 'node:events';
import type { IncomingHttpHeaders, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { UndecidedError } from '../../../../../../functions/core/errors.ts';
import { createDirectClient } from '../../../../../../functions/core/store/dynamodb/direct-client.ts';
import type { DynamoDB } from '../../../../../../functions/core/store/dynamodb/dynamodb.ts';
import { fateOf } from '../../../../../../functions/core/store/dynamodb/failure.ts';
import { createDynamoDBStore } from '../../../../../../functions/core/store/dynamodb/store.ts';
import { createPatientServer } from '../../../../../setup/patient-server.ts';
import { fakePace } from '../../../../../setup/scripted-client.ts';
import { expectedAuthorization } from '../../../../../setup/signature.ts';

const region = 'eu-west-1';
const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' };
/** No machine is too slow for them. */
const patience = { connectionTimeout: 60_000, requestTimeout: 60_000 };
const noon = Date.UTC(2026, 0, 1, 12);

let server: Server;
let received: { readonly headers: IncomingHttpHeaders; readonly body: string }[];
let endpoint: URL;
/** What the server believes to be the time. */
let serverTime: number;
let dynamodb: DynamoDB;

beforeEach(async () => {
  received = [];
  serverTime = noon;
  server = createPatientServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ headers: request.headers, body });
    const [, date] = /^(\d{8}T\d{6})Z$/.exec(String(request.headers['x-amz-date'])) ?? [];
    const signed = Date.parse(date!.replace(/(....)(..)(..)T(..)(..)(..)/, '$1-$2-$3T$4:$5:$6Z'));
    response.setHeader('date', new Date(serverTime).toUTCString());
    if (Math.abs(signed - serverTime) <= 300_000) return void response.end('{"Item":{"pk":{"S":"p"},"sk":{"S":"s"}}}');
    response.statusCode = 400;
    response.end('{"__type":"com.amazon.coral.service#InvalidSignatureException","message":"Signature expired"}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  endpoint = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterEach(async () => {
  dynamodb.close();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const get = () => dynamodb.call('GetItem', { TableName: 'entities', Key: { pk: { S: 'p' }, sk: { S: 's' } } });

describe('the direct client of DynamoDB', () => {
  it('signs as AWS does for a date, and says who calls', async () => {
    dynamodb = createDirectClient({
      region,
      credentials,
      endpoint,
      ...patience,
      now: () => noon,
      userAgent: 'entity-data/0.1.0',
    });

    const { Item, $metadata } = await get();

    expect(Item).toEqual({ pk: { S: 'p' }, sk: { S: 's' } });
    expect($metadata).toEqual({ httpStatusCode: 200, requestId: undefined });
    const [{ headers, body }] = received as [(typeof received)[0]];
    expect(headers).toMatchObject({
      host: endpoint.host,
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'DynamoDB_20120810.GetItem',
      'x-amz-date': '20260101T120000Z',
      'user-agent': 'entity-data/0.1.0',
    });
    expect(headers).not.toHaveProperty('x-amz-security-token');
    const request = { method: 'POST', path: '/', headers: headers as Record<string, string>, body };
    expect(headers.authorization).toBe(expectedAuthorization(request, { ...credentials, region }));
  });

  it('tells that it was refused for its clock, and is right the next time', async () => {
    dynamodb = createDirectClient({ region, credentials, endpoint, ...patience, now: () => noon - 3_600_000 });

    const failure = await get().catch((reason: unknown) => reason);

    expect(failure).toMatchObject({
      name: 'InvalidSignatureException',
      $metadata: { httpStatusCode: 400, clockSkewCorrected: true },
    });
    expect(fateOf(failure)).toBe('busy');
    expect((await get()).Item).toBeDefined();
    expect(received.map(({ headers }) => headers['x-amz-date'])).toEqual(['20260101T110000Z', '20260101T120000Z']);
  });

  it('follows a clock that goes wrong while answers still come', async () => {
    dynamodb = createDirectClient({ region, credentials, endpoint, ...patience, now: () => noon });

    for (const minutes of [0, 2, 4, 8, 12]) {
      serverTime = noon + minutes * 60_000;
      await get();
    }

    expect(received.at(-1)!.headers['x-amz-date']).toBe('20260101T120800Z');
  });

  it('lets the store repeat what was refused for the clock', async () => {
    dynamodb = createDirectClient({ region, credentials, endpoint, ...patience, now: () => noon + 3_600_000 });
    const store = createDynamoDBStore({ tableName: 'entities', dynamodb, pace: fakePace() });

    expect(await store.getMany([{ pk: 'p', sk: 's' }])).toEqual([{ pk: 'p', sk: 's' }]);
    expect(received).toHaveLength(2);
  });

  it.each([500, 502])('sends no write twice that may have been made, whatever date a %i has', async (status) => {
    dynamodb = createDirectClient({ region, credentials, endpoint, ...patience, now: () => noon });
    let writes = 0;
    server.removeAllListeners('request').on('request', (_request, response) => {
      writes++;
      response.writeHead(status, { date: new Date(noon - 3_600_000).toUTCString() }).end('<html>');
    });
    const store = createDynamoDBStore({ tableName: 'entities', dynamodb, pace: fakePace() });

    const count = store.write([{ update: { pk: 'p', sk: 's' }, add: { count: 1 } }]);

    await expect(count).rejects.toBeInstanceOf(UndecidedError);
    expect(writes).toBe(1);
  });

  it('takes no empty body for an answer', async () => {
    dynamodb = createDirectClient({ region, credentials, endpoint, ...patience, now: () => noon });
    server.removeAllListeners('request').on('request', (_request, response) => response.end());

    const failure = await get().catch((reason: unknown) => reason);

    expect(failure).toMatchObject({ name: 'Unknown', $metadata: { httpStatusCode: 200 } });
    expect(fateOf(failure)).toBe('unknown');
  });

  it('calls nobody once it is closed', async () => {
    dynamodb = createDirectClient({ region, credentials, endpoint, ...patience, now: () => noon });
    server.removeAllListeners('request');
    const arrived = once(server, 'request');
    const call = get().catch((reason: unknown) => reason);
    await arrived;

    dynamodb.close();

    expect(fateOf(await call)).toBe('unknown');
  });
});
