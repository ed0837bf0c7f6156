import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EntityTooLargeError } from '../../../../../src/entities/errors.ts';
import { components, partByPart } from '../../../../../src/entities/keys/components.ts';
import { type MemberRecord, memberOf } from '../../../../../src/entities/keys/record-keys.ts';
import { createResolution, type ResolutionDependencies } from '../../../../../src/entities/operations.ts';
import { Pace } from '../../../../../src/entities/pace.ts';
import { ComputedEntityView, connectedParts } from '../../../../../src/entities/read/entity-view.ts';
import type { EntityView } from '../../../../../src/entities/read/types.ts';
import type { CompiledRuleConfig, RecordPayload } from '../../../../../src/rules/types.ts';
import type { Key } from '../../../../../src/store/port.ts';
import { frozenClock } from '../../../../setup/frozen-clock.ts';
import { seededRandom } from '../../../../setup/interleaving.ts';
import { interrupted } from '../../../../setup/interrupted-store.ts';
import { MemoryStore } from '../../../../setup/memory-store.ts';
import { letterRules, toyLinked, toyRules } from '../../../../setup/toy-rules.ts';

/** Searches while something happens before the read of a number, counted from 0. */
async function searchInterrupted(
  dependencies: ResolutionDependencies,
  parameters: RecordPayload,
  read: number,
  act: () => Promise<unknown>,
) {
  let reads = 0;
  const store = interrupted(dependencies.store, async () => {
    if (reads++ === read) await act();
  });
  const { entities } = await createResolution({ ...dependencies, store }).search({ parameters });
  expect(reads).toBeGreaterThan(read);
  return entities;
}

describe('a search', () => {
  describe.each([
    ['a deciding key', { exact: ['leaver'] }, [0, 1, 2], toyRules],
    ['a suggesting key', { near: ['x9'] }, [0, 1, 2, 3], toyRules],
    ['a key that is enough for a hit', { near: ['x1'] }, [0, 1, 2], letterRules],
  ])('by %s', (_what, parameters, reads, rules) => {
    it.each(reads)('finds a record that leaves its entity before read %d', async (read) => {
      const dependencies = { store: new MemoryStore(), rules, now: frozenClock };
      const resolution = createResolution(dependencies);
      await resolution.submit([
        { id: 'stays1', exact: ['a'] },
        { id: 'stays2', exact: ['a', 'b'] },
        { id: 'leaves', exact: ['b', 'leaver'], near: ['x9'] },
      ]);
      const act = () => resolution.disassemble({ edges: [{ a: 'stays2', b: 'leaves' }] });

      const views = await searchInterrupted(dependencies, parameters, read, act);

      const holding = views.filter(({ records }) => records.some(({ id }) => id === 'leaves'));
      expect(holding).toHaveLength(1);
      expect([1, 3]).toContain(holding[0]!.records.length);
    });

    it.each(reads)('finds a record whose entity is united with another before read %d', async (read) => {
      const dependencies = { store: new MemoryStore(), rules, now: frozenClock };
      const resolution = createResolution(dependencies);
      const [older] = await resolution.submit([{ id: 'older', exact: ['a'] }]);
      await resolution.submit([{ id: 'younger', exact: ['b', 'leaver'], near: ['x9'] }]);
      const act = () => resolution.submit([{ id: 'bridge', exact: ['a', 'b'] }]);

      const views = await searchInterrupted(dependencies, parameters, read, act);

      const holding = views.filter(({ records }) => records.some(({ id }) => id === 'younger'));
      expect(holding).toHaveLength(1);
      const entity = await resolution.entity(holding[0]!.id);
      expect(entity!.id).toBe(older!.entityID);
    });
  });

  it('reads a record once where its key is enough for a hit, and not before its entity is known', async () => {
    const rounds: string[] = [];
    const store = interrupted(new MemoryStore(), (verb, keys) => {
      if (verb !== 'getMany') return;
      const records = (keys as readonly Key[]).filter(({ pk }) => pk.startsWith('R#'));
      rounds.push(records.map(({ pk }) => pk).join(' '));
    });
    const resolution = createResolution({ store, rules: letterRules, now: frozenClock });
    await resolution.submit([{ id: 'a', near: ['x1'] }]);
    await resolution.submit([{ id: 'b', near: ['x5'] }]);
    rounds.length = 0;

    const { entities: views } = await resolution.search({ parameters: { near: ['x9'] } });

    expect(views.map(({ records }) => records.map(({ id }) => id))).toEqual([['a'], ['b']]);
    expect(views.map((view) => view.hits())).toEqual([{ a: ['LETTER'] }, { b: ['LETTER'] }]);
    expect(rounds.filter((round) => round.startsWith('R#'))).toEqual(['R#a R#b']);
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

const viewOf = (records: readonly { id: string; exact: string[] }[]) =>
  new ComputedEntityView(
    'E',
    records.map((payload, index) => ({ id: payload.id, payload, recordVersion: String(index) })),
    toyRules,
  );

describe('an entity of which only some records are considered', () => {
  const records = fc
    .uniqueArray(fc.record({ id: fc.string(), exact: fc.subarray(['x', 'y', 'z', 'w']) }), {
      selector: ({ id }) => id,
      maxLength: 8,
    })
    .map((list) => list.map((record, index) => ({ ...record, id: `r${index}` })));

  it('falls into parts that are linked within and not among each other, the largest first', async () => {
    await fc.assert(
      fc.asyncProperty(records, fc.func(fc.boolean()), async (list, choose) => {
        const kept = list.filter(({ id }) => choose(id));
        const parts = await viewOf(list).considering((record) => choose(record['id']));

        if (kept.length === list.length) {
          expect(parts.map(({ id }) => id)).toEqual(['E']);
          return;
        }
        expectParts(parts, kept);
      }),
    );
  });
});

function expectParts(parts: readonly EntityView[], kept: readonly (RecordPayload & { readonly id: string })[]): void {
  const ids = parts.map((part) => part.records.map(({ id }) => String(id)));
  expect(ids.flat().toSorted()).toEqual(kept.map(({ id }) => id).toSorted());
  expect(ids.map(({ length }) => length)).toEqual(ids.map(({ length }) => length).toSorted((a, b) => b - a));
  expect(parts.map(({ id }) => id)).toEqual(parts.length === 1 ? ['E'] : parts.map((_, index) => `E-${index + 1}`));
  const partOf = new Map(ids.flatMap((part, index) => part.map((id) => [id, index])));
  for (const a of kept) {
    for (const b of kept) if (toyLinked(a, b)) expect(partOf.get(a.id)).toBe(partOf.get(b.id));
  }
  for (const part of parts) expect(part.links().length).toBeGreaterThanOrEqual(part.records.length - 1);
}

describe('connected parts', () => {
  it('are ordered by size, then by their first position', () => {
    expect(
      connectedParts(6, [
        [4, 5],
        [1, 3],
      ]),
    ).toEqual([[1, 3], [4, 5], [0], [2]]);
    expect(connectedParts(0, [])).toEqual([]);
  });
});

describe('a view of an entity', () => {
  it('names hits by record id, whatever the id', () => {
    const ids = ['a', '__proto__', 'constructor'];
    const hits = new Map(ids.map((_, position) => [position, { ruleIDs: [`RULE_${position}`], score: 1 }]));

    const view = new ComputedEntityView(
      'E',
      ids.map((id) => ({ id, payload: { id } })),
      toyRules,
      { hits },
    );

    expect(Object.entries(view.hits())).toEqual([
      ['a', ['RULE_0']],
      ['__proto__', ['RULE_1']],
      ['constructor', ['RULE_2']],
    ]);
  });

  it('refuses what is too much to judge, every time, and tries only once', () => {
    let judged = 0;
    const rules: CompiledRuleConfig = {
      ...toyRules,
      hasDuplicates: true,
      duplicateGroups: () => {
        judged += 1;
        return [];
      },
      links: () => [],
    };
    const entries = Array.from({ length: 1_002 }, (_, n) => ({ id: `r${n}`, payload: { id: `r${n}`, near: ['x1'] } }));
    const view = new ComputedEntityView('E', entries, rules);

    expect(() => view.duplicates()).toThrow(EntityTooLargeError);
    const once = judged;

    expect(() => view.duplicates()).toThrow(EntityTooLargeError);
    expect(() => view.edges()).toThrow(EntityTooLargeError);
    expect(() => view.score()).toThrow(EntityTooLargeError);
    expect(judged).toBe(once);
  });
});

const member = (index: number, content: object, removedLinks: readonly string[] = []): MemberRecord =>
  memberOf(toyRules, {
    id: `r${index}`,
    document: JSON.stringify(content),
    digest: '',
    node: 'node',
    recordVersion: `v${String(index).padStart(6, '0')}`,
    operation: '',
    removedLinks,
    groups: [],
  });

/** Few letters and numbers, so that records share keys and some of them are linked. */
function drawn(seed: number): MemberRecord[] {
  const random = seededRandom(seed);
  const pick = (size: number) => Math.floor(random() * size);
  return Array.from({ length: 2 + pick(20) }, (_, index) =>
    member(
      index,
      {
        exact: Array.from({ length: pick(2) }, () => `e${pick(8)}`),
        near: Array.from({ length: pick(3) }, () => `${'xyz'[pick(3)]}${pick(30)}`),
      },
      random() < 0.3 ? [`r${pick(20)}`] : [],
    ),
  );
}

const idsOf = (parts: readonly (readonly MemberRecord[])[]) => parts.map((part) => part.map(({ stored }) => stored.id));
const never = () => false;

describe('parts that are found one after the other', () => {
  it('are the connected components, in the same order', async () => {
    for (let seed = 1; seed <= 300; seed++) {
      const records = drawn(seed);
      const { parts, rest } = await partByPart(records, toyRules, new Pace(), [], never);

      expect([seed, idsOf(parts)]).toEqual([seed, idsOf((await components(records, toyRules)).parts)]);
      expect(rest).toEqual([]);
    }
  });

  it('are components also when the time is over, and the rest is all that is left', async () => {
    for (let seed = 1; seed <= 300; seed++) {
      const records = drawn(seed);
      const all = idsOf((await components(records, toyRules)).parts);
      const { parts, rest } = await partByPart(records, toyRules, new Pace(), [], (found) => found === 2);

      expect([seed, idsOf(parts)]).toEqual([seed, all.slice(0, 2)]);
      expect(new Set(rest.map(({ stored }) => stored.id))).toEqual(new Set(all.slice(2).flat()));
    }
  });

  it('need no pair judged anew that connects them', async () => {
    const records = Array.from({ length: 50 }, (_, index) => member(index, { exact: [], near: [`x${index}`] }));
    const { judged } = await partByPart(records, toyRules, new Pace(), [], never);
    let asked = 0;
    const counting = {
      ...toyRules,
      linked: (...pair: Parameters<typeof toyRules.linked>) => {
        asked += 1;
        return toyRules.linked(...pair);
      },
    };

    const { parts } = await partByPart(records, counting, new Pace(), judged, never);

    expect(parts.length).toBe(1);
    expect(asked).toBe(0);
  });

  it('of 50,000 records with one blocking key are found while the time lasts', async () => {
    const records = Array.from({ length: 50_000 }, (_, index) => member(index, { exact: [], near: [`x${3 * index}`] }));
    let asked = 0;

    const { parts, rest } = await partByPart(records, toyRules, new Pace(), [], () => {
      asked += 1;
      return asked > 500;
    });

    // All pairs would be 1,250 million; 500 were judged between two questions.
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.length).toBeLessThan(20);
    expect(rest.length).toBe(50_000 - parts.length);
  });
});
