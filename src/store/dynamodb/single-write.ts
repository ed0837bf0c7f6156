import { isDeepStrictEqual } from 'node:util';
import type { ConditionalCheckFailedException, UpdateItemInput } from '@aws-sdk/client-dynamodb';
import type { Condition, Delete, Item, Outcome, Put, Update, Write } from '../port.ts';
import type { Attempts, Calls } from './calls.ts';
import type { Input } from './dynamodb.ts';
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
  const item = marshalItem(put);
  const { outcome, isRepeat, refusal } = await writeWhole(calls, 'PutItem', { Item: item }, condition);
  if (outcome.applied || !isRepeat) return outcome;
  if (outcome.before !== undefined && isDeepStrictEqual(outcome.before, unmarshalItem(item))) return { applied: true };
  throw undecided(refusal, calls.tableName);
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
  const { outcome, isRepeat, refusal } = await writeWhole(calls, 'DeleteItem', { Key: marshalKey(key) }, condition);
  // When a repeat finds no item, an earlier attempt may have deleted it.
  const isLost = isRepeat && (refusal !== undefined || outcome.before === undefined);
  if (isLost) throw undecided(refusal, calls.tableName);
  return outcome;
}

interface Whole {
  readonly outcome: Outcome;
  /** True if an earlier attempt may have been made too; never without a condition. */
  readonly isRepeat: boolean;
  /** The error that says that the condition is false. */
  readonly refusal?: unknown;
}

async function writeWhole<Name extends 'PutItem' | 'DeleteItem'>(
  calls: Calls,
  name: Name,
  subject: Omit<Input<Name>, 'TableName'>,
  condition: Condition | undefined,
): Promise<Whole> {
  const placeholders = new Placeholders();
  const ConditionExpression = conditionExpression(condition, placeholders);
  const input = { TableName: calls.tableName, ...subject, ...placeholders.fields() } as Input<Name>;
  if (ConditionExpression === undefined) {
    await calls.write(name, input);
    return { outcome: { applied: true }, isRepeat: false };
  }
  const conditional = {
    ...input,
    ConditionExpression,
    ReturnValues: 'ALL_OLD',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  } as const;
  let isRepeat = false;
  const onAttempts = ({ unknown }: Attempts) => {
    isRepeat = unknown > 0;
  };
  try {
    const { Attributes } = await calls.write(name, conditional, { onAttempts });
    return { outcome: applied(Attributes), isRepeat };
  } catch (refusal) {
    return { outcome: { applied: false, before: refusedBy(refusal) }, isRepeat, refusal };
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
