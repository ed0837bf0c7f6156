import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createResolution } from '../../src/entities/create.ts';
import type { Resolution } from '../../src/entities/types.ts';
import type { RecordPayload } from '../../src/rules/types.ts';
import type { Store } from '../../src/store/port.ts';
import { MemoryStore } from '../setup/memory-store.ts';
import { entitiesByOrder, entitiesIn, submitInBatches } from '../setup/over-frequent.ts';
import { toyRules } from '../setup/toy-rules.ts';

const CAP = 5;

/** Two letters that many share, numbers that some of these link, and now and then a value that decides. */
const content = fc.record({
  exact: fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 1 }),
  near: fc.uniqueArray(
    fc.tuple(fc.constantFrom('x', 'y', 'z'), fc.nat(6)).map(([letter, number]) => `${letter}${number}`),
    { maxLength: 2 },
  ),
});
const records = fc
  .array(content, { minLength: 1, maxLength: 30 })
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
      to: content.map(filled),
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
