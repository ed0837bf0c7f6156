import { createSocket, type Socket } from 'node:dgram';
import { on, once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type FunctionProcess, startHandler } from '../setup/applied/function-process.ts';
import { EMULATOR_ENVIRONMENT, EMULATOR_REGION, requireDynamoDB } from '../setup/dynamodb-emulator.ts';
import { type FaultyDynamoDB, startFaultyDynamoDB } from '../setup/faulty-dynamodb.ts';
import { describeWith } from '../setup/requirement.ts';
import { apiEvent } from '../unit/functions/api/exchange.ts';

const root = join(import.meta.dirname, '../..');
const TRACE = 'Root=1-67891233-abcdef012345678912345678;Parent=53995c3f42cd8ad8;Sampled=1';

const dynamodb = await requireDynamoDB();
let table: FaultyDynamoDB;
const daemons: Socket[] = [];
const processes: FunctionProcess[] = [];

beforeAll(async () => {
  if (dynamodb.found === undefined) return;
  await dynamodb.found.createTable('entities');
  table = await startFaultyDynamoDB(dynamodb.found.endpoint, (answer) => answer);
});
afterAll(async () => {
  await Promise.all(processes.map((process) => process.stop()));
  for (const daemon of daemons) daemon.close();
  await table?.stop();
  await dynamodb.found?.stop();
});

describeWith('the trace of a function', dynamodb, () => {
  it.each<[string, object, RegExp]>([
    [
      'api',
      apiEvent({ body: JSON.stringify({ query: '{ entityByRecord(input: {id: "a"}) { entity { id } } }' }) }),
      /GetItem|Query/,
    ],
    ['sweeper', {}, /GetItem|Query/],
    [
      'ingest',
      {
        Records: [
          {
            messageId: 'message',
            attributes: { ApproximateReceiveCount: '1' },
            body: JSON.stringify({
              Records: [{ s3: { bucket: { name: 'bucket' }, object: { key: 'loads/l/a.jsonl', size: 4, eTag: 'e' } } }],
            }),
          },
        ],
      },
      /GetObject/,
    ],
    ['events', {}, /Query/],
  ])('%s has its calls to AWS below it', async (name, event, operation) => {
    // A start reads the rules that are in force.
    table.fail('none');
    const daemon = createSocket('udp4');
    daemons.push(daemon);
    daemon.bind(0, '127.0.0.1');
    await once(daemon, 'listening');
    const process = await startHandler(
      join(root, 'functions', name, 'handler.ts'),
      {
        ...EMULATOR_ENVIRONMENT,
        AWS_ENDPOINT_URL: table.url,
        TABLE_NAME: 'entities',
        RULE_CONFIG_FILE: join(root, 'examples/people/rule-config.json'),
        SCHEMA_FILE: join(root, 'examples/people/schema.graphqls'),
        MAX_OBJECT_BYTES: '10000',
        MAX_RECEIVE_COUNT: '3',
        DEPLOYMENT: 'crm',
        MAX_ATTEMPTS: '1',
        QUEUE_ARN: `arn:aws:sqs:${EMULATOR_REGION}:123456789012:events`,
        FUNCTION_TIMEOUT_MILLISECONDS: '600000',
        TRACING: 'true',
        AWS_XRAY_DAEMON_ADDRESS: `127.0.0.1:${daemon.address().port}`,
        _X_AMZN_TRACE_ID: TRACE,
      },
      { cwd: root },
    );
    processes.push(process);
    // Refuses every call at once: a trace has those as well.
    table.fail('quoting');
    const received = firstOfRequest(daemon);

    // What it answers does not matter: the table refuses everything.
    await process.invoke(event).catch(() => undefined);

    const segment = await received;
    expect(segment).toMatchObject({
      parent_id: '53995c3f42cd8ad8',
      annotations: { requestId: expect.stringMatching(/./) },
      aws: { operation: expect.stringMatching(operation) },
    });
  });
});

/** The first subsegment that belongs to a request; those of the start belong to none. */
async function firstOfRequest(daemon: Socket): Promise<{ readonly annotations: { readonly requestId: string } }> {
  for await (const [message] of on(daemon, 'message')) {
    const segment = JSON.parse(String(message).split('\n')[1]!);
    if (segment.annotations.requestId !== '') return segment;
  }
  throw new Error('The daemon was closed.');
}
