import { describe, expect, it } from '@jest/globals';
import { createResolution } from '../../../../../src/entities/create.ts';
import { previewRecords } from '../../../../../src/entities/rule-changes/preview-records.ts';
import { compileRuleConfig } from '../../../../../src/rules/compile/compile.ts';
import type { CompiledRules } from '../../../../../src/rules/compile/compiled-rules.ts';
import type { RecordPayload } from '../../../../../src/rules/types.ts';
import { deployedPeople, type Edit, edits } from '../../../../setup/edited-people.ts';
import { madeUpPeople } from '../../../../setup/made-up-people.ts';
import { MemoryStore } from '../../../../setup/memory-store.ts';

const compile = (edit?: Edit) => compileRuleConfig(deployedPeople(edit).config);
const people = madeUpPeople(120);

async function* streamed(records: readonly RecordPayload[]): AsyncGenerator<RecordPayload> {
  yield* records;
}

const preview = (records: readonly RecordPayload[], former: CompiledRules, next: CompiledRules, most = 1_000) =>
  previewRecords(streamed(records), former, next, { genericKeyRecords: most, examples: 20, pace: 2_000 });

/** The entity of each record after a load by the engine. */
async function loaded(records: readonly RecordPayload[], rules: CompiledRules): Promise<Map<string, string>> {
  const resolution = createResolution({ store: new MemoryStore(), rules });
  for (const record of records) await resolution.submit([record]);
  const entities = new Map<string, string>();
  for (const { id } of records) entities.set(String(id), (await resolution.entityByRecord(String(id)))!.id);
  return entities;
}

function groupOf(first: string, before: Map<string, string>, after: Map<string, string>): Set<string> {
  const group = new Set([first]);
  for (const one of group) {
    for (const id of before.keys()) {
      if (before.get(id) === before.get(one) || after.get(id) === after.get(one)) group.add(id);
    }
  }
  return group;
}

/** The counts, found in another way: by the entities that share a record before and after. */
function countsOf(before: Map<string, string>, after: Map<string, string>) {
  const ids = [...before.keys()];
  const counts = { unchanged: 0, merging: 0, splitting: 0, both: 0, recordsTouched: 0, largestEntity: 0 };
  const done = new Set<string>();
  for (const first of ids) {
    if (done.has(first)) continue;
    const group = groupOf(first, before, after);
    for (const id of group) done.add(id);
    const [was, is] = [before, after].map((of) => new Set([...group].map((id) => of.get(id))));
    if (was!.size === 1 && is!.size === 1) {
      counts.unchanged += 1;
      continue;
    }
    counts[is!.size === 1 ? 'merging' : was!.size === 1 ? 'splitting' : 'both'] += was!.size;
    counts.recordsTouched += group.size;
    const sizes = [...is!].map((entity) => [...group].filter((id) => after.get(id) === entity).length);
    counts.largestEntity = Math.max(counts.largestEntity, ...sizes);
  }
  const distinct = (of: Map<string, string>) => new Set(of.values()).size;
  return { entitiesBefore: distinct(before), entitiesAfter: distinct(after), ...counts };
}

describe('the preview of a change on records of a file', () => {
  it.each(['relaxed', 'tightened', 'exact', 'threshold', 'scores'] as const)(
    'counts what loading the records by the engine gives before and after the edit "%s"',
    async (edit) => {
      const [former, next] = [compile(), compile(edits[edit])];

      const found = await preview(people, former, next);

      expect(found).toMatchObject(countsOf(await loaded(people, former), await loaded(people, next)));
      expect(found.unchanged + found.merging + found.splitting + found.both).toBe(found.entitiesBefore);
    },
  );

  it('shows pairs that the change joins or parts', async () => {
    const [former, next] = [compile(), compile(edits.exact)];
    const [before, after] = [await loaded(people, former), await loaded(people, next)];

    const { examples, ids } = await preview(people, former, next);

    expect(examples.length).toBeGreaterThan(0);
    for (const { a, b, joins } of examples) {
      const [x, y] = [ids[a]!, ids[b]!];
      expect([x, y, before.get(x) === before.get(y), after.get(x) === after.get(y)]).toEqual([x, y, !joins, joins]);
    }
  });

  it('counts repeated records, and those that either rule-config refuses', async () => {
    const [former, next] = [compile(), compile(edits.demanding)];
    const person = { id: 'a', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' };

    const found = await preview([person, person, { id: 'b' }, { ...person, id: 'c', phone: '1' }], former, next);

    expect(found).toMatchObject({ records: 2, repeated: 1, refusedBefore: 1 });
    expect(found.refused.map(({ id }) => id)).toContain('a');
    expect(found.refusedAfter).toBe(found.refused.length);
  });

  it('links the first holders of an over-frequent key, and says how many records share it', async () => {
    const alike = Array.from({ length: 12 }, (_, index) => ({
      id: `x${index}`,
      firstName: 'Ada',
      lastName: 'Lovelace',
      phone: '+44 20 7946 0000',
    }));

    const found = await preview(alike, compile(), compile(), 10);

    expect(found.overFrequentKeys[0]).toMatchObject({ records: 12 });
    expect(found).toMatchObject({ unchanged: found.entitiesBefore, recordsTouched: 0, cost: { writeUnits: 0 } });
  });
});
