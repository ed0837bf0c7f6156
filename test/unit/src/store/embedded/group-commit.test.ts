import { describe, expect, it } from '@jest/globals';
import { GroupCommit } from '../../../../../src/store/embedded/group-commit.ts';
import { InvalidWriteError, StoreClosedError } from '../../../../../src/store/errors.ts';

/** Counts transactions, and throws what `after` throws behind the work of each. */
function database(after: () => void = () => {}) {
  const state = { transactions: 0, pause: undefined as Promise<void> | undefined };
  const transaction = (work: () => void) => {
    state.transactions++;
    work();
    after();
  };
  return { group: new GroupCommit(transaction, state), state };
}

describe('GroupCommit', () => {
  it('joins all who come in one turn of the event loop, in their order', async () => {
    const { group, state } = database();
    const order: string[] = [];

    const first = group.commit(() => order.push('first'));
    await Promise.resolve();
    const second = group.commit(() => order.push('second'));
    expect(await Promise.all([first, second])).toEqual([1, 2]);
    expect(await group.commit(() => order.push('late'))).toBe(3);

    expect(state.transactions).toBe(2);
  });

  it('waits for a pause, and lets those who come meanwhile join', async () => {
    const { group, state } = database();
    let end = () => {};
    state.pause = new Promise((resolve) => {
      end = resolve;
    });

    const first = group.commit(() => 1);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    const second = group.commit(() => 2);
    expect(state.transactions).toBe(0);
    end();

    expect(await Promise.all([first, second])).toEqual([1, 2]);
    expect(state.transactions).toBe(1);
  });

  it('rejects only the one whose work is refused', async () => {
    const { group } = database();

    const bad = group.commit(() => {
      throw new InvalidWriteError('bad');
    });
    const good = group.commit(() => 'good');

    await expect(bad).rejects.toThrow('bad');
    await expect(good).resolves.toBe('good');
  });

  it.each([
    ['the commit fails', () => database(failOnce('disk full')), () => 1],
    ['the work of one fails halfway through its writes', () => database(), failOnce('disk full')],
  ])('rejects the whole group when %s, and goes on', async (_, start, work) => {
    const { group } = start();

    const lost = [group.commit(() => 1), group.commit(work)];
    for (const one of lost) await expect(one).rejects.toThrow('disk full');

    await expect(group.commit(() => 3)).resolves.toBe(3);
  });

  it('ends what it accepted before it is closed, and accepts no more', async () => {
    const { group } = database();

    const accepted = group.commit(() => 'done');
    const closed = group.close();
    await expect(group.commit(() => 'late')).rejects.toThrow(StoreClosedError);
    await closed;

    await expect(accepted).resolves.toBe('done');
  });
});

function failOnce(reason: string): () => void {
  let isFirst = true;
  return () => {
    if (!isFirst) return;
    isFirst = false;
    throw new Error(reason);
  };
}
