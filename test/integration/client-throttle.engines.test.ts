import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClientThrottle } from '../../functions/api/throttle.ts';
import { TooManyRequestsError } from '../../src/graphql/errors.ts';
import { type OpenedStore, storesHere } from './api-stores.ts';

const START = 1_800_000_000_000;

describe.each(await storesHere())('the limit of a client, kept in the %s store', (_name, open) => {
  let opened: OpenedStore;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.end());

  it('holds for requests of several processes at the same moment', async () => {
    const state = { now: START };
    const throttles = Array.from({ length: 5 }, () =>
      createClientThrottle({
        store: opened.store,
        limitOf: () => ({ rate: 3, burst: 7 }),
        clock: () => state.now,
      }),
    );
    /** How many of these requests are admitted; the others are refused with 429, or with 503 when the race was too long. */
    const admitted = async (requests: number) => {
      const answers = await Promise.all(
        Array.from({ length: requests }, (_, index) =>
          throttles[index % throttles.length]!.refusalOf('client-1').catch((error: unknown) => error),
        ),
      );
      for (const answer of answers.filter((one) => one !== undefined))
        expect(answer).toMatchObject({ retryable: true });
      return answers.filter((answer) => answer === undefined).length;
    };

    const first = await admitted(20);
    state.now += 1_001;
    const later = await admitted(20);
    const refusal = await throttles[0]!.refusalOf('client-1');

    expect(first).toBe(7);
    expect(later).toBe(3);
    expect(refusal).toBeInstanceOf(TooManyRequestsError);
  });
});
