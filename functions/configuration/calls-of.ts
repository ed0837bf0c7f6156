import { realPace } from '../core/store/dynamodb/backoff.ts';
import { Calls } from '../core/store/dynamodb/calls.ts';
import type { DynamoDB } from '../core/store/dynamodb/dynamodb.ts';

/** Lambda gives a function 10 seconds to start. */
const DEADLINE_MILLISECONDS = 6_000;

/** Calls of the configuration table, which end while there is still time to say why. */
export function callsOf(dynamodb: DynamoDB, tableName: string): Calls {
  return new Calls({
    dynamodb,
    tableName,
    deadlineMilliseconds: DEADLINE_MILLISECONDS,
    pace: realPace,
    onCapacity: undefined,
  });
}
