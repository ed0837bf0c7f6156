import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openS3Bucket } from '../../../../../apps/cli/bulk/s3-bucket.ts';

describe('openS3Bucket', () => {
  const before = { ...process.env };
  beforeEach(() => {
    process.env['AWS_ACCESS_KEY_ID'] = 'test';
    process.env['AWS_SECRET_ACCESS_KEY'] = 'test';
  });
  afterEach(() => {
    process.env = { ...before };
  });

  it('tells an address that nothing answers at from a role that may not', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    const bucket = openS3Bucket({ bucket: 'loads', endpointUrl: `http://127.0.0.1:${port}`, region: 'eu-central-1' });

    await expect(bucket.get('errors/a')).rejects.toMatchObject({
      code: 'BUCKET_REFUSED',
      hint: expect.stringContaining('Nothing answers there'),
    });
  });

  it('gives a connection up that falls silent, and tries another one', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      const isSilent = connections === 1;
      socket.on('error', () => {});
      socket.on('data', () => {
        if (!isSilent) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 4\r\nconnection: close\r\n\r\ntext');
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const endpointUrl = `http://127.0.0.1:${port}`;

    const bucket = openS3Bucket({ bucket: 'loads', endpointUrl, region: 'eu-central-1', longestSilence: 100 });

    expect(await bucket.get('errors/a')).toBe('text');
    expect(connections).toBe(2);
    server.close();
    await once(server, 'close');
  });

  it('asks for the region when none is configured', async () => {
    for (const name of ['AWS_REGION', 'AWS_DEFAULT_REGION', 'AWS_PROFILE']) delete process.env[name];
    process.env['AWS_CONFIG_FILE'] = process.env['AWS_SHARED_CREDENTIALS_FILE'] = join(tmpdir(), 'no-such-file');
    const bucket = openS3Bucket({ bucket: 'loads', endpointUrl: 'http://127.0.0.1:9', region: undefined });

    await expect(bucket.get('errors/a')).rejects.toMatchObject({
      code: 'BUCKET_REFUSED',
      hint: expect.stringContaining('--region'),
    });
  });
});
