import { describe, expect, it } from '@jest/globals';
import { DisjointSets } from '../../../../src/disjoint-sets.ts';
import { RulesReplacedError } from '../../../../src/entities/items/counters.ts';
import { components } from '../../../../src/entities/keys/components.ts';
import { hashesOf, keysOf, type MemberRecord } from '../../../../src/entities/keys/record-keys.ts';
import type { Observer } from '../../../../src/entities/observer.ts';
import { createResolution, type Resolution } from '../../../../src/entities/operations.ts';
import { Pace } from '../../../../src/entities/pace.ts';
import { weakestBridge } from '../../../../src/entities/read/bridges.ts';
import type { RegisterAccess } from '../../../../src/entities/rule-changes/versions/register-access.ts';
import { BestOf } from '../../../../src/entities/statistics/tally.ts';
import type { Write } from '../../../../src/store/port.ts';
import { compilePeople, peopleDocument } from '../../../integration/api-people.ts';
import { frozenClock } from '../../../setup/frozen-clock.ts';
import { seededRandom } from '../../../setup/interleaving.ts';
import { interrupted } from '../../../setup/interrupted-store.ts';
import { MemoryStore } from '../../../setup/memory-store.ts';
import { toyRules } from '../../../setup/toy-rules.ts';

function arrange(options: { genericKeyRecords?: number } = {}) {
  const told: string[] = [];
  const publicationWrite =
    (name: string) =>
    (...values: unknown[]) =>
      void told.push([name, ...values].join(' '));
  const observer: Observer = {
    records: publicationWrite('records'),
    refusedRecords: publicationWrite('refused'),
    cutValues: publicationWrite('cut values'),
    merged: publicationWrite('merged'),
    split: publicationWrite('split'),
    submitCandidates: publicationWrite('submit candidates'),
    searchCandidates: publicationWrite('search candidates'),
    reviewPairs: publicationWrite('pairs to review'),
    searchEntitiesRead: publicationWrite('entities read'),
    overFrequentKey: (ruleIDs) => publicationWrite('generic')(ruleIDs.join('+')),
  };
  const resolution = createResolution({
    store: new MemoryStore(),
    rules: toyRules,
    observer,
    now: frozenClock,
    ...options,
  });
  return { resolution, told };
}

const ann = { id: 'ann', exact: ['a'], near: ['x7'] };

describe('an observer of the core', () => {
  it('is told what became of records, and of entities that came together and fell apart', async () => {
    const { resolution, told } = arrange();
    await resolution.submit([ann]);
    await resolution.submit([{ id: 'bob', exact: ['b'] }]);
    await resolution.submit([ann, { id: 'both', exact: ['a', 'b'] }]);

    await resolution.disassemble({ recordIDs: ['both'] });

    expect(told.filter((line) => !line.includes('candidates'))).toEqual([
      'records CREATED 1',
      'records CREATED 1',
      'merged',
      'records CREATED 1',
      'records UNCHANGED 1',
      'split 1',
    ]);
  });

  it('is told how many entities a page was made of that are not on it', async () => {
    const { resolution, told } = arrange();
    await resolution.submit([ann]);
    await resolution.submit([{ id: 'bob', exact: ['b'], near: ['y1'] }]);

    await resolution.rankedSearch({ parameters: { exact: ['a', 'b'] }, first: 1 });

    expect(told.filter((line) => line.startsWith('entities read'))).toEqual(['entities read 1']);
  });

  it('is told how many records a submit and a search had to judge', async () => {
    const { resolution, told } = arrange();
    await resolution.submit([ann]);
    await resolution.submit([{ id: 'anna', near: ['x8'] }]);

    await resolution.search({ parameters: { near: ['x7'] } });

    expect(told.filter((line) => line.includes('candidates'))).toEqual([
      'submit candidates 0',
      'submit candidates 1',
      'search candidates 2',
    ]);
  });

  it('is told so once by a submit that has to look again', async () => {
    const { resolution, told } = arrange();

    // Both find that ann is not there; the second to write reads once more.
    await Promise.all([resolution.submit([ann]), resolution.submit([ann])]);

    expect(told.filter((line) => line.includes('candidates'))).toEqual(['submit candidates 0', 'submit candidates 0']);
  });

  it('is told of a key that too many records share, by the rules that lose it', async () => {
    const { resolution, told } = arrange({ genericKeyRecords: 2 });
    for (const near of ['x1', 'x3', 'x5', 'x7', 'x9']) await resolution.submit([{ id: near, near: [near] }]);

    expect(told.filter((line) => line.startsWith('generic'))).toEqual(['generic NEAR']);
  });

  it('is told of refused records, and nothing of a dry run', async () => {
    const { resolution, told } = arrange();
    await resolution.submitWithPreview([ann], { dryRun: true });
    const afterDryRun = [...told];

    await resolution.submit([{ id: '' }, { id: 'a:b', exact: ['x'] }]).catch(() => undefined);

    expect(afterDryRun).toEqual([]);
    expect(told).toEqual(['refused 2']);
  });
});

function member(index: number, near: string): MemberRecord {
  const values = toyRules.resolve({ id: `r${index}`, near: [near] });
  const stored = {
    id: `r${index}`,
    document: '',
    digest: '',
    node: 'F',
    recordVersion: `I${index}`,
    operation: 'O',
    removedLinks: [],
    groups: [],
  };
  const keys = keysOf(toyRules, values, []);
  return { stored, values, keys, written: hashesOf(keys), given: keys };
}

/** How often others had their turn while something was done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let isOver = false;
  const watched = work.finally(() => {
    isOver = true;
  });
  let turns = 0;
  while (!isOver) {
    await new Promise(setImmediate);
    turns += 1;
  }
  await watched;
  return turns;
}

describe('a long computation', () => {
  it('lets others have their turn', async () => {
    // No two of them are linked, so that every pair is judged.
    const apart = Array.from({ length: 400 }, (_, index) => member(index, `x${index * 5}`));

    const turns = await turnsDuring(components(apart, toyRules));

    expect(turns).toBeGreaterThan(50);
  });

  it('judges nothing again that was judged of the same contents', async () => {
    const chain = Array.from({ length: 60 }, (_, index) => member(index, `x${index}`));
    let judged = 0;
    const rules: typeof toyRules = {
      ...toyRules,
      linked: (...pair) => {
        judged += 1;
        return toyRules.linked(...pair);
      },
    };
    const first = await components(chain, rules);
    const before = judged;
    const changed = chain.map((one, index) => (index === 30 ? member(1_000, 'x30') : one));

    const again = await components(chain, rules, new Pace(), first.judged);
    const judgedAgain = judged - before;
    const afterChange = await components(changed, rules, new Pace(), first.judged);

    expect([before > 1_000, judgedAgain]).toEqual([true, 0]);
    expect([again.parts.length, afterChange.parts.length]).toEqual([1, 1]);
  });

  it('gives signs of life while it holds a lock', async () => {
    let now = 1_000_000;
    const signs: number[] = [];
    const store = interrupted(new MemoryStore(), (verb, writes) => {
      const [first, second] = writes as Write[];
      if (verb !== 'transact' || second !== undefined || !('update' in first!)) return;
      if (first.remove === undefined) signs.push(now);
    });
    const rules: typeof toyRules = {
      ...toyRules,
      linked: (...pair) => {
        now += 1;
        return toyRules.linked(...pair);
      },
    };
    const resolution = createResolution({ store, rules, now: () => now });
    for (let index = 0; index < 150; index++) await resolution.submit([{ id: `r${index}`, near: [`x${index}`] }]);
    signs.length = 0;
    const began = now;

    await resolution.disassemble({ recordIDs: ['r149'] });

    // A second or so apart, during a rebuild of eleven.
    expect(now - began).toBeGreaterThan(10_000);
    expect(signs.length).toBeGreaterThan(5);
    expect(Math.max(...signs.map((at, index) => at - (signs[index - 1] ?? began)))).toBeLessThan(2_500);
  });
});

/** A register in use, of a process that goes by its rules. */
class SettledRegister implements RegisterAccess {
  readonly status = { inForce: 'a', deployed: 'a', since: 0, findings: [] };
  readonly serving = compilePeople(peopleDocument());
  readonly epoch = undefined;
  readonly isSplitting = false;
  readonly isSettled = true;
  isReplaced = false;
  async beforeReading() {}
  async beforeStoring() {}
  noteReplaced() {
    this.isReplaced = true;
  }
}

function resolutionUnder(failure: unknown) {
  const register = new SettledRegister();
  const store = interrupted(new MemoryStore(), () => {
    throw failure;
  });
  return { register, resolution: createResolution({ store, rules: toyRules, register }) };
}

describe('a resolution under the register', () => {
  it.each([
    ['a submit', (by) => by.submit([ann])],
    ['a read', (by) => by.entityByRecord('ann')],
  ] as readonly (readonly [string, (by: Resolution) => Promise<unknown>])[])(
    'notes that %s was refused for rules that are not in force',
    async (_what, run) => {
      const { register, resolution } = resolutionUnder(new RulesReplacedError());

      await expect(run(resolution)).rejects.toBeInstanceOf(RulesReplacedError);

      expect(register.isReplaced).toBe(true);
    },
  );

  it('notes nothing after another failure', async () => {
    const { register, resolution } = resolutionUnder(new Error('busy'));

    await expect(resolution.submit([ann])).rejects.toThrow('busy');

    expect(register.isReplaced).toBe(false);
  });
});

describe('BestOf', () => {
  it('has the first of all that came, in their order', () => {
    const random = seededRandom(3);
    for (let round = 0; round < 50; round++) {
      const numbers = Array.from({ length: Math.floor(random() * 30) }, () => random());
      const best = new BestOf<number>(5, (a, b) => a - b);

      for (const number of numbers) best.add(number);

      expect(best.found).toEqual([...numbers].sort((a, b) => a - b).slice(0, 5));
    }
  });
});

type Link = readonly [number, number];

/** Records that the removal of one link parts from the rest of its component, by trying each link. */
function byRemoval(size: number, links: readonly Link[]): number {
  const partsOf = (some: readonly Link[]) => {
    const sets = new DisjointSets(size);
    for (const [a, b] of some) sets.join(a, b);
    return Array.from({ length: size }, (_, vertex) => sets.find(vertex));
  };
  const sides = links.map(([a, b], removed) => {
    const parts = partsOf(links.filter((_, link) => link !== removed));
    if (parts[a] === parts[b]) return 0;
    const count = (part: number) => parts.filter((other) => other === part).length;
    return Math.min(count(parts[a]!), count(parts[b]!));
  });
  return Math.max(0, ...sides);
}

const triangle = (first: number): Link[] => [
  [first, first + 1],
  [first + 1, first + 2],
  [first + 2, first],
];

describe('weakestBridge', () => {
  it('finds the link between two triangles', () => {
    expect(weakestBridge(6, [...triangle(0), [2, 3], ...triangle(3)])).toBe(3);
  });

  it('is 0 in a ring, and where there is no link', () => {
    expect(weakestBridge(3, triangle(0))).toBe(0);
    expect(weakestBridge(2, [])).toBe(0);
  });

  it('agrees with the removal of each link in random graphs', () => {
    const random = seededRandom(7);
    for (let round = 0; round < 300; round++) {
      const size = 2 + Math.floor(random() * 9);
      const all = new Map<string, Link>();
      for (let link = 0; link < size + random() * 4; link++) {
        const [a, b] = [Math.floor(random() * size), Math.floor(random() * size)];
        if (a !== b) all.set([a, b].sort().join(), [a, b]);
      }
      const links = [...all.values()];

      expect([links, weakestBridge(size, links)]).toEqual([links, byRemoval(size, links)]);
    }
  });

  it('needs no call stack for a chain of a hundred thousand', () => {
    const links = Array.from({ length: 99_999 }, (_, vertex): Link => [vertex, vertex + 1]);

    expect(weakestBridge(100_000, links)).toBe(50_000);
  });
});
