import { describe, expect, it } from '@jest/globals';
import { RetryableError, UndecidedError } from '../../../../../src/errors.ts';
import { createDynamoDBStore } from '../../../../../src/store/dynamodb/store.ts';
import { InvalidWriteError, ItemTooLargeError, StoreUnavailableError } from '../../../../../src/store/errors.ts';
import type { Condition, Store } from '../../../../../src/store/port.ts';
import { type Answer, awsError, fakePace, type Sent, scriptedClient } from '../../../../setup/scripted-client.ts';

const TABLE = 'entities';
const ABSENT: Condition = [{ item: 'absent' }];
const throttled = () => awsError('ProvisionedThroughputExceededException');
const lost = () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });

function arrange(answer: (sent: Sent, call: number) => Answer) {
  const { dynamodb, sent } = scriptedClient(answer);
  const pace = fakePace();
  const units: [number, string][] = [];
  const store: Store = createDynamoDBStore({
    dynamodb,
    tableName: TABLE,
    pace,
    onCapacity: (count, kind) => units.push([count, kind]),
  });
  return { store, sent, pace, units };
}

function cancelled(...codes: string[]): Error {
  return awsError('TransactionCanceledException', { CancellationReasons: codes.map((Code) => ({ Code })) });
}

describe('the dynamodb store, busy', () => {
  it('repeats a throttled read with waits that grow', async () => {
    const { store, sent, pace } = arrange((_sent, call) =>
      call < 4 ? throttled() : { Item: { pk: { S: 'p' }, sk: { S: 'a' } } },
    );

    const items = await store.getMany([{ pk: 'p', sk: 'a' }]);

    expect(items).toEqual([{ pk: 'p', sk: 'a' }]);
    expect(sent.map(({ operation }) => operation)).toEqual(Array(4).fill('GetItem'));
    expect(pace.naps).toEqual([12.5, 25, 50]);
  });

  it('gives up at the deadline with an error that says to repeat', async () => {
    const { store, pace } = arrange(throttled);

    const error = await store.write([{ put: { pk: 'p', sk: 'a' } }]).catch((reason: unknown) => reason);

    expect(error).toBeInstanceOf(RetryableError);
    expect((error as Error).cause).toMatchObject({ name: 'ProvisionedThroughputExceededException' });
    const waited = pace.naps.reduce((sum, nap) => sum + nap, 0);
    expect(waited).toBeLessThan(20_000);
    expect(waited).toBeGreaterThan(18_000);
  });

  it('repeats an update that was throttled or that met a transaction, since it was not carried out', async () => {
    const answers = [throttled(), awsError('TransactionConflictException'), { Attributes: { n: { N: '1' } } }];
    const { store, sent } = arrange((_sent, call) => answers[call - 1] as Answer);

    const [outcome] = await store.write([{ update: { pk: 'p', sk: 'a' }, add: { n: 1 } }]);

    expect(outcome).toEqual({ applied: true, before: { n: 1 } });
    expect(sent).toHaveLength(3);
  });

  it('asks again only for the keys that a batch left, at once while it makes headway', async () => {
    const keys = ['a', 'b', 'c'].map((sk) => ({ pk: 'p', sk }));
    const { store, sent, pace } = arrange(({ input }, call) => {
      const asked = (input as { RequestItems: Record<string, { Keys: Record<string, { S: string }>[] }> }).RequestItems[
        TABLE
      ]!.Keys;
      if (call === 2) return { Responses: {}, UnprocessedKeys: { [TABLE]: { Keys: asked } } };
      const [first, ...rest] = asked;
      return { Responses: { [TABLE]: [first] }, UnprocessedKeys: rest.length > 0 ? { [TABLE]: { Keys: rest } } : {} };
    });

    const items = await store.getMany(keys);

    expect(items).toEqual(keys);
    expect(sent).toHaveLength(4);
    expect(pace.naps).toEqual([12.5]);
  });

  it('writes again only what a batch left', async () => {
    const { store, sent, pace } = arrange(({ input }, call) => {
      const requests = (input as { RequestItems: Record<string, unknown[]> }).RequestItems[TABLE]!;
      return call === 1 ? { UnprocessedItems: { [TABLE]: requests.slice(0, 2) } } : {};
    });

    const outcomes = await store.write(['a', 'b', 'c', 'd'].map((sk) => ({ put: { pk: 'p', sk } })));

    expect(outcomes).toEqual(Array(4).fill({ applied: true }));
    expect(
      sent.map(({ input }) => (input as { RequestItems: Record<string, unknown[]> }).RequestItems[TABLE]!.length),
    ).toEqual([4, 2]);
    expect(pace.naps).toHaveLength(1);
  });

  it('gives up on a batch that is never carried out', async () => {
    const { store } = arrange(({ input }) => ({ UnprocessedItems: (input as { RequestItems: object }).RequestItems }));

    await expect(store.write([{ put: { pk: 'p', sk: 'a' } }, { delete: { pk: 'p', sk: 'b' } }])).rejects.toThrow(
      RetryableError,
    );
  });
});

describe('the dynamodb store, answers lost', () => {
  const mine = { pk: 'p', sk: 'a', v: 1 };
  const marshalled = { pk: { S: 'p' }, sk: { S: 'a' }, v: { N: '1' } };
  const another = { ...marshalled, v: { N: '2' } };
  const failing = awsError('InternalServerError', { $metadata: { httpStatusCode: 500 } });
  const silence = awsError('TimeoutError', { $metadata: {} });
  const refused = (Item?: object) => awsError('ConditionalCheckFailedException', { Item });

  it.each([
    ['its own put again', lost(), marshalled, { applied: true }],
    ['its own put again after a failure of the service', failing, marshalled, { applied: true }],
    ['its own put again after silence', silence, marshalled, { applied: true }],
    ["another's put when no answer was lost", throttled(), another, { applied: false, before: { ...mine, v: 2 } }],
    [
      "another's put of an equal item when no answer was lost",
      throttled(),
      marshalled,
      { applied: false, before: mine },
    ],
  ])('knows %s', async (_what, first, found, outcome) => {
    const { store } = arrange((_sent, call) => (call === 1 ? first : refused(found)));

    expect(await store.write([{ put: mine, if: ABSENT }])).toEqual([outcome]);
  });

  it('does not claim that another put, when its own may have been changed since', async () => {
    const { store } = arrange((_sent, call) => (call === 1 ? lost() : refused(another)));

    await expect(store.write([{ put: mine, if: ABSENT }])).rejects.toThrow(UndecidedError);
  });

  it.each([
    ['an update', { update: { pk: 'p', sk: 'a' }, add: { n: 1 } }],
    ['a conditional update', { update: { pk: 'p', sk: 'a' }, set: { n: 1 }, if: ABSENT }],
  ])('never sends %s twice', async (_what, write) => {
    const { store, sent } = arrange(lost);

    await expect(store.write([write])).rejects.toThrow(RetryableError);
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['nothing is there', undefined],
    ["another's item is there", another],
  ])('does not claim to know who deleted when %s', async (_what, found) => {
    const { store } = arrange((_sent, call) => (call === 1 ? lost() : refused(found)));

    await expect(store.write([{ delete: { pk: 'p', sk: 'a' }, if: [{ attribute: 'v', equals: 1 }] }])).rejects.toThrow(
      UndecidedError,
    );
  });

  it('repeats what does the same again', async () => {
    const { store, sent } = arrange((_sent, call) => (call % 2 === 1 ? lost() : {}));

    await store.write([{ put: mine }]);
    await store.write([{ delete: mine }]);
    await store.query('p');

    expect(sent).toHaveLength(6);
  });
});

describe('the dynamodb store, in transactions', () => {
  const writes = [{ put: { pk: 'p', sk: 'a' } }, { check: { pk: 'p', sk: 'b' }, if: ABSENT }];

  it('repeats after conflicts, throttling and lost answers with one token', async () => {
    const answers = [
      cancelled('TransactionConflict', 'None'),
      cancelled('None', 'ThrottlingError'),
      cancelled('ProvisionedThroughputExceeded', 'None'),
      lost(),
      awsError('TransactionInProgressException'),
      {},
    ];
    const { store, sent, pace } = arrange((_sent, call) => answers[call - 1] as Answer);

    const outcome = await store.transact(writes);

    expect(outcome).toEqual({ applied: true, refused: [] });
    const tokens = new Set(sent.map(({ input }) => input['ClientRequestToken']));
    expect(tokens.size).toBe(1);
    expect([...tokens][0]).toMatch(/^[\w-]{36}$/);
    expect(pace.naps).toHaveLength(5);
  });

  it('uses another token for another call', async () => {
    const { store, sent } = arrange(() => ({}));

    await store.transact(writes);
    await store.transact(writes);

    expect(new Set(sent.map(({ input }) => input['ClientRequestToken'])).size).toBe(2);
  });

  it('tells refusals at once, also beside a conflict', async () => {
    const reasons = [
      { Code: 'TransactionConflict' },
      { Code: 'ConditionalCheckFailed', Item: { pk: { S: 'p' }, sk: { S: 'b' } } },
    ];
    const { store, sent } = arrange(() => awsError('TransactionCanceledException', { CancellationReasons: reasons }));

    const outcome = await store.transact(writes);

    expect(outcome).toEqual({ applied: false, refused: [{ index: 1, before: { pk: 'p', sk: 'b' } }] });
    expect(sent).toHaveLength(1);
  });

  it('gives up on a conflict that does not end', async () => {
    const { store } = arrange(() => cancelled('TransactionConflict', 'None'));

    await expect(store.transact(writes)).rejects.toThrow(RetryableError);
  });

  it('does not repeat what is invalid', async () => {
    const reasons = [
      { Code: 'ValidationError', Message: 'An operand in the update expression has an incorrect data type' },
      { Code: 'None' },
    ];
    const { store, sent } = arrange(() => awsError('TransactionCanceledException', { CancellationReasons: reasons }));

    await expect(store.transact(writes)).rejects.toThrow(InvalidWriteError);
    expect(sent).toHaveLength(1);
  });
});

describe('the dynamodb store, refused', () => {
  it.each([
    ['ResourceNotFoundException', StoreUnavailableError],
    ['AccessDeniedException', StoreUnavailableError],
    ['UnrecognizedClientException', StoreUnavailableError],
    ['SomethingNewException', StoreUnavailableError],
    ['ValidationException', InvalidWriteError],
  ])('turns %s into an error that names the table and keeps the cause', async (name, type) => {
    const cause = awsError(name);
    const { store, sent } = arrange(() => cause);

    const error = (await store.query('p').catch((reason: unknown) => reason)) as StoreUnavailableError;

    expect(error).toBeInstanceOf(type);
    expect(error.message).toContain(TABLE);
    expect(error.hint).toBeTruthy();
    expect(error.cause).toBe(cause);
    expect(sent).toHaveLength(1);
  });

  it('knows an item that grew too large', async () => {
    const cause = Object.assign(awsError('ValidationException'), {
      message: 'Item size to update has exceeded the maximum allowed size',
    });
    const { store } = arrange(() => cause);

    await expect(store.write([{ update: { pk: 'p', sk: 'a' }, set: { v: 1 } }])).rejects.toThrow(ItemTooLargeError);
  });
});

describe('the dynamodb store, counted', () => {
  it('tells the units of reads and writes', async () => {
    const { store, sent, units } = arrange(({ operation }) =>
      operation === 'BatchWriteItem'
        ? { ConsumedCapacity: [{ CapacityUnits: 2 }, { CapacityUnits: 1 }] }
        : { ConsumedCapacity: { CapacityUnits: 0.5 } },
    );

    await store.query('p', { consistent: false });
    await store.write([{ put: { pk: 'p', sk: 'a' } }, { put: { pk: 'p', sk: 'b' } }]);

    expect(units).toEqual([
      [0.5, 'read'],
      [3, 'write'],
    ]);
    expect(sent.map(({ input }) => input['ReturnConsumedCapacity'])).toEqual(['TOTAL', 'TOTAL']);
  });
});
