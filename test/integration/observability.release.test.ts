import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createGuidance, createOffer } from '../../functions/guidance/guidance.ts';
import { errorCodes } from '../../src/graphql/error-codes.ts';
import { createTelemetry } from '../../src/runtime/lambda.ts';
import { metricDefinitions, metricNamespace } from '../../src/runtime/metrics/metric-names.ts';
import { observeRuleChange, observeRules } from '../../src/runtime/metrics/observe-rules.ts';
import { scopeNameOfOperation } from '../../src/scopes.ts';
import { createEmulatedAws, region } from '../setup/applied/emulated-aws.ts';
import { startFunction } from '../setup/applied/function-process.ts';
import { type Instance, startInstance } from '../setup/applied/instance.ts';
import { type AppliedServices, appliedServices } from '../setup/applied/services.ts';
import { type StandInIssuer, startStandInIssuer } from '../setup/applied/stand-in-issuer.ts';
import { startTargetGuard } from '../setup/applied/target-guard.ts';
import {
  type AppliedAlarm,
  appliedAlarms,
  type EmittedMetric,
  emittedMetrics,
  metricsOfDashboard,
  type WatchedMetric,
} from '../setup/applied/watched-metrics.ts';
import { createWorkspace, type Workspace } from '../setup/applied/workspace.ts';
import { startFaultyDynamoDB } from '../setup/faulty-dynamodb.ts';
import { describeWith } from '../setup/requirement.ts';
import { held } from '../unit/functions/api/fake-rule-changes.ts';
import { type ApiCaller, createCaller } from './api-caller.ts';
import { compilePeople, deployedSchema, peopleDocument } from './api-people.ts';

const root = join(import.meta.dirname, '../..');
const PREFIX = 'watched';
const TOPIC = 'arn:aws:sns:eu-central-1:123456789012:alarms';

/** What AWS itself emits, as its documentation has it: names by namespace, with the dimensions they have. */
const ofAws: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'AWS/Lambda': {
    Errors: ['FunctionName'],
    Throttles: ['FunctionName'],
    Duration: ['FunctionName'],
    ConcurrentExecutions: ['FunctionName'],
    AsyncEventsDropped: ['FunctionName'],
  },
  'AWS/ApiGateway': { Count: ['ApiId'], Latency: ['ApiId'], '4xx': ['ApiId'], '5xx': ['ApiId'] },
  'AWS/DynamoDB': {
    ReadThrottleEvents: ['TableName'],
    WriteThrottleEvents: ['TableName'],
    ConsumedReadCapacityUnits: ['TableName'],
    ConsumedWriteCapacityUnits: ['TableName'],
    TransactionConflict: ['TableName'],
    SystemErrors: ['Operation', 'TableName'],
  },
  'AWS/SQS': { ApproximateNumberOfMessagesVisible: ['QueueName'], ApproximateAgeOfOldestMessage: ['QueueName'] },
};

/** The values that dimensions of the service's own metrics can have. */
const valuesOf: Readonly<Record<string, readonly string[]>> = {
  outcome: ['CREATED', 'UPDATED', 'UNCHANGED', 'DUPLICATE', 'REFUSED'],
  operation: [...Object.keys(scopeNameOfOperation), 'introspection', 'several', 'none'],
  code: [...errorCodes.map(({ code }) => code), 'OTHER'],
  cause: ['throttled', 'conflict', 'unanswered'],
  reason: [],
  state: ['running', 'held'],
};

const ownMetrics = Object.keys(metricDefinitions);

const keysOf = (dimensions: object): string => Object.keys(dimensions).sort().join();

interface Seen {
  readonly emitted: readonly EmittedMetric[];
  /** Names of functions, tables and queues, and ids of APIs, that there are. */
  readonly resources: ReadonlySet<string>;
}

/** What is wrong with a metric that an alarm or a graph names; undefined if a function emits it. */
function problemOf(watched: WatchedMetric, { emitted, resources }: Seen): string | undefined {
  const { by, namespace, name, dimensions, open } = watched;
  if (namespace !== metricNamespace) {
    if (ofAws[namespace]?.[name]?.join() !== keysOf(dimensions)) return `${by}: ${namespace} ${name} is nothing of AWS`;
    const stranger = Object.entries(dimensions).find(([key, value]) => key !== 'Operation' && !resources.has(value));
    return stranger === undefined ? undefined : `${by}: there is no ${stranger.join(' ')}`;
  }
  const keys = keysOf({ ...dimensions, ...Object.fromEntries(open.map((key) => [key, ''])) });
  const sames = emitted.filter((metric) => metric.name === name && keysOf(metric.dimensions) === keys);
  if (sames.length === 0) return `${by}: no function emits ${name} by ${keys}`;
  for (const [key, value] of Object.entries(dimensions)) {
    const seen = sames.some((metric) => metric.dimensions[key] === value);
    if (!seen && !valuesOf[key]?.includes(value)) return `${by}: no function emits ${name} with ${key} ${value}`;
  }
  return undefined;
}

/** Metrics that a function emits and that no alarm and no graph shows. */
function unseen(watched: readonly WatchedMetric[], { emitted }: Seen): string[] {
  const shown = new Set(
    watched.map(({ name, dimensions, open }) => `${name} ${[...Object.keys(dimensions), ...open].sort()}`),
  );
  const names = new Set(watched.map(({ name }) => name));
  // Where a metric is there with and without its second dimension, one of both is enough.
  return [
    ...new Set(
      emitted
        .filter(
          ({ name, dimensions }) =>
            !names.has(name) || (!shown.has(`${name} ${keysOf(dimensions)}`) && !hasTotal(name)),
        )
        .map(({ name }) => name),
    ),
  ];
}

const hasTotal = (name: string): boolean =>
  Object.entries(metricDefinitions).some(([key, definition]) => key === name && 'total' in definition);

describeWith('the applied alarms and dashboard', await appliedServices(), observability);

function observability({ endpoint, database }: AppliedServices): void {
  let workspace: Workspace;
  let applied: AppliedAlarm[];
  let alarms: WatchedMetric[];
  let graphs: WatchedMetric[];
  let seen: Seen;
  /** By function, what it emits. */
  let emittedBy: ReadonlyMap<string, readonly EmittedMetric[]>;
  /** What runs, for the end also of a run that fails half way. */
  const running: { stop(): Promise<void> }[] = [];

  beforeAll(async () => {
    workspace = createWorkspace(endpoint.url);
    const archives = await workspace.bundle('api', 'authorizer', 'guidance', 'sweeper', 'ingest', 'events');
    const issuer = await startStandInIssuer('/pool');
    running.push(issuer);
    const silent = 'http://127.0.0.1:9/pool';
    const directory = workspace.directory('watched', {
      'main.tf': configuration(workspace.module, issuer.issuer),
      'rule-config.json': JSON.stringify(ruleConfig()),
      'schema.graphqls': deployedSchema,
    });
    await directory.init();
    await directory.apply();
    const outputs = await directory.output();
    const logs = await drive(archives, issuer, silent, String(outputs['ingest_bucket']));
    emittedBy = new Map(
      Object.keys(Object.fromEntries(logs)).map((name) => [
        name,
        logs.flatMap(([of, log]) => (of === name ? emittedMetrics(log) : [])),
      ]),
    );
    applied = await appliedAlarms(endpoint.url, PREFIX);
    alarms = applied.flatMap(({ metrics }) => metrics);
    graphs = await metricsOfDashboard(endpoint.url, `${PREFIX}-${region}`);
    const names = (key: string) => Object.values(outputs[key] as Record<string, string>);
    seen = {
      emitted: [...emittedBy.values()].flat(),
      resources: new Set([
        ...['function_names', 'api_ids', 'table_names'].flatMap(names),
        `${PREFIX}-ingest`,
        `${PREFIX}-ingest-dead-letters`,
      ]),
    };
  });
  afterAll(async () => {
    await Promise.allSettled(running.map((one) => one.stop()));
    workspace?.remove();
    await database.stop();
    await endpoint.stop();
  });

  /** Makes every function say what it can; answers their logs by their names. */
  async function drive(
    archives: string,
    issuer: StandInIssuer,
    silent: string,
    bucket: string,
  ): Promise<[string, string][]> {
    const table = await startFaultyDynamoDB(database.endpoint, (answer) => answer);
    running.push(table);
    const client = {
      name: 'all',
      clientId: 'entity-data-api',
      clientSecret: 'a-secret-that-is-long-enough',
      allowedScopes: [...new Set(Object.values(scopeNameOfOperation))].map((scope) => `svc/${scope}`),
      accessTokenValidityMinutes: 60,
    };
    await issuer.setClients([client]);
    const policies = await createEmulatedAws(endpoint.url).rolePolicies(`${PREFIX}-events-${region}`);
    const target = await startTargetGuard(endpoint.url, policies.values());
    running.push(target);
    const reaching = { [`${PREFIX}-events`]: { AWS_ENDPOINT_URL_SQS: target.url } };
    const started = { awsUrl: endpoint.url, dynamodbUrl: table.url, prefix: PREFIX, archives, reaching };
    const instance = await startInstance(started);
    running.unshift(instance);
    const logOf = (one: Instance) =>
      ['api', 'authorizer', 'guidance', 'sweeper', 'ingest', 'events'].map((name): [string, string] => [
        name,
        one.log(`${PREFIX}-${name}`),
      ]);
    const caller = await createCaller({ ...client, apiUrl: instance.url(`${PREFIX}-api`), tokenUrl: issuer.tokenUrl });
    await exercise(caller);
    await fetch(instance.url(`${PREFIX}-api`), {
      method: 'POST',
      headers: { authorization: 'Bearer nonsense' },
      body: '{}',
    });
    await instance.invoke(`${PREFIX}-sweeper`, {});
    await instance.invoke(`${PREFIX}-ingest`, await loadOf(bucket));
    // Once the target takes nothing, and the events are given up; then there is more to tell, and it takes that.
    target.down = true;
    await instance.invoke(`${PREFIX}-events`, {});
    target.down = false;
    await caller.submit({ id: 'told', name: 'Told' });
    await instance.invoke(`${PREFIX}-events`, {});
    table.fail('quoting');
    await caller.submit({ id: 'z', name: 'z' });
    table.fail('throttling');
    const busy = caller.submit({ id: 'z', name: 'z' });
    // The first repeats come within milliseconds, where the machine does not stand still until the function's time is
    // over; then the table is well again.
    await Promise.race([table.calls(6), busy]);
    table.fail('none');
    await busy;
    const logs = logOf(instance);

    return [
      ...logs,
      ['guidance', await failingGuidance()],
      ['authorizer', await refusingAuthorizer(archives, silent)],
      ['api', unindexedRecord()],
      ['sweeper', changeOfRules()],
    ];
  }

  /** What the queue of bulk loads hands over: an object with a line that is no record, and one that is not there. */
  async function loadOf(bucket: string): Promise<object> {
    const s3 = new S3Client({
      endpoint: endpoint.url,
      forcePathStyle: true,
      region,
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    });
    const { ETag = '' } = await s3.send(
      new PutObjectCommand({ Bucket: bucket, Key: 'loads/l/a.jsonl', Body: '{"id":"loaded","name":"L"}\nno record\n' }),
    );
    s3.destroy();
    const messageOf = (key: string, eTag: string) => ({
      messageId: key,
      attributes: { ApproximateReceiveCount: '1' },
      body: JSON.stringify({ Records: [{ s3: { bucket: { name: bucket }, object: { key, size: 40, eTag } } }] }),
    });
    return {
      Records: [messageOf('loads/l/a.jsonl', ETag.replaceAll('"', '')), messageOf('loads/l/missing.jsonl', 'none')],
    };
  }

  /** The authorizer of the archive, with an issuer that does not answer. */
  async function refusingAuthorizer(archives: string, silent: string): Promise<string> {
    const environment = {
      AUTHORIZER_ISSUER_URL: silent,
      AUTHORIZER_AUDIENCE: '["entity-data-api"]',
      METRICS_SERVICE: PREFIX,
    };
    const authorizer = await startFunction(
      readFileSync(join(archives, 'authorizer.zip')),
      'handler.handler',
      environment,
    );
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const token = `${part({ alg: 'RS256', kid: 'k' })}.${part({ iss: silent })}.x`;
    await authorizer.invoke({
      identitySource: [`Bearer ${token}`],
      requestContext: { requestId: 'r', http: { sourceIp: '127.0.0.1' } },
    });
    const log = authorizer.log();
    await authorizer.stop();
    return log;
  }

  /** A record that has too many keys is refused, so that only other rules make one of a stored record. */
  function unindexedRecord(): string {
    const lines: string[] = [];
    const telemetry = createTelemetry('api', { METRICS_SERVICE: PREFIX }, (line) => lines.push(line));
    const { onTooManyKeys } = observeRules(telemetry.meter, (message, fields) => telemetry.log.warn(message, fields));
    const rules = compilePeople(peopleDocument(), { onTooManyKeys });
    const emails = Array.from({ length: 1_001 }, (_, index) => ({ address: `${index}@example.com` }));
    rules.indexKeys(rules.resolve({ id: 'many', emails }));
    telemetry.publish();
    return lines.join('\n');
  }

  /** A change of the rules takes minutes: here is one that is under way. */
  function changeOfRules(): string {
    const lines: string[] = [];
    const telemetry = createTelemetry('sweeper', { METRICS_SERVICE: PREFIX }, (line) => lines.push(line));
    observeRuleChange(telemetry.meter, { ...held, state: 'RUNNING' }, Date.now());
    telemetry.publish();
    return lines.join('\n');
  }

  /** No argument makes a tool of the guidance server fail by its own fault: here is one that does. */
  async function failingGuidance(): Promise<string> {
    const lines: string[] = [];
    const telemetry = createTelemetry('guidance', { METRICS_SERVICE: PREFIX }, (line) => lines.push(line));
    const offer = createOffer({ serviceIdentifier: 'svc' });
    const result = { outcome: 'failed', place: 'Error', result: { content: [] } } as const;
    const guidance = createGuidance({
      offer: { ...offer, calls: { ...offer.calls, call: async () => ({ ...result, result: { content: [] } }) } },
      origins: { allowedOrigins: [], loopbackOnly: false },
      log: () => {},
      meter: telemetry.meter,
    });
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'svc_search_docs', arguments: { query: 'x' } },
    });
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    await guidance({ method: 'POST', headers, host: 'localhost', body, requestId: 'r' });
    telemetry.publish();
    return lines.join('\n');
  }

  it.each(['FailedObjects', 'RefusedLines', 'EventsDelivered', 'EventFailures', 'DeadEvents'])(
    'hear of %s from the function when there is something to tell',
    (name) => {
      const told = seen.emitted.filter((metric) => metric.name === name);

      expect(Math.max(...told.map(({ greatest }) => greatest))).toBeGreaterThan(0);
      expect(told.map(({ dimensions }) => dimensions)).toEqual(told.map(() => ({ service: PREFIX })));
    },
  );

  it('each name a metric that a function or AWS emits', () => {
    expect(alarms.length).toBeGreaterThan(25);
    expect(graphs.length).toBeGreaterThan(40);
    expect([...alarms, ...graphs].map((one) => problemOf(one, seen)).filter((found) => found !== undefined)).toEqual(
      [],
    );
  });

  it('show every metric that a function emits', () => {
    expect([...new Set(seen.emitted.map(({ name }) => name))].sort()).toEqual([...ownMetrics].sort());
    expect(unseen([...alarms, ...graphs], seen)).toEqual([]);
    expect(new Set(seen.emitted.map(({ dimensions }) => dimensions['service']))).toEqual(new Set([PREFIX]));
  });

  it.each([
    ['another name', (one: WatchedMetric) => ({ ...one, name: `${one.name}s` })],
    ['another namespace', (one: WatchedMetric) => ({ ...one, namespace: `${one.namespace}s` })],
    ['another dimension', (one: WatchedMetric) => ({ ...one, dimensions: { ...one.dimensions, stage: '$default' } })],
    [
      'another value of a dimension',
      (one: WatchedMetric) => ({
        ...one,
        dimensions: Object.fromEntries(Object.entries(one.dimensions).map(([key, value]) => [key, `${value}x`])),
      }),
    ],
  ])('would be found to have %s', (_what, mutate) => {
    const overlooked = [...alarms, ...graphs].filter((one) => problemOf(mutate(one), seen) === undefined);

    expect(overlooked).toEqual([]);
  });

  it('would be found to show a metric no longer', () => {
    for (const name of ownMetrics) {
      const others = [...alarms, ...graphs].filter((one) => one.name !== name);

      expect(unseen(others, seen)).toEqual([name]);
    }
  });

  it('tell the topic, and each is explained under the name that its description has', () => {
    const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');
    const headings = applied.map(
      ({ description }) => /See "([\w-]+)" in docs\/operations\.md\.$/.exec(description)?.[1],
    );

    expect(new Set(applied.flatMap(({ actions, okActions }) => [actions.join(), okActions.join()]))).toEqual(
      new Set([TOPIC]),
    );
    expect(headings.filter((heading) => heading === undefined || !page.includes(`\n### ${heading}\n`))).toEqual([]);
  });

  it('are explained in docs/operations.md metric by metric', () => {
    const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');

    expect(Object.keys(metricDefinitions).filter((name) => !page.includes(`| \`${name}\` |`))).toEqual([]);
  });

  it('are said to come from every function that emits them', () => {
    const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');
    const saidOf = (metric: string) => new RegExp(`^\\| \`${metric}\` \\|[^|]*\\| ([^|]+) \\|`, 'm').exec(page)?.[1];
    const kept = [...emittedBy].flatMap(([name, metrics]) =>
      [...new Set(metrics.map((metric) => metric.name))]
        .filter((metric) => !saidOf(metric)?.split(', ').includes(name))
        .map((metric) => `${metric} of ${name}`),
    );

    expect(kept).toEqual([]);
  });

  it('has traces switched on where that was asked for', async () => {
    const reading = createEmulatedAws(endpoint.url);
    const { Configuration } = await reading.get<{ Configuration: { TracingConfig: { Mode: string } } }>(
      'lambda',
      `/2015-03-31/functions/${PREFIX}-api`,
    );

    expect(Configuration.TracingConfig.Mode).toBe('Active');
  });
}

/** Rules with a key that only suggests: names that resemble one another, of people with one telephone number. */
function ruleConfig(): object {
  const document = peopleDocument();
  return {
    ...document,
    tokenizers: [{ id: 'words', type: 'word', attributes: {} }],
    comparers: [{ id: 'distance', type: 'distance', attributes: { allowedDistance: 8 } }],
    matchers: [
      ...document.matchers,
      {
        id: 'nearName',
        type: 'token',
        attributes: { resolverID: 'name', tokenizerID: 'words', comparerID: 'distance', strategy: 'all', min: 1 },
      },
    ],
    rules: [...document.rules, { id: 'NEAR', matcherIDs: ['samePhone', 'nearName'], attributes: {} }],
    ruleSets: [
      ...document.ruleSets.map(({ id, ruleIDs }) =>
        id === 'copy' || id === 'byName' ? { id, ruleIDs } : { id, ruleIDs: ['EMAIL', 'NEAR'] },
      ),
      { id: 'review', ruleIDs: ['PHONE'] },
    ],
    mutationRuleSetGroups: { default: { ...document.mutationRuleSetGroups.default, reviewRuleSetID: 'review' } },
    searchRuleSetIDs: { default: 'search' },
  };
}

const configuration = (module: string, issuer: string): string => `
provider "aws" {
  region = "eu-central-1"
}

resource "aws_sqs_queue" "events" {
  name = "${PREFIX}-told"
}

module "entity_data" {
  source = "${module}"

  resource_prefix       = "${PREFIX}"
  rule_config_file      = "\${path.module}/rule-config.json"
  schema_file           = "\${path.module}/schema.graphqls"
  authorizer_issuer_url = "${issuer}"
  authorizer_audience   = ["entity-data-api"]
  generic_key_records   = 10
  bulk_ingest           = {}
  entity_events         = { queue_arn = aws_sqs_queue.events.arn, max_attempts = 1 }
  tracing_enabled       = true
  alarm_actions         = ["${TOPIC}"]
  functions             = { api = { reserved_concurrent_executions = 50 } }
}

output "function_names" {
  value = module.entity_data.function_names
}
output "api_ids" {
  value = module.entity_data.api_ids
}
output "table_names" {
  value = module.entity_data.table_names
}
output "ingest_bucket" {
  value = module.entity_data.ingest_bucket
}
`;

/** Asks for everything that the API counts. */
async function exercise({ query, submit }: ApiCaller): Promise<void> {
  const mail = (address: string) => [{ address }];
  await submit({ id: 'a', name: 'Ann', emails: mail('a@example.com') });
  await submit({ id: 'a', name: 'Ann', emails: mail('a@example.com') });
  await submit({ id: 'b', name: 'Bob', emails: mail('b@example.com') });
  await submit({ id: 'ab', name: 'Both', emails: [...mail('a@example.com'), ...mail('b@example.com')] });
  await submit({ id: '' });
  await submit({ id: 'long', name: 'x'.repeat(5_000) });
  await query('mutation { disassemble(input: {recordIDs: ["ab"]}) { triggered } }');
  for (let index = 0; index < 13; index++) {
    await submit({ id: `p${index}`, name: String.fromCharCode(97 + index).repeat(20), phone: '1' });
  }
  await query('{ search(input: {parameters: {name: "aaaa", phone: "1"}}) { totalCount } }');
  await query('{ search(input: {parameters: {name: "aaaa", phone: "1"}, first: 1}) { entities { id } } }');
  await query('{ metrics { recordCount } entity(input: {id: "x"}) { entity { id } } }');
}
