import { beforeEach, describe, expect, it } from '@jest/globals';
import { createLoadLedger, type LoadLedger } from '../../../../src/loads/load-ledger.ts';
import { RATE_PAUSE, readLoads, STALL_TIME } from '../../../../src/loads/load-progress.ts';
import { MemoryStore } from '../../../setup/memory-store.ts';

const DAY = 24 * 60 * 60_000;
const part = (name: string, version = 'v1') => ({ load: 'crm/monday', name, version });

let store: MemoryStore;
let time: number;
let ledger: LoadLedger;

beforeEach(() => {
  store = new MemoryStore();
  time = 1_000_000;
  ledger = createLoadLedger(store, () => time);
});

const only = async () => {
  const loads = await readLoads(store, time);
  expect(loads).toHaveLength(1);
  return loads[0]!;
};

describe('the ledger of bulk loads', () => {
  it('counts what is settled, and finishes when the last announced part is', async () => {
    await ledger.announce('crm/monday', { records: 30, parts: 2, isFinal: true });
    await ledger.enter(part('a'), 20);
    await ledger.settle(part('a'), { from: 0, stored: 18, refused: 2, finished: true });
    const during = await only();
    await ledger.enter(part('b'), 10);
    await ledger.settle(part('b'), { from: 0, stored: 10, refused: 0, finished: true });

    expect(during).toMatchObject({ state: 'IN_PROGRESS', expectedRecords: 30, storedRecords: 18, refusedRecords: 2 });
    expect(await only()).toMatchObject({ state: 'FINISHED', storedRecords: 28, finishedParts: 2, expectedParts: 2 });
  });

  it('estimates the remaining minutes from the rate so far', async () => {
    await ledger.announce('crm/monday', { records: 100_000, parts: 10, isFinal: true });
    await ledger.enter(part('a'), 10_000);
    time += 60_000;
    await ledger.settle(part('a'), { from: 0, stored: 10_000, refused: 0, finished: true });

    const load = await only();

    expect(load.recordsPerSecond).toBeCloseTo(10_000 / 60);
    expect(load.estimatedTimeRemaining).toBe(9);
  });

  it('estimates no more minutes than the API can return', async () => {
    await ledger.announce('crm/monday', { records: Number.MAX_SAFE_INTEGER, parts: 10, isFinal: true });

    expect((await only()).estimatedTimeRemaining).toBe(2 ** 31 - 1);
  });

  it('restarts the measurement of the rate after a pause', async () => {
    await ledger.announce('crm/monday', { records: 30_000, parts: 3, isFinal: true });
    await ledger.enter(part('a'), 10_000);
    time += 1_000;
    await ledger.settle(part('a'), { from: 0, stored: 10_000, refused: 0, finished: true });
    time += RATE_PAUSE + 1;
    await ledger.enter(part('b'), 10_000);
    time += 100_000;

    await ledger.settle(part('b'), { from: 0, stored: 10_000, refused: 0, finished: true });

    expect(await only()).toMatchObject({ recordsPerSecond: 100, estimatedTimeRemaining: 2 });
  });

  it('continues where a part was interrupted', async () => {
    await ledger.enter(part('a'), 2_500);
    await ledger.settle(part('a'), { from: 0, stored: 990, refused: 10, finished: false });

    const again = await ledger.enter(part('a'), 2_500);

    expect(again).toEqual({ settled: 1_000, isFinished: false });
    expect(await only()).toMatchObject({ storedRecords: 990, refusedRecords: 10, finishedParts: 0 });
  });

  it.each([10, 0])('counts a part of %d records once that two calls settled', async (records) => {
    await ledger.enter(part('a'), records);

    const first = await ledger.settle(part('a'), { from: 0, stored: records, refused: 0, finished: true });
    const second = await ledger.settle(part('a'), { from: 0, stored: records, refused: 0, finished: true });

    expect([first, second]).toEqual([true, false]);
    expect(await only()).toMatchObject({ state: 'FINISHED', storedRecords: records, finishedParts: 1 });
    expect(await ledger.enter(part('a'), records)).toEqual({ settled: records, isFinished: true });
  });

  it('counts a part with new content from 0', async () => {
    await ledger.enter(part('a'), 10);
    await ledger.settle(part('a'), { from: 0, stored: 8, refused: 2, finished: true });

    await ledger.enter(part('a', 'v2'), 5);
    await ledger.settle(part('a', 'v2'), { from: 0, stored: 5, refused: 0, finished: true });

    expect(await only()).toMatchObject({ storedRecords: 5, refusedRecords: 0, finishedParts: 1 });
    expect(await ledger.settle(part('a'), { from: 0, stored: 8, refused: 2, finished: true })).toBe(false);
  });

  it('counts a failed part once, and no longer after it is delivered again', async () => {
    await ledger.announce('crm/monday', { records: 10, parts: 1, isFinal: true });
    await ledger.fail(part('a'), 'OBJECT_TOO_LARGE');
    await ledger.fail(part('a'), 'OBJECT_TOO_LARGE');
    const failed = await only();

    await ledger.enter(part('a'), 10);
    const entered = await only();
    await ledger.settle(part('a'), { from: 0, stored: 10, refused: 0, finished: true });

    expect(failed).toMatchObject({ state: 'FINISHED', failedParts: 1, finishedParts: 0 });
    expect(entered).toMatchObject({ state: 'IN_PROGRESS', failedParts: 0 });
    expect(await only()).toMatchObject({ state: 'FINISHED', failedParts: 0, finishedParts: 1 });
  });

  it('keeps the settled records of a failed part', async () => {
    await ledger.enter(part('a'), 2_000);
    await ledger.settle(part('a'), { from: 0, stored: 1_000, refused: 0, finished: false });
    await ledger.fail(part('a'), 'TRY_AGAIN');

    expect(await only()).toMatchObject({ storedRecords: 1_000, failedParts: 1 });
    expect(await ledger.enter(part('a'), 2_000)).toEqual({ settled: 1_000, isFinished: false });
    expect(await only()).toMatchObject({ storedRecords: 1_000, failedParts: 0 });
  });

  it('does not replace final totals with an estimate', async () => {
    await ledger.announce('crm/monday', { records: 90, parts: 9, isFinal: false });
    await ledger.announce('crm/monday', { records: 100, parts: 10, isFinal: true });
    await ledger.announce('crm/monday', { records: 90, parts: 9, isFinal: false });

    expect(await only()).toMatchObject({ expectedRecords: 100, expectedParts: 10 });
  });

  it('counts the delivered parts as all parts without an announcement', async () => {
    await ledger.enter(part('a'), 10);
    const during = await only();
    await ledger.settle(part('a'), { from: 0, stored: 10, refused: 0, finished: true });

    expect(during).toMatchObject({ state: 'IN_PROGRESS', expectedRecords: null, estimatedTimeRemaining: 1 });
    expect(await only()).toMatchObject({ state: 'FINISHED', expectedParts: null });
  });

  it('reports a load without activity as stalled', async () => {
    await ledger.announce('crm/monday', { records: 10, parts: 1, isFinal: true });
    time += STALL_TIME + 1;

    expect(await only()).toMatchObject({ state: 'STALLED', estimatedTimeRemaining: null });
  });

  it('deletes old loads when another begins', async () => {
    await ledger.enter(part('a'), 10);
    time += 31 * DAY;

    await ledger.enter({ load: 'new', name: 'a', version: 'v1' }, 1);

    expect((await readLoads(store, time)).map(({ id }) => id)).toEqual(['new']);
    expect([...store.items.values()].filter(({ pk }) => pk.includes('monday'))).toEqual([]);
  });

  it('counts right when many settle at once', async () => {
    await ledger.announce('crm/monday', { records: 200, parts: 20, isFinal: true });
    const names = Array.from({ length: 20 }, (_, index) => `p${index}`);

    await Promise.all(
      names.map(async (name) => {
        await ledger.enter(part(name), 10);
        await ledger.settle(part(name), { from: 0, stored: 9, refused: 1, finished: true });
      }),
    );

    expect(await only()).toMatchObject({
      state: 'FINISHED',
      storedRecords: 180,
      refusedRecords: 20,
      finishedParts: 20,
    });
  });
});
