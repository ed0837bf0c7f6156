import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ResolutionDependencies } from '../../../../../src/entities/create.ts';
import { createResolution } from '../../../../../src/entities/create.ts';
import {
  isInPendingShard,
  operationsIn,
  pendingShardKey,
  pendingShardKeys,
} from '../../../../../src/entities/items/pending-shard.ts';
import type { Resolution } from '../../../../../src/entities/types.ts';
import type { RecordPayload } from '../../../../../src/rules/types.ts';
import type { Write } from '../../../../../src/store/port.ts';
import { frozenClock } from '../../../../setup/frozen-clock.ts';
import { MemoryStore } from '../../../../setup/memory-store.ts';
import { toyRules } from '../../../../setup/toy-rules.ts';

/** A memory store that says of itself that transactions cost more. */
class BillingStore extends MemoryStore {
  readonly billsTransactions = true;
  transactions = 0;
  /** Writes that are never made: their caller waits for ever. */
  lost: (write: Write) => boolean = () => false;

  override async transact(writes: Parameters<MemoryStore['transact']>[0]) {
    this.transactions += 1;
    return super.transact(writes);
  }

  override async write(writes: readonly Write[]) {
    if (writes.some((write) => this.lost(write))) await new Promise(() => undefined);
    return super.write(writes);
  }
}

const HOUR = 3_600_000;
/** Milliseconds since 1970, which stand still during a test. Each is later than those before: ids never go back within a process. */
let time = frozenClock();
beforeEach(() => {
  time += 10 * HOUR;
});
const resolutionOn = (store: MemoryStore, options: Partial<ResolutionDependencies> = {}): Resolution =>
  createResolution({ store, rules: toyRules, now: () => time, ...options });
const record = (id: string, ...exact: string[]): RecordPayload => ({ id, exact });
const noted = async (store: MemoryStore) =>
  (await store.getMany(pendingShardKeys)).flatMap((shard) => (shard === undefined ? [] : operationsIn(shard)));
const ownEntries = (store: MemoryStore) => [...store.items.values()].filter(({ pk }) => pk.startsWith('J#'));
const wipes = (write: Write) => 'update' in write && write.update.pk.startsWith('S#') && write.remove !== undefined;
const stores = (id: string) => (write: Write) => 'put' in write && write.put.pk === `R#${id}` && 'd' in write.put;
const countsOf = async (resolution: Resolution) => {
  const { recordCount, entityCount } = await resolution.metrics();
  return { recordCount, entityCount };
};

/** Submits with a process that dies at the write. */
function dieAt(store: BillingStore, lost: (write: Write) => boolean, record: RecordPayload): Promise<void> {
  return new Promise((resolve) => {
    store.lost = (write) => {
      const isLost = lost(write);
      if (isLost) {
        store.lost = () => false;
        resolve();
      }
      return isLost;
    };
    void resolutionOn(store).submit([record]);
  });
}

describe('operations in pending-operations shards', () => {
  it('need no transaction for a new record, and are counted when they leave', async () => {
    const store = new BillingStore();
    const resolution = resolutionOn(store);

    await resolution.submit([record('a', 'x')]);
    await resolution.submit([record('b', 'y')]);

    expect(store.transactions).toBe(0);
    expect(await noted(store)).toEqual([]);
    expect(await countsOf(resolution)).toEqual({ recordCount: 2, entityCount: 2 });
  });

  it('are not used where transactions cost what their writes cost', async () => {
    const store = new MemoryStore();

    await resolutionOn(store).submit([record('a', 'x')]);

    expect([...store.items.keys()].filter((key) => key.startsWith('S#'))).toEqual([]);
  });

  it('are finished and counted by the sweeper, once, when their process died', async () => {
    const store = new BillingStore();
    await dieAt(store, wipes, record('a', 'x'));
    const sweeper = resolutionOn(store, { now: () => time + HOUR });

    expect(await noted(store)).toHaveLength(1);
    expect(await sweeper.oldestInterrupted()).toBeGreaterThan(HOUR / 2);
    expect(await sweeper.assemblyStatus()).toMatchObject({ state: 'IN_PROGRESS' });
    expect(await Promise.all([sweeper.sweep(), sweeper.sweep()])).toEqual([1, 1]);
    expect(await noted(store)).toEqual([]);
    expect(await countsOf(sweeper)).toEqual({ recordCount: 1, entityCount: 1 });
    expect(await sweeper.oldestInterrupted()).toBeNull();
  });

  it('are not counted when they stored nothing', async () => {
    const store = new BillingStore();
    await dieAt(store, stores('a'), record('a', 'x'));
    const sweeper = resolutionOn(store, { now: () => time + HOUR });

    await sweeper.sweep();

    expect(await noted(store)).toEqual([]);
    expect(await countsOf(sweeper)).toEqual({ recordCount: 0, entityCount: 0 });
  });

  it('are counted although their record was erased before they ended', async () => {
    const store = new BillingStore();
    await dieAt(store, wipes, record('a', 'x'));
    await resolutionOn(store).disassemble({ recordIDs: ['a'] });
    const sweeper = resolutionOn(store, { now: () => time + HOUR });

    await sweeper.sweep();

    expect(await countsOf(sweeper)).toEqual({ recordCount: 0, entityCount: 0 });
  });

  it('tell a repeated request that the record is not finished', async () => {
    const store = new BillingStore();
    const publishes = (write: Write) => 'update' in write && write.update.pk.startsWith('K#');
    await resolutionOn(store).submit([record('b', 'x')]);
    await dieAt(store, publishes, record('a', 'x', 'y'));
    const resolution = resolutionOn(store);

    const [repeated] = await resolution.submit([record('a', 'x', 'y')]);
    const [late] = await resolution.submit([record('c', 'y')]);

    expect(late!.entityID).toBe(repeated!.entityID);
    expect((await resolution.entityByRecord('a'))!.records).toHaveLength(3);
  });

  it('have an item of their own when they are about many records', async () => {
    const store = new BillingStore();
    const ids = Array.from({ length: 40 }, (_, index) => `a-rather-long-record-id-${index}`);
    const resolution = resolutionOn(store);
    let own = 0;
    store.lost = (write) => {
      own += ownEntries(store).length;
      return 'update' in write && write.update.pk.startsWith('S#');
    };

    await resolution.submit(ids.map((id) => record(id, id)));

    expect(own).toBeGreaterThan(0);
    expect(await countsOf(resolution)).toEqual({ recordCount: 40, entityCount: 40 });
  });

  it('have an item of their own for a while when a shard is overloaded with interrupted work', async () => {
    const store = new BillingStore();
    for (const { pk, sk } of pendingShardKeys) {
      const left = Array.from({ length: 60 }, (_, index) => [
        `01ARZ3NDEKTSV4RRFFQ69G5F${10 + index}s`,
        '{"r":["unknown"]}',
      ]);
      store.apply({ put: { pk, sk, ...Object.fromEntries(left) } });
    }
    let now = time;
    const resolution = resolutionOn(store, { now: () => now });
    const place = async (id: string) => {
      await resolution.submit([record(id, id)]);
      const [item] = await store.getMany([{ pk: `R#${id}`, sk: '#' }]);
      return isInPendingShard(item!['o'] as string) ? 'shared' : 'own';
    };

    const places = [await place('a'), await place('b')];
    now += HOUR;

    expect([...places, await place('c')]).toEqual(['shared', 'own', 'shared']);
    expect(await countsOf(resolution)).toEqual({ recordCount: 3, entityCount: 3 });
  });

  it('are spread evenly', () => {
    const hits = new Map<string, number>();
    for (let index = 0; index < 6_400; index++) {
      const { pk } = pendingShardKey(`01ARZ3NDEK${index.toString(32).toUpperCase().padStart(16, 'Z')}s`);
      hits.set(pk, (hits.get(pk) ?? 0) + 1);
    }

    expect(hits.size).toBe(64);
    expect(Math.max(...hits.values())).toBeLessThan(200);
  });
});
