import { beforeEach, describe, expect, it } from '@jest/globals';
import { loadConfig } from '../../../../functions/events/config.ts';
import { EventsCommandError, EventsConfigError, PublishingFailedError } from '../../../../functions/events/errors.ts';
import { createEvents, type EventsReport, type Listed } from '../../../../functions/events/events.ts';
import { createBusTarget, createQueueTarget } from '../../../../functions/events/targets.ts';
import { createResolution } from '../../../../src/entities/operations.ts';
import type { Discarded, Replayed } from '../../../../src/events/dead-letters.ts';
import type { EntityEvent } from '../../../../src/events/entity-event.ts';
import type { Delivery } from '../../../../src/events/target.ts';
import type { FailureDescription } from '../../../../src/runtime/log.ts';
import { frozenClock } from '../../../setup/frozen-clock.ts';
import { MemoryStore } from '../../../setup/memory-store.ts';
import { reportedProblems } from '../../../setup/reported-problems.ts';
import { toyRules } from '../../../setup/toy-rules.ts';

describe('createEvents', () => {
  let store: MemoryStore;
  let taken: EntityEvent[];
  let fate: Delivery;
  let reports: EventsReport[];
  let replays: Replayed[];
  let discards: Discarded[];
  let failures: FailureDescription[];
  let left: () => number;
  let call: ReturnType<typeof createEvents>;
  const start = frozenClock();

  beforeEach(async () => {
    store = new MemoryStore();
    taken = [];
    fate = 'delivered';
    reports = [];
    replays = [];
    discards = [];
    failures = [];
    left = () => 60_000;
    call = createEvents({
      store,
      maxAttempts: 1,
      timeLeft: () => left(),
      now: () => start + 30_000,
      report: (report) => reports.push(report),
      reportReplay: (replayed) => replays.push(replayed),
      reportDiscard: (discarded) => discards.push(discarded),
      onFailure: (failure) => failures.push(failure),
      target: {
        deliver: async (events) => {
          if (fate === 'delivered') taken.push(...events);
          return events.map(() => fate);
        },
      },
    });
    const resolution = createResolution({ store, rules: toyRules, entityEvents: true, now: () => start });
    await resolution.submit([{ id: 'a', exact: ['x'] }]);
  });

  it('publishes for any input that is not a command, and reports', async () => {
    await call({ Records: [{ dynamodb: { Keys: {} } }] });
    await call({});

    expect(taken).toHaveLength(1);
    expect(reports).toEqual([
      { delivered: 1, failed: 0, dead: 0, waiting: false, oldest: 0, deadLetters: false },
      { delivered: 0, failed: 0, dead: 0, waiting: false, oldest: 0, deadLetters: false },
    ]);
  });

  it('fails with a message that quotes nothing, and describes the failure separately', async () => {
    store.query = () => Promise.reject(new SyntaxError('in the middle of "a"'));

    const outcomes = await Promise.allSettled([call({}), call({ replay: true })]);

    expect(outcomes).toEqual(outcomes.map(() => ({ status: 'rejected', reason: new PublishingFailedError() })));
    expect(failures).toEqual(failures.map(() => ({ name: 'SyntaxError', calls: expect.any(Array) })));
    expect(failures).toHaveLength(2);
  });

  it('reports how long the oldest event has waited', async () => {
    fate = 'untried';

    await call({});

    expect(reports).toEqual([{ delivered: 0, failed: 0, dead: 0, waiting: true, oldest: 30_000, deadLetters: false }]);
  });

  it('reports dead letters until they are replayed', async () => {
    fate = { reason: 'it is down', unavailable: true };
    await call({});
    await call({});
    const down = await call({ replay: true });
    fate = 'delivered';

    const well = await call({ replay: true });
    await call({});

    expect(reports.map(({ dead, deadLetters, reason }) => [dead, deadLetters, reason])).toEqual([
      [1, true, 'it is down'],
      [0, true, undefined],
      [0, false, undefined],
    ]);
    expect([down, well]).toEqual([
      { delivered: 0, left: 1 },
      { delivered: 1, left: 0 },
    ]);
    expect(replays).toEqual([down, well]);
    expect(taken.map(({ type }) => type)).toEqual(['created']);
  });

  it('leaves dead letters for the next call when its time is over', async () => {
    fate = { reason: 'it is down', unavailable: true };
    await call({});
    fate = 'delivered';
    const times = [60_000, 25_000];
    left = () => times.shift() ?? 25_000;

    const replayed = await call({ replay: true });

    expect(replayed).toEqual({ delivered: 0, left: 1 });
  });

  it('replays and publishes in the shortest time that a deployment may give it', async () => {
    const shortest = 29_000;
    left = () => shortest;
    fate = { reason: 'it is down', unavailable: true };
    await call({});
    fate = 'delivered';

    const replayed = await call({ replay: true });

    expect(replayed).toEqual({ delivered: 1, left: 0 });
  });

  it('lists dead letters without their records, and deletes discarded ones', async () => {
    const resolution = createResolution({ store, rules: toyRules, entityEvents: true, now: () => start });
    await resolution.submit([{ id: 'secret-b', exact: ['y'] }]);
    await resolution.submit([{ id: 'secret-c', exact: ['z'] }]);
    fate = { reason: 'it is down', unavailable: false };
    await call({});

    const listed = (await call({ list: true })) as Listed;
    const [first, second] = listed.deadLetters;
    const one = await call({ discard: [first!.id, first!.id, `${first!.entityID}.7`, 'nonsense'] });
    const next = (await call({ list: true })) as Listed;
    const all = await call({ discard: 'all' });
    await call({});

    expect(listed).toMatchObject({ more: false });
    expect(listed.deadLetters).toHaveLength(3);
    expect(first).toEqual({
      id: `${first!.entityID}.1`,
      entityID: first!.entityID,
      types: ['created'],
      reason: 'it is down',
      since: new Date(start + 30_000).toISOString(),
    });
    expect(JSON.stringify(listed)).not.toContain('secret');
    expect(one).toEqual({ discarded: 1, unknown: [`${first!.entityID}.7`, 'nonsense'] });
    expect(next.deadLetters).toHaveLength(2);
    expect(next.deadLetters[0]).toEqual(second);
    expect(all).toEqual({ discarded: 2, unknown: [] });
    expect(discards).toEqual([one, all]);
    expect(reports.at(-1)).toMatchObject({ delivered: 0, deadLetters: false });
    expect(taken).toEqual([]);
  });

  it.each([
    { replay: false },
    { list: 'all' },
    { discard: true },
    { discard: [] },
    { discard: [7] },
    { replay: true, discard: 'all' },
  ])('refuses %j, and does nothing', async (command) => {
    await expect(call(command)).rejects.toThrow(EventsCommandError);

    expect(reports).toEqual([]);
    expect(failures).toEqual([]);
  });
});

const common = { TABLE_NAME: 'crm-entities', DEPLOYMENT: 'crm' };
const queue = 'arn:aws:sqs:eu-central-1:123456789012:entities.fifo';
const bus = 'arn:aws:events:eu-central-1:123456789012:event-bus/entities';
const secret = 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:events-AbCdEf';

describe('loadConfig', () => {
  it.each([
    [{ QUEUE_ARN: queue }, { kind: 'queue', arn: queue }],
    [{ EVENT_BUS_ARN: bus }, { kind: 'bus', arn: bus }],
    [
      { WEBHOOK_URL: 'https://example.com/', WEBHOOK_SECRET_ARN: secret },
      { kind: 'webhook', url: 'https://example.com/', secretArn: secret },
    ],
  ])('reads the one target %j', (environment, target) => {
    const config = loadConfig({ ...common, ...environment });

    const defaults = { maxAttempts: 30, historyRetentionInDays: 0 };
    expect(config).toEqual({ tableName: 'crm-entities', deployment: 'crm', target, ...defaults });
  });

  it('reports every problem at once', () => {
    const environment = { MAX_ATTEMPTS: '0', WEBHOOK_URL: 'http://example.com/', QUEUE_ARN: 'entities' };

    const problems = reportedProblems(EventsConfigError, () => loadConfig(environment));

    expect(problems.map(({ variable }) => variable)).toEqual([
      'TABLE_NAME',
      'DEPLOYMENT',
      'MAX_ATTEMPTS',
      'QUEUE_ARN',
      'WEBHOOK_URL',
      'WEBHOOK_SECRET_ARN',
      'EVENT_BUS_ARN, QUEUE_ARN or WEBHOOK_URL',
    ]);
  });

  it('refuses a configuration without a target', () => {
    expect(() => loadConfig(common)).toThrow(EventsConfigError);
  });
});

const event = (entityID: string): EntityEvent => ({
  version: 1,
  id: `${entityID}.1`,
  type: 'created',
  entityID,
  sequence: 1,
  time: '2026-11-21T06:30:00.000Z',
  recordCount: 1,
  recordCountIsExact: true,
  recordIDs: ['a'],
  causes: [],
});
const events = (count: number) => Array.from({ length: count }, (_, index) => event(`E${index}`));

/** A client that answers each call with the next answer, or the last; an error is thrown. */
function client(...answers: (object | Error)[]) {
  const inputs: Record<string, unknown>[] = [];
  const regions: string[] = [];
  const send = async ({ input }: { input: Record<string, unknown> }) => {
    inputs.push(input);
    const answer = answers[Math.min(inputs.length, answers.length) - 1]!;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const connect = (region: string) => {
    regions.push(region);
    return { send } as never;
  };
  return { connect, inputs, regions };
}

describe('createQueueTarget', () => {
  const fifo = 'arn:aws:sqs:eu-west-1:123456789012:entities.fifo';

  it('makes each entity a message group, in the region of the queue', async () => {
    const { connect, inputs, regions } = client({});

    const deliveries = await createQueueTarget(fifo, connect).deliver([event('E')]);

    expect(deliveries).toEqual(['delivered']);
    expect(regions).toEqual(['eu-west-1']);
    expect(inputs).toEqual([
      {
        QueueUrl: 'https://sqs.eu-west-1.amazonaws.com/123456789012/entities.fifo',
        Entries: [
          {
            Id: '0',
            MessageBody: JSON.stringify(event('E')),
            MessageAttributes: { type: { DataType: 'String', StringValue: 'created' } },
            MessageGroupId: 'E',
            MessageDeduplicationId: 'E.1',
          },
        ],
      },
    ]);
  });

  it('writes an id in characters that SQS takes', async () => {
    const { connect, inputs } = client({});
    const odd = { ...event('E'), recordIDs: ['a\ufffe\uffff\u{1ffff}é"'] };

    await createQueueTarget(fifo, connect).deliver([odd]);

    const [{ MessageBody }] = inputs[0]!['Entries'] as [{ MessageBody: string }];
    // As the reference of SendMessageBatch has it.
    expect(MessageBody).toMatch(/^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u);
    expect(JSON.parse(MessageBody)).toEqual(odd);
  });

  it('gives a standard queue no group', async () => {
    const { connect, inputs } = client({});

    await createQueueTarget('arn:aws-cn:sqs:cn-north-1:123456789012:entities', connect).deliver([event('E')]);

    expect(inputs[0]?.['QueueUrl']).toBe('https://sqs.cn-north-1.amazonaws.com.cn/123456789012/entities');
    expect(JSON.stringify(inputs)).not.toContain('MessageGroupId');
  });

  it('tells which messages of a call were not taken, and whose fault it was', async () => {
    const Failed = [
      { Id: '1', Code: 'InvalidMessageContents', SenderFault: true },
      { Id: '2', Code: 'InternalError', SenderFault: false },
    ];

    const deliveries = await createQueueTarget(fifo, client({ Failed }).connect).deliver(events(4));

    expect(deliveries).toEqual([
      'delivered',
      { reason: 'the queue refuses it: InvalidMessageContents', unavailable: false },
      { reason: 'the queue refuses it: InternalError', unavailable: true },
      'delivered',
    ]);
  });

  it('does not go on when a call fails as a whole', async () => {
    const gone = Object.assign(new Error('no such queue'), { name: 'QueueDoesNotExist' });
    const { connect, inputs } = client({}, gone);

    const deliveries = await createQueueTarget(fifo, connect).deliver(events(25));

    expect(inputs).toHaveLength(2);
    expect(deliveries.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'delivered'));
    expect(deliveries[10]).toEqual({ reason: 'the queue cannot be reached: QueueDoesNotExist', unavailable: true });
    expect(deliveries.slice(20)).toEqual(Array.from({ length: 5 }, () => 'untried'));
  });
});

describe('createBusTarget', () => {
  const bus = 'arn:aws:events:eu-west-1:123456789012:event-bus/entities';

  it('puts the event as detail, under a source of the deployment', async () => {
    const { connect, inputs } = client({ Entries: [{ EventId: '1' }] });

    const deliveries = await createBusTarget(bus, 'crm', connect).deliver([event('E')]);

    expect(deliveries).toEqual(['delivered']);
    expect(inputs).toEqual([
      {
        Entries: [
          {
            EventBusName: bus,
            Source: 'entity-data.crm',
            DetailType: 'Entity created',
            Detail: JSON.stringify(event('E')),
            Time: new Date('2026-11-21T06:30:00.000Z'),
          },
        ],
      },
    ]);
  });

  it('tells which events were not taken, and whether that is only for now', async () => {
    const Entries = [{ ErrorCode: 'ThrottlingException' }, { EventId: '2' }, { ErrorCode: 'MalformedDetail' }];

    const deliveries = await createBusTarget(bus, 'crm', client({ Entries }).connect).deliver(events(3));

    expect(deliveries).toEqual([
      { reason: 'the bus refuses it: ThrottlingException', unavailable: true },
      'delivered',
      { reason: 'the bus refuses it: MalformedDetail', unavailable: false },
    ]);
  });
});
