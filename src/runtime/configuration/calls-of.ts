import { type Pace, realPace } from '../../store/dynamodb/backoff.ts';
import { Calls } from '../../store/dynamodb/calls.ts';
import type { DynamoDB } from '../../store/dynamodb/dynamodb.ts';

/** Lambda gives a function 10 seconds to start. */
const DEADLINE_MILLISECONDS = 6_000;

/**
 * Calls to the configuration table with a deadline that leaves time to report a failure. A running call ends at the
 * deadline too, because two calls without an answer would use up the time that Lambda allows.
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
