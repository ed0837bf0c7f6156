import { EventEmitter, once } from 'node:events';
import type { ClientRequest, RequestOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { Connection } from '../../../../../../functions/core/store/dynamodb/connection.ts';
import { fateOf } from '../../../../../../functions/core/store/dynamodb/failure.ts';
import { createPatientServer } from '../../../../../setup/patient-server.ts';

/** A request whose socket never connects. */
function unconnected(): { open: () => ClientRequest; destroyed: () => boolean } {
  let gone = false;
  const destroy = () => {
    gone = true;
  };
  const sent = Object.assign(new EventEmitter(), { end: () => {}, destroy });
  return {
    open: () => {
      queueMicrotask(() => sent.emit('socket', Object.assign(new EventEmitter(), { connecting: true })));
      return sent as unknown as ClientRequest;
    },
    destroyed: () => gone,
  };
}

describe('a connection to DynamoDB', () => {
  it('is given up when it does not stand in time', async () => {
    const { open, destroyed } = unconnected();
    const connection = new Connection(new URL('http://127.0.0.1:9'), 20, open);

    const failure = await connection.post({}, new Uint8Array(), 60_000).catch((reason: unknown) => reason);

    expect(failure).toMatchObject({ name: 'TimeoutError', message: 'No connection stood within 20 ms' });
    expect(fateOf(failure)).toBe('unknown');
    expect(destroyed()).toBe(true);
  });

  it.each([
    ['http://127.0.0.1:8000', { host: '127.0.0.1', port: '8000', path: '/', method: 'POST' }],
    ['http://[::1]:8000', { host: '::1', port: '8000' }],
    ['https://dynamodb.eu-west-1.amazonaws.com', { host: 'dynamodb.eu-west-1.amazonaws.com', port: '' }],
  ])('goes to %s', async (endpoint, expected) => {
    const asked: RequestOptions[] = [];
    const connection = new Connection(new URL(endpoint), 1_000, (options) => {
      asked.push(options);
      throw new Error('far enough');
    });

    await expect(connection.post({ a: 'b' }, new Uint8Array(), 1_000)).rejects.toThrow('far enough');

    expect(asked).toMatchObject([{ ...expected, headers: { a: 'b' } }]);
    expect((asked[0]!.agent as unknown as { protocol: string }).protocol).toBe(new URL(endpoint).protocol);
  });

  it('is kept for the next request, and there are as many as are needed at a time', async () => {
    let connections = 0;
    const server = createPatientServer((_request, response) => void response.end('{}'))
      .on('connection', () => void connections++)
      .listen(0, '127.0.0.1');
    await once(server, 'listening');
    const connection = new Connection(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), 60_000);
    const post = () => connection.post({}, Buffer.from('{}'), 60_000);

    for (let i = 0; i < 3; i++) expect(await post()).toMatchObject({ status: 200, body: '{}' });
    expect(connections).toBe(1);
    await Promise.all(Array.from({ length: 200 }, post));
    expect(connections).toBeLessThanOrEqual(128);
    connection.close();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
});
