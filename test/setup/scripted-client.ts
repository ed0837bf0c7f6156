import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Pace } from '../../functions/core/store/dynamodb/backoff.ts';
import { createClient } from '../../functions/core/store/dynamodb/client.ts';
import { EMULATOR_CREDENTIALS, EMULATOR_REGION } from './dynamodb-emulator.ts';

export interface Sent {
  readonly command: string;
  readonly input: Record<string, unknown>;
}
/** What a call is answered: an output, or an error to throw. */
export type Answer = Record<string, unknown> | Error;

/** A client whose calls are answered by a function before they reach the network. */
export function scriptedClient(answer: (sent: Sent, call: number) => Answer): { client: DynamoDBClient; sent: Sent[] } {
  const sent: Sent[] = [];
  const client = createClient({
    region: EMULATOR_REGION,
    endpoint: 'http://127.0.0.1:9',
    credentials: EMULATOR_CREDENTIALS,
  });
  client.middlewareStack.add(
    (_next, context) => async (args) => {
      const call = {
        command: context.commandName ?? '',
        input: structuredClone(args.input) as Record<string, unknown>,
      };
      sent.push(call);
      const result = answer(call, sent.length);
      if (result instanceof Error) throw result;
      return { output: { $metadata: {}, ...result } as never, response: undefined };
    },
    { step: 'initialize', name: 'scripted' },
  );
  return { client, sent };
}

/** An error as the SDK throws it. */
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
