import { type Pace, realPace } from '../../store/dynamodb/backoff.ts';
import { Calls } from '../../store/dynamodb/calls.ts';
import type { DynamoDB } from '../../store/dynamodb/dynamodb.ts';

/** Lambda gives a function 10 seconds to start. */
const DEADLINE_MILLISECONDS = 6_000;

/**
 * Calls of the configuration table, which all end while there is still time to say why: also one that is under way when
 * the time is over, since two that wait for their answers in vain take as long as Lambda gives.
 *
 * @param pace for tests
 */
export function callsOf(dynamodb: DynamoDB, tableName: string, pace: Pace = realPace): Calls {
  const end = pace.now() + DEADLINE_MILLISECONDS;
  return new Calls({
    dynamodb,
    tableName,
    deadlineMilliseconds: DEADLINE_MILLISECONDS,
    timeLeft: () => end - pace.now(),
    pace,
    onCapacity: undefined,
  });
}
