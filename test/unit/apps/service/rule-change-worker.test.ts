import { describe, expect, it } from '@jest/globals';
import { startRuleChangeWorker } from '../../../../apps/service/rule-change-worker.ts';
import type { RuleChangeState, RuleChangeStatus } from '../../../../src/entities/rule-changes/types.ts';
import { FakeRuleChanges, steady } from '../../functions/api/fake-rule-changes.ts';

/** A clock that only turns move on. */
class TurnClock {
  time = 0;
  readonly now = () => this.time;
}

/** Changes that have these states after their turns, each of which takes so many milliseconds. */
function changesOf(clock: TurnClock, turn: number, ...states: RuleChangeState[]): FakeRuleChanges {
  const changes = new FakeRuleChanges();
  changes.work = async (milliseconds) => {
    changes.asked.push(`work ${milliseconds}`);
    clock.time += turn;
    changes.current = { ...steady, state: states.shift() ?? 'STEADY' };
  };
  return changes;
}

/** Runs a worker until a turn leaves nothing to do. */
async function untilIdle(clock: TurnClock, changes: FakeRuleChanges) {
  const statuses: RuleChangeStatus[] = [];
  const pauses: number[] = [];
  const idle = Promise.withResolvers<void>();
  const worker = startRuleChangeWorker({
    ruleChanges: changes,
    interval: 3_600_000,
    onStatus: (status) => {
      statuses.push(status);
      if (status.state !== 'RUNNING') idle.resolve();
    },
    onFailure: idle.reject,
    now: clock.now,
    pause: async (milliseconds) => void pauses.push(milliseconds),
  });
  await idle.promise;
  await worker.stop();
  return { statuses, pauses };
}

describe('the worker of changes of the rules', () => {
  it('works in turns, between which it only lets the event loop go on', async () => {
    const clock = new TurnClock();
    const changes = changesOf(clock, 500, 'RUNNING', 'RUNNING', 'HELD');

    const { statuses, pauses } = await untilIdle(clock, changes);

    expect(changes.asked.filter((question) => question.startsWith('work'))).toEqual(Array(3).fill('work 500'));
    expect(statuses.map(({ state }) => state)).toEqual(['RUNNING', 'RUNNING', 'HELD']);
    expect(pauses).toEqual([0, 0]);
  });

  it('rests after a turn that ended early, because the change waits', async () => {
    const clock = new TurnClock();

    expect((await untilIdle(clock, changesOf(clock, 3, 'RUNNING', 'HELD'))).pauses).toEqual([100]);
  });

  it.each([500, 0])('lets timers have their turn while turns of %d ms await nothing', async (turn) => {
    const clock = new TurnClock();
    const changes = new FakeRuleChanges();
    changes.current = { ...steady, state: 'RUNNING' };
    let turns = 0;
    changes.work = async () => {
      clock.time += turn;
      turns += 1;
      // A worker that never yields would otherwise hold the process for ever.
      if (turns > 10_000) changes.current = steady;
    };
    const worker = startRuleChangeWorker({
      ruleChanges: changes,
      interval: 3_600_000,
      onStatus: () => {},
      onFailure: () => {},
      now: clock.now,
    });

    await new Promise((resolve) => setTimeout(resolve, 0));
    const turnsBefore = turns;
    changes.current = steady;
    await worker.stop();

    expect(turnsBefore).toBeLessThan(100);
  });

  it.each(['STEADY', 'PAUSED', 'FAILED'] as const)(
    'waits for the next interval while a change is %s',
    async (state) => {
      const clock = new TurnClock();

      expect((await untilIdle(clock, changesOf(clock, 500, state))).pauses).toEqual([]);
    },
  );

  it('begins no turn after it is stopped', async () => {
    const changes = changesOf(new TurnClock(), 500, 'RUNNING', 'RUNNING');
    const resting = Promise.withResolvers<void>();
    const rested = Promise.withResolvers<void>();
    const worker = startRuleChangeWorker({
      ruleChanges: changes,
      interval: 3_600_000,
      onStatus: () => {},
      onFailure: () => {},
      pause: () => {
        resting.resolve();
        return rested.promise;
      },
    });
    await resting.promise;

    const stopped = worker.stop();
    rested.resolve();
    await stopped;

    expect(changes.asked).toEqual(['work 500', 'status']);
  });

  it('tells of a failure', async () => {
    const failed = Promise.withResolvers<unknown>();
    const changes = new FakeRuleChanges();
    changes.failure = new Error('busy');
    const worker = startRuleChangeWorker({
      ruleChanges: changes,
      interval: 3_600_000,
      onStatus: () => {},
      onFailure: failed.resolve,
    });

    expect(await failed.promise).toEqual(new Error('busy'));
    await worker.stop();
  });
});
