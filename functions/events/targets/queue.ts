import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { chunked, untried } from '../../../src/events/chunks.ts';
import type { EntityEvent } from '../../../src/events/entity-event.ts';
import type { Delivery, EventTarget } from '../../../src/events/target.ts';
import { callFailed, clientOptions } from './aws-client.ts';

/**
 * Sends events to a queue. In a FIFO queue, the entity's id is the message group and the event's id is the
 * deduplication id. So the queue keeps the order of an entity's events and drops repetitions within five minutes.
 */
export function createQueueTarget(queueArn: string, connect = connectQueues): EventTarget {
  const [, partition, , region, account, name] = queueArn.split(':') as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const suffix = partition === 'aws-cn' ? 'amazonaws.com.cn' : 'amazonaws.com';
  const QueueUrl = `https://sqs.${region}.${suffix}/${account}/${name}`;
  const client = connect(region);
  const isFifo = name.endsWith('.fifo');
  return {
    async deliver(events) {
      const deliveries: Delivery[] = [];
      let isDown = false;
      const messages = events.map((event) => ({ event, body: bodyOf(event) }));
      for (const chunk of chunked(messages, ({ body }) => body)) {
        if (isDown) {
          deliveries.push(...untried(chunk));
          continue;
        }
        try {
          const { Failed = [] } = await client.send(
            new SendMessageBatchCommand({
              QueueUrl,
              Entries: chunk.map(({ event, body }, index) => ({
                Id: String(index),
                MessageBody: body,
                MessageAttributes: { type: { DataType: 'String', StringValue: event.type } },
                ...(isFifo ? { MessageGroupId: event.entityID, MessageDeduplicationId: event.id } : {}),
              })),
            }),
          );
          const failed = new Map(Failed.map((failure) => [failure.Id, failure]));
          chunk.forEach((_, index) => {
            const failure = failed.get(String(index));
            deliveries.push(
              failure === undefined
                ? 'delivered'
                : { reason: `the queue refuses it: ${failure.Code}`, unavailable: failure.SenderFault !== true },
            );
          });
        } catch (error) {
          isDown = true;
          deliveries.push(...chunk.map(() => callFailed('queue', error)));
        }
      }
      return deliveries;
    },
  };
}

/** Escapes U+FFFE and U+FFFF, which ids may contain and SQS refuses or replaces. */
const bodyOf = (event: EntityEvent): string =>
  JSON.stringify(event).replace(/[\ufffe\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16)}`);

/** The queue's URL only names the queue. The endpoint is chosen as for every other service. */
const connectQueues = (region: string): Pick<SQSClient, 'send'> =>
  new SQSClient({ ...clientOptions('SQS'), region, useQueueUrlAsEndpoint: false });
