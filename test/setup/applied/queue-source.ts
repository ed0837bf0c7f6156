import { createEmulatedAws } from './emulated-aws.ts';
import type { Instance } from './instance.ts';

/** Hands messages of a queue over to a function, as the applied event source mapping says. */
export interface QueueSource {
  readonly mapping: EventSourceMapping;
  /**
   * Takes one batch and calls the function with it. What it does not report as failed is deleted; what it does, or all
   * when the call fails, is there again at once, where AWS waits for the visibility timeout to end.
   *
   * @returns how many messages there were, and how many of them failed.
   */
  deliver(): Promise<{ received: number; failed: number }>;
  /** Delivers until nothing is left in the queue: loaded, or among the dead letters. */
  drain(): Promise<void>;
  /** Bodies of the messages among the dead letters. */
  deadLetters(): Promise<string[]>;
  /** Moves the dead letters back to the queue. */
  redrive(): Promise<void>;
  attributes(): Promise<Readonly<Record<string, string>>>;
}

interface EventSourceMapping {
  readonly EventSourceArn: string;
  readonly FunctionArn: string;
  readonly BatchSize: number;
  readonly State: string;
  readonly FunctionResponseTypes?: readonly string[];
  readonly ScalingConfig?: { readonly MaximumConcurrency: number };
}

interface Message {
  readonly MessageId: string;
  readonly ReceiptHandle: string;
  readonly Body: string;
  readonly Attributes: Readonly<Record<string, string>>;
}

export async function openQueueSource(awsUrl: string, instance: Instance, functionName: string): Promise<QueueSource> {
  const aws = createEmulatedAws(awsUrl);
  const sqs = <Answer>(action: string, input: object) => aws.call<Answer>('sqs', `AmazonSQS.${action}`, input);
  const { EventSourceMappings } = await aws.get<{ EventSourceMappings: EventSourceMapping[] }>(
    'lambda',
    '/2015-03-31/event-source-mappings/',
  );
  const mapping = EventSourceMappings.find(({ FunctionArn }) => FunctionArn.endsWith(`:function:${functionName}:live`));
  if (mapping === undefined || mapping.State !== 'Enabled') throw new Error(`No queue calls ${functionName}.`);
  const urlOf = async (arn: string) =>
    (await sqs<{ QueueUrl: string }>('GetQueueUrl', { QueueName: arn.slice(arn.lastIndexOf(':') + 1) })).QueueUrl;
  const QueueUrl = await urlOf(mapping.EventSourceArn);
  const attributesOf = async (url: string) =>
    (
      await sqs<{ Attributes: Record<string, string> }>('GetQueueAttributes', {
        QueueUrl: url,
        AttributeNames: ['All'],
      })
    ).Attributes;
  const { deadLetterTargetArn } = JSON.parse((await attributesOf(QueueUrl))['RedrivePolicy'] ?? '{}') as {
    deadLetterTargetArn: string;
  };
  const deadLetterUrl = await urlOf(deadLetterTargetArn);
  const receive = async (url: string, count: number) =>
    (
      await sqs<{ Messages?: Message[] }>('ReceiveMessage', {
        QueueUrl: url,
        MaxNumberOfMessages: count,
        WaitTimeSeconds: 0,
        AttributeNames: ['All'],
        MessageSystemAttributeNames: ['All'],
      })
    ).Messages ?? [];
  const showAgain = (url: string, { ReceiptHandle }: Message) =>
    sqs('ChangeMessageVisibility', { QueueUrl: url, ReceiptHandle, VisibilityTimeout: 0 });

  async function deliver(): Promise<{ received: number; failed: number }> {
    const messages = await receive(QueueUrl, mapping!.BatchSize);
    if (messages.length === 0) return { received: 0, failed: 0 };
    const failed = await call(messages);
    for (const message of messages) {
      if (failed.has(message.MessageId)) await showAgain(QueueUrl, message);
      else await sqs('DeleteMessage', { QueueUrl, ReceiptHandle: message.ReceiptHandle });
    }
    return { received: messages.length, failed: failed.size };
  }

  async function call(messages: readonly Message[]): Promise<ReadonlySet<string>> {
    const Records = messages.map(({ MessageId, ReceiptHandle, Body, Attributes }) => ({
      messageId: MessageId,
      receiptHandle: ReceiptHandle,
      body: Body,
      attributes: Attributes,
      messageAttributes: {},
      eventSource: 'aws:sqs',
      eventSourceARN: mapping!.EventSourceArn,
    }));
    try {
      const answer = (await instance.invoke(functionName, { Records })) as {
        batchItemFailures: { itemIdentifier: string }[];
      };
      if (!mapping!.FunctionResponseTypes?.includes('ReportBatchItemFailures')) return new Set();
      return new Set(answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    } catch {
      return new Set(messages.map(({ MessageId }) => MessageId));
    }
  }

  return {
    mapping,
    deliver,
    drain: async () => {
      while ((await deliver()).received > 0);
    },
    deadLetters: async () => {
      const messages = await receive(deadLetterUrl, 10);
      for (const message of messages) await showAgain(deadLetterUrl, message);
      return messages.map(({ Body }) => Body);
    },
    redrive: async () => {
      for (const { Body, ReceiptHandle } of await receive(deadLetterUrl, 10)) {
        await sqs('SendMessage', { QueueUrl, MessageBody: Body });
        await sqs('DeleteMessage', { QueueUrl: deadLetterUrl, ReceiptHandle });
      }
    },
    attributes: () => attributesOf(QueueUrl),
  };
}
