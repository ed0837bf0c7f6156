import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type ClientLimit,
  createClientThrottle,
  limitIn,
  readClientLimits,
} from '../../../../../functions/api/throttle.ts';
import { RetryableError } from '../../../../../src/errors.ts';
import { TooManyRequestsError } from '../../../../../src/graphql/errors.ts';
import { ApiConfigError } from '../../../../../src/runtime/configuration/environment.ts';
import type { Write } from '../../../../../src/store/port.ts';
import { MemoryStore } from '../../../../setup/memory-store.ts';
import { reportedProblems } from '../../../../setup/reported-problems.ts';

const START = 1_800_000_000_000;

/** Processes that share one store, each with its own throttle, and one clock. */
function arrange(limit: ClientLimit, { processes = 1 }: { processes?: number } = {}) {
  const store = new MemoryStore();
  const state = { now: START, writes: 0 };
  const counting = {
    write: (writes: readonly Write[]) => {
      state.writes += writes.length;
      return store.write(writes);
    },
  };
  const throttles = Array.from({ length: processes }, () =>
    createClientThrottle({ store: counting, limitOf: () => limit, clock: () => state.now }),
  );
  const ask = async (process = 0, client = 'client-1') =>
    (await throttles[process]!.refusalOf(client))?.retryAfterSeconds;
  return { state, store, ask, throttles };
}

describe('createClientThrottle', () => {
  it('admits a burst, then as many as the rate allows', async () => {
    const { state, ask } = arrange({ rate: 2, burst: 3 });

    const answers = [await ask(), await ask(), await ask(), await ask()];
    state.now += 500;
    const later = [await ask(), await ask()];

    expect(answers).toEqual([undefined, undefined, undefined, 1]);
    expect(later).toEqual([undefined, 1]);
  });

  it('fills the bucket up to the burst and not further', async () => {
    const { state, ask } = arrange({ rate: 10, burst: 2 });
    await ask();
    state.now += 3_600_000;

    expect([await ask(), await ask(), await ask()]).toEqual([undefined, undefined, 1]);
  });

  it('says when the next request is accepted, and accepts it then', async () => {
    const { state, ask } = arrange({ rate: 0.1, burst: 1 });
    await ask();

    expect(await ask()).toBe(10);
    state.now += 9_999;
    expect(await ask()).toBe(1);
    state.now += 1;
    expect(await ask()).toBeUndefined();
  });

  it('keeps clients apart, and lets clients without an id share one bucket', async () => {
    const { ask } = arrange({ rate: 1, burst: 1 });

    expect([await ask(0, 'a'), await ask(0, 'b'), await ask(0, ''), await ask(0, '')]).toEqual([
      undefined,
      undefined,
      undefined,
      1,
    ]);
  });

  it('holds across processes', async () => {
    const { ask } = arrange({ rate: 1, burst: 2 }, { processes: 3 });

    expect([await ask(0), await ask(1), await ask(2), await ask(0)]).toEqual([undefined, undefined, 1, 1]);
  });

  it('gives each client its own limit', async () => {
    const throttle = createClientThrottle({
      store: new MemoryStore(),
      limitOf: (client) => ({ rate: 1, burst: client === 'importer' ? 2 : 1 }),
      clock: () => START,
    });
    const admitted = async (client: string) => (await throttle.refusalOf(client)) === undefined;

    expect([await admitted('importer'), await admitted('importer')]).toEqual([true, true]);
    expect([await admitted('other'), await admitted('other')]).toEqual([true, false]);
  });

  it('follows a limit that was lowered', async () => {
    const { state, store, ask } = arrange({ rate: 10, burst: 100 });
    for (let request = 0; request < 100; request++) await ask();
    const lowered = createClientThrottle({ store, limitOf: () => ({ rate: 1, burst: 1 }), clock: () => state.now });

    expect((await lowered.refusalOf('client-1'))?.retryAfterSeconds).toBe(10);
  });

  describe('costs', () => {
    it('one write for a request, also after pauses', async () => {
      const { state, ask } = arrange({ rate: 10, burst: 5 });
      for (let request = 0; request < 20; request++) {
        await ask();
        state.now += request % 2 === 0 ? 0 : 1_000;
      }

      expect(state.writes).toBe(20);
    });

    it('one write for all refused requests of a tenth of a second', async () => {
      const { state, ask } = arrange({ rate: 500, burst: 1 });
      await ask();
      for (let request = 0; request < 1_000; request++) await ask();

      expect(state.writes).toBe(2);
      state.now += 100;
      expect(await ask()).toBeUndefined();
    });

    it('bounded memory, whatever number of clients asks', async () => {
      const { state, ask } = arrange({ rate: 1, burst: 1 });
      await ask(0, 'first');
      expect(await ask(0, 'first')).toBe(1);
      expect(state.writes).toBe(2);
      for (let client = 0; client < 1_000; client++) await ask(0, `stranger-${client}`);
      const before = state.writes;

      // Forgotten, so the store is asked again, and answers the same.
      expect(await ask(0, 'first')).toBe(1);
      expect(state.writes).toBeGreaterThan(before);
    });

    it('a key of bounded length, whatever the id of the client', async () => {
      const { store, ask } = arrange({ rate: 1, burst: 1 });
      await ask(0, '\u0000#'.repeat(100_000));
      await ask(0, '🏃'.repeat(1_000));

      expect([...store.items.values()].map(({ pk }) => pk.length)).toEqual([24, 24]);
    });
  });

  describe('refuses what it is unsure of', () => {
    it('when the store fails', async () => {
      const throttle = createClientThrottle({
        store: { write: () => Promise.reject(new RetryableError('busy')) },
        limitOf: () => ({ rate: 1, burst: 1 }),
      });

      await expect(throttle.refusalOf('client-1')).rejects.toThrow('busy');
    });

    it('when others are faster each time', async () => {
      const { state, store } = arrange({ rate: 1, burst: 1 });
      let turns = 0;
      const racing = {
        write: async (writes: readonly Write[]) => {
          // Another process with a fast clock, then one that restores the table, in turns.
          const [before] = await store.write(writes);
          turns += 1;
          return [
            { applied: false, ...(turns % 2 === 0 ? {} : { before: { pk: 'x', sk: '#', t: 1 } }), ...{ of: before } },
          ];
        },
      };
      const throttle = createClientThrottle({
        store: racing,
        limitOf: () => ({ rate: 1, burst: 1 }),
        clock: () => state.now,
      });

      await expect(throttle.refusalOf('client-1')).rejects.toBeInstanceOf(RetryableError);
      expect(turns).toBe(4);
    });
  });

  it('explains a refusal', async () => {
    const { throttles } = arrange({ rate: 0.5, burst: 1 });
    await throttles[0]!.refusalOf('client-1');

    const refusal = await throttles[0]!.refusalOf('client-1');

    expect(refusal).toBeInstanceOf(TooManyRequestsError);
    expect(refusal).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryable: true, retryAfterSeconds: 2 });
    expect(refusal?.message).toBe('the client sent more than 0.5 requests per second, with 1 at once');
  });

  const limits = fc.record({
    rate: fc.constantFrom(0.3, 1, 3, 7, 50, 333, 500),
    burst: fc.integer({ min: 1, max: 20 }),
  });

  it('admits at most the burst and what the rate adds, in every span of time, over all processes', async () => {
    await fc.assert(
      fc.asyncProperty(
        limits,
        fc.array(fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 400 })), { minLength: 1, maxLength: 200 }),
        async (limit, requests) => {
          const { state, ask } = arrange(limit, { processes: 4 });
          const admitted: number[] = [];
          for (const [process, pause] of requests) {
            state.now += pause;
            if ((await ask(process)) === undefined) admitted.push(state.now);
          }
          for (const [first, from] of admitted.entries()) {
            for (let last = first; last < admitted.length; last++) {
              const seconds = (admitted[last]! - from) / 1_000;
              expect(last - first + 1).toBeLessThanOrEqual(limit.burst + limit.rate * seconds + 1e-6);
            }
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  it('never refuses a client that keeps to its limit', async () => {
    await fc.assert(
      fc.asyncProperty(limits, fc.array(fc.nat({ max: 3 }), { maxLength: 100 }), async (limit, processes) => {
        const { state, ask } = arrange(limit, { processes: 4 });
        for (const process of processes) {
          expect(await ask(process)).toBeUndefined();
          state.now += Math.ceil(1_000 / limit.rate + 0.001);
        }
      }),
      { numRuns: 50 },
    );
  });
});

function problemsOf(value: unknown): readonly string[] {
  const environment = { CLIENT_THROTTLING: typeof value === 'string' ? value : JSON.stringify(value) };
  const problems = reportedProblems(ApiConfigError, () => readClientLimits(environment));
  return problems.map(({ variable, message }) => `${variable} ${message}`);
}

describe('readClientLimits', () => {
  it.each([undefined, ''])('limits nothing when the variable is %j', (CLIENT_THROTTLING) => {
    expect(readClientLimits({ CLIENT_THROTTLING })).toBeUndefined();
  });

  it('reads the limit of all clients and those of some', () => {
    const limits = readClientLimits({
      CLIENT_THROTTLING:
        '{"rate_limit":20,"burst_limit":40,"clients":{"__proto__":{"rate_limit":0.5,"burst_limit":1}}}',
    });

    expect(limitIn(limits!)('client-1')).toEqual({ rate: 20, burst: 40 });
    expect(limitIn(limits!)('__proto__')).toEqual({ rate: 0.5, burst: 1 });
    expect(limitIn(limits!)('constructor')).toEqual({ rate: 20, burst: 40 });
  });

  it.each([
    ['no JSON', 'x', /is not a JSON object/],
    ['a list', [], /is not a JSON object/],
    ['null', 'null', /is not a JSON object/],
    ['no rate', { burst_limit: 1 }, /must have a rate_limit of it that is a number from 0.01 to 500/],
    ['a rate of zero', { rate_limit: 0, burst_limit: 1 }, /rate_limit/],
    ['a rate that one item cannot count', { rate_limit: 501, burst_limit: 1 }, /rate_limit/],
    ['a rate that is text', { rate_limit: '20', burst_limit: 1 }, /rate_limit/],
    ['a burst of zero', { rate_limit: 1, burst_limit: 0 }, /must have a burst_limit of it that is a whole number/],
    ['half a burst', { rate_limit: 1, burst_limit: 1.5 }, /burst_limit/],
    ['clients that are a list', { rate_limit: 1, burst_limit: 1, clients: [] }, /object of limits by client/],
    ['a client without limits', { rate_limit: 1, burst_limit: 1, clients: { a: null } }, /rate_limit of "a"/],
  ])('refuses %s', (_, value, message) => {
    const problems = problemsOf(value);

    expect(problems[0]).toMatch(/^CLIENT_THROTTLING /);
    expect(problems[0]).toMatch(message);
  });

  it('names every problem at once', () => {
    expect(
      problemsOf({ rate_limit: 0, burst_limit: 0, clients: { a: { rate_limit: 0, burst_limit: 0 } } }),
    ).toHaveLength(4);
  });
});
