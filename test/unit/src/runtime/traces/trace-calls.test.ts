import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { traceCalls, traceSends } from '../../../../../src/runtime/traces.ts';
import type { DynamoDB } from '../../../../../src/store/dynamodb/dynamodb.ts';
import { createDynamoDBStore } from '../../../../../src/store/dynamodb/store.ts';
import { connectTo, EMULATOR_REGION } from '../../../../setup/dynamodb-emulator.ts';
import { type FaultyDynamoDB, startFaultyDynamoDB } from '../../../../setup/faulty-dynamodb.ts';

const TRACE = 'Root=1-67891233-abcdef012345678912345678;Parent=53995c3f42cd8ad8;Sampled=1;Lineage=x';

let daemon: Socket;
let table: FaultyDynamoDB;

beforeEach(async () => {
  daemon = createSocket('udp4');
  daemon.bind(0, '127.0.0.1');
  await once(daemon, 'listening');
  table = await startFaultyDynamoDB('http://127.0.0.1:9', (answer) => answer);
  table.fail('quoting');
});
afterEach(async () => {
  daemon.close();
  await table.stop();
});

const daemonAddress = () => ({ AWS_XRAY_DAEMON_ADDRESS: `127.0.0.1:${daemon.address().port}` });
const traced = () => ({ ...daemonAddress(), TRACING: 'true', _X_AMZN_TRACE_ID: TRACE });

async function callOnce(environment: Record<string, string>): Promise<void> {
  const own = { ...daemonAddress(), AWS_REGION: EMULATOR_REGION };
  const dynamodb = traceCalls(connectTo(table.url), { ...own, ...environment }, () => 'request-7');
  const store = createDynamoDBStore({ tableName: 'entities', dynamodb });
  await store.getMany([{ pk: 'Ann Example', sk: '#' }]).catch(() => undefined);
  dynamodb.close();
}

describe('tracing calls to AWS', () => {
  it('tells X-Ray what was called, for how long and how it ended, and nothing of what was sent', async () => {
    const received = once(daemon, 'message');
    const before = Date.now() / 1_000;

    await callOnce({ TRACING: 'true', _X_AMZN_TRACE_ID: TRACE });

    const text = String((await received)[0]);
    const [header, segment] = text.split('\n').map((line) => JSON.parse(line));
    expect(header).toEqual({ format: 'json', version: 1 });
    expect(segment).toMatchObject({
      name: 'DynamoDB',
      type: 'subsegment',
      namespace: 'aws',
      id: expect.stringMatching(/^[0-9a-f]{16}$/),
      trace_id: '1-67891233-abcdef012345678912345678',
      parent_id: '53995c3f42cd8ad8',
      annotations: { requestId: 'request-7' },
      aws: { operation: 'GetItem', region: EMULATOR_REGION, request_id: 'AWS-REQUEST' },
      http: { response: { status: 400 } },
      error: true,
      throttle: false,
    });
    expect(segment.end_time).toBeGreaterThanOrEqual(segment.start_time);
    expect(segment.start_time).toBeGreaterThanOrEqual(before);
    expect(segment.start_time).toBeLessThanOrEqual(Date.now() / 1_000);
    expect(text).not.toContain('Ann Example');
  });

  it('tells it of a client of the SDK as well, by the names of its commands', async () => {
    class GetObjectCommand {}
    const calls: unknown[][] = [];
    const client = {
      send: async (...args: unknown[]) => {
        calls.push(args);
        return { Body: 'Ann Example', $metadata: { requestId: 'S3-REQUEST', httpStatusCode: 200 } };
      },
    };
    traceSends(client, 'S3', traced(), () => 'request-7');
    const received = once(daemon, 'message');
    const command = new GetObjectCommand();

    const answer = await client.send(command, { requestTimeout: 1 });

    expect(answer.Body).toBe('Ann Example');
    expect(calls).toEqual([[command, { requestTimeout: 1 }]]);
    const text = String((await received)[0]);
    expect(JSON.parse(text.split('\n')[1]!)).toMatchObject({
      name: 'S3',
      aws: { operation: 'GetObject', request_id: 'S3-REQUEST' },
      http: { response: { status: 200 } },
    });
    expect(text).not.toContain('Ann Example');
  });

  it.each([
    ['a refusal', 400, 'ValidationException', { error: true, throttle: false }],
    ['throttling', 400, 'ThrottlingException', { error: true, throttle: true }],
    ['a fault of AWS', 500, 'InternalServerError', { fault: true, throttle: false }],
    ['an answer that cannot be read', 200, 'SyntaxError', { fault: true, throttle: false }],
    ['no answer', undefined, 'TimeoutError', { fault: true, throttle: false }],
  ])('tells %s from other failures', async (_what, httpStatusCode, name, expected) => {
    const failure = Object.assign(new Error('failed'), { name, $metadata: { httpStatusCode } });
    const client = { send: (_command: object) => Promise.reject(failure) };
    traceSends(client, 'S3', traced(), () => 'request-7');
    const received = once(daemon, 'message');

    await client.send({}).catch(() => undefined);

    const { error, fault, throttle } = JSON.parse(String((await received)[0]).split('\n')[1]!);
    expect({ error, fault, throttle }).toEqual({ error: undefined, fault: undefined, ...expected });
  });

  it('tells the time of the clock, also when the process stood still for an hour before', async () => {
    const received = once(daemon, 'message');
    const { now } = Date;
    Date.now = () => now() + 3_600_000;
    const before = Date.now() / 1_000;
    const answering: DynamoDB = { call: async () => ({ $metadata: {} }) as never, close: () => undefined };

    await traceCalls(answering, traced(), () => 'request-7')
      .call('GetItem', {} as never)
      .finally(() => {
        Date.now = now;
      });

    const segment = JSON.parse(String((await received)[0]).split('\n')[1]!);
    expect(segment.start_time).toBeGreaterThanOrEqual(before);
    expect(segment.end_time).toBeGreaterThanOrEqual(segment.start_time);
  });

  it.each([
    ['it is not asked for', { _X_AMZN_TRACE_ID: TRACE }],
    ['the call is not sampled', { TRACING: 'true', _X_AMZN_TRACE_ID: TRACE.replace('Sampled=1', 'Sampled=0') }],
    ['Lambda does not trace', { TRACING: 'true' }],
  ])('sends nothing when %s', async (_when, environment) => {
    const texts: string[] = [];
    daemon.on('message', (message) => texts.push(String(message)));

    await callOnce(environment);
    // What comes later shows that nothing else came.
    const last = once(daemon, 'message');
    createSocket('udp4').unref().send('last', daemon.address().port, '127.0.0.1');
    await last;

    expect(texts).toEqual(['last']);
  });
});
