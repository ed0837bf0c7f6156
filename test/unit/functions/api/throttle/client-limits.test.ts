import { describe, expect, it } from '@jest/globals';
import { limitIn, readClientLimits } from '../../../../../functions/api/throttle/client-limits.ts';
import { ApiConfigError } from '../../../../../src/runtime/configuration/environment.ts';

function problemsOf(value: unknown): readonly string[] {
  try {
    readClientLimits({ CLIENT_THROTTLING: typeof value === 'string' ? value : JSON.stringify(value) });
    return [];
  } catch (error) {
    if (!(error instanceof ApiConfigError)) throw error;
    return error.problems.map(({ variable, message }) => `${variable} ${message}`);
  }
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
