import type { WriteRequest } from '@aws-sdk/client-dynamodb';
import { endless, type TimeLeft } from '../../request-time.ts';
import {
  checkItem,
  checkKey,
  checkKeyPart,
  checkTransact,
  checkWrites,
  identityOf,
  isAtOrBehind,
  PARTITION_KEY_BYTES,
} from '../items.ts';
import type {
  Also,
  Check,
  Item,
  Key,
  Outcome,
  Page,
  QueryOptions,
  ReadOptions,
  Step,
  StepOutcome,
  Store,
  TransactOutcome,
  Write,
} from '../port.ts';
import { discarding, stepByStep } from '../port.ts';
import { type Pace, realPace } from './backoff.ts';
import { Calls } from './calls.ts';
import type { DynamoDB } from './dynamodb.ts';
import { overloaded, type RetryCause } from './failure.ts';
import { type Marshalled, marshalItem, marshalKey, unmarshalItem } from './marshal.ts';
import { writeOne } from './single-write.ts';
import { transactWrites } from './transaction.ts';

export interface DynamoDBStoreOptions {
  readonly tableName: string;
  /** Closing the store does not close it. */
  readonly dynamodb: DynamoDB;
  /** How long one call is repeated before it ends in a `RetryableError`, in milliseconds. Default: 20,000. */
  readonly deadlineMilliseconds?: number;
  /** Milliseconds left. Calls end in a `RetryableError` when none are left. Default: unlimited. */
  readonly timeLeft?: TimeLeft;
  /** Called with the capacity units of every response. Requesting them makes responses a little longer. */
  readonly onCapacity?: (units: number, kind: 'read' | 'write') => void;
  /** Called for every attempt after the first. */
  readonly onRetry?: (cause: RetryCause) => void;
  /** For tests. */
  readonly pace?: Pace;
}

/** The limits of AWS: keys of one BatchGetItem and writes of one BatchWriteItem. */
const GET_LIMIT = 100;
const WRITE_LIMIT = 25;
const DEADLINE_MILLISECONDS = 20_000;

/**
 * Creates the store on a DynamoDB table with the keys `pk` and `sk`. Every error is an `EntityDataError`:
 * `RetryableError` when the table is throttled or does not respond until the deadline, `StoreUnavailableError` when it
 * does not exist or denies access.
 */
export function createDynamoDBStore(options: DynamoDBStoreOptions): Store {
  return new DynamoDBStore(options);
}

/** The calls of a store or of a scan with these options. */
export const callsOf = (options: DynamoDBStoreOptions): Calls =>
  new Calls({
    dynamodb: options.dynamodb,
    tableName: options.tableName,
    deadlineMilliseconds: options.deadlineMilliseconds ?? DEADLINE_MILLISECONDS,
    timeLeft: options.timeLeft ?? endless,
    pace: options.pace ?? realPace,
    onCapacity: options.onCapacity,
    onRetry: options.onRetry,
  });

class DynamoDBStore implements Store {
  readonly billsTransactions = true;
  readonly #calls: Calls;

  constructor(options: DynamoDBStoreOptions) {
    this.#calls = callsOf(options);
  }

  async getMany(keys: readonly Key[], options: ReadOptions = {}): Promise<(Item | undefined)[]> {
    const ConsistentRead = options.consistent !== false;
    const identities = keys.map((key) => {
      checkKey(key);
      return identityOf(key);
    });
    // BatchGetItem refuses duplicate keys.
    const distinct = new Map<string, Key>();
    for (const [index, identity] of identities.entries()) distinct.set(identity, keys[index]!);
    if (distinct.size === 0) return [];
    if (distinct.size === 1) {
      const item = await this.#getOne(keys[0]!, ConsistentRead);
      return keys.map(() => item);
    }
    const found = new Map<string, Item>();
    await all(chunks([...distinct.values()], GET_LIMIT).map((chunk) => this.#getBatch(chunk, ConsistentRead, found)));
    return identities.map((identity) => found.get(identity));
  }

  async query(pk: string, options: QueryOptions = {}): Promise<Page> {
    checkKeyPart('partition key', pk, PARTITION_KEY_BYTES);
    const prefix = options.prefix ?? '';
    let after = options.after;
    if (after !== undefined && !after.startsWith(prefix)) {
      // DynamoDB refuses a start key outside of the range.
      if (isAtOrBehind(after, prefix)) return { items: [] };
      after = undefined;
    }
    const { Items = [], LastEvaluatedKey } = await this.#calls.read('Query', {
      TableName: this.#calls.tableName,
      KeyConditionExpression: prefix === '' ? '#p = :p' : '#p = :p AND begins_with(#s, :s)',
      ExpressionAttributeNames: prefix === '' ? { '#p': 'pk' } : { '#p': 'pk', '#s': 'sk' },
      ExpressionAttributeValues: { ':p': { S: pk }, ...(prefix !== '' && { ':s': { S: prefix } }) },
      ConsistentRead: options.consistent !== false,
      ...(after !== undefined && { ExclusiveStartKey: marshalKey({ pk, sk: after }) }),
      ...(options.limit !== undefined && { Limit: Math.max(options.limit, 1) }),
    });
    const items = Items.map(unmarshalItem);
    return LastEvaluatedKey === undefined ? { items } : { items, next: LastEvaluatedKey['sk']!.S as string };
  }

  async write(writes: readonly Write[]): Promise<Outcome[]> {
    checkWrites(writes);
    checkItems(writes);
    const outcomes = new Array<Outcome>(writes.length);
    const plain: number[] = [];
    const single: number[] = [];
    for (const [index, write] of writes.entries()) (isPlain(write) ? plain : single).push(index);
    // A batch costs the same units as its writes, but only one call.
    if (plain.length === 1) single.push(plain.pop()!);
    await all([
      ...single.map(async (index) => {
        outcomes[index] = await writeOne(this.#calls, writes[index]!);
      }),
      ...chunks(plain, WRITE_LIMIT).map(async (chunk) => {
        await this.#writeBatch(chunk.map((index) => writeRequest(writes[index]!)));
        for (const index of chunk) outcomes[index] = { applied: true };
      }),
    ]);
    return outcomes;
  }

  async transact(writes: readonly (Write | Check)[]): Promise<TransactOutcome> {
    checkTransact(writes);
    checkItems(writes);
    if (writes.length === 0) return { applied: true, refused: [] };
    return transactWrites(this.#calls, writes);
  }

  /** DynamoDB answers when a write is on several disks. */
  inOrder(steps: readonly Step[], mayGoOn?: () => void): Promise<readonly StepOutcome[]> {
    return stepByStep(this, steps, mayGoOn);
  }

  /** Waits for the deletion, because a function may be frozen as soon as it has responded. */
  async discard(keys: readonly Key[], also: readonly Also[] = []): Promise<void> {
    if (also.length > 0) await this.transact(discarding(keys, also));
    else await this.write(keys.map((key) => ({ delete: key })));
  }

  async durable(): Promise<void> {}

  async close(): Promise<void> {
    this.#calls.close();
  }

  async #getOne(key: Key, ConsistentRead: boolean): Promise<Item | undefined> {
    const { Item } = await this.#calls.read('GetItem', {
      TableName: this.#calls.tableName,
      Key: marshalKey(key),
      ConsistentRead,
    });
    return Item === undefined ? undefined : unmarshalItem(Item);
  }

  async #getBatch(keys: readonly Key[], ConsistentRead: boolean, found: Map<string, Item>): Promise<void> {
    const { tableName } = this.#calls;
    const backoff = this.#calls.backoff();
    let rest: Marshalled[] = keys.map(marshalKey);
    for (;;) {
      const { Responses, UnprocessedKeys } = await this.#calls.read('BatchGetItem', {
        RequestItems: { [tableName]: { Keys: rest, ConsistentRead } },
      });
      for (const marshalled of Responses?.[tableName] ?? []) {
        const item = unmarshalItem(marshalled);
        found.set(identityOf(item), item);
      }
      const left: Marshalled[] = UnprocessedKeys?.[tableName]?.Keys ?? [];
      if (left.length === 0) return;
      // A batch that ended at the limit of 16 MB made progress and continues at once; a throttled batch waits.
      if (left.length === rest.length && !(await this.#calls.pause(backoff, 'throttled'))) {
        throw overloaded(undefined, tableName);
      }
      rest = left;
    }
  }

  async #writeBatch(requests: WriteRequest[]): Promise<void> {
    const { tableName } = this.#calls;
    const backoff = this.#calls.backoff();
    let rest = requests;
    for (;;) {
      const { UnprocessedItems } = await this.#calls.write('BatchWriteItem', {
        RequestItems: { [tableName]: rest },
      });
      rest = UnprocessedItems?.[tableName] ?? [];
      if (rest.length === 0) return;
      if (!(await this.#calls.pause(backoff, 'throttled'))) throw overloaded(undefined, tableName);
    }
  }
}

function isPlain(write: Write): boolean {
  return !('update' in write) && (write.if === undefined || write.if.length === 0);
}

function writeRequest(write: Write): WriteRequest {
  if ('put' in write) return { PutRequest: { Item: marshalItem(write.put) } };
  return { DeleteRequest: { Key: marshalKey('delete' in write ? write.delete : write.update) } };
}

/** Checks the values of puts and updates, so that both engines refuse the same values. */
function checkItems(writes: readonly (Write | Check)[]): void {
  for (const write of writes) {
    if ('put' in write) checkItem(write.put);
    else if ('update' in write) checkItem({ ...write.set, ...write.setIfAbsent, ...write.add, ...write.update });
  }
}

function chunks<T>(values: readonly T[], size: number): T[][] {
  const result: T[][] = [];
  for (let start = 0; start < values.length; start += size) result.push(values.slice(start, start + size));
  return result;
}

/** Waits for all, even when one fails, so that no work continues after the call. Throws the first failure. */
async function all(works: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(works);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
