import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { crewOfOne } from '../../src/batch/crew.ts';
import { BatchPart } from '../../src/batch/part.ts';
import { type ResolvedBatch, resolveBatch, resolveRecords } from '../../src/batch/resolve.ts';
import { SubmitRefusedError } from '../../src/entities/errors.ts';
import type { Resolution } from '../../src/entities/operations.ts';
import { createResolution } from '../../src/entities/operations.ts';
import type { CompiledRules } from '../../src/rules/compile/compiled-rules.ts';
import type { RecordPayload } from '../../src/rules/types.ts';
import { seededRandom } from '../setup/interleaving.ts';
import { MemoryStore } from '../setup/memory-store.ts';
import { records } from './random-records.ts';
import { coherent, compiled } from './random-rules.ts';

/** Ids of records by entity, in order. */
const sorted = (lists: Iterable<readonly string[]>): string[] =>
  [...lists].map((ids) => [...ids].sort().join(' ')).sort();

async function submitAll(resolution: Resolution, list: readonly RecordPayload[], atOnce: number): Promise<number> {
  let refused = 0;
  for (let at = 0; at < list.length; at += atOnce) {
    const batch = list.slice(at, at + atOnce);
    try {
      await resolution.submit(batch);
    } catch (error) {
      if (!(error instanceof SubmitRefusedError)) throw error;
      if (batch.length === 1) refused += 1;
      // One bad record refuses its batch.
      else refused += await submitAll(resolution, batch, 1);
    }
  }
  return refused;
}

async function submitted(rules: CompiledRules, list: readonly RecordPayload[], cap: number, atOnce: number) {
  const store = new MemoryStore();
  const resolution = createResolution({ store, table: store, rules, genericKeyRecords: cap });
  const refused = await submitAll(resolution, list, atOnce);
  const entities = new Map<string, string[]>();
  for (const id of new Set(list.map((one) => one['id'] as string))) {
    if (id === '' || id.includes(':')) continue;
    const view = await resolution.entityByRecord(id);
    if (view !== undefined)
      entities.set(
        view.id,
        view.records.map((one) => one['id'] as string),
      );
  }
  return { refused, entities: sorted(entities.values()) };
}

function entitiesOf({ table, sets }: ResolvedBatch): string[] {
  const all = Array.from({ length: table.span }, (_, position) => position).filter((one) => table.isRecord(one));
  const byFirst = Map.groupBy(all, (position) => sets.find(position));
  return sorted([...byFirst.values()].map((list) => list.map((position) => table.id(position))));
}

const firstsOf = ({ table }: ResolvedBatch, sets: { find(position: number): number }): number[] =>
  Array.from({ length: table.span }, (_, position) => position)
    .filter((position) => table.isRecord(position))
    .map((position) => sets.find(position));

const caps = fc.constantFrom(2, 3, 1_000);

describe('a batch', () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'batch-'));
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  it('makes the entities that submits make, however many records come at once', async () => {
    const reached = { joined: 0, refused: 0, repeated: 0, overFrequent: 0 };
    await fc.assert(
      fc.asyncProperty(compiled, records, caps, fc.constantFrom(1, 7, 100), async (rules, list, cap, atOnce) => {
        const batch = await resolveRecords(list, rules, { directory, genericKeyRecords: cap });
        const service = await submitted(rules, list, cap, atOnce);
        expect(entitiesOf(batch)).toEqual(service.entities);
        expect(batch.entities).toBe(service.entities.length);
        expect(batch.refused).toBe(service.refused);
        expect(batch.records + batch.repeated + batch.refused).toBe(list.length);
        expect([...batch.joined()]).toHaveLength(batch.records - batch.entities);
        reached.joined += batch.records - batch.entities;
        reached.refused += batch.refused;
        reached.repeated += batch.repeated;
        reached.overFrequent += batch.overFrequent.length;
      }),
      { numRuns: 150 },
    );
    expect(Math.min(...Object.values(reached))).toBeGreaterThan(0);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('makes the entities that submits in any order make, where links need support', async () => {
    const reached = { held: 0, joined: 0 };
    await fc.assert(
      fc.asyncProperty(coherent, records, fc.constantFrom(1, 7, 100), fc.nat(), async (rules, list, atOnce, seed) => {
        const once = [...new Map(list.map((one) => [one['id'], one])).values()];
        const batch = await resolveRecords(once, rules, { directory });
        const service = await submitted(rules, once, 1_000, atOnce);
        expect(entitiesOf(batch)).toEqual(service.entities);
        const random = seededRandom(seed);
        const shuffled = once.map((one) => [random(), one] as const).sort(([a], [b]) => a - b);
        const other = await submitted(
          rules,
          shuffled.map(([, one]) => one),
          1_000,
          3,
        );
        expect(other.entities).toEqual(service.entities);
        for (const first of new Set(firstsOf(batch, batch.sets)))
          if (batch.components!.find(first) !== first) reached.held += 1;
        reached.joined += batch.records - batch.entities;
      }),
      { numRuns: 150 },
    );
    expect(Math.min(...Object.values(reached))).toBeGreaterThan(10);
  });

  it('joins by links alone: each pair that connects an entity shares a key and is linked', async () => {
    await fc.assert(
      fc.asyncProperty(compiled, records, async (rules, list) => {
        const batch = await resolveRecords(list, rules, { directory });
        const payloads = new Map<string, RecordPayload>();
        for (const one of list) if (!payloads.has(one['id'] as string)) payloads.set(one['id'] as string, one);
        for (const [a, b] of batch.joined()) {
          const [one, other] = [a, b].map((at) => rules.resolve(payloads.get(batch.table.id(at))!));
          const found = rules.links(one!, other!).length + rules.duplicateGroups(one!, other!).length;
          expect(found).toBeGreaterThan(0);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('is the same with any number of buckets and any pieces', async () => {
    await fc.assert(
      fc.asyncProperty(
        compiled,
        records,
        fc.constantFrom(1, 8, 256),
        fc.integer({ min: 1, max: 9 }),
        async (rules, list, buckets, size) => {
          const part = new BatchPart<readonly RecordPayload[]>({
            rules,
            genericKeyRecords: 1_000,
            read: (some) => some.map((one, at) => ({ at, record: one })),
            directory: () => directory,
            buckets,
            part: 0,
            parts: 1,
            seed: 7,
            forStore: false,
            findsNear: false,
          });
          const pieces = async function* () {
            for (let at = 0; at < list.length; at += size) {
              const content = list.slice(at, at + size);
              // Positions may have gaps.
              yield { content, span: content.length + 2 };
            }
          };
          const cut = await resolveBatch(pieces(), crewOfOne(part), { buckets });
          expect(entitiesOf(cut)).toEqual(entitiesOf(await resolveRecords(list, rules, { directory })));
        },
      ),
      { numRuns: 60 },
    );
  });
});
