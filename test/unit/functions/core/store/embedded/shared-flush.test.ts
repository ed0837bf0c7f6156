import { describe, expect, it } from '@jest/globals';
import { SharedFlush } from '../../../../../../functions/core/store/embedded/shared-flush.ts';

interface Disk {
  readonly flush: () => Promise<void>;
  readonly flushes: { done(): void; fail(error: Error): void }[];
}

function slowDisk(): Disk {
  const flushes: Disk['flushes'] = [];
  return {
    flushes,
    flush: () => new Promise((resolve, reject) => flushes.push({ done: () => resolve(), fail: reject })),
  };
}

describe('SharedFlush', () => {
  it('gives all who come during a flush one flush, which begins after them', async () => {
    const disk = slowDisk();
    const shared = new SharedFlush(disk.flush);
    const ended: string[] = [];
    const wait = async (name: string) => {
      await shared.flush();
      ended.push(name);
    };

    const first = wait('first');
    const others = [wait('second'), wait('third')];
    expect(disk.flushes).toHaveLength(1);
    disk.flushes[0]!.done();
    await first;
    expect(ended).toEqual(['first']);
    expect(disk.flushes).toHaveLength(2);
    disk.flushes[1]!.done();
    await Promise.all(others);

    expect(ended).toEqual(['first', 'second', 'third']);
    expect(disk.flushes).toHaveLength(2);
  });

  it('tells a failure to those who waited for it and begins anew for the others', async () => {
    const disk = slowDisk();
    const shared = new SharedFlush(disk.flush);

    const first = shared.flush();
    const second = shared.flush();
    disk.flushes[0]!.fail(new Error('no space'));
    await expect(first).rejects.toThrow('no space');
    disk.flushes[1]!.done();

    await expect(second).resolves.toBeUndefined();
  });

  it('flushes again for one who comes after all is done', async () => {
    let flushes = 0;
    const shared = new SharedFlush(async () => {
      flushes++;
    });

    await shared.flush();
    await shared.flush();

    expect(flushes).toBe(2);
  });
});
