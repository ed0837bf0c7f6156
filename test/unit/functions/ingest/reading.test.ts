import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { loadConfig } from '../../../../functions/ingest/config.ts';
import { createRecordReader, recordLines } from '../../../../functions/ingest/records.ts';
import { createS3Client, createS3Objects } from '../../../../functions/ingest/s3-objects.ts';
import {
  linesKey,
  placeOf,
  readManifest,
  readNotification,
  readObjectName,
  reportKey,
  writeManifest,
} from '../../../../functions/ingest/uploads.ts';
import { loadRecordSchema } from '../../../../src/rules/record-schema/record-schema.ts';
import { listenLocally } from '../../../setup/local-server.ts';

describe('recordLines', () => {
  const read = (text: string | Buffer) =>
    recordLines(Buffer.from(text as string)).map(({ number, bytes }) => `${number}:${Buffer.from(bytes)}`);

  it('numbers the lines and skips blank ones', () => {
    expect(read('a\n\n \t\r\nb\r\nc')).toEqual(['1:a', '4:b\r', '5:c']);
  });

  it('reads a last line with or without a line break', () => {
    expect(read('a\nb\n')).toEqual(['1:a', '2:b']);
    expect(read('')).toEqual([]);
    expect(read('\n')).toEqual([]);
  });

  it('skips a byte order mark', () => {
    expect(read('\uFEFFa\nb')).toEqual(['1:a', '2:b']);
  });
});

describe('createRecordReader', () => {
  const schema = loadRecordSchema(
    'type Record { id: ID! name: String age: Int born: Date secret: String @hasPrivilege(privilege: "svc/read.secret") }',
  );
  const read = createRecordReader(schema, 'svc');
  const line = (text: string) => read(Buffer.from(text));

  it('reads the same JSON as the API does', () => {
    expect(line('{"id": 7, "name": "Ann", "age": null, "secret": "s"}')).toEqual({
      record: { id: '7', name: 'Ann', secret: 's' },
    });
  });

  it.each([
    ['no JSON', Buffer.from('{"id": "1", ')],
    ['a list', Buffer.from('[1]')],
    ['a text', Buffer.from('"x"')],
    ['null', Buffer.from('null')],
    ['bytes that are not valid UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
  ])('refuses %s', (_what, bytes) => {
    expect(read(bytes)).toMatchObject({ problem: { code: 'LINE_UNREADABLE' } });
  });

  it('quotes no values of a line that is not JSON', () => {
    expect(JSON.stringify(line('{"id": "1", "name": "Ann Secret" "x"}'))).not.toContain('Secret');
  });

  it.each([
    '{"id": "1", "name": {"text": "Secret"}}',
    '{"id": "1", "age": "Secret"}',
    '{"id": {"text": "Secret"}}',
    '{"name": "Secret"}',
    '{"id": "1", "nam": ", found: Secret value: Secret"}',
    '{"id": "1", "other": "Secret"}',
  ])('says nothing of the values of a line that does not fit the schema: %s', (text) => {
    const { problem } = line(text) as { problem: { code: string; message: string } };

    expect(problem.message).toMatch(/^(?:\w+: )?[^:]+$/);
    expect(problem.message).not.toContain('Secret');
  });

  it('reports every field that does not match the schema', () => {
    const read = line('{"id": "1", "nam": "Ann", "age": "old"}');

    expect(read).toMatchObject({ id: '1', problem: { code: 'BAD_USER_INPUT' } });
    expect(JSON.stringify(read)).toContain('nam');
    expect(JSON.stringify(read)).toContain('age');
  });

  it('refuses an id that a number cannot represent exactly', () => {
    expect(line('{"id": 9007199254740993, "name": "Ann"}')).toMatchObject({ problem: { code: 'BAD_USER_INPUT' } });
    expect(line('{"id": "9007199254740993", "name": "Ann"}')).toMatchObject({ record: { id: '9007199254740993' } });
  });

  it('refuses a record without an id', () => {
    expect(line('{"name": "Ann"}')).toMatchObject({ problem: { code: 'BAD_USER_INPUT' } });
  });
});

describe('readNotification', () => {
  const record = (object: object) => ({ s3: { bucket: { name: 'b' }, object } });

  it('reads the objects, and their keys as S3 writes them', () => {
    const body = JSON.stringify({ Records: [record({ key: 'loads/a+b/%C3%A9%2B.jsonl', size: 3, eTag: 'e' })] });

    expect(readNotification(body)).toEqual([{ bucket: 'b', key: 'loads/a b/é+.jsonl', bytes: 3, etag: 'e' }]);
  });

  it('ignores the test message of S3', () => {
    expect(readNotification('{"Service":"Amazon S3","Event":"s3:TestEvent"}')).toEqual([]);
  });

  it.each([
    'no json',
    'null',
    '{}',
    '{"Records":[{}]}',
    '{"Records":[null]}',
    JSON.stringify({ Records: [record({ key: '%', size: 1, eTag: 'e' })] }),
  ])('refuses %s', (body) => {
    expect(() => readNotification(body)).toThrow(expect.objectContaining({ code: 'MESSAGE_UNREADABLE' }));
  });
});

describe('readObjectName', () => {
  it.each([
    ['loads/monday/a.jsonl', { kind: 'part', load: 'monday', name: 'a.jsonl' }],
    ['loads/crm/monday/a.NDJSON', { kind: 'part', load: 'crm/monday', name: 'a.NDJSON' }],
    ['loads/a.jsonl', { kind: 'part', load: 'a.jsonl', name: 'a.jsonl' }],
    ['loads/monday/load.json', { kind: 'manifest', load: 'monday', name: 'load.json' }],
    ['loads/monday/', { kind: 'folder' }],
  ])('reads %s', (key, name) => {
    expect(readObjectName(key)).toEqual(name);
  });

  it.each(['loads/a.csv', 'loads/load.json', 'loads/a.jsonl.gz', 'other/a.jsonl', `loads/${'x'.repeat(800)}.jsonl`])(
    'refuses %s',
    (key) => {
      expect(() => readObjectName(key)).toThrow(expect.objectContaining({ code: 'OBJECT_UNSUPPORTED' }));
    },
  );

  it('derives the keys of errors and reports from the key of the object', () => {
    expect(linesKey('loads/m/a.jsonl', 1_001)).toBe('errors/m/a.jsonl.0001001.errors.jsonl');
    expect(reportKey('loads/m/a.jsonl')).toBe('errors/m/a.jsonl.report.json');
    expect(placeOf('loads/m/a.csv')).toEqual({ load: 'm', name: 'a.csv' });
  });
});

describe('readManifest', () => {
  it('reads what was written', () => {
    const manifest = { records: 12, parts: 3, isFinal: true };

    expect(readManifest(writeManifest(manifest))).toEqual(manifest);
  });

  it.each([
    '',
    '[]',
    'null',
    '{"format":2}',
    '{"format":1,"records":-1,"parts":1,"final":true}',
    '{"format":1,"records":1,"parts":1}',
    '{"format":1,"records":1,"parts":2147483648,"final":true}',
  ])('refuses %s', (text) => {
    expect(() => readManifest(text)).toThrow(expect.objectContaining({ code: 'LOAD_MANIFEST_INVALID' }));
  });
});

describe('loadConfig of the function of bulk loads', () => {
  const complete = {
    TABLE_NAME: 't',
    RULE_CONFIG_FILE: 'r',
    SCHEMA_FILE: 's',
    MAX_OBJECT_BYTES: '5242880',
    MAX_RECEIVE_COUNT: '5',
  };

  it('reads everything that the module sets', () => {
    expect(loadConfig(complete)).toMatchObject({ tableName: 't', maxObjectBytes: 5_242_880, maxReceiveCount: 5 });
  });

  it('reports every problem at once', () => {
    const work = () => loadConfig({ ...complete, TABLE_NAME: '', MAX_OBJECT_BYTES: '12', MAX_RECEIVE_COUNT: '' });

    expect(work).toThrow(/TABLE_NAME[\s\S]*MAX_OBJECT_BYTES[\s\S]*MAX_RECEIVE_COUNT/);
  });
});

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
    });
    const { port, stop } = await listenLocally(server);
    const environment = { AWS_REGION: 'eu-central-1', AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}` };
    const client = createS3Client(environment, 100);

    const reading = createS3Objects(client).read({ bucket: 'b', key: 'k', bytes: 1_000, etag: 'e' }, 5_000);

    await expect(reading).rejects.toThrow('timed out');
    client.destroy();
    await stop();
  });
});
