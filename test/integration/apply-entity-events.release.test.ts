import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { CreateSecretCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { EntityEvent } from '../../src/events/entity-event.ts';
import { createEmulatedAws, region } from '../setup/applied/emulated-aws.ts';
import { clientsOf, type Instance, startInstance } from '../setup/applied/instance.ts';
import { type AppliedServices, appliedServices } from '../setup/applied/services.ts';
import { type StandInIssuer, startStandInIssuer } from '../setup/applied/stand-in-issuer.ts';
import { startTargetGuard, type TargetGuard } from '../setup/applied/target-guard.ts';
import {
  createWorkspace,
  type PlannedChange,
  type TerraformDirectory,
  type Workspace,
} from '../setup/applied/workspace.ts';
import { listenLocally } from '../setup/local-server.ts';
import { describeWith } from '../setup/requirement.ts';
import { type ApiCaller, createCaller } from './api-caller.ts';

describeWith('entity events as applied', await appliedServices(), entityEvents);

/** Two instances in one configuration, one for each target that the example has not. */
const others = (module: string, secretArn: string, webhook: string) => `
terraform {
  required_providers {
    aws = { source = "hashicorp/aws", version = ">= 5.100" }
  }
}
provider "aws" {
  region = "${region}"
}
locals {
  example = "${module}/examples/entity-events"
  clients = { backend = { allowed_scopes = ["svc/mutation.submit", "svc/mutation.disassemble", "svc/query.entity"] } }
}
resource "aws_cloudwatch_event_bus" "events" {
  name = "entity-data-bus"
}
resource "aws_sqs_queue" "bus" {
  name = "entity-data-bus"
}
resource "aws_cloudwatch_event_rule" "events" {
  name           = "entity-data-bus"
  event_bus_name = aws_cloudwatch_event_bus.events.name
  event_pattern  = jsonencode({ source = ["entity-data.entity-data-bus"] })
}
resource "aws_cloudwatch_event_target" "events" {
  rule           = aws_cloudwatch_event_rule.events.name
  event_bus_name = aws_cloudwatch_event_bus.events.name
  arn            = aws_sqs_queue.bus.arn
}
module "bus" {
  source                 = "${module}"
  resource_prefix        = "entity-data-bus"
  rule_config_file       = "\${local.example}/rule-config.json"
  schema_file            = "\${local.example}/schema.graphqls"
  deletion_protection    = false
  create_guidance_server = false
  create_dashboard       = false
  clients                = local.clients
  entity_events          = { event_bus_arn = aws_cloudwatch_event_bus.events.arn, max_attempts = 1 }
}
module "hook" {
  source                 = "${module}"
  resource_prefix        = "entity-data-hook"
  rule_config_file       = "\${local.example}/rule-config.json"
  schema_file            = "\${local.example}/schema.graphqls"
  deletion_protection    = false
  create_guidance_server = false
  create_dashboard       = false
  clients                = local.clients
  entity_events          = { webhook = { url = "${webhook}", secret_arn = "${secretArn}" }, max_attempts = 1 }
}
output "bus_queue_url" {
  value = aws_sqs_queue.bus.id
}
`;

/** What came over a target, in the order in which it came. */
interface Received {
  /** Everything that came since the last look. */
  take(): Promise<EntityEvent[]>;
}

interface Driven {
  readonly instance: Instance;
  readonly api: ApiCaller;
  /** Calls the function as its schedule does. */
  publish(): Promise<unknown>;
  replay(): Promise<unknown>;
}

const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
const rotated = `whsec_${Buffer.from('a secret of thirty bytes or so').toString('base64')}`;
const secret = `whsec_${Buffer.from('another secret of thirty bytes').toString('base64')}`;

function entityEvents({ endpoint, database }: AppliedServices): void {
  const stops: (() => Promise<void>)[] = [];
  let workspace: Workspace;
  let archives: string;
  let outputs: Readonly<Record<string, unknown>>;
  let otherOutputs: Readonly<Record<string, unknown>>;
  let changes: readonly PlannedChange[];
  let sqs: SQSClient;
  let secretArn: string;
  let receiver: Webhook;

  beforeAll(async () => {
    const common = { endpoint: endpoint.url, region, credentials };
    sqs = new SQSClient({ ...common, useQueueUrlAsEndpoint: false });
    const secrets = new SecretsManagerClient(common);
    const { ARN } = await secrets.send(new CreateSecretCommand({ Name: 'entity-events', SecretString: rotated }));
    await secrets.send(new PutSecretValueCommand({ SecretId: ARN, SecretString: secret }));
    secrets.destroy();
    secretArn = ARN!;
    receiver = await startWebhook();
    workspace = createWorkspace(endpoint.url);
    archives = join(workspace.module, 'functions', 'dist');
    const example = workspace.example('entity-events');
    const elsewhere = workspace.directory('elsewhere', {
      'main.tf': others(workspace.module, secretArn, 'https://example.com/entities'),
    });
    const values = { max_attempts: '1', deletion_protection: 'false' };
    const apply = async (directory: TerraformDirectory, variables: Record<string, string>) => {
      await directory.init();
      await directory.apply(variables);
      return directory.output();
    };
    [outputs, otherOutputs] = await Promise.all([apply(example, values), apply(elsewhere, {})]);
    changes = await example.plan(values);
  });

  afterAll(async () => {
    for (const stop of stops.reverse()) await stop();
    sqs?.destroy();
    await receiver?.stop();
    workspace?.remove();
    await database.stop();
    await endpoint.stop();
  });

  async function drive(prefix: string, reaching: Readonly<Record<string, string>>): Promise<Driven> {
    const issuer: StandInIssuer = await startStandInIssuer('/pool');
    stops.push(() => issuer.stop());
    const name = `${prefix}-events`;
    const instance = await startInstance({
      awsUrl: endpoint.url,
      dynamodbUrl: database.endpoint,
      prefix,
      archives,
      instead: { AUTHORIZER_ISSUER_URL: issuer.issuer, AUTHORIZER_JWKS_URI: `${issuer.issuer}/.well-known/jwks.json` },
      reaching: { [name]: reaching },
    });
    stops.push(() => instance.stop());
    const environment = await instance.environment(`${prefix}-authorizer`);
    const poolId = /\/([^/]+)$/.exec(environment['AUTHORIZER_ISSUER_URL'] ?? '')?.[1] ?? '';
    const clients = await clientsOf(endpoint.url, poolId, prefix);
    await issuer.setClients(clients);
    const { clientId, clientSecret } = clients[0]!;
    const apiUrl = instance.url(`${prefix}-api`);
    const api = await createCaller({ apiUrl, tokenUrl: issuer.tokenUrl, clientId, clientSecret });
    const query: ApiCaller['query'] = async (...request) => {
      const answer = await api.query(...request);
      if (answer.body.errors !== undefined || answer.status !== 200)
        throw new Error(`${JSON.stringify(answer)} ${instance.log(`${prefix}-authorizer`)}`);
      return answer;
    };
    return {
      instance,
      api: { ...api, query },
      publish: () => instance.invoke(name, {}),
      replay: () => instance.invoke(name, { replay: true }),
    };
  }

  /** A guard with the rights that the function was given by Terraform. */
  async function guardOf(prefix: string): Promise<TargetGuard> {
    const policies = await createEmulatedAws(endpoint.url).rolePolicies(`${prefix}-events-${region}`);
    const guard = await startTargetGuard(endpoint.url, policies.values());
    stops.push(() => guard.stop());
    return guard;
  }

  function queueAt(url: string, read: (body: string) => EntityEvent): Received {
    return {
      async take() {
        const events: EntityEvent[] = [];
        for (;;) {
          const { Messages = [] } = await sqs.send(
            new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: 10, WaitTimeSeconds: 0 }),
          );
          if (Messages.length === 0) return events;
          for (const { Body, ReceiptHandle } of Messages) {
            events.push(read(Body!));
            await sqs.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle }));
          }
        }
      },
    };
  }

  const person = (id: string, email: string, name = `Person ${id}`) => ({ id, name, email, postcode: 'AB1 2CD' });
  const told = (events: readonly EntityEvent[]) =>
    events.map(({ type, recordIDs, causes }) => [type, recordIDs.join(), causes.map((cause) => cause.type).join()]);
  const sorted = (lists: readonly string[][]) => [...lists].sort((a, b) => (a.join() < b.join() ? -1 : 1));

  /** What a consumer holds who knows nothing but the events: entities by their id, each as its records. */
  function replicaOf(events: readonly EntityEvent[]): Map<string, string> {
    const latest = new Map<string, EntityEvent>();
    for (const event of events) {
      if ((latest.get(event.entityID)?.sequence ?? 0) < event.sequence) latest.set(event.entityID, event);
    }
    const live = [...latest.values()].filter(({ type, mergedInto }) => type !== 'deleted' && mergedInto === undefined);
    return new Map(live.map(({ entityID, recordIDs }) => [entityID, [...recordIDs].sort().join()]));
  }

  async function entitiesOf(api: ApiCaller, ids: readonly string[]): Promise<Map<string, string>> {
    const entities = new Map<string, string>();
    for (const id of ids) {
      const { body } = await api.entityByRecord(id);
      const entity = body.data.entityByRecord.entity as { id: string; records: { id: string }[] } | null;
      if (entity !== null)
        entities.set(
          entity.id,
          entity.records
            .map((record) => record.id)
            .sort()
            .join(),
        );
    }
    return entities;
  }

  const submit = (api: ApiCaller, ...records: object[]) =>
    api.query('mutation ($input: SubmitInput!) { submit(input: $input) { recordsAdded } }', { input: { records } });
  const disassemble = (api: ApiCaller, input: object) =>
    api.query('mutation ($input: DisassembleInput!) { disassemble(input: $input) { triggered } }', { input });

  function expectOrder(events: readonly EntityEvent[]): void {
    const last = new Map<string, number>();
    for (const { entityID, sequence, id } of events) {
      expect([id, sequence]).toEqual([`${entityID}.${sequence}`, (last.get(entityID) ?? 0) + 1]);
      last.set(entityID, sequence);
    }
  }

  it('is applied so that a second plan is quiet, with rights for the stream and one target', async () => {
    const read = createEmulatedAws(endpoint.url);
    const roles = await Promise.all(
      ['entity-data-events', 'entity-data-bus', 'entity-data-hook'].map(async (prefix) => {
        const policies = await read.rolePolicies(`${prefix}-events-${region}`);
        const rights = [...policies.values()].flatMap(({ Statement }) =>
          Statement.flatMap(({ Action, Resource }) => [Action].flat().map((action) => `${action} on ${Resource}`)),
        );
        return { names: [...policies.keys()].sort(), rights: rights.filter((one) => !/^(logs|dynamodb):/.test(one)) };
      }),
    );
    const { EventSourceMappings } = await read.get<{ EventSourceMappings: Record<string, unknown>[] }>(
      'lambda',
      '/2015-03-31/event-source-mappings/',
    );

    expect(changes).toEqual([]);
    expect(outputs['events_function']).toBe('entity-data-events-events');
    expect(roles.map(({ rights }) => rights)).toEqual([
      [`sqs:SendMessage on arn:aws:sqs:${region}:123456789012:entity-data-events.fifo`],
      [`events:PutEvents on arn:aws:events:${region}:123456789012:event-bus/entity-data-bus`],
      [`secretsmanager:GetSecretValue on ${secretArn}`],
    ]);
    expect(roles[0]!.names).toEqual(['entities', 'runtime', 'stream', 'target']);
    const ofQueue = EventSourceMappings.filter(({ FunctionArn }) =>
      String(FunctionArn).endsWith('entity-data-events-events:live'),
    );
    expect(ofQueue).toEqual([
      expect.objectContaining({
        EventSourceArn: expect.stringContaining(':table/entity-data-events-entities/stream/'),
      }),
    ]);
  });

  it('tells a queue everything that becomes of entities, and loses nothing while the queue is away', async () => {
    const guard = await guardOf('entity-data-events');
    const { api, publish, replay, instance } = await drive('entity-data-events', { AWS_ENDPOINT_URL_SQS: guard.url });
    const queue = queueAt(String(outputs['queue_url']), (body) => JSON.parse(body) as EntityEvent);
    const all: EntityEvent[] = [];
    const look = async () => {
      await publish();
      const events = await queue.take();
      all.push(...events);
      return told(events);
    };

    await submit(api, person('a', 'a@example.com'));
    const created = await look();
    const quiet = await look();
    await submit(api, person('b', 'A@example.com'));
    const changed = await look();
    await submit(api, person('c', 'c@example.com', 'Chris Sample'));
    await look();
    await submit(api, { id: 'd', name: 'Chris Sample', email: 'a@example.com', postcode: 'AB1 2CD' });
    const merged = await look();
    await disassemble(api, { edges: [{ a: 'c', b: 'd' }] });
    const split = await look();
    await disassemble(api, { recordIDs: ['c'] });
    const deleted = await look();

    expect(created).toEqual([['created', 'a', 'submit']]);
    expect(quiet).toEqual([]);
    expect(changed).toEqual([['changed', 'a,b', 'submit']]);
    expect(sorted(merged)).toEqual([
      ['merged', '', 'submit'],
      ['merged', 'a,b,c,d', 'submit'],
    ]);
    expect(sorted(split)).toEqual([
      ['created', 'c', 'disassemble'],
      ['split', 'a,b,d', 'disassemble'],
    ]);
    expect(deleted).toEqual([['deleted', '', 'erasure']]);
    expectOrder(all);

    guard.down = true;
    await submit(api, person('e', 'e@example.com'));
    await publish();
    await submit(api, person('f', 'e@example.com'));
    await publish();
    const nothing = await queue.take();
    const stillAway = await replay();
    guard.down = false;
    await submit(api, person('g', 'e@example.com'));
    await publish();
    const after = await queue.take();
    const replayed = await replay();
    const late = await queue.take();
    all.push(...late, ...after);

    expect(nothing).toEqual([]);
    expect(stillAway).toMatchObject({ delivered: 0, left: 2 });
    expect(told(after)).toEqual([['changed', 'e,f,g', 'submit']]);
    expect(replayed).toEqual({ delivered: 2, left: 0 });
    expect(told(late)).toEqual([
      ['created', 'e', 'submit'],
      ['changed', 'e,f', 'submit'],
    ]);
    expectOrder(all);
    expect(replicaOf(all)).toEqual(await entitiesOf(api, ['a', 'b', 'c', 'd', 'e', 'f', 'g']));
    expect(JSON.stringify(all)).not.toMatch(/example\.com|Person|Sample|AB1/);
    expect([...guard.seen]).toEqual([`sqs:SendMessage on arn:aws:sqs:${region}:123456789012:entity-data-events.fifo`]);
    expect(instance.log('entity-data-events-events')).toContain('"DeadEvents":1');
    expect(instance.log('entity-data-events-events')).not.toMatch(/example\.com|"e\.f"|Person/);
  });

  it('puts events on a bus, from where a rule brings them on', async () => {
    const guard = await guardOf('entity-data-bus');
    const { api, publish, replay } = await drive('entity-data-bus', { AWS_ENDPOINT_URL_EVENTBRIDGE: guard.url });
    const envelopes: Record<string, unknown>[] = [];
    const queue = queueAt(String(otherOutputs['bus_queue_url']), (body) => {
      const envelope = JSON.parse(body) as { detail: EntityEvent };
      envelopes.push(envelope as unknown as Record<string, unknown>);
      return envelope.detail;
    });

    await submit(api, person('a', 'a@example.com'), person('b', 'a@example.com'));
    await publish();
    const first = await queue.take();
    guard.down = true;
    await disassemble(api, { recordIDs: ['a'] });
    await publish();
    guard.down = false;
    const replayed = await replay();
    const second = await queue.take();

    expect(told(first)).toEqual([['created', 'a,b', 'submit']]);
    expect(envelopes[0]).toMatchObject({
      source: 'entity-data.entity-data-bus',
      'detail-type': 'Entity created',
      detail: { entityID: first[0]!.entityID },
    });
    expect(replayed).toEqual({ delivered: 1, left: 0 });
    expect(told(second)).toEqual([['changed', 'b', 'erasure']]);
    expect(replicaOf([...first, ...second])).toEqual(await entitiesOf(api, ['a', 'b']));
  });

  it('posts signed events to a webhook, also while its secret is being replaced', async () => {
    const guard = await guardOf('entity-data-hook');
    const { api, publish, replay } = await drive('entity-data-hook', {
      AWS_ENDPOINT_URL_SECRETS_MANAGER: guard.url,
      // Only a service of this machine can be reached here.
      WEBHOOK_URL: receiver.url,
    });

    await submit(api, person('a', 'a@example.com'));
    await publish();
    const [first] = receiver.requests;
    receiver.status = 503;
    await submit(api, person('b', 'a@example.com'));
    await publish();
    receiver.status = 204;
    const replayed = await replay();
    const events = receiver.taken.map((body) => JSON.parse(body) as EntityEvent);

    expect(replayed).toEqual({ delivered: 1, left: 0 });
    expect(told(events)).toEqual([
      ['created', 'a', 'submit'],
      ['changed', 'a,b', 'submit'],
    ]);
    const { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures } = first!.headers;
    expect(id).toBe(events[0]!.id);
    expect(Math.abs(Date.now() / 1_000 - Number(seconds))).toBeLessThan(300);
    const expected = [secret, rotated].map((text) => {
      const key = Buffer.from(text.slice('whsec_'.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${first!.body}`).digest('base64')}`;
    });
    expect(signatures).toBe(expected.join(' '));
    expect([...guard.seen]).toEqual([`secretsmanager:GetSecretValue on ${secretArn}`]);
  });
}

interface Webhook {
  readonly url: string;
  readonly requests: { readonly headers: Record<string, unknown>; readonly body: string }[];
  /** Bodies that were answered with a status of success. */
  readonly taken: string[];
  status: number;
  stop(): Promise<void>;
}

async function startWebhook(): Promise<Webhook> {
  const server: Server = createServer(async (incoming, outgoing) => {
    const body = await text(incoming);
    webhook.requests.push({ headers: incoming.headers, body });
    if (webhook.status < 300) webhook.taken.push(body);
    outgoing.writeHead(webhook.status).end();
  });
  const local = await listenLocally(server);
  const webhook: Webhook = {
    url: `${local.url}/entities`,
    requests: [],
    taken: [],
    status: 204,
    stop: local.stop,
  };
  return webhook;
}
