import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readRecord, recordItem } from '../../src/entities/items/record.ts';
import { components } from '../../src/entities/keys/components.ts';
import { isLinkRemoved, type MemberRecord, memberOf } from '../../src/entities/keys/record-keys.ts';
import type { Resolution } from '../../src/entities/operations.ts';
import { createResolution } from '../../src/entities/operations.ts';
import { Pace } from '../../src/entities/pace.ts';
import { minimumCut } from '../../src/entities/people/decisions/minimum-cut.ts';
import { similarity } from '../../src/rules/comparers/similarity.ts';
import type { RecordPayload } from '../../src/rules/types.ts';
import type { Store } from '../../src/store/port.ts';
import { MemoryStore } from '../setup/memory-store.ts';
import { entitiesByOrder, entitiesIn } from '../setup/over-frequent.ts';
import { submitInBatches } from '../setup/submit-in-batches.ts';
import { toyLinked, toyRules } from '../setup/toy-rules.ts';
import { editedPair } from './edited-text.ts';

const algorithms = [
  'levenshtein',
  'osaDamerauLevenshtein',
  'jaro',
  'jaroWinkler',
  'cosine',
  'jaccard',
  'dice',
] as const;
const threshold = fc.integer({ min: 1, max: 100 }).map((percent) => percent / 100);

describe.each(algorithms)('the similarity %s', (algorithm) => {
  const comparer = (least: number) => similarity.compile({ algorithm, threshold: least, shingleSize: 2 });

  it('has bounds of one family, of which a higher one is satisfied by no more', () => {
    fc.assert(
      fc.property(
        editedPair({ maxLength: 10, maxEdits: 4, letters: 'abc' }),
        threshold,
        threshold,
        ([a, b], one, other) => {
          const [low, high] = [comparer(Math.min(one, other)), comparer(Math.max(one, other))];
          expect(low.bound!.family).toBe(high.bound!.family);
          expect(low.bound!.level).toBeLessThanOrEqual(high.bound!.level);
          if (high.satisfied(a, b)) expect(low.satisfied(a, b)).toBe(true);
        },
      ),
    );
  });
});

const LIMITS = { links: 100, pairs: 10_000 };

type Removed = ReadonlyMap<string, readonly string[]>;
interface Drawn {
  readonly exact: readonly string[];
  readonly near: readonly string[];
}

const idOf = (position: number): string => `r${position}`;

function members(drawn: readonly Drawn[], removed: Removed = new Map()): MemberRecord[] {
  return drawn.map((content, position) => {
    const id = idOf(position);
    const stored = {
      id,
      document: JSON.stringify({ id, ...content }),
      digest: id,
      node: 'n',
      recordVersion: `${id}.0000`,
      operation: id,
      removedLinks: removed.get(id) ?? [],
      groups: [],
    };
    return memberOf(toyRules, readRecord(recordItem(stored)));
  });
}

const payloadOf = ({ stored }: MemberRecord) => JSON.parse(stored.document) as Record<string, unknown> & { id: string };

/** Fewest links over all ways to put the records on two sides, with `r0` and `r1` on different ones. */
function fewest(records: readonly MemberRecord[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (let sides = 0; sides < 2 ** (records.length - 2); sides++) {
    const sideOf = (position: number) => (position < 2 ? position : (sides >> (position - 2)) & 1);
    let crossing = 0;
    for (const [first, a] of records.entries()) {
      for (const [second, b] of records.entries()) {
        if (first >= second || sideOf(first) === sideOf(second) || isLinkRemoved(a.stored, b.stored)) continue;
        if (toyLinked(payloadOf(a), payloadOf(b))) crossing += 1;
      }
    }
    least = Math.min(least, crossing);
  }
  return least;
}

const content = fc.record({
  exact: fc.subarray(['a', 'b', 'c', 'd']),
  near: fc.subarray(['x1', 'x2', 'x4', 'y1', 'y2']),
});

describe('the minimum cut', () => {
  it('has as many links as the smallest of all cuts, and parts the two records', async () => {
    const drawn = fc.array(content, { minLength: 2, maxLength: 8 });
    const pairs = fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(drawn, pairs, async (contents, apart) => {
        const removed = new Map(
          apart
            .filter(([a, b]) => a !== b && a < contents.length && b < contents.length)
            .map(([a, b]): [string, string[]] => [idOf(a), [idOf(b)]]),
        );
        const records = members(contents, removed);
        const cut = await minimumCut(records, toyRules, { a: 'r0', b: 'r1' }, LIMITS, new Pace());
        if (!('links' in cut)) throw new Error(`exceeds ${cut.exceeds}`);
        expect(cut.links).toHaveLength(fewest(records));

        const also = new Map(removed);
        for (const { a, b } of cut.links) also.set(a, [...(also.get(a) ?? []), b]);
        const { parts } = await components(members(contents, also), toyRules);
        const first = parts.find((part) => part.some(({ stored }) => stored.id === 'r0'))!;
        expect(first.some(({ stored }) => stored.id === 'r1')).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it('ends at its limits', async () => {
    const clique = members(Array.from({ length: 30 }, () => ({ exact: ['a'], near: ['x1'] })));
    const ask = (limits: typeof LIMITS) => minimumCut(clique, toyRules, { a: 'r0', b: 'r1' }, limits, new Pace());
    expect(await ask({ links: 28, pairs: 10_000 })).toEqual({ exceeds: 'links' });
    expect(await ask({ links: 29, pairs: 10_000 })).toMatchObject({ links: { length: 29 } });
    expect(await ask({ links: 100, pairs: 434 })).toEqual({ exceeds: 'pairs' });
  });
});

const CAP = 5;

/** Two letters that many share, numbers that some of these link, and now and then a value that decides. */
const sharedContent = fc.record({
  exact: fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 1 }),
  near: fc.uniqueArray(
    fc.tuple(fc.constantFrom('x', 'y', 'z'), fc.nat(6)).map(([letter, number]) => `${letter}${number}`),
    { maxLength: 2 },
  ),
});
const records = fc
  .array(sharedContent, { minLength: 1, maxLength: 30 })
  .map((contents) => contents.map((one, index) => ({ id: `r${String(index).padStart(2, '0')}`, ...filled(one) })));
const sizes = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 6 });

const filled = <Content extends { exact: string[]; near: string[] }>(one: Content): Content =>
  one.exact.length + one.near.length === 0 ? { ...one, near: ['x0'] } : one;

let time = 1_700_000_000_000;
const resolutionOn = (store: Store) =>
  createResolution({
    store,
    rules: toyRules,
    genericKeyRecords: CAP,
    updateRecords: true,
    now: () => (time += 1),
  });

/** What happens to a record between two batches. */
const happen = {
  erase: (resolution: Resolution, id: string) => resolution.disassemble({ recordIDs: [id] }),
  change: (resolution: Resolution, id: string, to: object) => resolution.submit([{ id, ...to }]),
  async cut(resolution: Resolution, id: string) {
    const [a, b] = (await resolution.entityByRecord(id))?.edges()[0]?.split(':') ?? [];
    if (a !== undefined && b !== undefined) await resolution.disassemble({ edges: [{ a, b }] });
  },
};

/** What the table says of over-frequent keys: marks, and the records that have postings. */
const postingsIn = (store: MemoryStore): string[] =>
  [...store.items.values()]
    .filter(({ pk }) => pk.startsWith('B#'))
    .map(({ pk, sk }) => `${pk} ${sk.split('\t')[0]}`)
    .sort();

describe('a key that too many records share', () => {
  it('links the first of them, in whatever batches they come', async () => {
    await fc.assert(
      fc.asyncProperty(records, sizes, async (all, batches) => {
        const store = new MemoryStore();
        const resolution = resolutionOn(store);

        await submitInBatches(resolution, all, batches);

        expect(await entitiesIn(resolution, all)).toEqual(entitiesByOrder(all, CAP));
      }),
      { numRuns: 400 },
    );
  });

  it('has the same postings and the same mark, in whatever batches the records come', async () => {
    await fc.assert(
      fc.asyncProperty(records, sizes, async (all, batches) => {
        const [alone, together] = [new MemoryStore(), new MemoryStore()];

        await submitInBatches(resolutionOn(alone), all, [1]);
        await submitInBatches(resolutionOn(together), all, batches);

        expect(postingsIn(together)).toEqual(postingsIn(alone));
      }),
      { numRuns: 200 },
    );
  });

  it('links the same records where others were erased or changed between the batches', async () => {
    const event = fc.record({
      kind: fc.constantFrom('erase', 'change', 'cut'),
      at: fc.nat(29),
      to: sharedContent.map(filled),
    });
    const phases = fc.array(fc.tuple(records, fc.array(event, { maxLength: 3 })), { minLength: 2, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(phases, sizes, async (story, batches) => {
        const tell = async (sizesTold: readonly number[]): Promise<string[]> => {
          const resolution = resolutionOn(new MemoryStore());
          const stored: RecordPayload[] = [];
          for (const [phase, [fresh, events]] of story.entries()) {
            const named = fresh.map((record) => ({ ...record, id: `p${phase}${record.id}` }));
            await submitInBatches(resolution, named, sizesTold);
            stored.push(...named);
            for (const { kind, at, to } of events)
              await happen[kind](resolution, String(stored[at % stored.length]!.id), to);
          }
          return entitiesIn(resolution, stored);
        };

        expect(await tell(batches)).toEqual(await tell([1]));
      }),
      { numRuns: 200 },
    );
  });
});
