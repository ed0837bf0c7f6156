import { once } from 'node:events';
import { Agent, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createDirectClient } from '../../../../../../functions/core/store/dynamodb/direct-client.ts';
import type { DynamoDB } from '../../../../../../functions/core/store/dynamodb/dynamodb.ts';
import { distrustingIdle } from '../../../../../../functions/core/store/dynamodb/kept-connections.ts';
import { createSdkClient, throughSdk } from '../../../../../../functions/core/store/dynamodb/sdk-client.ts';
import { createPatientServer } from '../../../../../setup/patient-server.ts';

/** A server whose connections can die without a word: what then comes by them is answered by a reset. */
async function mortalServer() {
  const seen = new Set<Socket>();
  const dead = new Set<Socket>();
  let held: ServerResponse[] = [];
  let atOnce = 1;
  const server = createPatientServer((message, response) => {
    if (dead.has(message.socket)) return void message.socket.resetAndDestroy();
    seen.add(message.socket);
    if (message.url === '/silence') return;
    held.push(response);
    if (held.length < atOnce) return;
    for (const one of held) one.end('{}');
    held = [];
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => seen.size,
    /** Answers only when so many requests wait, so that each has a connection of its own. */
    answerAtOnce: (requests: number) => {
      atOnce = requests;
    },
    kill: () => {
      for (const socket of seen) dead.add(socket);
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

let server: Awaited<ReturnType<typeof mortalServer>>;
let close: () => void;

beforeEach(async () => {
  server = await mortalServer();
});
afterEach(async () => {
  close();
  await server.stop();
});

const region = 'eu-west-1';
const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };
/** No machine is too slow for them. */
const patience = { connectionTimeout: 60_000, requestTimeout: 60_000 };
const clients: readonly (readonly [string, (url: string) => DynamoDB])[] = [
  ['the direct client', (url) => createDirectClient({ region, credentials, endpoint: new URL(url), ...patience })],
  ['the SDK', (url) => throughSdk(createSdkClient({ region, credentials, endpoint: url, ...patience }))],
];

describe('connections that died while a function stood still', () => {
  it.each(clients)('cost one attempt, however many they were: %s', async (_client, connect) => {
    const dynamodb = connect(server.url);
    close = () => dynamodb.close();
    const get = () => dynamodb.call('GetItem', { TableName: 'entities', Key: { pk: { S: 'p' }, sk: { S: 's' } } });
    const many = Array.from({ length: 60 }, () => get);
    server.answerAtOnce(many.length);
    await Promise.all(many.map((call) => call()));
    expect(server.connections()).toBe(many.length);
    server.kill();
    server.answerAtOnce(1);

    await expect(get()).rejects.toMatchObject({ message: expect.stringMatching(/ECONNRESET|EPIPE/) });
    const after = await Promise.allSettled(many.map((call) => call()));

    expect(after.filter(({ status }) => status === 'rejected')).toEqual([]);
  });
});

describe('an agent that distrusts what idled', () => {
  let now: number;
  let agent: Agent;

  beforeEach(() => {
    now = 0;
    agent = distrustingIdle(new Agent({ keepAlive: true }), () => now);
    close = () => agent.destroy();
  });

  /** Asks, and resolves once the connection is kept. */
  const ask = async (): Promise<void> => {
    const sent = request(server.url, { agent }).end();
    const [answer] = await once(sent, 'response');
    answer.resume();
    await once(sent, 'close');
  };

  it('uses a connection again within five minutes, and never after', async () => {
    await ask();
    now += 299_999;
    await ask();
    expect(server.connections()).toBe(1);

    now += 300_000;
    await ask();

    expect(server.connections()).toBe(2);
  });

  it('ends what has idled below a connection that is in use', async () => {
    server.answerAtOnce(2);
    await Promise.all([ask(), ask()]);
    server.answerAtOnce(1);
    for (let minute = 1; minute <= 5; minute++) {
      now += 60_000;
      await ask();
    }

    expect(server.connections()).toBe(2);
    expect(Object.values(agent.freeSockets).flat()).toHaveLength(1);
  });

  it('leaves connections alone that are younger than one that fails', async () => {
    await ask();
    const failing = request(`${server.url}/silence`, { agent }).end();
    const failed = once(failing, 'error');
    now += 1;
    await ask();
    failing.destroy();
    expect(await failed.catch((reason: unknown) => [reason])).toMatchObject([{ code: 'ECONNRESET' }]);

    await ask();

    expect(server.connections()).toBe(2);
  });
});
