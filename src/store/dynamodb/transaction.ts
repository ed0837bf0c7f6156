import { randomUUID } from 'node:crypto';
import type { CancellationReason, TransactionCanceledException, TransactWriteItem } from '@aws-sdk/client-dynamodb';
import type { Check, Item, TransactOutcome, Write } from '../port.ts';
import type { Calls } from './calls.ts';
import { conditionExpression, Placeholders, updateExpression } from './expression.ts';
import { failure, overloaded } from './failure.ts';
import { marshalItem, marshalKey, unmarshalItem } from './marshal.ts';

/** Temporary reasons: the transaction conflicts with another one, or the table is throttled. */
const PASSING = new Set([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
  'RequestLimitExceeded',
]);

/**
 * Makes all writes or none. All attempts of a call have the same token, so DynamoDB executes the transaction once, and
 * a lost response does no harm.
 */
export async function transactWrites(calls: Calls, writes: readonly (Write | Check)[]): Promise<TransactOutcome> {
  const input = {
    TransactItems: writes.map((write) => transactItem(calls.tableName, write)),
    ClientRequestToken: randomUUID(),
  };
  const backoff = calls.backoff();
  for (;;) {
    try {
      await calls.write('TransactWriteItems', input);
      return { applied: true, refused: [] };
    } catch (error) {
      const reasons = reasonsOf(error);
      if (reasons === undefined) throw error;
      const refused = reasons.flatMap((reason, index) =>
        reason.Code === 'ConditionalCheckFailed' ? [{ index, before: beforeOf(reason) }] : [],
      );
      if (refused.length > 0) return { applied: false, refused };
      if (!reasons.some((reason) => PASSING.has(reason.Code ?? ''))) throw invalid(error, reasons, calls.tableName);
      const cause = reasons.some(({ Code }) => Code === 'TransactionConflict') ? 'conflict' : 'throttled';
      if (!(await calls.pause(backoff, cause))) throw overloaded(error, calls.tableName);
    }
  }
}

function transactItem(TableName: string, write: Write | Check): TransactWriteItem {
  const placeholders = new Placeholders();
  const ConditionExpression = conditionExpression(write.if, placeholders);
  const condition = ConditionExpression !== undefined && {
    ConditionExpression,
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  };
  if ('put' in write) {
    return { Put: { TableName, Item: marshalItem(write.put), ...condition, ...placeholders.fields() } };
  }
  if ('update' in write) {
    const UpdateExpression = updateExpression(write, placeholders);
    const Key = marshalKey(write.update);
    return { Update: { TableName, Key, UpdateExpression, ...condition, ...placeholders.fields() } };
  }
  if ('delete' in write) {
    return { Delete: { TableName, Key: marshalKey(write.delete), ...condition, ...placeholders.fields() } };
  }
  return {
    ConditionCheck: {
      TableName,
      Key: marshalKey(write.check),
      ConditionExpression,
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      ...placeholders.fields(),
    },
  };
}

function reasonsOf(error: unknown): readonly CancellationReason[] | undefined {
  if ((error as Error).name !== 'TransactionCanceledException') return undefined;
  return (error as TransactionCanceledException).CancellationReasons ?? [];
}

function beforeOf(reason: CancellationReason): Item | undefined {
  const { Item } = reason;
  return Item === undefined || Object.keys(Item).length === 0 ? undefined : unmarshalItem(Item);
}

/** The error of an invalid transaction, with the message of the first reason, as a single write would have it. */
function invalid(error: unknown, reasons: readonly CancellationReason[], tableName: string): Error {
  const reason = reasons.find(({ Code }) => Code !== undefined && Code !== 'None');
  const cause = new Error(reason?.Message ?? (error as Error).message, { cause: error });
  cause.name = reason === undefined ? (error as Error).name : 'ValidationException';
  return failure(cause, tableName);
}
