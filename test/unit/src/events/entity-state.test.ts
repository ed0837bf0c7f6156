import { describe, expect, it } from '@jest/globals';
import { createResolution } from '../../../../src/entities/create.ts';
import { readEntityStates } from '../../../../src/events/entity-state.ts';
import { frozenClock } from '../../../setup/frozen-clock.ts';
import { MemoryStore } from '../../../setup/memory-store.ts';
import { toyRules } from '../../../setup/toy-rules.ts';
import { WatchedStore } from '../../../setup/watched-store.ts';

describe('lookAtEntities', () => {
  it('keeps no more records at a time than fit into the memory of a function', async () => {
    const store = new WatchedStore(new MemoryStore());
    const resolution = createResolution({ store, rules: toyRules, now: frozenClock });
    const entities = new Set<string>();
    for (let batch = 0; batch < 12; batch++) {
      const records = Array.from({ length: 100 }, (_, index) => ({
        id: `${batch}-${index}`,
        exact: [`x${batch % 2}`],
      }));
      for (const { entityID } of await resolution.submit(records)) entities.add(entityID);
    }
    store.reset();

    const looks = await readEntityStates(store, [...entities]);

    const read = store.calls.flatMap((call) => /^getMany (\d+)$/.exec(call)?.slice(1).map(Number) ?? []);
    expect([...looks.values()]).toMatchObject([
      { kind: 'live', count: 600, exact: true },
      { kind: 'live', count: 600, exact: true },
    ]);
    expect(Math.max(...read)).toBeLessThanOrEqual(500);
  });
});
