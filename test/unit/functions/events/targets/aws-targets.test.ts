import { describe, expect, it } from '@jest/globals';
import { createBusTarget } from '../../../../../functions/events/targets/event-bus.ts';
import { createQueueTarget } from '../../../../../functions/events/targets/queue.ts';
import type { EntityEvent } from '../../../../../src/events/entity-event.ts';

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
