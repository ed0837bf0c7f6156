import { describe, expect, it } from '@jest/globals';
import { RetryableError } from '../../../../../src/errors.ts';
import { GroupCommit, type GroupTarget } from '../../../../../src/store/embedded/group-commit.ts';
import { StoreClosedError, StoreFullError } from '../../../../../src/store/errors.ts';

const DIRECTORY = '.';

/** Runs work when told to, as lmdb does when it has the lock, and then commits or fails. */
function fakeDatabase() {
  const transactions: { work: () => unknown; resolve: () => void; reject: (error: Error) => void }[] = [];
  const calls: string[] = [];
  const target: GroupTarget = {
    directory: DIRECTORY,
    prepare: () => undefined,
    transaction: (work) =>
      new Promise<void>((resolve, reject) => {
        transactions.push({ work, resolve, reject });
      }),
    begin: () => void calls.push('begin'),
    append: () => void calls.push('append'),
    committed: () => void calls.push('committed'),
    failed: () => void calls.push('failed'),
  };
  return {
    target,
    calls,
    transactions,
    lock: () => transactions.at(-1)!.work(),
    commit: () => transactions.at(-1)!.resolve(),
    fail: (reason: string) => {
      const commitError = Promise.reject(new Error(reason));
      transactions.at(-1)!.reject(Object.assign(new Error('Commit failed'), { commitError }));
    },
  };
}

describe('GroupCommit', () => {
  it('joins all who come before the lock is had, in their order, and answers them after the commit', async () => {
    const { target, transactions, lock, commit } = fakeDatabase();
    const group = new GroupCommit(target);
    const order: string[] = [];

    const first = group.commit(() => order.push('first'));
    await Promise.resolve();
    const second = group.commit(() => order.push('second'));
    lock();
    const late = group.commit(() => order.push('late'));
    expect(order).toEqual(['first', 'second']);
    commit();
    expect(await Promise.all([first, second])).toEqual([1, 2]);
    lock();
    commit();

    expect(await late).toBe(3);
    expect(transactions).toHaveLength(2);
  });

  it('rejects only the one whose work throws', async () => {
    const { target, lock, commit } = fakeDatabase();
    const group = new GroupCommit(target);

    const bad = group.commit(() => {
      throw new Error('bad');
    });
    const good = group.commit(() => 'good');
    lock();
    commit();

    await expect(bad).rejects.toThrow('bad');
    await expect(good).resolves.toBe('good');
  });

  it.each([
    ['MDB_MAP_FULL: Environment mapsize limit reached', StoreFullError],
    ['No space left on device', StoreFullError],
    ['MDB_PROBLEM: Unexpected problem', RetryableError],
  ])('tells the whole group that the commit failed with %s, and goes on', async (reason, type) => {
    const { target, lock, commit, fail } = fakeDatabase();
    const group = new GroupCommit(target);

    const lost = [group.commit(() => 1), group.commit(() => 2)];
    lock();
    fail(reason);
    for (const one of lost) await expect(one).rejects.toThrow(type);
    const next = group.commit(() => 3);
    lock();
    commit();

    await expect(next).resolves.toBe(3);
  });

  it('tells those who wait when not even the lock could be had', async () => {
    const { target, fail } = fakeDatabase();
    const group = new GroupCommit(target);

    const waiting = group.commit(() => 1);
    fail('Permission denied');

    await expect(waiting).rejects.toThrow(RetryableError);
  });

  it('ends what it accepted before it is closed, and accepts no more', async () => {
    const { target, lock, commit } = fakeDatabase();
    const group = new GroupCommit(target);

    const accepted = group.commit(() => 'done');
    const closed = group.close();
    await expect(group.commit(() => 'late')).rejects.toThrow(StoreClosedError);
    lock();
    commit();
    await closed;

    await expect(accepted).resolves.toBe('done');
  });
});
