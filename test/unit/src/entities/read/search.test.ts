import { describe, expect, it } from '@jest/globals';
import { createResolution } from '../../../../../src/entities/create.ts';
import type { CompiledRuleConfig } from '../../../../../src/rules/types.ts';
import type { Item, Key, Page, QueryOptions } from '../../../../../src/store/port.ts';
import { frozenClock } from '../../../../setup/frozen-clock.ts';
import { MemoryStore } from '../../../../setup/memory-store.ts';
import { letterRules, toyRules } from '../../../../setup/toy-rules.ts';

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

/** Notes the records that are looked up, a line for each call. */
class WatchedReads extends MemoryStore {
  readonly rounds: string[] = [];

  override async getMany(keys: readonly Key[]): Promise<(Item | undefined)[]> {
    this.rounds.push(
      keys
        .map(({ pk }) => pk)
        .filter((pk) => pk.startsWith('R#'))
        .join(' '),
    );
    return super.getMany(keys);
  }
}

describe('a search', () => {
  describe.each([
    ['a deciding key', { exact: ['leaver'] }, [0, 1, 2], toyRules],
    ['a suggesting key', { near: ['x9'] }, [0, 1, 2, 3], toyRules],
    ['a key that is enough for a hit', { near: ['x1'] }, [0, 1, 2], letterRules],
  ])('by %s', (_what, parameters, reads, rules) => {
    it.each(reads)('finds a record that leaves its entity before read %d', async (read) => {
      const store = new InterruptedStore();
      const resolution = createResolution({ store, rules, now: frozenClock });
      await resolution.submit([
        { id: 'stays1', exact: ['a'] },
        { id: 'stays2', exact: ['a', 'b'] },
        { id: 'leaves', exact: ['b', 'leaver'], near: ['x9'] },
      ]);
      const act = () => resolution.disassemble({ edges: [{ a: 'stays2', b: 'leaves' }] });
      store.interruption = { read, act };

      const { entities: views } = await resolution.search({ parameters });

      expect(store.interrupted).toBe(true);
      const holding = views.filter(({ records }) => records.some(({ id }) => id === 'leaves'));
      expect(holding).toHaveLength(1);
      expect([1, 3]).toContain(holding[0]!.records.length);
    });

    it.each(reads)('finds a record whose entity is united with another before read %d', async (read) => {
      const store = new InterruptedStore();
      const resolution = createResolution({ store, rules, now: frozenClock });
      const [older] = await resolution.submit([{ id: 'older', exact: ['a'] }]);
      await resolution.submit([{ id: 'younger', exact: ['b', 'leaver'], near: ['x9'] }]);
      const act = () => resolution.submit([{ id: 'bridge', exact: ['a', 'b'] }]);
      store.interruption = { read, act };

      const { entities: views } = await resolution.search({ parameters });

      expect(store.interrupted).toBe(true);
      const holding = views.filter(({ records }) => records.some(({ id }) => id === 'younger'));
      expect(holding).toHaveLength(1);
      const entity = await resolution.entity(holding[0]!.id);
      expect(entity!.id).toBe(older!.entityID);
    });
  });

  it('reads a record once where its key is enough for a hit, and not before its entity is known', async () => {
    const store = new WatchedReads();
    const resolution = createResolution({ store, rules: letterRules, now: frozenClock });
    await resolution.submit([{ id: 'a', near: ['x1'] }]);
    await resolution.submit([{ id: 'b', near: ['x5'] }]);
    store.rounds.length = 0;

    const { entities: views } = await resolution.search({ parameters: { near: ['x9'] } });

    expect(views.map(({ records }) => records.map(({ id }) => id))).toEqual([['a'], ['b']]);
    expect(views.map((view) => view.hits())).toEqual([{ a: ['LETTER'] }, { b: ['LETTER'] }]);
    expect(store.rounds.filter((round) => round.startsWith('R#'))).toEqual(['R#a R#b']);
  });

  it('judges the records of an entity once, when hits are read', async () => {
    const judged: unknown[] = [];
    const rules: CompiledRuleConfig = {
      ...letterRules,
      prepareSearch: (parameters, name) => {
        const prepared = letterRules.prepareSearch(parameters, name);
        return {
          ...prepared,
          hit: (stored) => {
            judged.push(stored[1]);
            return prepared.hit(stored);
          },
        };
      },
    };
    const resolution = createResolution({ store: new MemoryStore(), rules, now: frozenClock });
    for (const [id, near] of [['a', 'x1'] as const, ['b', 'x5'] as const])
      await resolution.submit([{ id, near: [near] }]);

    const { entities: views } = await resolution.search({ parameters: { near: ['x9'] } });

    expect(views).toHaveLength(2);
    expect(judged).toEqual([]);
    expect([views[1]!.hits(), views[1]!.hitScore()]).toEqual([{ b: ['LETTER'] }, 0.1]);
    expect(judged).toEqual([['x5']]);
  });

  it('does not believe a posting that was left behind', async () => {
    const store = new MemoryStore();
    const resolution = createResolution({ store, rules: letterRules, now: frozenClock });
    const [erased] = await resolution.submit([{ id: 'erased', near: ['x1'] }]);
    await resolution.submit([{ id: 'moved', near: ['x5'] }]);
    const posted = [...store.items.values()].filter(({ pk }) => pk === 'B#near-x');
    await resolution.disassemble({ recordIDs: ['erased'] });
    // The erased record's posting is back, and the other's says that it stands where the erased one stood.
    for (const posting of posted) store.apply({ put: { ...posting, n: erased!.entityID } });

    const { entities: views } = await resolution.search({ parameters: { near: ['x9'] } });

    expect(views.map(({ records }) => records.map(({ id }) => id))).toEqual([['moved']]);
  });
});
