import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createEmulatedAws, type PolicyDocument, region } from '../setup/applied/emulated-aws.ts';
import { clientsOf, type Instance, startInstance } from '../setup/applied/instance.ts';
import { type ObjectGuard, startObjectGuard } from '../setup/applied/object-guard.ts';
import { openQueueSource, type QueueSource } from '../setup/applied/queue-source.ts';
import { type AppliedServices, appliedServices } from '../setup/applied/services.ts';
import { type StandInIssuer, startStandInIssuer } from '../setup/applied/stand-in-issuer.ts';
import { createWorkspace, type PlannedChange, type Workspace } from '../setup/applied/workspace.ts';
import { describeWith } from '../setup/requirement.ts';
import { type ApiCaller, createCaller } from './api-caller.ts';
import { type CommandProcess, runCommand } from './service-process.ts';

describeWith('bulk loads as applied', await appliedServices(), bulkLoads);

const prefix = 'entity-data-bulk';
const functionName = `${prefix}-ingest`;
/** A part of the command line is a megabyte at least; this is a little more. */
const maxObjectBytes = 1_200_000;
const schema = 'type Record {\n  id: ID!\n  name: String\n  email: String\n  postcode: String\n  note: String\n}\n';

const person = (id: string, email = `${id}@example.com`) => ({
  id,
  name: `Person ${id}`,
  email,
  postcode: 'AB1 2CD',
  note: 'n'.repeat(2_000),
});
const jsonLines = (records: readonly object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');

interface Load {
  readonly id: string;
  readonly state: string;
  readonly expectedRecords: number | null;
  readonly storedRecords: number;
  readonly refusedRecords: number;
  readonly expectedParts: number | null;
  readonly finishedParts: number;
  readonly failedParts: number;
  readonly estimatedTimeRemaining: number | null;
}

const progress = `{ metrics { assemblyStatus { state estimatedTimeRemaining } loads {
  id state expectedRecords storedRecords refusedRecords expectedParts finishedParts failedParts estimatedTimeRemaining
} } }`;

function bulkLoads({ endpoint, database }: AppliedServices): void {
  let directory: string;
  let workspace: Workspace;
  let issuer: StandInIssuer;
  let instance: Instance;
  let source: QueueSource;
  let uploads: ObjectGuard;
  let outputs: Readonly<Record<string, unknown>>;
  let changes: readonly PlannedChange[];
  let loader: ApiCaller;
  let backend: ApiCaller;
  let connection: readonly string[];
  let bucket: string;
  let s3: S3Client;
  let uploadPolicy: PolicyDocument;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'entity-data-bulk-'));
    workspace = createWorkspace(endpoint.url);
    const example = workspace.example('bulk-loads');
    writeFileSync(join(example.directory, 'schema.graphqls'), schema);
    const variables = { max_object_bytes: String(maxObjectBytes) };
    await example.init();
    await example.apply(variables);
    outputs = await example.output();
    changes = await example.plan(variables);
    issuer = await startStandInIssuer('/pool');
    instance = await startInstance({
      awsUrl: endpoint.url,
      dynamodbUrl: database.endpoint,
      prefix,
      archives: join(workspace.module, 'functions', 'dist'),
      instead: { AUTHORIZER_ISSUER_URL: issuer.issuer, AUTHORIZER_JWKS_URI: `${issuer.issuer}/.well-known/jwks.json` },
    });
    const environment = await instance.environment(`${prefix}-authorizer`);
    const poolId = /\/([^/]+)$/.exec(environment['AUTHORIZER_ISSUER_URL'] ?? '')?.[1] ?? '';
    const clients = await clientsOf(endpoint.url, poolId, prefix);
    await issuer.setClients(clients);
    const callerOf = (name: string) => {
      const { clientId, clientSecret } = clients.find((client) => client.name === name)!;
      return { apiUrl: instance.url(`${prefix}-api`), tokenUrl: issuer.tokenUrl, clientId, clientSecret };
    };
    loader = await createCaller(callerOf('loader'));
    backend = await createCaller(callerOf('backend'));
    const { apiUrl, tokenUrl, clientId, clientSecret } = callerOf('loader');
    connection = [
      ...['--api-url', apiUrl, '--token-url', tokenUrl],
      ...['--client-id', clientId, '--client-secret', clientSecret],
    ];
    source = await openQueueSource(endpoint.url, instance, functionName);
    bucket = /^s3:\/\/([^/]+)\/loads$/.exec(String(outputs['ingest_address']))![1]!;
    uploadPolicy = JSON.parse(String(outputs['upload_policy'])) as PolicyDocument;
    uploads = await startObjectGuard(endpoint.url, [uploadPolicy]);
    s3 = new S3Client({
      endpoint: endpoint.url,
      forcePathStyle: true,
      region,
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    });
  });

  afterAll(async () => {
    s3?.destroy();
    await uploads?.stop();
    await instance?.stop();
    await issuer?.stop();
    workspace?.remove();
    await database.stop();
    await endpoint.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  /** The command line, with the rights of the upload policy and no more. */
  function load(file: string, ...args: string[]): CommandProcess {
    const address = String(outputs['ingest_address']);
    return runCommand(
      ['load', file, '--via', address, '--part-size', '1', '--poll-interval', '1', ...connection, ...args],
      {
        AWS_ACCESS_KEY_ID: 'test',
        AWS_SECRET_ACCESS_KEY: 'test',
        AWS_REGION: region,
        AWS_ENDPOINT_URL: uploads.url,
        XDG_CACHE_HOME: join(directory, 'cache'),
      },
    );
  }

  async function written(command: CommandProcess, text: string): Promise<void> {
    let isOver = false;
    const end = command.finished.then(() => {
      isOver = true;
    });
    while (!command.stdout().includes(text) && !isOver) await Promise.race([once(command.child.stdout!, 'data'), end]);
    if (isOver) throw new Error(`The command ended: ${JSON.stringify(await command.finished)}`);
  }

  async function put(key: string, content: string | Buffer): Promise<void> {
    await s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: content }));
  }

  async function errorsBelow(folder: string): Promise<Record<string, string>> {
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: `errors/${folder}` }));
    const found = Contents.map(async ({ Key }) => {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: Key! }));
      return [Key!, await Body!.transformToString()] as const;
    });
    return Object.fromEntries(await Promise.all(found));
  }

  async function metrics(): Promise<{ status: { readonly state: string }; loads: readonly Load[] }> {
    const { body } = await loader.query(progress);
    return { status: body.data.metrics.assemblyStatus, loads: body.data.metrics.loads };
  }

  /**
   * The metrics once nothing is unfinished. The sweeper is called as its schedule does: on a busy machine a deletion may time
   * out, and is left to it.
   */
  async function settledMetrics(): ReturnType<typeof metrics> {
    for (;;) {
      const found = await metrics();
      if (found.status.state === 'READY') return found;
      await instance.invoke(`${prefix}-sweeper`, {});
    }
  }

  const loadOf = async (id: string) => (await metrics()).loads.find((one) => one.id === id);

  /** The entities of these records, each as the ids of its records. */
  async function entitiesOf(ids: readonly string[]): Promise<string[][]> {
    const entities = new Map<string, string[]>();
    for (const id of ids) {
      const { body } = await backend.entityByRecord(id);
      const entity = body.data.entityByRecord.entity as { id: string; records: { id: string }[] } | null;
      if (entity === null) throw new Error(`The record ${id} is nowhere.`);
      entities.set(entity.id, entity.records.map((record) => record.id).sort());
    }
    return [...entities.values()].sort((a, b) => (a[0]! < b[0]! ? -1 : 1));
  }

  it('is applied so that a second plan is quiet', () => {
    expect(changes).toEqual([]);
    expect(bucket).toMatch(/^entity-data-bulk-ingest-[0-9a-f]{8}$/);
    expect(source.mapping).toMatchObject({
      BatchSize: 5,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 20 },
    });
  });

  it('gives the function and the uploader no more permissions than they need', async () => {
    const policies = await createEmulatedAws(endpoint.url).rolePolicies(`${functionName}-${region}`);
    const { Policy } = (await source.attributes()) as { Policy: string };
    const queuePolicy = JSON.parse(Policy) as { Statement: object[] };

    const permissions = [...policies.values()].flatMap(({ Statement }) =>
      Statement.flatMap(({ Action, Resource }) => [Action].flat().map((action) => `${action} on ${[Resource].flat()}`)),
    );
    const ofBucket = permissions.filter((one) => one.startsWith('s3:')).sort();
    const ofQueue = permissions.filter((one) => one.startsWith('sqs:')).sort();

    expect(ofBucket).toEqual([
      `s3:GetObject on arn:aws:s3:::${bucket}/loads/*`,
      `s3:PutObject on arn:aws:s3:::${bucket}/errors/*`,
    ]);
    expect(ofQueue).toEqual(
      ['DeleteMessage', 'GetQueueAttributes', 'ReceiveMessage'].map(
        (action) => `sqs:${action} on ${source.mapping.EventSourceArn}`,
      ),
    );
    expect([...policies.keys()].sort()).toEqual(['configuration', 'entities', 'messages', 'objects', 'runtime']);
    expect(queuePolicy.Statement).toEqual([
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
      expect.objectContaining({
        Effect: 'Allow',
        Principal: { Service: 's3.amazonaws.com' },
        Action: 'sqs:SendMessage',
        Condition: {
          ArnEquals: { 'aws:SourceArn': `arn:aws:s3:::${bucket}` },
          StringEquals: { 'aws:SourceAccount': '123456789012' },
        },
      }),
    ]);
  });

  it('loads a file through the bucket, shows how far it is, and tells of every line that was refused', async () => {
    const file = join(directory, 'people.jsonl');
    const people = Array.from({ length: 2_700 }, (_, index) => person(`p-${index}`));
    const lines = people.map((record) => JSON.stringify(record));
    lines[2] = '{"id": "broken", ';
    lines[9] = JSON.stringify(person('with:colon', 'colon@example.com'));
    lines[899] = JSON.stringify({ ...person('typed'), name: { first: 'Ann' } });
    lines[1_249] = JSON.stringify(person('same-as-0', 'p-0@example.com'));
    writeFileSync(file, `${lines.join('\n')}\n`);

    const command = load(file);
    await written(command, ' uploaded as ');
    const before = await settledMetrics();
    // The first of two batches: the announcement, and some of the six parts.
    await source.deliver();
    const during = await metrics();
    await source.drain();
    const { code, stdout, stderr } = await command.finished;

    const [id] = /\S+people\.jsonl-[0-9a-f]{6}/.exec(stdout)!;
    expect(before).toEqual({ status: { state: 'READY', estimatedTimeRemaining: null }, loads: [] });
    expect(during.status).toEqual({ state: 'IN_PROGRESS', estimatedTimeRemaining: expect.any(Number) });
    expect(during.loads).toEqual([
      expect.objectContaining({
        id,
        state: 'IN_PROGRESS',
        expectedRecords: 2_699,
        expectedParts: 6,
      }),
    ]);
    expect(await settledMetrics()).toEqual({
      status: { state: 'READY', estimatedTimeRemaining: null },
      loads: [
        {
          id,
          state: 'FINISHED',
          expectedRecords: 2_699,
          storedRecords: 2_697,
          refusedRecords: 2,
          expectedParts: 6,
          finishedParts: 6,
          failedParts: 0,
          estimatedTimeRemaining: null,
        },
      ],
    });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('2,699 of 2,699 records') });
    expect(stdout).toContain('2,699 records in 6 parts uploaded');
    expect(stdout).toContain('2,697 records loaded, 3 refused');
    expect(stdout).toContain('line 10: RECORD_ID_INVALID');
    const refused = readFileSync(`${file}.errors.jsonl`, 'utf8').trim().split('\n');
    expect(refused.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ line: 3, code: 'UNREADABLE' }),
      expect.objectContaining({
        line: 10,
        code: 'RECORD_ID_INVALID',
        record: person('with:colon', 'colon@example.com'),
      }),
      expect.objectContaining({ line: 900, code: 'BAD_USER_INPUT', reason: expect.stringContaining('name') }),
    ]);
    const inBucket = await errorsBelow(id);
    expect(
      Object.values(inBucket)
        .flatMap((text) => text.trim().split('\n'))
        .map((line) => JSON.parse(line)),
    ).toEqual([
      {
        line: 9,
        id: 'with:colon',
        code: 'RECORD_ID_INVALID',
        message: 'the record id "with:colon" contains a colon',
        hint: expect.any(String),
      },
      {
        line: expect.any(Number),
        id: 'typed',
        code: 'BAD_USER_INPUT',
        message: expect.any(String),
        hint: expect.any(String),
      },
    ]);
    expect(await entitiesOf(['p-0', 'p-1', 'p-600', 'p-1248', 'same-as-0'])).toEqual([
      ['p-0', 'same-as-0'],
      ['p-1'],
      ['p-1248'],
      ['p-600'],
    ]);
    const { body } = await backend.query(
      'query ($input: SearchInput!) { search(input: $input) { entities { records { id } } } }',
      { input: { parameters: { email: 'P-700@example.com' } } },
    );
    expect(body.data.search.entities).toEqual([{ records: [{ id: 'p-700' }] }]);
  });

  it('gives up what cannot be loaded, reports it, and loads what came in the same batch', async () => {
    await put('loads/manual/huge.jsonl', jsonLines([person('never')]).padEnd(maxObjectBytes + 1, '\n'));
    await put('loads/manual/people.csv', 'id,name\nc-1,Ann\n');
    await put('loads/manual/good one.jsonl', jsonLines([person('m-1'), person('m-2')]));
    await put('loads/manual/bytes.jsonl', Buffer.from([0x1f, 0x8b, 0x08, 0xff, 0x0a, 0xfe]));

    const first = await source.deliver();
    await source.drain();

    expect(first).toEqual({ received: 4, failed: 2 });
    expect(await entitiesOf(['m-1', 'm-2'])).toEqual([['m-1'], ['m-2']]);
    const dead = (await source.deadLetters()).flatMap((body) =>
      (JSON.parse(body) as { Records: { s3: { object: { key: string } } }[] }).Records.map(
        ({ s3: { object } }) => object.key,
      ),
    );
    expect(dead.map(decodeURIComponent).sort()).toEqual(['loads/manual/huge.jsonl', 'loads/manual/people.csv']);
    const errors = await errorsBelow('manual/');
    expect(Object.keys(errors)).toEqual([
      'errors/manual/bytes.jsonl.0000001.errors.jsonl',
      'errors/manual/huge.jsonl.report.json',
      'errors/manual/people.csv.report.json',
    ]);
    expect(JSON.parse(errors['errors/manual/huge.jsonl.report.json']!)).toEqual({
      object: 'loads/manual/huge.jsonl',
      code: 'OBJECT_TOO_LARGE',
      message: `the object has ${maxObjectBytes + 1} bytes; the limit is ${maxObjectBytes}`,
      hint: expect.stringContaining('--via'),
      at: expect.any(String),
    });
    expect(errors['errors/manual/people.csv.report.json']).toContain('OBJECT_UNSUPPORTED');
    expect(errors['errors/manual/bytes.jsonl.0000001.errors.jsonl']).toContain('"code":"LINE_UNREADABLE"');
    expect(await loadOf('manual')).toMatchObject({
      state: 'FINISHED',
      storedRecords: 2,
      refusedRecords: 2,
      finishedParts: 2,
      failedParts: 2,
    });
  });

  it('stores nothing twice and loses nothing when the function dies between two submits of an object', async () => {
    const people = Array.from({ length: 300 }, (_, index) => person(`k-${index}`, `k-${index >> 1}@example.net`));
    await put('loads/killed/people.jsonl', jsonLines(people));
    // One transaction enters the part; each of the six submits makes one, and another where its journal entry is no slate's.
    await instance.crashAfterTransactions(functionName, 4);

    const killed = await source.deliver();
    const stored = (await Promise.all(people.map(({ id }) => backend.entityByRecord(id)))).filter(
      ({ body }) => body.data.entityByRecord.entity !== null,
    ).length;
    const counted = await loadOf('killed');
    const again = await source.deliver();

    expect(killed).toEqual({ received: 1, failed: 1 });
    expect(stored).toBeGreaterThan(0);
    expect(stored).toBeLessThan(300);
    expect(counted).toMatchObject({ state: 'IN_PROGRESS', storedRecords: 0, finishedParts: 0 });
    expect(again).toEqual({ received: 1, failed: 0 });
    expect(await loadOf('killed')).toMatchObject({
      state: 'FINISHED',
      storedRecords: 300,
      refusedRecords: 0,
      finishedParts: 1,
    });
    const entities = await entitiesOf(people.map(({ id }) => id));
    expect(entities).toHaveLength(150);
    expect(entities.flat().sort()).toEqual(people.map(({ id }) => id).sort());
  });

  it('loads an object whose function died every time when its dead letter is moved back', async () => {
    const deadBefore = await source.deadLetters();
    await put('loads/outage/people.jsonl', jsonLines([person('o-1'), person('o-2')]));
    for (let delivery = 0; delivery < 3; delivery++) {
      await instance.crashAfterTransactions(functionName, 1);
      await source.deliver();
    }
    await source.deliver();
    const deadAfter = await source.deadLetters();
    await source.redrive();
    const load = async () => ({ ...(await loadOf('outage')) });
    const before = await load();
    // The messages of the other tests fail as before; this one does not.
    await source.drain();

    expect(deadAfter).toHaveLength(deadBefore.length + 1);
    expect(before).toMatchObject({ state: 'IN_PROGRESS', finishedParts: 0 });
    expect(await load()).toMatchObject({ state: 'FINISHED', storedRecords: 2, finishedParts: 1, failedParts: 0 });
    expect(await entitiesOf(['o-1', 'o-2'])).toEqual([['o-1'], ['o-2']]);
  });
}
