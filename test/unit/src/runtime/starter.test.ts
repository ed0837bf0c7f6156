import { describe, expect, it } from '@jest/globals';
import { EntityDataError, RetryableError } from '../../../../src/errors.ts';
import { isSelfCheck } from '../../../../src/runtime/self-check.ts';
import { createStarter, type Started } from '../../../../src/runtime/starter.ts';
import { StoreUnavailableError } from '../../../../src/store/errors.ts';

class BrokenRules extends EntityDataError {
  readonly code = 'BROKEN_RULES';
}

const works: Started = { isReplaced: () => false };
const inTime = () => 10_000;

/** Starts with these outcomes one after the other, and counts them. */
function attempts(...outcomes: (Started | Error)[]) {
  let count = 0;
  const start = async (): Promise<Started> => {
    const outcome = outcomes[Math.min(count++, outcomes.length - 1)]!;
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
  return { start, count: () => count };
}

const silent = { onFailure: () => {} };

describe('a starter', () => {
  it('starts once for all calls', async () => {
    const { start, count } = attempts(works);
    const starter = await createStarter(start, silent);

    expect([await starter.current(), await starter.current()]).toEqual([works, works]);
    expect(count()).toBe(1);
  });

  it('reports why the first start failed', async () => {
    const reported: unknown[] = [];
    const { start } = attempts(new StoreUnavailableError('no table crm'), works);

    await createStarter(start, { onFailure: (failure) => reported.push(failure) });

    expect(reported).toEqual([expect.objectContaining({ name: 'StoreUnavailableError', code: 'STORE_UNAVAILABLE' })]);
    expect(JSON.stringify(reported)).not.toContain('no table crm');
  });

  it('starts again with the next call after a failure', async () => {
    const { start } = attempts(new RetryableError('busy'), new RetryableError('busy'), works);
    const starter = await createStarter(start, silent);

    await expect(starter.current()).rejects.toThrow('busy');
    expect(await starter.current()).toBe(works);
  });

  it('starts again when other rules became active', async () => {
    const { start, count } = attempts({ isReplaced: () => true }, works);
    const starter = await createStarter(start, silent);

    expect(await starter.current()).toBe(works);
    expect(count()).toBe(2);
  });

  it('starts again once for calls at the same time', async () => {
    const { start, count } = attempts({ isReplaced: () => true }, works);
    const starter = await createStarter(start, silent);

    expect(await Promise.all([starter.current(), starter.current()])).toEqual([works, works]);
    expect(count()).toBe(2);
  });
});

describe('a self-check', () => {
  it('passes when the function starts', async () => {
    const starter = await createStarter(attempts(works).start, silent);

    expect(await starter.check(inTime)).toEqual({ selfCheck: 'passed' });
  });

  it('waits for permissions that take some seconds', async () => {
    const denied = new StoreUnavailableError('no permission');
    const { start, count } = attempts(denied, denied, denied, works);
    const starter = await createStarter(start, { ...silent, pause: async () => {} });

    expect(await starter.check(inTime)).toEqual({ selfCheck: 'passed' });
    expect(count()).toBe(4);
  });

  it('fails with the last reason when the time is over', async () => {
    const { start } = attempts(new StoreUnavailableError('no permission'));
    let left = 10_000;
    const starter = await createStarter(start, {
      ...silent,
      pause: async (milliseconds) => {
        left -= milliseconds;
      },
    });

    await expect(starter.check(() => left)).rejects.toThrow('gets no calls: no permission');
    expect(left).toBeLessThanOrEqual(2_000);
  });

  it('fails at once for what time does not mend', async () => {
    const { start, count } = attempts(new BrokenRules('line 3: no such comparer'));
    const starter = await createStarter(start, { ...silent, pause: async () => {} });

    await expect(starter.check(inTime)).rejects.toThrow('line 3: no such comparer');
    expect(count()).toBe(2);
  });

  it('fails for a function that can only say that it is misconfigured', async () => {
    const problem = new BrokenRules('line 3: no such comparer');
    const starter = await createStarter(attempts({ ...works, problem }).start, silent);

    await expect(starter.check(inTime)).rejects.toMatchObject({ code: 'SELF_CHECK_FAILED', cause: problem });
  });
});

describe('an event', () => {
  it.each([
    [{ selfCheck: true }, true],
    [{ selfCheck: 'true' }, false],
    [{ body: '{"selfCheck":true}' }, false],
    [null, false],
    [undefined, false],
  ])('%j is a self-check: %p', (event, expected) => {
    expect(isSelfCheck(event)).toBe(expected);
  });
});
