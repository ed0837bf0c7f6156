import { beforeEach, describe, expect, it } from '@jest/globals';
import { EventsCommandError, PublishingFailedError } from '../../../../functions/events/errors.ts';
import { createEvents, type EventsReport, type Listed } from '../../../../functions/events/events.ts';
import { createResolution } from '../../../../src/entities/create.ts';
import type { Discarded, Replayed } from '../../../../src/events/dead-letters.ts';
import type { EntityEvent } from '../../../../src/events/entity-event.ts';
import type { Delivery } from '../../../../src/events/target.ts';
import type { FailureDescription } from '../../../../src/runtime/log/failure.ts';
import { frozenClock } from '../../../setup/frozen-clock.ts';
import { MemoryStore } from '../../../setup/memory-store.ts';
import { toyRules } from '../../../setup/toy-rules.ts';

describe('createEvents', () => {
  let store: MemoryStore;
  let taken: EntityEvent[];
  let fate: Delivery;
  let reports: EventsReport[];
  let replays: Replayed[];
  let discards: Discarded[];
  let failures: FailureDescription[];
  let left: () => number;
  let call: ReturnType<typeof createEvents>;
  const start = frozenClock();

  beforeEach(async () => {
    store = new MemoryStore();
    taken = [];
    fate = 'delivered';
    reports = [];
    replays = [];
    discards = [];
    failures = [];
    left = () => 60_000;
    call = createEvents({
      store,
      maxAttempts: 1,
      timeLeft: () => left(),
      now: () => start + 30_000,
      report: (report) => reports.push(report),
      reportReplay: (replayed) => replays.push(replayed),
      reportDiscard: (discarded) => discards.push(discarded),
      onFailure: (failure) => failures.push(failure),
      target: {
        deliver: async (events) => {
          if (fate === 'delivered') taken.push(...events);
          return events.map(() => fate);
        },
      },
    });
    const resolution = createResolution({ store, rules: toyRules, entityEvents: true, now: () => start });
    await resolution.submit([{ id: 'a', exact: ['x'] }]);
  });

  it('publishes for any input that is not a command, and reports', async () => {
    await call({ Records: [{ dynamodb: { Keys: {} } }] });
    await call({});

    expect(taken).toHaveLength(1);
    expect(reports).toEqual([
      { delivered: 1, failed: 0, dead: 0, waiting: false, oldest: 0, deadLetters: false },
      { delivered: 0, failed: 0, dead: 0, waiting: false, oldest: 0, deadLetters: false },
    ]);
  });

  it('fails with a message that quotes nothing, and describes the failure separately', async () => {
    store.query = () => Promise.reject(new SyntaxError('in the middle of "a"'));

    const outcomes = await Promise.allSettled([call({}), call({ replay: true })]);

    expect(outcomes).toEqual(outcomes.map(() => ({ status: 'rejected', reason: new PublishingFailedError() })));
    expect(failures).toEqual(failures.map(() => ({ name: 'SyntaxError', calls: expect.any(Array) })));
    expect(failures).toHaveLength(2);
  });

  it('reports how long the oldest event has waited', async () => {
    fate = 'untried';

    await call({});

    expect(reports).toEqual([{ delivered: 0, failed: 0, dead: 0, waiting: true, oldest: 30_000, deadLetters: false }]);
  });

  it('reports dead letters until they are replayed', async () => {
    fate = { reason: 'it is down', unavailable: true };
    await call({});
    await call({});
    const down = await call({ replay: true });
    fate = 'delivered';

    const well = await call({ replay: true });
    await call({});

    expect(reports.map(({ dead, deadLetters, reason }) => [dead, deadLetters, reason])).toEqual([
      [1, true, 'it is down'],
      [0, true, undefined],
      [0, false, undefined],
    ]);
    expect([down, well]).toEqual([
      { delivered: 0, left: 1 },
      { delivered: 1, left: 0 },
    ]);
    expect(replays).toEqual([down, well]);
    expect(taken.map(({ type }) => type)).toEqual(['created']);
  });

  it('leaves dead letters for the next call when its time is over', async () => {
    fate = { reason: 'it is down', unavailable: true };
    await call({});
    fate = 'delivered';
    const times = [60_000, 25_000];
    left = () => times.shift() ?? 25_000;

    const replayed = await call({ replay: true });

    expect(replayed).toEqual({ delivered: 0, left: 1 });
  });

  it('replays and publishes in the shortest time that a deployment may give it', async () => {
    const shortest = 29_000;
    left = () => shortest;
    fate = { reason: 'it is down', unavailable: true };
    await call({});
    fate = 'delivered';

    const replayed = await call({ replay: true });

    expect(replayed).toEqual({ delivered: 1, left: 0 });
  });

  it('lists dead letters without their records, and deletes discarded ones', async () => {
    const resolution = createResolution({ store, rules: toyRules, entityEvents: true, now: () => start });
    await resolution.submit([{ id: 'secret-b', exact: ['y'] }]);
    await resolution.submit([{ id: 'secret-c', exact: ['z'] }]);
    fate = { reason: 'it is down', unavailable: false };
    await call({});

    const listed = (await call({ list: true })) as Listed;
    const [first, second] = listed.deadLetters;
    const one = await call({ discard: [first!.id, first!.id, `${first!.entityID}.7`, 'nonsense'] });
    const next = (await call({ list: true })) as Listed;
    const all = await call({ discard: 'all' });
    await call({});

    expect(listed).toMatchObject({ more: false });
    expect(listed.deadLetters).toHaveLength(3);
    expect(first).toEqual({
      id: `${first!.entityID}.1`,
      entityID: first!.entityID,
      types: ['created'],
      reason: 'it is down',
      since: new Date(start + 30_000).toISOString(),
    });
    expect(JSON.stringify(listed)).not.toContain('secret');
    expect(one).toEqual({ discarded: 1, unknown: [`${first!.entityID}.7`, 'nonsense'] });
    expect(next.deadLetters).toHaveLength(2);
    expect(next.deadLetters[0]).toEqual(second);
    expect(all).toEqual({ discarded: 2, unknown: [] });
    expect(discards).toEqual([one, all]);
    expect(reports.at(-1)).toMatchObject({ delivered: 0, deadLetters: false });
    expect(taken).toEqual([]);
  });

  it.each([
    { replay: false },
    { list: 'all' },
    { discard: true },
    { discard: [] },
    { discard: [7] },
    { replay: true, discard: 'all' },
  ])('refuses %j, and does nothing', async (command) => {
    await expect(call(command)).rejects.toThrow(EventsCommandError);

    expect(reports).toEqual([]);
    expect(failures).toEqual([]);
  });
});
