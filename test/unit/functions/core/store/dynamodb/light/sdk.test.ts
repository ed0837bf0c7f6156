import { createServer, Agent as HttpAgent, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { fateOf } from '../../../../../../../functions/core/store/dynamodb/failure.ts';
import * as light from '../../../../../../../functions/core/store/dynamodb/light/sdk.ts';
import * as sdk from '../../../../../../../functions/core/store/dynamodb/sdk.ts';

const { DynamoDBClient, GetItemCommand, NodeHttpHandler, PutItemCommand } = light;
const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };
const servers: Server[] = [];
const clients: InstanceType<typeof DynamoDBClient>[] = [];

type Received = { headers: IncomingMessage['headers']; body: string };
type Reply = (response: ServerResponse, received: Received, call: number) => void;

/** A client of a server that answers as it is told, and what that server received. */
async function clientOf(reply: Reply, requestTimeout = 60_000) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk;
    });
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      reply(response, received.at(-1)!, received.length);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = new DynamoDBClient({
    region: 'eu-central-1',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials,
    requestHandler: new NodeHttpHandler({
      connectionTimeout: 60_000,
      requestTimeout,
      httpAgent: new HttpAgent({ keepAlive: true }),
      httpsAgent: new HttpsAgent({ keepAlive: true }),
    }),
  });
  clients.push(client);
  return { client, received };
}

const json =
  (status: number, body: object, headers: Record<string, string> = {}): Reply =>
  (response) =>
    response.writeHead(status, headers).end(JSON.stringify(body));

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: Error & { code?: string; $metadata?: object; [field: string]: unknown }) => error,
  );

const read = () => new GetItemCommand({ TableName: 't', Key: { pk: { S: 'a' } } });

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

describe('the light client of DynamoDB', () => {
  it('offers everything of the SDK that is used', () => {
    expect(Object.keys(light).sort()).toEqual(Object.keys(sdk).sort());
  });

  it('sends the operation and its input, signed, and gives the answer', async () => {
    const { client, received } = await clientOf(json(200, { Item: { pk: { S: 'a' } } }, { 'x-amzn-requestid': 'r1' }));

    const answer = await client.send(read());

    expect(answer).toEqual({ $metadata: { httpStatusCode: 200, requestId: 'r1' }, Item: { pk: { S: 'a' } } });
    expect(JSON.parse(received[0]!.body)).toEqual({ TableName: 't', Key: { pk: { S: 'a' } } });
    expect(received[0]!.headers).toMatchObject({
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'DynamoDB_20120810.GetItem',
      authorization: expect.stringMatching(
        /^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/eu-central-1\/dynamodb\/aws4_request, /,
      ),
    });
  });

  it('sends the commands of the SDK as well', async () => {
    const { client, received } = await clientOf(json(200, {}));

    await client.send(new sdk.QueryCommand({ TableName: 't' }));

    expect(received[0]!.headers['x-amz-target']).toBe('DynamoDB_20120810.Query');
  });

  it('reads binary values, and leaves texts and fields named B alone', async () => {
    const Item = { data: { B: 'AQID' }, map: { M: { B: { S: 'AQID' } } }, text: { S: '"B":"AQID"' } };
    const { client } = await clientOf(json(200, { Item }));

    const answer = (await client.send(read())) as { Item: object };

    expect(answer.Item).toEqual({ ...Item, data: { B: new Uint8Array([1, 2, 3]) } });
  });

  it('throws the exceptions of AWS by their names, with their fields', async () => {
    const { client } = await clientOf(
      json(400, {
        __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
        Message: 'Transaction cancelled',
        CancellationReasons: [{ Code: 'ConditionalCheckFailed' }],
      }),
    );

    const error = await failureOf(client.send(read()));

    expect(error).toMatchObject({
      name: 'TransactionCanceledException',
      message: 'Transaction cancelled',
      CancellationReasons: [{ Code: 'ConditionalCheckFailed' }],
      $metadata: { httpStatusCode: 400 },
    });
  });

  it('takes an answer that is not of DynamoDB by its status', async () => {
    const { client } = await clientOf((response) => response.writeHead(503).end('<html>busy</html>'));

    const error = await failureOf(client.send(read()));

    expect(error).toMatchObject({ name: 'UnknownError', message: 'status 503' });
    expect(fateOf(error)).toBe('unknown');
  });

  it('does not know whether a call was carried out whose answer breaks off, is no JSON or does not come', async () => {
    const broken = await clientOf((response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{');
      response.socket!.destroy();
    });
    const garbled = await clientOf((response) => response.writeHead(200).end('{'));
    const silent = await clientOf(() => {}, 1);

    const errors = await Promise.all(
      [broken, garbled, silent].map(({ client }) => failureOf(client.send(new PutItemCommand({ TableName: 't' })))),
    );

    expect(errors.map(fateOf)).toEqual(['unknown', 'unknown', 'unknown']);
    expect(errors[2]?.name).toBe('TimeoutError');
  });

  it('knows that nothing was written where there is no server', async () => {
    const { client } = await clientOf(json(200, {}));
    await new Promise((resolve) => servers.at(-1)!.close(resolve));

    const error = await failureOf(client.send(read()));

    expect(error?.code).toBe('ECONNREFUSED');
    expect(fateOf(error)).toBe('busy');
    servers.pop();
  });

  it('corrects its clock by that of AWS, once', async () => {
    const later = new Date(Date.now() + 3_600_000);
    const { client, received } = await clientOf(
      json(400, { __type: 'x#InvalidSignatureException', message: 'expired' }, { date: later.toUTCString() }),
    );

    const errors = [await failureOf(client.send(read())), await failureOf(client.send(read()))];

    expect(errors.map(fateOf)).toEqual(['busy', 'refused']);
    const sentAt = received[1]!.headers['x-amz-date'] as string;
    expect(sentAt.slice(0, 11)).toBe(later.toISOString().replace(/[-:]/g, '').slice(0, 11));
  });

  it('says which credentials are missing', async () => {
    const client = new DynamoDBClient({ region: 'eu-central-1', endpoint: 'http://127.0.0.1:9' });
    clients.push(client);
    const kept = process.env['AWS_ACCESS_KEY_ID'];
    delete process.env['AWS_ACCESS_KEY_ID'];

    const error = await failureOf(client.send(read()));

    if (kept !== undefined) process.env['AWS_ACCESS_KEY_ID'] = kept;
    expect(error?.name).toBe('CredentialsProviderError');
  });
});
