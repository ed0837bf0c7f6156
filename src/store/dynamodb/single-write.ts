import { isDeepStrictEqual } from 'node:util';
import type { ConditionalCheckFailedException, UpdateItemInput } from '@aws-sdk/client-dynamodb';
import type { Delete, Item, Outcome, Put, Update, Write } from '../port.ts';
import type { Calls } from './calls.ts';
import { conditionExpression, Placeholders, updateExpression } from './expression.ts';
import { undecided } from './failure.ts';
import { type Marshalled, marshalItem, marshalKey, unmarshalItem } from './marshal.ts';

/**
 * Makes one write and returns the item before it.
 *
 * A response can be lost after the write was made. The repeated write must not be confused with a concurrent one:
 * - A put or a delete without a condition can be repeated as it is.
 * - A conditional put that is refused on a repeat by an item equal to its own was made by the lost attempt. It counts
 *   as applied.
 * - Every other case ends in an `UndecidedError`, and the caller starts its operation again from its reads. This
 *   applies to any other refusal on a repeat, because the item may have changed since the lost attempt. It applies to a
 *   delete that finds no item on a repeat, and to every update, because it may have added twice and its `before` is
 *   lost.
 */
export function writeOne(calls: Calls, write: Write): Promise<Outcome> {
  if ('put' in write) return putOne(calls, write);
  if ('update' in write) return updateOne(calls, write);
  return deleteOne(calls, write);
}

async function putOne(calls: Calls, { put, if: condition }: Put): Promise<Outcome> {
  const placeholders = new Placeholders();
  const ConditionExpression = conditionExpression(condition, placeholders);
  const marshalled = marshalItem(put);
  const input = { TableName: calls.tableName, Item: marshalled, ...placeholders.fields() };
  if (ConditionExpression === undefined) {
    await calls.write('PutItem', input);
    return { applied: true };
  }
  const conditional = {
    ...input,
    ConditionExpression,
    ReturnValues: 'ALL_OLD',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  } as const;
  let attempts = { unknown: 0 };
  try {
    const answer = await calls.write('PutItem', conditional, {
      onAttempts: (made) => {
        attempts = made;
      },
    });
    return applied(answer.Attributes);
  } catch (error) {
    const before = refusedBy(error);
    if (attempts.unknown === 0) return { applied: false, before };
    if (before !== undefined && isDeepStrictEqual(before, unmarshalItem(marshalled))) return { applied: true };
    throw undecided(error, calls.tableName);
  }
}

async function updateOne(calls: Calls, write: Update): Promise<Outcome> {
  const placeholders = new Placeholders();
  const ConditionExpression = conditionExpression(write.if, placeholders);
  const UpdateExpression = updateExpression(write, placeholders);
  const input = {
    TableName: calls.tableName,
    Key: marshalKey(write.update),
    ...(UpdateExpression !== undefined && { UpdateExpression }),
    ReturnValues: 'ALL_OLD' as const,
    ...placeholders.fields(),
    ...(ConditionExpression !== undefined && {
      ConditionExpression,
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
    }),
  } satisfies UpdateItemInput;
  try {
    const answer = await calls.write('UpdateItem', input, { mayRepeatUnknown: false });
    return applied(answer.Attributes);
  } catch (error) {
    return { applied: false, before: refusedBy(error) };
  }
}

async function deleteOne(calls: Calls, { delete: key, if: condition }: Delete): Promise<Outcome> {
  const placeholders = new Placeholders();
  const ConditionExpression = conditionExpression(condition, placeholders);
  const input = { TableName: calls.tableName, Key: marshalKey(key), ...placeholders.fields() };
  if (ConditionExpression === undefined) {
    await calls.write('DeleteItem', input);
    return { applied: true };
  }
  const conditional = {
    ...input,
    ConditionExpression,
    ReturnValues: 'ALL_OLD',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  } as const;
  let attempts = { unknown: 0 };
  try {
    const answer = await calls.write('DeleteItem', conditional, {
      onAttempts: (made) => {
        attempts = made;
      },
    });
    // When a repeat finds no item, an earlier attempt may have deleted it.
    if (attempts.unknown > 0 && answer.Attributes === undefined) throw undecided(undefined, calls.tableName);
    return applied(answer.Attributes);
  } catch (error) {
    const before = refusedBy(error);
    if (attempts.unknown > 0) throw undecided(error, calls.tableName);
    return { applied: false, before };
  }
}

function applied(before: Marshalled | undefined): Outcome {
  return { applied: true, before: before === undefined ? undefined : unmarshalItem(before) };
}

/** Returns the item that made a condition false; undefined when there was none. Rethrows every other error. */
function refusedBy(error: unknown): Item | undefined {
  if ((error as Error).name !== 'ConditionalCheckFailedException') throw error;
  const item = (error as ConditionalCheckFailedException).Item;
  return item === undefined || Object.keys(item).length === 0 ? undefined : unmarshalItem(item);
}
