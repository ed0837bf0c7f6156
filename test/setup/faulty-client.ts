import type { DynamoDB, Input, OperationName, Output } from '../../src/store/dynamodb/dynamodb.ts';
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
  | 'partial'
  /** It is carried out, this comes to pass, and the answer is lost. */
  | (() => Promise<unknown>);

/** Has calls meet what the emulator never does. `fate` is asked before each call. */
export function withFaults(dynamodb: DynamoDB, fate: (operation: OperationName, input: object) => Fault): DynamoDB {
  return {
    call: async (name, input, limits) => {
      const isWrite = !/^(Get|BatchGet|Query)/.test(name);
      const fault = fate(name, input);
      if (fault === 'throttled') throw awsError('ProvisionedThroughputExceededException');
      if (fault === 'conflict' && name === 'TransactWriteItems') {
        throw awsError('TransactionCanceledException', {
          CancellationReasons: [{ Code: 'TransactionConflict' }, { Code: 'None' }],
        });
      }
      if (fault === 'conflict' && isWrite && name !== 'BatchWriteItem') throw awsError('TransactionConflictException');
      if (fault === 'partial' && name === 'BatchGetItem') {
        return (await answerPart(dynamodb, input as Input<'BatchGetItem'>)) as Output<typeof name>;
      }
      if (fault === 'partial' && name === 'BatchWriteItem') {
        return (await writePart(dynamodb, input as Input<'BatchWriteItem'>)) as Output<typeof name>;
      }
      const answer = await dynamodb.call(name, input, limits);
      if (typeof fault === 'function') await fault();
      if (fault === 'lost' || typeof fault === 'function')
        throw Object.assign(new Error('no answer came'), { name: 'TimeoutError' });
      return answer;
    },
    close: () => dynamodb.close(),
  };
}

/** The first half of the keys is answered; the rest comes back as unprocessed. */
async function answerPart(dynamodb: DynamoDB, input: Input<'BatchGetItem'>): Promise<Output<'BatchGetItem'>> {
  const [table, { Keys = [], ...options }] = Object.entries(input.RequestItems!)[0]!;
  const half = Math.floor(Keys.length / 2);
  if (half === 0) return { Responses: {}, UnprocessedKeys: input.RequestItems, $metadata: {} };
  const asked = { ...input, RequestItems: { [table]: { Keys: Keys.slice(0, half), ...options } } };
  const answer = await dynamodb.call('BatchGetItem', asked);
  return { ...answer, UnprocessedKeys: { [table]: { Keys: Keys.slice(half), ...options } } };
}

/** The first half of the writes is made; the rest comes back as unprocessed. */
async function writePart(dynamodb: DynamoDB, input: Input<'BatchWriteItem'>): Promise<Output<'BatchWriteItem'>> {
  const [table, requests] = Object.entries(input.RequestItems!)[0]!;
  const half = Math.floor(requests.length / 2);
  if (half === 0) return { UnprocessedItems: input.RequestItems, $metadata: {} };
  const asked = { ...input, RequestItems: { [table]: requests.slice(0, half) } };
  const answer = await dynamodb.call('BatchWriteItem', asked);
  return { ...answer, UnprocessedItems: { [table]: requests.slice(half) } };
}
