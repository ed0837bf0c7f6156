import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createSdkClient, type SdkClientOptions } from '../../../../../src/store/dynamodb/sdk-client.ts';
import { createPatientServer } from '../../../../setup/patient-server.ts';

let server: Server;
let options: SdkClientOptions;

beforeEach(async () => {
  server = createPatientServer((_request, response) => {
    response.setHeader('content-type', 'application/x-amz-json-1.0');
    response.end('{"Item":{"pk":{"S":"a"}}}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  options = {
    region: 'eu-west-1',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    // No machine is too slow for them.
    connectionTimeout: 300_000,
    requestTimeout: 300_000,
  };
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

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
