import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { awsError } from './scripted-client.ts';

/** What becomes of one call. */
export type Fault =
  /** It is carried out and answered. */
  | 'none'
  /** It is refused before anything is done, as AWS refuses what is too much. */
  | 'throttled'
  /** Another transaction is at one of its items. */
  | 'conflict'
  /** It is carried out, and the answer is lost. */
  | 'lost'
  /** A batch is carried out in part; any other call as a whole. */
  | 'partial';

interface BatchGetInput {
  readonly RequestItems: Record<string, { Keys: unknown[]; ConsistentRead?: boolean }>;
}
interface BatchWriteInput {
  readonly RequestItems: Record<string, unknown[]>;
}

/** Has a client meet what the emulator never does. `fate` is asked before each call, which is told by its command. */
export function withFaults(client: DynamoDBClient, fate: (command: string) => Fault): DynamoDBClient {
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const command = context.commandName ?? '';
      const isWrite = !/^(Get|BatchGet|Query)/.test(command);
      const fault = fate(command);
      if (fault === 'throttled') throw awsError('ProvisionedThroughputExceededException');
      if (fault === 'conflict' && command === 'TransactWriteItemsCommand') {
        throw awsError('TransactionCanceledException', {
          CancellationReasons: [{ Code: 'TransactionConflict' }, { Code: 'None' }],
        });
      }
      if (fault === 'conflict' && isWrite && command !== 'BatchWriteItemCommand') {
        throw awsError('TransactionConflictException');
      }
      if (fault === 'partial' && command === 'BatchGetItemCommand') {
        return answerPart(args.input as unknown as BatchGetInput, (input) => next({ ...args, input }));
      }
      if (fault === 'partial' && command === 'BatchWriteItemCommand') {
        return writePart(args.input as unknown as BatchWriteInput, (input) => next({ ...args, input }));
      }
      const answer = await next(args);
      if (fault === 'lost') throw Object.assign(new Error('no answer came'), { name: 'TimeoutError' });
      return answer;
    },
    // Outside of whatever else looks at answers.
    { step: 'initialize', name: 'faults', priority: 'high' },
  );
  return client;
}

// biome-ignore lint/suspicious/noExplicitAny: the SDK types middleware by the union of all commands
type Sent = any;

/** The first half of the keys is answered; the rest comes back as unprocessed. */
async function answerPart(input: BatchGetInput, send: (input: Sent) => Promise<Sent>): Promise<Sent> {
  const [[table, { Keys, ...options }]] = Object.entries(input.RequestItems) as [
    [string, { Keys: unknown[]; ConsistentRead?: boolean }],
  ];
  const half = Math.floor(Keys.length / 2);
  if (half === 0) return { output: { Responses: {}, UnprocessedKeys: input.RequestItems }, response: undefined };
  const result = await send({ ...input, RequestItems: { [table]: { Keys: Keys.slice(0, half), ...options } } });
  result.output.UnprocessedKeys = { [table]: { Keys: Keys.slice(half), ...options } };
  return result;
}

/** The first half of the writes is made; the rest comes back as unprocessed. */
async function writePart(input: BatchWriteInput, send: (input: Sent) => Promise<Sent>): Promise<Sent> {
  const [[table, requests]] = Object.entries(input.RequestItems) as [[string, unknown[]]];
  const half = Math.floor(requests.length / 2);
  if (half === 0) return { output: { UnprocessedItems: input.RequestItems }, response: undefined };
  const result = await send({ ...input, RequestItems: { [table]: requests.slice(0, half) } });
  result.output.UnprocessedItems = { [table]: requests.slice(half) };
  return result;
}
