import { describe, expect, it } from '@jest/globals';
import { createResolution } from '../../../../../functions/core/resolution/create.ts';
import type { Item, Key, Page, QueryOptions } from '../../../../../functions/core/store/port.ts';
import { MemoryStore } from '../../../../setup/memory-store.ts';
import { toyRules } from '../../../../setup/toy-rules.ts';

/** Lets something happen before the read of a number, counted from 0. */
class InterruptedStore extends MemoryStore {
  interruption: { readonly read: number; readonly act: () => Promise<unknown> } | undefined;
  interrupted = false;
  private reads = 0;

  override async getMany(keys: readonly Key[]): Promise<(Item | undefined)[]> {
    await this.interrupt();
    return super.getMany(keys);
  }
  override async query(pk: string, options?: QueryOptions): Promise<Page> {
    await this.interrupt();
    return super.query(pk, options);
  }

  private async interrupt(): Promise<void> {
    if (this.interruption === undefined || this.interrupted || this.reads++ !== this.interruption.read) return;
    this.interrupted = true;
    await this.interruption.act();
  }
}

describe('a search', () => {
  describe.each([
    ['a deciding key', { exact: ['leaver'] }, [0, 1, 2]],
    ['a suggesting key', { near: ['x9'] }, [0, 1, 2, 3]],
  ])('by %s', (_what, parameters, reads) => {
    it.each(reads)('finds a record that leaves its entity before read %d', async (read) => {
      const store = new InterruptedStore();
      const resolution = createResolution({ store, rules: toyRules });
      await resolution.submit([
        { id: 'stays1', exact: ['a'] },
        { id: 'stays2', exact: ['a', 'b'] },
        { id: 'leaves', exact: ['b', 'leaver'], near: ['x9'] },
      ]);
      const act = () => resolution.disassemble({ edges: [{ a: 'stays2', b: 'leaves' }] });
      store.interruption = { read, act };

      const views = await resolution.search({ parameters });

      expect(store.interrupted).toBe(true);
      const holding = views.filter(({ records }) => records.some(({ id }) => id === 'leaves'));
      expect(holding).toHaveLength(1);
      expect([1, 3]).toContain(holding[0]!.records.length);
    });

    it.each(reads)('finds a record whose entity is united with another before read %d', async (read) => {
      const store = new InterruptedStore();
      const resolution = createResolution({ store, rules: toyRules });
      const [older] = await resolution.submit([{ id: 'older', exact: ['a'] }]);
      await resolution.submit([{ id: 'younger', exact: ['b', 'leaver'], near: ['x9'] }]);
      const act = () => resolution.submit([{ id: 'bridge', exact: ['a', 'b'] }]);
      store.interruption = { read, act };

      const views = await resolution.search({ parameters });

      expect(store.interrupted).toBe(true);
      const holding = views.filter(({ records }) => records.some(({ id }) => id === 'younger'));
      expect(holding).toHaveLength(1);
      const entity = await resolution.entity(holding[0]!.id);
      expect(entity!.id).toBe(older!.entityID);
    });
  });
});
