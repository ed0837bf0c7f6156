import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Fate, RetryCause } from '../../../../../src/store/dynamodb/failure.ts';
import { createSdkClient, type SdkClientOptions } from '../../../../../src/store/dynamodb/sdk-client.ts';
import type { ToldFailure } from '../../../../setup/failures-process.ts';
import { listenLocally } from '../../../../setup/local-server.ts';
import { createPatientServer } from '../../../../setup/patient-server.ts';
import { startRawServer } from '../../../../setup/raw-server.ts';

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
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

const coral = (type: string) => json('400 Bad Request', { __type: `com.amazon.coral.service#${type}` });

/** What comes over the network, and what it means for repeating the call. */
const answers: readonly (readonly [what: string, raw: string, fate: Fate, cause: RetryCause])[] = [
  ['a conflict', error('TransactionConflictException'), 'busy', 'conflict'],
  ['a transaction under way', error('TransactionInProgressException'), 'busy', 'conflict'],
  ['a replicated write', error('ReplicatedWriteConflictException'), 'busy', 'conflict'],
  ['too many requests', error('ProvisionedThroughputExceededException'), 'busy', 'throttled'],
  ['a throttled request', coral('ThrottlingException'), 'busy', 'throttled'],
  ['the limit of requests', error('RequestLimitExceeded'), 'busy', 'throttled'],
  ['an invalid request', coral('ValidationException'), 'refused', 'unanswered'],
  ['a table that is not there', error('ResourceNotFoundException'), 'refused', 'unanswered'],
  ['no permission', coral('AccessDeniedException'), 'refused', 'unanswered'],
  ['unknown credentials', coral('UnrecognizedClientException'), 'refused', 'unanswered'],
  ['an error of a later version', error('SomethingNewException'), 'refused', 'unanswered'],
  [
    'a wrong clock',
    json('400 Bad Request', { __type: 'com.amazon.coral.service#InvalidSignatureException' }, [
      'date: Thu, 01 Jan 2026 00:00:00 GMT',
    ]),
    'busy',
    'unanswered',
  ],
  [
    'a failing service',
    json('500 Internal Server Error', { __type: 'x#InternalServerError' }),
    'unknown',
    'unanswered',
  ],
  ['a service that is away', json('503 Service Unavailable', {}), 'unknown', 'unanswered'],
  ['a failure without a body', http('500 Internal Server Error', ''), 'unknown', 'unanswered'],
  ["a proxy's page", http('502 Bad Gateway', '<html>oops</html>'), 'unknown', 'unanswered'],
  ["a proxy's page, refusing", http('403 Forbidden', '<html>oops</html>'), 'refused', 'unanswered'],
  ["a proxy's page instead of an answer", http('200 OK', '<html>oops</html>'), 'unknown', 'unanswered'],
  ['JSON that is no object', http('500 Internal Server Error', '"oops"'), 'unknown', 'unanswered'],
  ['an answer that is cut', 'HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\n{"oops":{', 'unknown', 'unanswered'],
  [
    'an answer in chunks that is cut',
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n20\r\n{"oops":{',
    'unknown',
    'unanswered',
  ],
  [
    'a failure that is cut',
    'HTTP/1.1 500 Internal Server Error\r\ncontent-length: 20\r\n\r\n{"__ty',
    'unknown',
    'unanswered',
  ],
  ['a head that is cut', 'HTTP/1.1 200 OK\r\ncontent-le', 'unknown', 'unanswered'],
  ['the end', '', 'unknown', 'unanswered'],
  ['a reset', 'reset', 'unknown', 'unanswered'],
];

/** How calls to these addresses fail. */
async function failuresAt(urls: readonly string[], requestTimeout = 60_000): Promise<ToldFailure[]> {
  const failures: ToldFailure[] = [];
  const script = join(import.meta.dirname, '../../../../setup/failures-process.ts');
  const child = fork(script, [`${requestTimeout}`, ...urls]);
  child.on('message', (message) => void failures.push(message as ToldFailure));
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
  return failures;
}

describe('a call to DynamoDB that fails', () => {
  it('tells whether it may have been carried out', async () => {
    const servers = await Promise.all(answers.map(([, raw]) => startRawServer(raw)));
    stops.push(...servers.map((server) => server.stop));

    const failures = await failuresAt(servers.map(({ url }) => url));

    expect(failures.map(({ fate, cause }, index) => [answers[index]![0], fate, cause])).toEqual(
      answers.map(([what, , fate, cause]) => [what, fate, cause]),
    );
  });

  it('is given up in time, also in the middle of an answer', async () => {
    const silent = await startRawServer('', false);
    const half = await startRawServer('HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\n{"Item":{', false);
    stops.push(silent.stop, half.stop);

    const failures = await failuresAt([silent.url, half.url], 30);

    expect(failures).toMatchObject([
      { name: 'TimeoutError', fate: 'unknown' },
      { name: 'TimeoutError', fate: 'unknown' },
    ]);
  });

  it('is known never to have been sent where no server listens', async () => {
    const gone = await startRawServer('');
    await gone.stop();

    expect(await failuresAt([gone.url])).toMatchObject([{ code: 'ECONNREFUSED', fate: 'busy' }]);
  });
});

let stop: () => Promise<void>;
let options: SdkClientOptions;

beforeEach(async () => {
  const server = createPatientServer((_request, response) => {
    response.setHeader('content-type', 'application/x-amz-json-1.0');
    response.end('{"Item":{"pk":{"S":"a"}}}');
  });
  const local = await listenLocally(server);
  stop = local.stop;
  options = {
    region: 'eu-west-1',
    endpoint: local.url,
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    // No machine is too slow for them.
    connectionTimeout: 300_000,
    requestTimeout: 300_000,
  };
});
afterEach(() => stop());

/** Gets an item, and says how often the name of its table was read. */
async function getCounting(client: ReturnType<typeof createSdkClient>): Promise<{ reads: number; item: unknown }> {
  let reads = 0;
  const input = {
    get TableName() {
      reads++;
      return 'records';
    },
    Key: { pk: { S: 'a' } },
  };
  const { Item } = await client.send(Object.assign(new GetItemCommand({} as never), { input }));
  client.destroy();
  return { reads, item: Item };
}

describe('a client of DynamoDB', () => {
  it('copies no requests for the default logger, which discards them', async () => {
    const logged: object[] = [];
    const logger = { debug() {}, info: (line: object) => void logged.push(line), warn() {}, error() {} };

    const told = await getCounting(createSdkClient({ ...options, logger }));
    const silent = await getCounting(createSdkClient(options));

    expect(silent.item).toEqual({ pk: { S: 'a' } });
    expect(silent.reads).toBeLessThan(told.reads);
    expect(logged).toMatchObject([{ commandName: 'GetItemCommand', input: { TableName: 'records' } }]);
  });
});
