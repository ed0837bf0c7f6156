import { describe, expect, it } from '@jest/globals';
import { createResolution } from '../../../../../src/entities/create.ts';
import { REDO_AGE } from '../../../../../src/entities/deadline.ts';
import type { Store } from '../../../../../src/store/port.ts';
import { MemoryStore } from '../../../../setup/memory-store.ts';
import { toyRules } from '../../../../setup/toy-rules.ts';

const COUNT = 70;
/** Records that are linked by one record alone, the hub. */
const star = [
  { id: 'hub', exact: Array.from({ length: COUNT }, (_, index) => `k${index}`), near: [] },
  ...Array.from({ length: COUNT }, (_, index) => ({ id: `r${index}`, exact: [`k${index}`], near: [] })),
];

/** A store whose process dies after so many transactions. */
function dying(store: MemoryStore, transactions: number): Store {
  let left = transactions;
  return {
    ...boundTo(store),
    transact: async (writes) => {
      if (left === 0) throw new Error('the process died');
      left -= 1;
      return store.transact(writes);
    },
  };
}

function boundTo(store: MemoryStore): Store {
  const names = ['getMany', 'query', 'write', 'inOrder', 'transact', 'durable', 'close'] as const;
  const methods = names.map((name) => [name, (store[name] as (...all: unknown[]) => unknown).bind(store)]);
  return Object.fromEntries(methods) as unknown as Store;
}

async function entities(store: Store): Promise<number> {
  const resolution = createResolution({ store, rules: toyRules });
  const ids = new Set<string>();
  for (let index = 0; index < COUNT; index++) ids.add((await resolution.entityByRecord(`r${index}`))!.id);
  return ids.size;
}

describe('an entity that falls into many parts', () => {
  it('keeps the parts that have left when a process dies, so that the next one has less to do', async () => {
    const store = new MemoryStore();
    for (const record of star) await createResolution({ store, rules: toyRules }).submit([record]);
    expect(await entities(store)).toBe(1);
    const mortal = createResolution({ store: dying(store, 70), rules: toyRules });

    await expect(mortal.disassemble({ recordIDs: ['hub'] })).rejects.toThrow('the process died');
    const after = await entities(store);
    const late = Date.now() + 2 * REDO_AGE;
    await createResolution({ store, rules: toyRules, now: () => late, lockTime: 0 }).sweep();

    expect(after).toBeGreaterThan(1);
    expect(after).toBeLessThan(COUNT);
    expect(await entities(store)).toBe(COUNT);
    expect(await createResolution({ store, rules: toyRules }).metrics()).toMatchObject({
      recordCount: COUNT,
      entityCount: COUNT,
    });
  });
});
