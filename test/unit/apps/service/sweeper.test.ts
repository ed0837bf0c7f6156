import { describe, expect, it } from '@jest/globals';
import { startSweeper } from '../../../../apps/service/sweeper.ts';

describe('startSweeper', () => {
  it('sweeps at once and then again, also after a failure', async () => {
    let count = 0;
    const failures: unknown[] = [];
    const sweptAgain = new Promise<void>((resolve) => {
      const resolution = {
        async sweep() {
          if (++count === 1) throw new Error('busy');
          resolve();
          return 0;
        },
      };
      startSweeper({ resolution, interval: 1, onFailure: (cause) => failures.push(cause) });
    });

    await sweptAgain;

    expect(failures).toEqual([new Error('busy')]);
  });

  it('waits for the sweep under way when it is stopped', async () => {
    let finish = () => {};
    let finished = false;
    const resolution = {
      sweep: () =>
        new Promise<number>((resolve) => {
          finish = () => {
            finished = true;
            resolve(0);
          };
        }),
    };
    const sweeper = startSweeper({ resolution, interval: 1, onFailure: () => {} });

    const stopped = sweeper.stop();
    finish();
    await stopped;

    expect(finished).toBe(true);
  });
});
