import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newID } from '../../src/entities/items/ids.ts';
import { journalItem } from '../../src/entities/items/journal.ts';
import { recordKey } from '../../src/entities/items/record.ts';
import { createResolution } from '../../src/entities/operations.ts';
import { operations } from '../../src/graphql/operations/registry.ts';
import { metricDefinitions } from '../../src/runtime/metrics/metric-names.ts';
import { createDynamoDBStore } from '../../src/store/dynamodb/store.ts';
import { type FunctionProcess, startHandler } from '../setup/applied/function-process.ts';
import {
  type DynamoDBUnderTest,
  EMULATOR_ENVIRONMENT,
  EMULATOR_REGION,
  requireDynamoDB,
} from '../setup/dynamodb-emulator.ts';
import { type Fault, type FaultyDynamoDB, startFaultyDynamoDB } from '../setup/faulty-dynamodb.ts';
import { type FaultyServices, type ServiceFault, startFaultyServices } from '../setup/faulty-services.ts';
import { describeWith } from '../setup/requirement.ts';
import { toyRules } from '../setup/toy-rules.ts';
import { allScopes, apiEvent } from '../unit/functions/api/exchange.ts';

const root = join(import.meta.dirname, '../..');
/** In every value that a caller sends here, in whatever place. */
const MARK = 'Zanzibar7';
const TABLE = 'entities';
/** Of loads and events, which no log may contain. */
const LOADED = 'loaded';
const environment = {
  ...EMULATOR_ENVIRONMENT,
  METRICS_SERVICE: 'crm',
  LOG_LEVEL: 'DEBUG',
};
/** Milliseconds of a call whose table never answers: it is given up soon. Every other call has as long as it takes. */
const SHORT = 1_600;
const timeOf = (fault: Fault): number | undefined =>
  fault === 'breaking' || fault === 'throttling' ? SHORT : undefined;
const functionNamed = (name: string, more: Readonly<Record<string, string>> = {}) =>
  startHandler(join(root, 'functions', name, 'handler.ts'), { ...environment, ...more }, { cwd: root });

/** Every line of a log, parsed; a line that is no JSON fails the test. */
const linesOf = (process: FunctionProcess): Record<string, unknown>[] =>
  process
    .log()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const person = (id: string, more: object = {}) => ({
  id: `${MARK}-${id}`,
  firstName: `${MARK} Ann`,
  lastName: `${MARK} Example`,
  email: `${MARK}.${id}@example.com`,
  phone: '+44 20 7946 0018',
  postcode: 'AB1 2CD',
  ...more,
});
const input = 'query ($input: SearchInput!) { search(input: $input) { entities { id records { id } } } }';
const submit = 'mutation ($input: SubmitInput!) { submit(input: $input) { recordsAdded } }';
const entityOf = (selection: string) =>
  `{ entityByRecord(input: {id: "${MARK}-a"}) { entity { id recordInsights { ${selection} } } } }`;

interface Asked {
  readonly query?: string;
  readonly variables?: object;
  readonly body?: string;
  readonly scope?: string;
  readonly headers?: Record<string, string>;
}

interface EmbeddedMetrics {
  readonly CloudWatchMetrics: readonly { readonly Metrics: readonly { readonly Name: string }[] }[];
}

const decisionOf = (other: string) =>
  `input: {a: "${MARK}-a", b: "${MARK}-${other}", user: "${MARK}", reason: "${MARK}"}`;

/** Every operation, going well and going wrong in the ways in which its input can be wrong. */
const requests: readonly Asked[] = [
  { query: submit, variables: { input: { records: [person('a'), person('b', { email: `${MARK}.a@example.com` })] } } },
  { query: submit, variables: { input: { records: [person('a', { lastName: `${MARK} changed` })] } } },
  {
    query: submit,
    variables: {
      input: { records: [{ id: `a:${MARK}` }, { id: '' }, { id: MARK }, person('c'), person('c', { city: MARK })] },
    },
  },
  { query: submit, variables: { input: { records: [{ id: MARK, [`field${MARK}`]: MARK }] } } },
  { query: submit, variables: { input: { records: [{ id: MARK, firstName: { text: MARK } }] } } },
  { query: `mutation { submit(input: {records: [{id: "${MARK}-q", firstName: "${MARK}"}]}) { recordsAdded } }` },
  { query: `mutation { submit(input: {records: [{id: "${MARK}", ${MARK}: 1}]}) { ${MARK} } }` },
  {
    query:
      'mutation ($r: [RecordInput!]!) { submitWithPreview(input: {records: $r, dryRun: true}) { entities { id } } }',
    variables: { r: [person('d')] },
  },
  { query: input, variables: { input: { parameters: { email: `${MARK}.a@example.com`, lastName: MARK } } } },
  { query: input, variables: { input: { parameters: { email: MARK }, searchRules: MARK } } },
  { query: input, variables: { input: { parameters: { email: MARK }, sort: { field: MARK } } } },
  { query: input, variables: { input: { parameters: {} } } },
  {
    query: input,
    variables: { input: { parameters: { email: MARK }, considerRecords: [{ field: 'email', likeRegex: `(${MARK}` }] } },
  },
  {
    query: input,
    variables: { input: { parameters: { email: MARK }, considerRecords: [{ field: MARK, equals: MARK }] } },
  },
  { query: `{ entity(input: {id: "${MARK}"}) { entity { id } } }` },
  { query: '{ entities(input: {first: 2}) { entities { id } after } }' },
  { query: `{ entities(input: {after: "${MARK}"}) { after } }` },
  { query: entityOf('count first { id } values(field: "firstName")') },
  { query: entityOf(`values(field: "${MARK}")`) },
  { query: entityOf('average(field: "firstName")') },
  { query: entityOf(`filter(conditions: [{field: "email", likeRegex: "[${MARK}"}]) { count }`) },
  { query: `{ explain(input: {a: "${MARK}-a", b: "${MARK}-b"}) { __typename } }` },
  { query: `{ explain(input: {a: "${MARK}-a", b: "${MARK}-unknown"}) { __typename } }` },
  {
    query: `mutation { disassemble(input: {recordIDs: ["${MARK}-b"], createConnectionBan: true, meta: {user: "${MARK}", reason: "${MARK}"}}) { triggered } }`,
  },
  { query: `mutation { disassemble(input: {edges: [{a: "${MARK}-a", b: "${MARK}-unknown"}]}) { triggered } }` },
  {
    query: `mutation { removeConnectionBan(input: {reference: "${MARK}", entityID: "${MARK}", others: ["${MARK}"], meta: {user: "${MARK}", reason: "${MARK}"}}) { removed } }`,
  },
  { query: '{ metrics { recordCount } }' },
  { query: `{ metrics { ${MARK} } }` },
  { query: `query ${MARK} { ${MARK}: metrics { recordCount } }` },
  { query: `{ metrics { recordCount } } # ${MARK}`, scope: `svc/${MARK}` },
  { query: `{ "${MARK}` },
  { body: `{"query": "${MARK}` },
  { body: `"${MARK}"` },
  { body: `{"query": 7, "variables": "${MARK}"}` },
  { body: MARK, headers: { 'content-type': `text/${MARK}` } },
  { query: `{ ruleChange { state examples { records } document(name: "${MARK}") } }` },
  { query: `mutation { continueRuleChange(input: {to: "${MARK}"}) { state } }` },
  { query: 'mutation { rollBackRuleChange { state } }' },
  { query: 'mutation { setRuleChangePace(input: {paused: true}) { state } }' },
  { query: `mutation { link(${decisionOf('unknown')}) { triggered } }` },
  { query: `mutation { separate(${decisionOf('unknown')}) { triggered } }` },
  { query: `mutation { undoDecision(input: {id: "${MARK}", user: "${MARK}"}) { triggered } }` },
  { query: `{ reviews(input: {after: "${MARK}"}) { after } }` },
  { query: `mutation { skipReview(input: {a: "${MARK}-a", b: "${MARK}-b", user: "${MARK}"}) { triggered } }` },
  { query: `mutation { takeReviews(input: {first: 1, user: "${MARK}"}) { reviews { assignedTo } } }` },
  { query: `mutation { releaseReviews(input: {reviews: ["${MARK}"], user: "${MARK}"}) { released } }` },
  { query: `{ history(input: {recordID: "${MARK}-a", after: "${MARK}"}) { after } }` },
  { query: `{ decisions(input: {record: "${MARK}-a", after: "${MARK}"}) { after } }` },
  { query: 'mutation { refreshStatistics { scan { records } } }' },
  { query: `{ statistics { found { records } ${MARK} } }` },
  { query: '{ statistics { found { fields { frequent { value } } } } }' },
];

/** Lines of objects: one that is a record, and those that are none in the ways in which they can be none. */
const goodLine = JSON.stringify(person('loaded'));
const badLines: readonly (string | Buffer)[] = [
  `{"id": "${MARK}`,
  `${MARK}`,
  Buffer.concat([Buffer.from(MARK), Buffer.from([0xff])]),
  `"${MARK}"`,
  `[{"id": "${MARK}"}]`,
  JSON.stringify({ firstName: MARK }),
  JSON.stringify({ id: { text: MARK } }),
  JSON.stringify({ id: `${MARK}-field`, city: MARK, unknown: MARK }),
  JSON.stringify({ id: `${MARK}-list`, firstName: [MARK] }),
  JSON.stringify({ id: `${MARK}-object`, firstName: { text: MARK } }),
  JSON.stringify({ id: `a:${MARK}` }),
  JSON.stringify({ id: '', firstName: MARK }),
];
const objectOf = (lines: readonly (string | Buffer)[]) =>
  Buffer.concat(lines.flatMap((line) => [Buffer.from(line as string), Buffer.from('\n')]));

/** With the table out of order: one of each operation. */
const brokenRequests: readonly Asked[] = [0, 8, 15, 17, 21, 23, 25, 26].map((index) => requests[index]!);

describeWith('the logs of the functions', await requireDynamoDB(), logs);

function logs(database: DynamoDBUnderTest): void {
  let table: FaultyDynamoDB;
  let services: FaultyServices;
  const processes: FunctionProcess[] = [];
  const start = async (name: string, more?: Readonly<Record<string, string>>) => {
    const process = await functionNamed(name, more);
    processes.push(process);
    return process;
  };
  const withTable = () => ({
    TABLE_NAME: TABLE,
    RULE_CONFIG_FILE: join(root, 'examples/people/rule-config.json'),
    SCHEMA_FILE: join(root, 'examples/people/schema.graphqls'),
    AWS_ENDPOINT_URL_DYNAMODB: table.url,
  });
  const storeOf = (tableName: string) => createDynamoDBStore({ tableName, dynamodb: database.connect() });

  beforeAll(async () => {
    // A record's text is broken off in the middle: what parses it quotes what is there.
    table = await startFaultyDynamoDB(database.endpoint, (answer) => answer.replaceAll('\\":\\"', '\\"\\"'));
    await database.createTable(TABLE);
    await database.createTable(LOADED);
    services = await startFaultyServices(`${MARK} is the secret of the webhook`);
  });
  afterAll(async () => {
    await Promise.all(processes.map((process) => process.stop()));
    await table.stop();
    await services.stop();
    await database.stop();
  });

  describe('the log of the API', () => {
    let api: FunctionProcess;
    const answers: { readonly requestId: string; readonly body: string }[] = [];
    let faults: readonly Fault[];

    beforeAll(async () => {
      api = await start('api', withTable());
      const ask = async ({ query, variables, body, scope = allScopes, headers }: Asked, timeLeft?: number) => {
        const event = apiEvent({
          body: body ?? JSON.stringify({ query, variables }),
          scope,
          ...(headers === undefined ? {} : { headers }),
        });
        const requestId = `request-${answers.length}`;
        const answer = await api.invoke({ ...event, requestContext: { ...event.requestContext, requestId } }, timeLeft);
        answers.push({ requestId, body: (answer as { body: string }).body });
      };
      for (const request of requests) await ask(request);
      faults = ['quoting', 'corrupting', 'breaking', 'throttling'];
      for (const fault of faults) {
        table.fail(fault);
        for (const request of brokenRequests) await ask(request, timeOf(fault));
      }
      table.fail('none');
    });

    const codesOf = (from: number, to?: number) =>
      answers
        .slice(from, to)
        .flatMap(({ body }) =>
          (JSON.parse(body).errors ?? []).map((error: { extensions: { code: string } }) => error.extensions.code),
        );

    it('is written by every operation, going well and failing in many ways', () => {
      const asked = new Set(linesOf(api).flatMap((line) => (line['fields'] as string[] | undefined) ?? []));
      const good = codesOf(0, requests.length);
      const broken = codesOf(requests.length);

      expect([...asked]).toEqual(expect.arrayContaining(operations.map(({ name }) => name)));
      expect(new Set(good).size).toBeGreaterThanOrEqual(15);
      expect(broken).toEqual(expect.arrayContaining(['INTERNAL_ERROR', 'TRY_AGAIN']));
      // The values went all the way: callers are told about them.
      expect(answers.filter(({ body }) => body.includes(MARK)).length).toBeGreaterThan(10);
    });

    it('has the failures in it, by what they are and where they happened', () => {
      const failures = linesOf(api).filter(({ message }) => message === 'unexpected failure');

      expect(JSON.stringify(failures)).toContain('SyntaxError');
      expect(JSON.stringify(failures)).toContain('ValidationException');
      for (const { cause } of failures) expect(cause).toMatchObject({ name: expect.any(String) });
    });

    it('holds no value that a caller sent or that is stored', () => {
      expect(api.log()).not.toContain(MARK);
      expect(api.log().toLowerCase()).not.toContain(MARK.toLowerCase());
    });

    it('names the request in every line, as the gateway and Lambda know it', () => {
      const ids = new Set(answers.map(({ requestId }) => requestId));
      const lines = linesOf(api);

      expect(lines.filter(({ requestId }) => !ids.has(String(requestId)))).toEqual([]);
      expect(lines.filter(({ functionRequestId }) => !/^call-\d+$/.test(String(functionRequestId)))).toEqual([]);
      expect(lines.filter(({ message }) => message === 'request')).toHaveLength(answers.length);
    });

    it('holds metrics of nothing but known names, with values of dimensions that no caller chooses', () => {
      const metrics = linesOf(api).filter((line) => '_aws' in line);
      const dimensions = metrics.flatMap(({ operation, code, outcome, cause }) => [operation, code, outcome, cause]);

      expect(new Set(dimensions.map((value) => typeof value))).toEqual(new Set(['string', 'undefined']));
      const names = metrics.flatMap(({ _aws }) =>
        (_aws as EmbeddedMetrics).CloudWatchMetrics.flatMap(({ Metrics }) => Metrics.map(({ Name }) => Name)),
      );
      expect(Object.keys(metricDefinitions)).toEqual(expect.arrayContaining(names));
      expect(metrics.some((line) => line['StoreRetries'] !== undefined)).toBe(true);
    });
  });

  describe('the log of the sweeper', () => {
    it('tells what failed and what is left, and quotes nothing of what is stored', async () => {
      const store = storeOf(TABLE);
      const operation = newID(Date.now() - 600_000);
      const [item] = await store.getMany([recordKey(`${MARK}-a`)]);
      await store.write([
        { put: journalItem(operation, { recordIDs: [`${MARK}-a`] }) },
        { put: { ...item!, o: operation } },
      ]);
      const sweeper = await start('sweeper', withTable());

      const outcomes: string[] = [];
      for (const fault of ['quoting', 'corrupting', 'none'] as const) {
        table.fail(fault);
        outcomes.push(
          await sweeper.invoke({}).then(
            () => 'swept',
            (error: Error) => error.message,
          ),
        );
      }
      await store.close();

      expect(outcomes).toEqual([
        expect.stringContaining('SweepFailedError'),
        expect.stringContaining('SweepFailedError'),
        'swept',
      ]);
      expect(outcomes.join()).not.toContain(MARK);
      expect(sweeper.log()).not.toContain(MARK);
      const lines = linesOf(sweeper);
      expect(lines.filter(({ message }) => message === 'sweep failed')).toHaveLength(2);
      expect(lines.map(({ requestId }) => requestId)).toEqual(lines.map(() => expect.stringMatching(/^call-\d+$/)));
      expect(lines.find(({ UnfinishedWork }) => UnfinishedWork === 1)).toMatchObject({
        UnfinishedWorkAge: expect.any(Number),
      });
      expect(lines.findLast(({ UnfinishedWork }) => UnfinishedWork !== undefined)).toMatchObject({
        UnfinishedWork: 0,
        OperationsFinished: 1,
      });
    });
  });

  describe('the log of bulk loads', () => {
    it('tells which message failed and why, and nothing of an object or its lines', async () => {
      const ingest = await start('ingest', {
        ...withTable(),
        TABLE_NAME: LOADED,
        AWS_ENDPOINT_URL_S3: services.url,
        UPDATE_RECORDS: 'true',
        MAX_OBJECT_BYTES: '10000',
        MAX_RECEIVE_COUNT: '3',
        // A submit begins only when there is time for one that takes long.
        FUNCTION_TIMEOUT_MILLISECONDS: '600000',
      });
      let messages = 0;
      const load = async (body: string, deliveries = 1): Promise<boolean> => {
        const messageId = `message-${messages++}`;
        const attributes = { ApproximateReceiveCount: String(deliveries) };
        const answer = await ingest.invoke({ Records: [{ messageId, body, attributes }] });
        return (answer as { batchItemFailures: unknown[] }).batchItemFailures.length === 0;
      };
      const told = (key: string, size = 100) => {
        const s3 = { bucket: { name: 'bucket' }, object: { key, size, eTag: `etag-${messages}` } };
        return JSON.stringify({ Records: [{ s3 }] });
      };
      const put = (name: string, ...lines: readonly (string | Buffer)[]) => {
        services.objects.set(`loads/${MARK}/${name}`, objectOf(lines));
        return told(`loads/${MARK}/${name}`);
      };

      const taken = [
        await load(put('good.jsonl', goodLine)),
        await load(put('bad.jsonl', goodLine, ...badLines)),
        await load(put('load.json', '{"format": 1, "records": 2, "parts": 2, "final": true}')),
      ];
      const refused = [
        await load(put('load.json', `{"format": "${MARK}`)),
        await load(put('load.json', `{"format": 1, "records": "${MARK}"}`)),
        await load(put(`${MARK}.csv`, goodLine)),
        await load(told(`${MARK}/elsewhere.jsonl`)),
        await load(told(`loads/${MARK}/missing.jsonl`)),
        await load(told(`loads/${MARK}/missing.jsonl`), 3),
        await load(told(`loads/${MARK}/large.jsonl`, 20_000)),
        await load(told(`loads/${MARK}/%zz.jsonl`)),
        await load(`{"Records": "${MARK}"}`),
        await load(`{"${MARK}`),
      ];
      // A table that does not answer is asked for as long as there is time: see the API.
      for (const fault of ['quoting', 'corrupting'] as const) {
        const body = put(`${fault}.jsonl`, JSON.stringify(person('loaded', { city: fault })));
        table.fail(fault);
        refused.push(await load(body), await load(body, 3));
      }
      table.fail('none');
      for (const fault of ['refusing', 'corrupting', 'breaking'] as const) {
        for (const [method, name] of [
          ['GET', 'unread'],
          ['PUT', 'unwritten'],
        ] as const) {
          const body = put(`${name}-${fault}.jsonl`, ...badLines);
          services.fail(fault, new RegExp(`^${method} `));
          refused.push(await load(body, 3));
        }
      }
      services.fail('none');

      expect(taken).toEqual(taken.map(() => true));
      expect(refused).toEqual(refused.map(() => false));
      const failures = linesOf(ingest).filter(({ message }) => message === 'message failed');
      expect(failures).toHaveLength(refused.length);
      for (const { cause } of failures) expect(cause).toMatchObject({ name: expect.any(String) });
      expect(new Set(failures.map(({ code }) => code)).size).toBeGreaterThan(5);
      expect(linesOf(ingest).map(({ requestId }) => requestId)).toEqual(
        linesOf(ingest).map(() => expect.stringMatching(/^call-\d+$/)),
      );
      expect(ingest.log()).not.toContain(MARK);

      const errors = services.objects.get(`errors/${MARK}/bad.jsonl.0000001.errors.jsonl`)!.toString().trim();
      const refusals = errors.split('\n').map((line): { id?: string } => JSON.parse(line));
      expect(refusals).toHaveLength(badLines.length);
      expect(refusals.some(({ id }) => id?.includes(MARK))).toBe(true);
      // Whose it is is all that the bucket's errors say of a record.
      const rest = refusals.map(({ id, ...others }) => JSON.stringify(others).replaceAll(id || ' ', ''));
      expect(rest.join()).not.toContain(MARK);
      // Nor does a report on an object repeat what a database said of its records.
      const reports = [...services.objects].flatMap(([key, text]) => {
        return key.endsWith('.report.json') ? [{ ...JSON.parse(text.toString()), object: '' }] : [];
      });
      expect(reports.length).toBeGreaterThan(5);
      expect(JSON.stringify(reports)).not.toContain(MARK);
    });
  });

  describe('the log of entity events', () => {
    const region = EMULATOR_REGION;
    const secretArn = `arn:aws:secretsmanager:${region}:123456789012:secret:events`;
    const targets: [string, RegExp, () => Record<string, string>, readonly ServiceFault[]][] = [
      [
        'a bus',
        /PutEvents/,
        () => ({ EVENT_BUS_ARN: `arn:aws:events:${region}:123456789012:event-bus/events` }),
        ['partly', 'refusing', 'corrupting', 'breaking'],
      ],
      [
        'a queue',
        /SendMessageBatch/,
        () => ({ QUEUE_ARN: `arn:aws:sqs:${region}:123456789012:events.fifo` }),
        ['partly', 'refusing', 'corrupting', 'breaking'],
      ],
      [
        'a webhook',
        /webhook/,
        () => ({ WEBHOOK_URL: `${services.url}/webhook`, WEBHOOK_SECRET_ARN: secretArn }),
        ['partly', 'breaking'],
      ],
      [
        'a webhook without its secret',
        /GetSecretValue/,
        () => ({ WEBHOOK_URL: `${services.url}/webhook`, WEBHOOK_SECRET_ARN: secretArn }),
        ['refusing', 'corrupting', 'breaking'],
      ],
    ];

    it.each(targets)(
      'tells why %s did not take them, and nothing of them',
      async (_name, concerned, target, faults) => {
        const store = storeOf(LOADED);
        const resolution = createResolution({ store, rules: toyRules, entityEvents: true });
        const change = () => resolution.submit([{ id: `${MARK}-${newID(Date.now())}`, exact: [MARK] }]);
        const events = await start('events', {
          ...target(),
          TABLE_NAME: LOADED,
          DEPLOYMENT: 'crm',
          MAX_ATTEMPTS: '1',
          AWS_ENDPOINT_URL: services.url,
          AWS_ENDPOINT_URL_DYNAMODB: table.url,
          // Half a minute of it is kept back for what is under way.
          FUNCTION_TIMEOUT_MILLISECONDS: '600000',
        });
        const failed: string[] = [];
        const call = (event: object, timeLeft?: number) =>
          events.invoke(event, timeLeft).catch((error: Error) => void failed.push(error.message));

        for (const fault of faults) {
          await change();
          services.fail(fault, concerned);
          await call({ Records: [{ dynamodb: { NewImage: { r: { S: MARK } } } }] });
          await call({ replay: true });
          await call({ list: true });
          await call({ discard: [MARK] });
          await call({ discard: MARK });
        }
        for (const fault of ['quoting', 'corrupting', 'breaking'] as const) {
          table.fail(fault);
          if (fault !== 'corrupting') await call({}, timeOf(fault));
          await call({ replay: true }, timeOf(fault));
        }
        table.fail('none');
        services.fail('none');
        const taken = services.taken.length;
        await call({ replay: true });
        await change();
        await call({});
        await store.close();

        const lines = linesOf(events);
        const reasons = lines.filter(({ message }) => message === 'events were not taken');
        // One more where a target was too slow to answer.
        expect(reasons.length).toBeGreaterThanOrEqual(faults.length);
        expect(services.taken.slice(taken).join()).toContain(MARK);
        expect(failed).toEqual(failed.map(() => expect.stringMatching(/^(PublishingFailed|EventsCommand)Error: /)));
        expect(lines.filter(({ message }) => message === 'publishing failed')).toHaveLength(5);
        expect(JSON.stringify(lines)).toContain('SyntaxError');
        expect(failed.join()).not.toContain(MARK);
        expect(events.log()).not.toContain(MARK);
        expect(lines.map(({ requestId }) => requestId)).toEqual(lines.map(() => expect.stringMatching(/^call-\d+$/)));
      },
    );
  });

  describe('the log of the authorizer', () => {
    it('tells why a request was refused, and nothing of the token', async () => {
      const authorizer = await start('authorizer', {
        AUTHORIZER_ISSUER_URL: 'http://127.0.0.1:9/issuer',
        AUTHORIZER_AUDIENCE: '["client"]',
        IP_RANGE_ALLOW_LIST: '["127.0.0.1"]',
      });
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const token = (header: object, payload: object) => `Bearer ${part(header)}.${part(payload)}.${MARK}`;
      const tokens = [
        `Bearer ${MARK}`,
        MARK,
        `Basic ${MARK}`,
        token({ alg: 'none', kid: MARK }, { sub: MARK }),
        token({ alg: 'RS256', kid: MARK }, { iss: MARK }),
        token({ alg: 'RS256', kid: MARK }, { iss: 'http://127.0.0.1:9/issuer', scope: MARK }),
      ];

      const answers: unknown[] = [];
      for (const [index, authorization] of tokens.entries()) {
        answers.push(await authorizer.invoke(authorizerEvent(`request-${index}`, '127.0.0.1', authorization)));
      }
      answers.push(await authorizer.invoke(authorizerEvent('request-far', '192.0.2.1', tokens[0]!)));

      expect(answers).toEqual(answers.map(() => ({ isAuthorized: false })));
      const lines = linesOf(authorizer);
      expect(authorizer.log()).not.toContain(MARK);
      expect(authorizer.log()).not.toContain(Buffer.from(MARK).toString('base64url').slice(0, 8));
      expect(lines.filter(({ requestId }) => !/^request-/.test(String(requestId)))).toEqual([]);
      expect(new Set(lines.flatMap(({ reason }) => (reason === undefined ? [] : [reason]))).size).toBeGreaterThan(3);
      expect(lines.filter((line) => line['Refusals'] === 1)).toHaveLength(tokens.length + 1);
    });
  });

  describe('the log of the guidance server', () => {
    it('tells which tool was called and how it went, and nothing of the arguments', async () => {
      const guidance = await start('guidance');
      const rules = readFileSync(join(root, 'examples/people/rule-config.json'), 'utf8').replaceAll('EMAIL', MARK);
      const calls: [string, object][] = [
        ['svc_lint_rule_config', { ruleConfig: rules }],
        ['svc_lint_rule_config', { ruleConfig: `{"${MARK}` }],
        ['svc_explain_error', { code: MARK }],
        ['svc_explain_concept', { concept: MARK }],
        ['svc_search_docs', { query: MARK }],
        ['svc_validate_identifier', { kind: MARK, value: MARK }],
        [`svc_${MARK}`, { [MARK]: MARK }],
      ];

      const answers: string[] = [];
      for (const [index, [name, args]] of calls.entries()) {
        const body = JSON.stringify({
          jsonrpc: '2.0',
          id: MARK,
          method: 'tools/call',
          params: { name, arguments: args },
        });
        answers.push(JSON.stringify(await guidance.invoke(guidanceEvent(`request-${index}`, body))));
      }
      answers.push(JSON.stringify(await guidance.invoke(guidanceEvent('request-broken', `{"method": "${MARK}`))));
      answers.push(
        JSON.stringify(
          await guidance.invoke(guidanceEvent('request-unknown', `{"jsonrpc":"2.0","id":1,"method":"${MARK}"}`)),
        ),
      );

      const lines = linesOf(guidance);
      expect(answers.filter((answer) => answer.includes(MARK)).length).toBeGreaterThan(3);
      expect(guidance.log()).not.toContain(MARK);
      expect(lines.filter(({ requestId }) => !/^request-/.test(String(requestId)))).toEqual([]);
      expect(lines.length).toBe(answers.length);
    });
  });
}

function authorizerEvent(requestId: string, sourceIp: string, authorization: string) {
  return {
    version: '2.0',
    type: 'REQUEST',
    identitySource: [authorization],
    headers: { authorization },
    requestContext: { requestId, http: { method: 'POST', path: '/', sourceIp } },
  };
}

function guidanceEvent(requestId: string, body: string) {
  const event = apiEvent({
    body,
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  });
  return { ...event, requestContext: { ...event.requestContext, requestId } };
}
