import { describe, expect, it } from '@jest/globals';
import { createResolution } from '../../../../../src/entities/create.ts';
import { idFloor } from '../../../../../src/entities/items/ids.ts';
import { openWrite } from '../../../../../src/entities/items/journal.ts';
import { recordKey } from '../../../../../src/entities/items/record.ts';
import { RetryableError } from '../../../../../src/errors.ts';
import { frozenClock } from '../../../../setup/frozen-clock.ts';
import { MemoryStore } from '../../../../setup/memory-store.ts';
import { toyRules } from '../../../../setup/toy-rules.ts';

const TEN_MINUTES_AGO = idFloor(frozenClock() - 600_000).slice(0, 10);

/** Twenty records whose submits were cut off ten minutes ago, one after the other. */
async function cutOff(store: MemoryStore) {
  const resolution = createResolution({ store, rules: toyRules, now: frozenClock });
  const keys = Array.from({ length: 20 }, (_, index) => recordKey(`r${index}`));
  for (const [index, key] of keys.entries()) {
    const id = `r${index}`;
    await resolution.submit([{ id, exact: [id] }]);
    const operation = `${TEN_MINUTES_AGO}${String(index).padStart(16, '0')}`;
    const [item] = await store.getMany([key]);
    await store.write([openWrite(operation, { recordIDs: [id] }, undefined), { put: { ...item!, o: operation } }]);
  }
  return { resolution, keys };
}

describe('a sweep', () => {
  it('finishes all other work when some cannot be finished, and fails for that', async () => {
    const store = new MemoryStore();
    const { resolution, keys } = await cutOff(store);
    const broken = await store.getMany(keys.slice(0, 2));
    await store.write(broken.map((item) => ({ put: { ...item!, d: 'no JSON' } })));

    const failure = await resolution.sweep().catch((error: unknown) => error);
    await store.write(broken.map((item) => ({ put: item! })));

    expect(failure).toBeInstanceOf(SyntaxError);
    expect(await resolution.sweep()).toBe(2);
    expect(await resolution.oldestInterrupted()).toBeNull();
  });

  it('ends where the store does not answer: what is next would have to wait for it as well', async () => {
    const store = new MemoryStore();
    const { resolution } = await cutOff(store);
    let asked = 0;
    const { write } = store;
    store.write = async () => {
      asked += 1;
      throw new RetryableError('the store did not answer in time');
    };

    const failure = await resolution.sweep().catch((error: unknown) => error);
    store.write = write;

    expect(failure).toBeInstanceOf(RetryableError);
    expect(asked).toBe(1);
    expect(await resolution.sweep()).toBe(20);
  });
});
