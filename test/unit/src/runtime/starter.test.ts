import { describe, expect, it } from '@jest/globals';
import { MissingRecordIdError, SubmitRefusedError } from '../../../../src/entities/errors.ts';
import { RulesReplacedError } from '../../../../src/entities/items/counters.ts';
import type { Resolution } from '../../../../src/entities/operations.ts';
import { EntityDataError, RetryableError } from '../../../../src/errors.ts';
import { createTelemetry } from '../../../../src/runtime/lambda.ts';
import { replaceableResolution } from '../../../../src/runtime/replaceable-resolution.ts';
import { isSelfCheck } from '../../../../src/runtime/self-check.ts';
import { createStarter, type Started } from '../../../../src/runtime/starter.ts';
import { StoreUnavailableError } from '../../../../src/store/errors.ts';
import { FakeEntity, fakeResolution } from '../../functions/api/fake-resolution.ts';

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

function arrange(environment: Record<string, string>) {
  const lines: string[] = [];
  const telemetry = createTelemetry('api', environment, (line) => lines.push(line));
  return { telemetry, read: () => lines.map((line) => JSON.parse(line)) };
}

describe('the telemetry of a function', () => {
  it('puts the ids of the call into every line, until the next call', () => {
    const { telemetry, read } = arrange({ METRICS_SERVICE: 'crm' });

    telemetry.log.warn('before any call', {});
    telemetry.begin({ requestId: 'r-1', functionRequestId: 'f-1' });
    telemetry.log.info('one', { fields: ['submit'] });
    telemetry.meter.record('Merges', 1);
    telemetry.publish();
    telemetry.begin({ requestId: 'r-2' });
    telemetry.log.info('two', {});

    expect(read()).toMatchObject([
      { level: 'WARN', service: 'api', message: 'before any call', timestamp: expect.stringMatching(/Z$/) },
      { message: 'one', requestId: 'r-1', functionRequestId: 'f-1', fields: ['submit'] },
      { Merges: 1, requestId: 'r-1', functionRequestId: 'f-1', service: 'crm' },
      { message: 'two', requestId: 'r-2' },
    ]);
    expect(read()[3]).not.toHaveProperty('functionRequestId');
  });

  it.each([
    ['DEBUG', ['INFO', 'WARN', 'ERROR']],
    ['warn', ['WARN', 'ERROR']],
    ['ERROR', ['ERROR']],
    ['', ['INFO', 'WARN', 'ERROR']],
  ])('writes with LOG_LEVEL %j what is at least as severe, and metrics always', (LOG_LEVEL, expected) => {
    const { telemetry, read } = arrange({ LOG_LEVEL, METRICS_SERVICE: 'crm' });

    for (const severity of ['info', 'warn', 'error'] as const) telemetry.log[severity]('line', {});
    telemetry.meter.record('Splits', 1);
    telemetry.publish();

    expect(read().map(({ level, Splits }) => level ?? Splits)).toEqual([...expected, 1]);
  });

  it('writes no metric without the name of a deployment', () => {
    const { telemetry, read } = arrange({});

    telemetry.meter.record('Merges', 1);
    telemetry.publish();

    expect(read()).toEqual([]);
    expect(telemetry.meter.take()).toEqual([]);
  });
});

const ann = { id: 'ann', name: 'Ann' };

/** A resolution by former rules, which is refused, and the one that takes its place. */
function replaced() {
  const former = fakeResolution();
  former.failure = new RulesReplacedError();
  const next = fakeResolution();
  next.entities = [new FakeEntity('E1', [ann])];
  const asked: string[] = [];
  const resolution = replaceableResolution(async () => {
    asked.push(asked.length === 0 ? 'former' : 'next');
    return asked.length === 1 ? former : next;
  });
  return { resolution, former, next, asked };
}

describe('a replaceable resolution', () => {
  it.each([
    ['submit', (by) => by.submit([ann])],
    ['submitWithPreview', (by) => by.submitWithPreview([ann], { dryRun: true })],
    ['disassemble', (by) => by.disassemble({ recordIDs: ['ann'] })],
    [
      'removeConnectionBan',
      (by) =>
        by.removeConnectionBan({ reference: 'R', entityID: 'E', others: ['F'], meta: { user: 'u', reason: 'r' } }),
    ],
    ['search', (by) => by.search({ parameters: ann })],
    ['rankedSearch', async (by) => (await by.rankedSearch({ parameters: ann, first: 1 })).entities],
    ['entity', (by) => by.entity('E1')],
    ['entityByRecord', (by) => by.entityByRecord('ann')],
    ['listEntities', (by) => by.listEntities({ first: 1, maxBytes: 1_000 })],
    ['explain', (by) => by.explain({ a: 'r', b: 's' })],
    ['assemblyStatus', (by) => by.assemblyStatus()],
    ['metrics', (by) => by.metrics()],
  ] as readonly (readonly [string, (by: Resolution) => Promise<unknown>])[])(
    'repeats %s under the rules that came into force',
    async (_name, run) => {
      const { resolution, next, asked } = replaced();

      const answer = await run(resolution);

      expect(asked).toEqual(['former', 'next']);
      expect(answer).toEqual(await run(next));
    },
  );

  it('submits the records once under the new rules', async () => {
    const { resolution, former, next } = replaced();

    await resolution.submit([ann]);

    expect(former.asked('submit')).toEqual([]);
    expect(next.asked('submit')).toEqual([[ann]]);
  });

  it.each([
    ['submit', (by: Resolution) => by.submit([ann])],
    ['submitWithPreview', (by: Resolution) => by.submitWithPreview([ann], { dryRun: false })],
    ['disassemble', (by: Resolution) => by.disassemble({ recordIDs: ['ann'] })],
    ['link', (by: Resolution) => by.link({ a: 'ann', b: 'bob', user: 'u', client: 'c', reason: 'r' })],
  ])('does not say of a repeated %s that nothing happened: the first attempt may have written', async (_name, run) => {
    const { resolution, former, next } = replaced();
    next.failure = new SubmitRefusedError([{ index: 0, error: new MissingRecordIdError() }]);

    await expect(run(resolution)).rejects.toBe(former.failure);
  });

  it('refuses a record that the new rules refuse in a dry run, which stores nothing', async () => {
    const { resolution, next } = replaced();
    next.failure = new SubmitRefusedError([{ index: 0, error: new MissingRecordIdError() }]);

    await expect(resolution.submitWithPreview([ann], { dryRun: true })).rejects.toBe(next.failure);
  });

  it('refuses a record that the rules refuse at once', async () => {
    const { resolution, former, asked } = replaced();
    former.failure = new SubmitRefusedError([{ index: 0, error: new MissingRecordIdError() }]);

    await expect(resolution.submit([ann])).rejects.toBe(former.failure);
    expect(asked).toEqual(['former']);
  });

  it('repeats only once', async () => {
    const { resolution, next } = replaced();
    next.failure = new RulesReplacedError();

    await expect(resolution.entity('E1')).rejects.toBeInstanceOf(RulesReplacedError);
  });

  it('repeats nothing for another error', async () => {
    const { resolution, former, asked } = replaced();
    former.failure = new Error('socket hang up');

    await expect(resolution.entity('E1')).rejects.toThrow('socket hang up');
    expect(asked).toEqual(['former']);
  });
});
