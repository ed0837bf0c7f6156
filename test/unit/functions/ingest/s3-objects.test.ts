import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createS3Client, createS3Objects } from '../../../../functions/ingest/s3-objects.ts';

describe('createS3Objects', () => {
  const before = { ...process.env };
  beforeEach(() => {
    process.env['AWS_ACCESS_KEY_ID'] = 'test';
    process.env['AWS_SECRET_ACCESS_KEY'] = 'test';
  });
  afterEach(() => {
    process.env = { ...before };
  });

  it('fails when an object stops in its middle, while the call has time for others', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nhalf'));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const environment = { AWS_REGION: 'eu-central-1', AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}` };
    const client = createS3Client(environment, 100);

    const reading = createS3Objects(client).read({ bucket: 'b', key: 'k', bytes: 1_000, etag: 'e' }, 5_000);

    await expect(reading).rejects.toThrow('timed out');
    client.destroy();
    server.close();
    await once(server, 'close');
  });
});
