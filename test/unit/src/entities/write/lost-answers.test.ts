import { describe, expect, it } from '@jest/globals';
import { createResolution } from '../../../../../src/entities/create.ts';
import { UndecidedError } from '../../../../../src/errors.ts';
import type { Store } from '../../../../../src/store/port.ts';
import { MemoryStore } from '../../../../setup/memory-store.ts';
import { toyRules } from '../../../../setup/toy-rules.ts';

/** Makes every write, and loses the answer to one call. */
class ForgetfulStore extends MemoryStore {
  calls = 0;
  /** The call whose answer is lost, counted from 1. */
  lost = 0;

  override write: Store['write'] = async (writes) => this.forget(await super.write(writes));

  override transact: Store['transact'] = async (writes) => this.forget(await super.transact(writes));

  private forget<Answer>(answer: Answer): Answer {
    this.calls += 1;
    if (this.calls === this.lost) throw new UndecidedError('The answer is lost.');
    return answer;
  }
}

async function outcomeWhenLost(lost: number) {
  const store = new ForgetfulStore();
  // Passes only when the service waits.
  let clock = Date.now();
  const resolution = createResolution({
    store,
    rules: toyRules,
    updateRecords: true,
    now: () => clock,
    pause: async (milliseconds) => {
      clock += Math.ceil(milliseconds);
    },
  });
  await resolution.submit([
    { id: 'a', exact: ['x'] },
    { id: 'b', exact: ['x'] },
  ]);
  store.calls = 0;
  store.lost = lost;
  const answers = await resolution.submit([
    { id: 'a', exact: ['y'] },
    { id: 'c', exact: ['y'] },
  ]);
  return { outcomes: answers.map(({ id, outcome }) => [id, outcome]), calls: store.calls };
}

describe('a submit of which one answer is lost', () => {
  it('says of each record what it did, whichever answer it is', async () => {
    const { calls } = await outcomeWhenLost(0);
    expect(calls).toBeGreaterThan(5);

    for (let lost = 1; lost <= calls; lost++) {
      const { outcomes } = await outcomeWhenLost(lost);
      expect([lost, outcomes]).toEqual([
        lost,
        [
          ['a', 'UPDATED'],
          ['c', 'CREATED'],
        ],
      ]);
    }
  });
});
