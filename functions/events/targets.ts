import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { EntityEvent } from '../../src/events/entity-event.ts';
import { chunked, type Delivery, type DeliveryFailure, type EventTarget, untried } from '../../src/events/target.ts';
import { readSecret } from '../../src/events/webhook.ts';
import { clientSettings } from '../../src/runtime/aws/client-settings.ts';
import { WebhookSecretError } from './errors.ts';

/** Error codes that pass: the bus accepts the same event later. */
const FOR_NOW = new Set(['ThrottlingException', 'InternalFailure', 'InternalException']);

/**
 * Puts events on a bus: source `entity-data.<deployment>`, detail type `Entity created` and so on, the event as detail.
 */
export function createBusTarget(busArn: string, deployment: string, connect = connectBuses): EventTarget {
  const client = connect(busArn.split(':')[3]!);
  return {
    async deliver(events) {
      const deliveries: Delivery[] = [];
      let isDown = false;
      const details = events.map((event) => ({ event, detail: JSON.stringify(event) }));
      for (const chunk of chunked(details, ({ detail }) => detail)) {
        if (isDown) {
          deliveries.push(...untried(chunk));
          continue;
        }
        try {
          const { Entries = [] } = await client.send(
            new PutEventsCommand({
              Entries: chunk.map(({ event, detail }) => ({
                EventBusName: busArn,
                Source: `entity-data.${deployment}`,
                DetailType: `Entity ${event.type}`,
                Detail: detail,
                Time: new Date(event.time),
              })),
            }),
          );
          chunk.forEach((_, index) => {
            const code = Entries[index]?.ErrorCode;
            deliveries.push(
              code === undefined
                ? 'delivered'
                : { reason: `the bus refuses it: ${code}`, unavailable: FOR_NOW.has(code) },
            );
          });
        } catch (error) {
          isDown = true;
          deliveries.push(...chunk.map(() => callFailed('bus', error)));
        }
      }
      return deliveries;
    },
  };
}

const connectBuses = (region: string): Pick<EventBridgeClient, 'send'> =>
  new EventBridgeClient({ ...clientOptions('EVENTBRIDGE'), region });

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

const REMEMBERED = 300_000;

/**
 * Returns a function that reads a webhook's keys from Secrets Manager and caches them for five minutes. After a
 * rotation it also returns the previous key, so that you can configure the receivers with the new key afterwards.
 */
export function createSecretReader(secretArn: string, now: () => number = Date.now): () => Promise<Uint8Array[]> {
  const client = new SecretsManagerClient({ ...clientOptions('SECRETS_MANAGER'), region: secretArn.split(':')[3]! });
  const read = async (VersionStage: string): Promise<Uint8Array | undefined> => {
    const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId: secretArn, VersionStage }));
    return readSecret(SecretString);
  };
  const readBefore = async () => {
    try {
      return await read('AWSPREVIOUS');
    } catch (error) {
      // The secret was never rotated.
      if ((error as Error).name === 'ResourceNotFoundException') return undefined;
      throw error;
    }
  };
  let known: { readonly keys: Uint8Array[]; readonly until: number } | undefined;
  return async () => {
    if (known !== undefined && known.until > now()) return known.keys;
    const [current, before] = await Promise.all([read('AWSCURRENT'), readBefore()]);
    if (current === undefined) throw new WebhookSecretError(secretArn);
    known = { keys: before === undefined ? [current] : [current, before], until: now() + REMEMBERED };
    return known.keys;
  };
}

/**
 * The common options of the targets' clients. Endpoint and credentials come from the environment.
 *
 * @param service as in `clientSettings`
 */
const clientOptions = (service: string) => ({
  ...clientSettings(service, process.env),
  maxAttempts: 3,
  requestHandler: {
    // Milliseconds. By default, the SDK waits forever.
    connectionTimeout: 1_000,
    requestTimeout: 10_000,
    throwOnRequestTimeout: true,
  },
});

/** The failure of a whole call: the target does not exist, denies access, or cannot be reached, for every event. */
const callFailed = (target: string, error: unknown): DeliveryFailure => ({
  reason: `the ${target} cannot be reached: ${(error as Error).name}`,
  unavailable: true,
});
