import { describe, expect, it } from '@jest/globals';
import { REDO_AGE } from '../../../../../src/entities/deadline.ts';
import { memberWrite } from '../../../../../src/entities/items/node.ts';
import { createResolution } from '../../../../../src/entities/operations.ts';
import type { Store } from '../../../../../src/store/port.ts';
import { dying } from '../../../../setup/interrupted-store.ts';
import { MemoryStore } from '../../../../setup/memory-store.ts';
import { toyRules } from '../../../../setup/toy-rules.ts';

const COUNT = 70;
/** Records that are linked by one record alone, the hub. */
const star = [
  { id: 'hub', exact: Array.from({ length: COUNT }, (_, index) => `k${index}`), near: [] },
  ...Array.from({ length: COUNT }, (_, index) => ({ id: `r${index}`, exact: [`k${index}`], near: [] })),
];

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

  it('loses the parts that are found before the rest is judged, and its largest part keeps the id', async () => {
    const store = new MemoryStore();
    const larger = [1, 2].map((more) => ({ id: `r50 ${more}`, exact: ['k50'], near: [] }));
    const elsewhere = { id: 'elsewhere', exact: ['own'], near: [] };
    for (const record of [elsewhere, ...star, ...larger]) {
      await createResolution({ store, rules: toyRules }).submit([record]);
    }
    const { id } = (await createResolution({ store, rules: toyRules }).entityByRecord('hub'))!;
    const dead = createResolution({ store: dying(store, 1), rules: toyRules });
    await expect(dead.disassemble({ recordIDs: ['hub'] })).rejects.toThrow('the process died');
    // As an interrupted operation leaves it: a member whose record is in another entity.
    await store.write([memberWrite(id, 'elsewhere')]);
    const whole = await entities(store);
    // Each turn finds two parts, of which the larger one stays.
    let late = Date.now() + 2 * REDO_AGE;
    const sweeperOf = (below: Store) => {
      late += 2 * REDO_AGE;
      const now = late;
      const largeEntities = { above: 0, judgedFor: -1 };
      return createResolution({ store: below, rules: toyRules, now: () => now, lockTime: 0, largeEntities });
    };

    await expect(sweeperOf(dying(store, 60)).sweep()).rejects.toThrow('the process died');
    const after = await entities(store);
    await sweeperOf(store).sweep();

    expect(whole).toBe(1);
    expect(after).toBeGreaterThan(1);
    expect(after).toBeLessThan(COUNT);
    expect(await entities(store)).toBe(COUNT);
    const resolution = createResolution({ store, rules: toyRules });
    expect((await resolution.entityByRecord('r50 1'))!.id).toBe(id);
    expect(await resolution.metrics()).toMatchObject({ recordCount: COUNT + 3, entityCount: COUNT + 1 });
  });
});
