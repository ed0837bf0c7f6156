import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { describe, expect } from '@jest/globals';
import { bundle, entryFile } from '../../scripts/bundle.ts';
import { runtimeOfFunctions } from '../setup/applied/runtime-of-functions.ts';
import { EMULATOR_ENVIRONMENT, requireDynamoDB } from '../setup/dynamodb-emulator.ts';
import { listenLocally } from '../setup/local-server.ts';
import { itWith } from '../setup/requirement.ts';

const root = join(import.meta.dirname, '..', '..');
const dynamodb = await requireDynamoDB();
const people = (file: string) => join(root, 'examples', 'people', file);

/** A bucket with these objects, which answers with checksums as S3 does, and keeps what is put into it. */
async function startBucket(objects: Map<string, string>) {
  const server = createServer(async (request, response) => {
    const key = new URL(request.url!, 'http://bucket').pathname.replace('/bucket/', '');
    const content = objects.get(key);
    if (request.method === 'PUT') {
      objects.set(key, await text(request));
      return void response.end();
    }
    if (content === undefined) return void response.writeHead(404).end();
    const checksum = Buffer.alloc(4);
    checksum.writeUInt32BE(crc32(content));
    response.writeHead(200, { 'x-amz-checksum-crc32': checksum.toString('base64') }).end(content);
  });
  return listenLocally(server);
}

const script = `
  const [handlerFile, event] = process.argv.slice(1);
  const { handler } = await import(handlerFile);
  const context = { awsRequestId: 'load', getRemainingTimeInMillis: () => 600_000 };
  console.log(JSON.stringify({ answer: await handler(JSON.parse(event), context) }));
`;

describe('the built function of bulk loads', () => {
  itWith('stores the records of an object, and refuses the lines that hold none', dynamodb, async (dynamoDB) => {
    const key = 'loads/first/part-1.jsonl';
    const objects = new Map([[key, '{"id":"ada","email":"ada@example.org"}\n{"id":"a:b"}\n']]);
    const bucket = await startBucket(objects);
    const folder = await mkdtemp(join(tmpdir(), 'built-ingest-test-'));
    try {
      for (const { path, content } of (await bundle('ingest', root)).files)
        await writeFile(join(folder, path), content);
      const { endpoint } = dynamoDB;
      const dynamodb = dynamoDB.connect();
      const tableName = `ingest-${process.pid}`;
      await dynamoDB.createTable(tableName);
      const notification = {
        Records: [{ s3: { bucket: { name: 'bucket' }, object: { key, size: 60, eTag: 'one' } } }],
      };
      const message = {
        messageId: 'one',
        attributes: { ApproximateReceiveCount: '1' },
        body: JSON.stringify(notification),
      };

      const { stdout } = await promisify(execFile)(
        runtimeOfFunctions,
        [
          '--input-type=module',
          '-e',
          script,
          pathToFileURL(join(folder, entryFile)).href,
          JSON.stringify({ Records: [message] }),
        ],
        {
          env: {
            PATH: process.env['PATH'],
            TABLE_NAME: tableName,
            RULE_CONFIG_FILE: people('rule-config.json'),
            SCHEMA_FILE: people('schema.graphqls'),
            MAX_OBJECT_BYTES: '1000000',
            MAX_RECEIVE_COUNT: '3',
            AWS_ENDPOINT_URL_DYNAMODB: endpoint,
            AWS_ENDPOINT_URL_S3: bucket.url,
            ...EMULATOR_ENVIRONMENT,
          },
        },
      );

      expect(JSON.parse(stdout.trim().split('\n').at(-1)!)).toEqual({ answer: { batchItemFailures: [] } });
      const refused = [...objects].filter(([name]) => name.startsWith('errors/')).map(([, content]) => content);
      expect(refused.join()).toContain('RECORD_ID_INVALID');
      const { Items } = await dynamodb.call('Scan', { TableName: tableName });
      dynamodb.close();
      expect(JSON.stringify(Items)).toContain('ada@example.org');
    } finally {
      await Promise.all([dynamoDB.stop(), bucket.stop()]);
      await rm(folder, { recursive: true });
    }
  });
});
