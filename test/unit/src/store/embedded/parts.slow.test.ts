import { closeSync, openSync, readSync, statSync, writeFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RetryableError } from '../../../../../src/errors.ts';
import { Checkpointer, FileFlush, GroupCommit } from '../../../../../src/store/embedded/commits.ts';
import { storageFailure } from '../../../../../src/store/embedded/database-file.ts';
import {
  attributesIn,
  itemOf,
  itemsIn,
  itemText,
  partitionNumber,
  spreadMark,
  withItem,
} from '../../../../../src/store/embedded/rows.ts';
import { openEmbeddedStore } from '../../../../../src/store/embedded/store.ts';
import {
  InvalidWriteError,
  StoreClosedError,
  StoreFormatError,
  StoreFullError,
} from '../../../../../src/store/errors.ts';
import type { Item, Value } from '../../../../../src/store/port.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

const MOST_BYTES = 100 * 1_048_576;

describe('Checkpointer', () => {
  const directory = temporaryDirectory('beforeEach');

  it.each([
    { count: 20, characters: 1_000, checkpointItems: 20 },
    // 400 of them would be more than the most.
    { count: 1, characters: 380_000, checkpointItems: 100 },
  ])('lets SQLite start the log over, however long writers go on (%j)', async (options) => {
    const { count, characters, checkpointItems } = options;
    const log = directory.path('entity-data.sqlite-wal');
    const store = await openEmbeddedStore({ directory: directory.path(), checkpointItems });
    const write = (round: number) =>
      store.write(
        Array.from({ length: count }, (_, index) => ({
          put: { pk: `p${index}`, sk: 's', round, v: 'x'.repeat(characters) },
        })),
      );
    await write(0);
    const first = saltsOf(log);

    for (let round = 1; saltsOf(log) === first; round++) {
      expect(statSync(log).size).toBeLessThan(MOST_BYTES);
      await write(round);
    }

    await store.close();
  });

  it.each([
    ['flushes the tables before the pass that writers wait for, and not meanwhile', async () => {}],
    ['lets writers go on after a flush that failed', async () => Promise.reject(new Error('EIO'))],
  ])('%s', async (_, answer) => {
    const store = await openEmbeddedStore({ directory: directory.path() });
    const paused: boolean[] = [];
    const tables = {
      flush: () => {
        paused.push(checkpointer.pause !== undefined);
        return answer();
      },
    };
    const checkpointed = { path: directory.path('entity-data.sqlite'), tables, touch: async () => {} };
    const checkpointer: Checkpointer = new Checkpointer(checkpointed, 1, 60_000);

    while (paused.length < 2) {
      checkpointer.wrote(1);
      await setImmediate();
    }
    await checkpointer.close();

    expect(paused).toEqual([false, false]);
    expect(checkpointer.pause).toBeUndefined();
    await store.close();
  });
});

/** Of the header of a log, which SQLite changes when it starts the log over. */
function saltsOf(log: string): string {
  const salts = Buffer.alloc(8);
  const file = openSync(log, 'r');
  readSync(file, salts, 0, 8, 16);
  closeSync(file);
  return salts.toString('hex');
}

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
    await setImmediate();
    await setImmediate();
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

const text = fc.string({ unit: 'binary' });
const name = fc.oneof(fc.constantFrom('n', '', 'ä', '__proto__', 'constructor', 'toJSON', '\0'), text);
const number = fc.oneof(
  fc.constantFrom(0, 255, 2 ** 32, -1, 0.5, 2 ** 53 - 1, -(2 ** 53) + 1),
  fc.double({ noNaN: true, min: 1e-130, max: 9.9e125 }),
  fc.maxSafeInteger(),
);
const value = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { weight: 4, arbitrary: fc.oneof(fc.constantFrom(null, true, false), number, text) },
    { weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 20 }) },
    { weight: 1, arbitrary: fc.dictionary(name, tie('value'), { maxKeys: 10 }) },
  ),
})).value;
// As JSON.parse makes it: `__proto__` is a member like any other.
const attributes = fc
  .dictionary(name, value, { maxKeys: 10 })
  .filter((map) => !('pk' in map) && !('sk' in map))
  .map((map) => JSON.parse(JSON.stringify(map)) as Record<string, Value>);

describe('itemText', () => {
  it('keeps every attribute, of a text without line breaks and tabs', () => {
    fc.assert(
      fc.property(attributes, (map) => {
        const item = Object.fromEntries([['pk', 'p'], ['sk', 's'], ...Object.entries(map)]) as Item;

        const stored = itemText(item);
        const { pk, sk, ...read } = itemOf({ pk: 'p', sk: 's' }, stored);

        expect([pk, sk]).toEqual(['p', 's']);
        expect(Object.entries(read)).toEqual(Object.entries(map));
        expect(stored).not.toMatch(/[\n\t]/);
      }),
    );
  });
});

describe('FileFlush', () => {
  const directory = temporaryDirectory('beforeEach');
  let path: string;
  beforeEach(() => {
    path = directory.path('log');
    writeFileSync(path, '');
  });

  it('answers all who wait, those who come during a flush included', async () => {
    const flush = new FileFlush(path);
    const first = flush.flush();

    await expect(Promise.all([first, flush.flush(), flush.flush()])).resolves.toHaveLength(3);
    await flush.close();
  });

  it('refuses everything after a flush that failed', async () => {
    const flush = new FileFlush(path);
    // A flush of a closed file fails.
    await flush.close();

    await expect(flush.flush()).rejects.toMatchObject({ code: 'EBADF' });
    expect(() => flush.check()).toThrow('EBADF');
    await expect(flush.flush()).rejects.toMatchObject({ code: 'EBADF' });
  });
});

const rowText = fc.oneof(
  fc.constantFrom('a', 'a"', '"a', 'a\n', '\n\n', 'a\t', '\t', '\\', '\0', '*', 'a spread', '😀'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 4 }),
);
const rowAttributes = fc.dictionary(rowText, rowText).map((map) => JSON.stringify(map));
const change = fc.record({ pk: rowText, sk: rowText, attributes: fc.option(rowAttributes, { nil: undefined }) });

describe('a row of small partitions', () => {
  it('has what was put last of every item, whatever characters the keys have', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), rowText, (changes, other) => {
        let row = '';
        const table = new Map<string, Map<string, string>>();
        for (const { pk, sk, attributes } of changes) {
          row = withItem(row, { pk, sk }, attributes);
          const partition = table.get(pk) ?? new Map<string, string>();
          table.set(pk, partition);
          if (attributes === undefined) partition.delete(sk);
          else partition.set(sk, attributes);
        }
        for (const [pk, partition] of table) {
          expect(new Map(itemsIn(row, pk).map(({ sk, text }) => [sk, text]))).toEqual(partition);
          for (const { sk } of changes) expect(attributesIn(row, { pk, sk })).toBe(partition.get(sk));
          expect(row.includes(spreadMark(pk))).toBe(false);
        }
        if ([...table.values()].every(({ size }) => size === 0)) expect(row).toBe('');
        const marked = row + spreadMark(other);
        for (const pk of table.keys()) expect(marked.includes(spreadMark(pk))).toBe(pk === other);
      }),
    );
  });
});

describe('partitionNumber', () => {
  it('gives similar names different numbers, spread over the whole range', () => {
    const numbers = Array.from({ length: 200_000 }, (_, index) => partitionNumber(`R#person-${index}`, 7));

    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers.every(Number.isSafeInteger)).toBe(true);
    const eighths = new Array<number>(8).fill(0);
    for (const number of numbers) eighths[Math.floor(number / 2 ** 50)]! += 1;
    for (const count of eighths) expect(count).toBeGreaterThan(24_000);
  });

  it('depends on the seed, so that names which share a number do so in one store only', () => {
    expect(partitionNumber('R#1', 1)).not.toBe(partitionNumber('R#1', 2));
  });
});

describe('storageFailure', () => {
  it.each([
    ['SQLITE_FULL', 'database or disk is full', StoreFullError],
    ['ENOSPC', 'no space left on device', StoreFullError],
    ['SQLITE_CORRUPT', 'database disk image is malformed', StoreFormatError],
    ['SQLITE_IOERR_WRITE', 'disk I/O error', RetryableError],
    [undefined, 'unknown', RetryableError],
  ])('says what %s means and what to do', (code, reason, type) => {
    const failure = storageFailure(Object.assign(new Error(reason), { code }), '.');

    expect(failure).toBeInstanceOf(type);
    expect(failure.message).toContain(reason);
    expect(failure).toHaveProperty('hint');
  });

  it('leaves errors of the store as they are', () => {
    const error = new StoreClosedError();

    expect(storageFailure(error, '.')).toBe(error);
  });
});
