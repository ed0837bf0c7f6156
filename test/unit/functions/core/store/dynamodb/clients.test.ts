import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createDirectClient } from '../../../../../../functions/core/store/dynamodb/direct-client.ts';
import type {
  DynamoDB,
  Metadata,
  OperationName,
  Operations,
} from '../../../../../../functions/core/store/dynamodb/dynamodb.ts';
import { fateOf, retryCauseOf } from '../../../../../../functions/core/store/dynamodb/failure.ts';
import { createSdkClient, throughSdk } from '../../../../../../functions/core/store/dynamodb/sdk-client.ts';
import type { ToldFailures } from '../../../../../setup/failures-process.ts';
import { createPatientServer } from '../../../../../setup/patient-server.ts';
import { type RawServer, startRawServer } from '../../../../../setup/raw-server.ts';
import { expectedAuthorization, type ReceivedRequest } from '../../../../../setup/signature.ts';

const region = 'eu-central-1';
const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret/+', sessionToken: 'token/of=the+session' };

/** No machine is too slow for them. */
const patience = { connectionTimeout: 60_000, requestTimeout: 60_000 };
const direct = (url: string) => createDirectClient({ region, credentials, endpoint: new URL(url), ...patience });
const bySdk = (url: string) => throughSdk(createSdkClient({ region, credentials, endpoint: url, ...patience }));
const clients: readonly (readonly [string, (url: string) => DynamoDB])[] = [
  ['the direct client', direct],
  ['the SDK', bySdk],
];

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

function opened(dynamodb: DynamoDB): DynamoDB {
  stops.push(() => dynamodb.close());
  return dynamodb;
}

/** Keeps what comes and answers an empty object. */
async function receiving(): Promise<{ url: string; received: ReceivedRequest[] }> {
  const received: ReceivedRequest[] = [];
  const server: Server = createPatientServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method, url: path, headers } = request;
    received.push({
      method: method!,
      path: path!,
      headers: headers as Record<string, string>,
      body: Buffer.concat(chunks).toString(),
    });
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

const bytes = Uint8Array.from([0, 1, 254, 255]);
const key = { pk: { S: 'R#a' }, sk: { S: '#' } };
const item = {
  ...key,
  text: { S: 'Zoë "quoted" \u2028 \ud83d\ude00' },
  number: { N: '1e-130' },
  yes: { BOOL: true },
  nothing: { NULL: true as const },
  list: { L: [{ S: '' }, { M: { B: { B: bytes }, inner: { L: [] } } }] },
  // Bytes of which a Buffer shows a part.
  bytes: { B: Buffer.from('xxabcxx').subarray(2, 5) },
  sets: { M: { BS: { BS: [bytes] }, SS: { SS: ['a'] }, NS: { NS: ['1'] } } },
};
const condition = {
  ConditionExpression: 'attribute_not_exists(#0) OR #1 = :0',
  ExpressionAttributeNames: { '#0': 'pk', '#1': 'B' },
  ExpressionAttributeValues: { ':0': { B: bytes } },
  ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
} as const;
const TableName = 'entities';

/** One of each, with everything that this service sends and more. */
const inputs: { readonly [Name in OperationName]: Operations[Name]['input'] } = {
  BatchGetItem: { RequestItems: { [TableName]: { Keys: [key, { ...key, sk: { S: '\n' } }], ConsistentRead: true } } },
  BatchWriteItem: {
    RequestItems: { [TableName]: [{ PutRequest: { Item: item } }, { DeleteRequest: { Key: key } }] },
    ReturnConsumedCapacity: 'TOTAL',
  },
  DeleteItem: { TableName, Key: key, ReturnValues: 'ALL_OLD', ...condition },
  GetItem: { TableName, Key: key, ConsistentRead: false },
  PutItem: { TableName, Item: item, ReturnValues: 'ALL_OLD', ...condition },
  Query: {
    TableName,
    KeyConditionExpression: '#p = :p',
    ExpressionAttributeNames: { '#p': 'pk' },
    ExpressionAttributeValues: { ':p': { S: 'a' } },
    ExclusiveStartKey: key,
    Limit: 7,
    ConsistentRead: true,
  },
  TransactWriteItems: {
    TransactItems: [
      { Put: { TableName, Item: item, ...condition } },
      { Update: { TableName, Key: key, UpdateExpression: undefined } },
      { Delete: { TableName, Key: key } },
      { ConditionCheck: { TableName, Key: key, ...condition } },
    ],
    ClientRequestToken: 'token',
  },
  UpdateItem: { TableName, Key: key, UpdateExpression: 'SET #1 = :0', ...condition },
};
const operations = Object.keys(inputs) as OperationName[];

describe('what is sent to DynamoDB', () => {
  it.each(operations)('is the same by both clients: %s', async (operation) => {
    const { url, received } = await receiving();

    for (const [, connect] of clients) await opened(connect(url)).call(operation, inputs[operation]);

    const [ours, theirs] = received;
    for (const part of ['method', 'path'] as const) expect(ours![part]).toBe(theirs![part]);
    for (const name of ['host', 'content-type', 'x-amz-target', 'x-amz-security-token', 'content-length']) {
      expect([name, ours!.headers[name]]).toEqual([name, theirs!.headers[name]]);
    }
    expect(JSON.parse(ours!.body)).toEqual(JSON.parse(theirs!.body));
  });

  it.each(clients)('is signed as AWS checks it by %s', async (_client, connect) => {
    const { url, received } = await receiving();
    const dynamodb = opened(connect(url));

    for (const operation of operations) await dynamodb.call(operation, inputs[operation]);

    expect(received).toHaveLength(operations.length);
    for (const request of received) {
      expect(request.headers['authorization']).toBe(expectedAuthorization(request, { ...credentials, region }));
      expect(request.headers['authorization']).toMatch(/host;[^,]*x-amz-date;x-amz-security-token;x-amz-target/);
    }
  });
});

const http = (status: string, body: string, headers: readonly string[] = []) =>
  [`HTTP/1.1 ${status}`, ...headers, `content-length: ${Buffer.byteLength(body)}`, '', body].join('\r\n');
const json = (status: string, body: object, headers: readonly string[] = []) =>
  http(status, JSON.stringify(body), [
    'content-type: application/x-amz-json-1.0',
    'x-amzn-requestid: REQUEST1',
    ...headers,
  ]);
const error = (type: string, fields: object = {}, headers: readonly string[] = []) =>
  json(
    '400 Bad Request',
    { __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: `${type} happened`, ...fields },
    headers,
  );
const stored = { pk: { S: 'R#a' }, sk: { S: '#' }, data: { B: 'AAH+/w==' }, B: { M: { BS: { BS: ['AA=='] } } } };

/** As AWS sends them: the shapes of its documentation of the API. */
const readable: Readonly<Record<string, string>> = {
  'an item': json('200 OK', { Item: stored, ConsumedCapacity: { TableName, CapacityUnits: 0.5 } }),
  'no item': json('200 OK', {}),
  'nothing under a name': json('200 OK', { Item: null, ConsumedCapacity: null }),
  'a page': json('200 OK', { Items: [stored, {}], Count: 2, ScannedCount: 2, LastEvaluatedKey: key }),
  'a batch': json('200 OK', {
    Responses: { [TableName]: [stored] },
    UnprocessedKeys: { [TableName]: { Keys: [key], ConsistentRead: true } },
  }),
  'a batch of writes': json('200 OK', {
    UnprocessedItems: { [TableName]: [{ PutRequest: { Item: stored } }] },
    ConsumedCapacity: [{ TableName, CapacityUnits: 2 }],
  }),
  'old attributes': json('200 OK', { Attributes: stored }),
};

const operationOf: Readonly<Record<string, OperationName>> = {
  'a page': 'Query',
  'a batch': 'BatchGetItem',
  'a batch of writes': 'BatchWriteItem',
  'old attributes': 'UpdateItem',
};

const refused: Readonly<Record<string, string>> = {
  'a condition, with the item': error('ConditionalCheckFailedException', { Item: stored }),
  'a condition, without one': error('ConditionalCheckFailedException'),
  'a transaction, with reasons': error('TransactionCanceledException', {
    message: undefined,
    Message: 'Transaction cancelled, please refer cancellation reasons for specific reasons [None, …]',
    CancellationReasons: [
      { Code: 'None' },
      { Code: 'ConditionalCheckFailed', Item: stored, Message: 'The conditional request failed' },
      { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' },
      { Code: 'ThrottlingError', Message: 'Throughput exceeds the current capacity' },
      { Code: 'ValidationError', Message: 'An operand in the update expression has an incorrect data type' },
    ],
  }),
  'a conflict': error('TransactionConflictException'),
  'a transaction under way': error('TransactionInProgressException', { Message: 'under way', message: undefined }),
  'a replicated write': error('ReplicatedWriteConflictException'),
  'too many requests': error('ProvisionedThroughputExceededException', {
    ThrottlingReasons: [{ reason: 'TableReadProvisionedThroughputExceeded', resource: 'arn:aws:dynamodb:…' }],
  }),
  'a throttled request': json('400 Bad Request', {
    __type: 'com.amazon.coral.availability#ThrottlingException',
    message: 'Rate of requests exceeds the allowed throughput.',
  }),
  'the limit of requests': error('RequestLimitExceeded'),
  'an invalid request': json('400 Bad Request', {
    __type: 'com.amazon.coral.validate#ValidationException',
    message: 'Item size has exceeded the maximum allowed size',
  }),
  'a table that is not there': error('ResourceNotFoundException'),
  'no permission': json('400 Bad Request', {
    __type: 'com.amazon.coral.service#AccessDeniedException',
    Message: 'User: arn:… is not authorized to perform: dynamodb:Query',
  }),
  'unknown credentials': json('400 Bad Request', {
    __type: 'com.amazon.coral.service#UnrecognizedClientException',
    message: 'The security token included in the request is invalid.',
  }),
  'old credentials': json('400 Bad Request', {
    __type: 'com.amazon.coral.service#ExpiredTokenException',
    message: 'The security token included in the request is expired',
  }),
  'the type in a header, with an address': json('400 Bad Request', { message: 'slower' }, [
    'x-amzn-errortype: ThrottlingException:http://internal.amazon.com/coral/',
  ]),
  'the type as a code': json('400 Bad Request', { code: 'ThrottlingException', message: 'slower' }),
  'an error that nobody knows yet': error('SomethingNewException', { name: 'TypeError' }),
  'a wrong clock': json(
    '400 Bad Request',
    { __type: 'com.amazon.coral.service#InvalidSignatureException', message: 'Signature expired' },
    ['date: Thu, 01 Jan 2026 00:00:00 GMT'],
  ),
  'a failing service': json('500 Internal Server Error', {
    __type: 'com.amazonaws.dynamodb.v20120810#InternalServerError',
    message: 'The request processing has failed',
  }),
  'a service that is away': json('503 Service Unavailable', {
    __type: 'com.amazon.coral.service#ServiceUnavailableException',
  }),
};

async function outcomes(raw: string, operation: OperationName = 'GetItem'): Promise<readonly unknown[]> {
  const server: RawServer = await startRawServer(raw);
  stops.push(() => server.stop());
  return Promise.all(
    clients.map(([, connect]) =>
      opened(connect(server.url))
        .call(operation, inputs[operation])
        .catch((reason: unknown) => reason),
    ),
  );
}

interface Told extends Error {
  readonly code?: string;
  readonly Item?: unknown;
  readonly CancellationReasons?: unknown;
  readonly $metadata?: Metadata;
}

/** What the store, the log and the traces read of an error. */
const told = (reason: unknown) => {
  const { name, message, Item, CancellationReasons, $metadata } = reason as Told;
  const { httpStatusCode, requestId, clockSkewCorrected } = $metadata ?? {};
  const read = { name, message, Item, CancellationReasons, httpStatusCode, requestId, clockSkewCorrected };
  return { ...read, fate: fateOf(reason), cause: retryCauseOf(reason) };
};

describe('what comes back from DynamoDB', () => {
  it.each(Object.entries(readable))('is read alike by both clients: %s', async (name, raw) => {
    const [ours, theirs] = (await outcomes(raw, operationOf[name])) as { $metadata: Metadata }[];

    const { $metadata, ...output } = theirs!;
    expect(ours).toEqual({ ...output, $metadata: { httpStatusCode: 200, requestId: $metadata.requestId } });
    expect($metadata.requestId).toBe('REQUEST1');
  });

  it.each(Object.entries(refused))('is refused alike by both clients: %s', async (_name, raw) => {
    const [ours, theirs] = await outcomes(raw);

    // The one invents a message where there is none.
    const { message } = told(theirs);
    expect(told(ours)).toEqual({ ...told(theirs), message: message === 'UnknownError' ? expect.any(String) : message });
    expect(ours).toBeInstanceOf(Error);
    expect((ours as Told).code).toBeUndefined();
  });
});

/** What no part of AWS has written, or only half of it came. */
const unreadable: Readonly<Record<string, string>> = {
  'a failure without a body': http('500 Internal Server Error', ''),
  'a service that is away, without a body': http('503 Service Unavailable', ''),
  'a request that is too large, without a body': http('413 Payload Too Large', ''),
  "a proxy's page": http('502 Bad Gateway', '<html><h1>502 Bad Gateway</h1></html>', ['content-type: text/html']),
  "a proxy's page, refusing": http('403 Forbidden', '<html>no</html>'),
  "a proxy's page instead of an answer": http('200 OK', '<html>log in</html>'),
  'JSON that is no object': http('500 Internal Server Error', '"oops"'),
  'an answer that is cut': 'HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\n{"Item":{',
  'an answer in chunks that is cut': 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n20\r\n{"Item":{',
  'an answer without a length that is cut': 'HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{"Item":{',
  'a failure that is cut': 'HTTP/1.1 500 Internal Server Error\r\ncontent-length: 20\r\n\r\n{"__ty',
  'a head that is cut': 'HTTP/1.1 200 OK\r\ncontent-le',
  'no HTTP': 'hello\r\n\r\n',
  'the end': '',
  'a reset': 'reset',
};

/** How calls to these addresses fail, by both clients. */
async function failuresAt(urls: readonly string[], requestTimeout = 60_000): Promise<ToldFailures[]> {
  const failures: ToldFailures[] = [];
  const script = join(import.meta.dirname, '../../../../../setup/failures-process.ts');
  const child = fork(script, [`${requestTimeout}`, ...urls]);
  child.on('message', (message) => void failures.push(message as ToldFailures));
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
  return failures;
}

describe('a call to DynamoDB that is not answered as it should', () => {
  it('means the same for a write by both clients, and no message quotes what came', async () => {
    const servers = await Promise.all(Object.values(unreadable).map((raw) => startRawServer(raw)));
    stops.push(...servers.map((server) => server.stop));

    const failures = await failuresAt(servers.map(({ url }) => url));

    const meanings = (client: keyof ToldFailures) =>
      failures.map((failure, index) => {
        const { fate, cause, httpStatusCode, code } = failure[client];
        return [Object.keys(unreadable)[index], fate, cause, httpStatusCode, code];
      });
    expect(failures).toHaveLength(servers.length);
    expect(meanings('direct')).toEqual(meanings('bySdk'));
    expect(failures.filter(({ direct: { message } }) => /<html|Item|oops/.test(message))).toEqual([]);
  });

  it('is given up in time by both, also in the middle of an answer by the direct one', async () => {
    const silent = await startRawServer('', false);
    stops.push(silent.stop);
    const half = await startRawServer('HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\n{"Item":{', false);
    stops.push(half.stop);

    const [failure] = await failuresAt([silent.url], 30);
    const late = await opened(direct(half.url))
      .call('GetItem', inputs.GetItem, { requestTimeout: 30 })
      .catch((reason: unknown) => reason);

    for (const told of Object.values(failure!)) {
      expect(told).toMatchObject({ name: 'TimeoutError', fate: 'unknown', cause: 'unanswered' });
    }
    expect(late).toMatchObject({ name: 'TimeoutError' });
    expect(fateOf(late)).toBe('unknown');
  });

  it('is known never to have been sent where nobody listens', async () => {
    const gone = await startRawServer('');
    await gone.stop();

    const [failure] = await failuresAt([gone.url]);

    for (const told of Object.values(failure!)) expect(told).toMatchObject({ code: 'ECONNREFUSED', fate: 'busy' });
  });
});
