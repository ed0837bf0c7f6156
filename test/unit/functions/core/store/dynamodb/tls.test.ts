import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { notRun } from '../../../../../setup/not-run.ts';

const directory = mkdtempSync(join(tmpdir(), 'entity-data-tls-'));
const [key, certificate] = [join(directory, 'key.pem'), join(directory, 'certificate.pem')];
const { status } = spawnSync(
  'openssl',
  [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
    ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate],
  ],
  { stdio: 'ignore' },
);
afterAll(() => rmSync(directory, { recursive: true }));

/** Calls once, in a process that trusts the certificate or does not, and prints what became of it. */
const script = `
  const [module, endpoint] = process.argv.slice(1);
  const { createDirectClient } = await import(module);
  const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };
  const dynamodb = createDirectClient({
    region: 'eu-west-1', credentials, endpoint: new URL(endpoint), connectionTimeout: 60_000, requestTimeout: 60_000,
  });
  const key = { pk: { S: 'p' }, sk: { S: 's' } };
  const told = await dynamodb.call('GetItem', { TableName: 'entities', Key: key }).then(
    ({ Item }) => ({ Item }),
    ({ name, code }) => ({ name, code }),
  );
  dynamodb.close();
  console.log(JSON.stringify(told));
`;

if (status !== 0) {
  describe('the direct client of DynamoDB by TLS', () => {
    it('was not tried: something that this needs is missing', () => notRun('the calls of DynamoDB by TLS', 'openssl'));
  });
} else {
  describe('the direct client of DynamoDB by TLS', () => {
    const received: string[] = [];
    const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (request, response) => {
      received.push(String(request.headers['x-amz-target']));
      response.end('{"Item":{"pk":{"S":"p"}}}');
    });
    beforeAll(async () => {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
    });
    afterAll(async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    });

    const call = async (environment: Readonly<Record<string, string>>): Promise<unknown> => {
      const module = join(import.meta.dirname, '../../../../../../functions/core/store/dynamodb/direct-client.ts');
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [
          ...['--no-warnings', '--input-type=module', '-e', script],
          ...[pathToFileURL(module).href, `https://localhost:${(server.address() as AddressInfo).port}`],
        ],
        { env: { PATH: process.env['PATH'], ...environment } },
      );
      return JSON.parse(stdout);
    };

    it('calls who has a certificate that is good', async () => {
      expect(await call({ NODE_EXTRA_CA_CERTS: certificate })).toEqual({ Item: { pk: { S: 'p' } } });
      expect(received).toEqual(['DynamoDB_20120810.GetItem']);
    });

    it('tells nothing to anybody else', async () => {
      received.length = 0;

      expect(await call({})).toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
      expect(received).toEqual([]);
    });
  });
}
