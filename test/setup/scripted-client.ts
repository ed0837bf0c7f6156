import type { Pace } from '../../src/store/dynamodb/backoff.ts';
import type { DynamoDB, OperationName, Output } from '../../src/store/dynamodb/dynamodb.ts';

export interface Sent {
  readonly operation: OperationName;
  readonly input: Record<string, unknown>;
}
/** What a call is answered: an output, or an error to throw. */
export type Answer = Record<string, unknown> | Error;

/** A DynamoDB whose calls are answered by a function. */
export function scriptedClient(answer: (sent: Sent, call: number) => Answer): { dynamodb: DynamoDB; sent: Sent[] } {
  const sent: Sent[] = [];
  const dynamodb: DynamoDB = {
    call: async (operation, input) => {
      const call = { operation, input: structuredClone<object>(input) as Record<string, unknown> };
      sent.push(call);
      const result = answer(call, sent.length);
      if (result instanceof Error) throw result;
      return { $metadata: {}, ...result } as Output<typeof operation>;
    },
    close: () => {},
  };
  return { dynamodb, sent };
}

/** An error as AWS tells it. */
export function awsError(name: string, fields: Record<string, unknown> = {}): Error {
  return Object.assign(new Error(`${name} happened`), { name, $metadata: { httpStatusCode: 400 } }, fields);
}

/** A clock that only sleeping moves. */
export function fakePace(random = 0.5): Pace & { readonly naps: number[] } {
  let now = 0;
  const naps: number[] = [];
  return {
    naps,
    now: () => now,
    random: () => random,
    sleep: async (milliseconds) => {
      naps.push(milliseconds);
      now += milliseconds;
    },
  };
}
