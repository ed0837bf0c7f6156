import { tmpdir } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { previewRecords, type StoredEntity, StoredPreviewing } from '../../../../src/batch/preview.ts';
import { DisjointSets } from '../../../../src/disjoint-sets.ts';
import type { Resolution } from '../../../../src/entities/operations.ts';
import { createResolution } from '../../../../src/entities/operations.ts';
import type { EntityView } from '../../../../src/entities/read/types.ts';
import { compileRuleConfig } from '../../../../src/rules/compile/compile.ts';
import type { CompiledRules } from '../../../../src/rules/compile/compiled-rules.ts';
import type { RecordPayload } from '../../../../src/rules/types.ts';
import { deployedPeople, type Edit, edits } from '../../../setup/edited-people.ts';
import { madeUpPeople } from '../../../setup/made-up-people.ts';
import { MemoryStore } from '../../../setup/memory-store.ts';

const compile = (edit?: Edit) => compileRuleConfig(deployedPeople(edit).config);
const people = madeUpPeople(120);
const edited = ['relaxed', 'tightened', 'exact', 'threshold', 'scores'] as const;
const ada = { firstName: 'Ada', lastName: 'Lovelace' };
const alike = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `x${index}`, ...ada, phone: '+44 20 7946 0000' }));

async function* streamed(records: readonly RecordPayload[]): AsyncGenerator<RecordPayload> {
  yield* records;
}

const preview = (records: readonly RecordPayload[], former: CompiledRules, next: CompiledRules, most = 1_000) =>
  previewRecords(streamed(records), former, next, {
    genericKeyRecords: most,
    examples: 20,
    pace: 2_000,
    directory: tmpdir(),
  });

async function load(rules: CompiledRules, records: readonly RecordPayload[]): Promise<Resolution> {
  const store = new MemoryStore();
  const service = createResolution({ store, table: store, rules });
  for (const record of records) await service.submit([record]);
  return service;
}

/** The entity of each record after a load by the engine. */
async function loaded(records: readonly RecordPayload[], rules: CompiledRules): Promise<Map<string, string>> {
  const resolution = await load(rules, records);
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
  it.each(edited)(
    'counts what loading the records by the engine gives before and after the edit "%s"',
    async (edit) => {
      const [former, next] = [compile(), compile(edits[edit])];

      const { figures: found } = await preview(people, former, next);

      expect(found).toMatchObject(countsOf(await loaded(people, former), await loaded(people, next)));
      expect(found.unchanged + found.merging + found.splitting + found.both).toBe(found.entitiesBefore);
    },
  );

  it('shows pairs that the change joins or parts', async () => {
    const [former, next] = [compile(), compile(edits.exact)];
    const [before, after] = [await loaded(people, former), await loaded(people, next)];

    const { examples } = await preview(people, former, next);

    expect(examples.length).toBeGreaterThan(0);
    for (const { a, b, joins } of examples) {
      expect([a, b, before.get(a) === before.get(b), after.get(a) === after.get(b)]).toEqual([a, b, !joins, joins]);
    }
  });

  it('counts repeated records, and those that either rule-config refuses', async () => {
    const [former, next] = [compile(), compile(edits.demanding)];
    const person = { id: 'a', ...ada, email: 'ada@example.com' };

    const { figures: found } = await preview(
      [person, person, { id: 'b' }, { ...person, id: 'c', phone: '1' }],
      former,
      next,
    );

    expect(found).toMatchObject({ records: 2, repeated: 1, refusedBefore: 1 });
    expect(found.refused.map(({ id }) => id)).toContain('a');
    expect(found.refusedAfter).toBe(found.refused.length);
  });

  it('leaves out the second record of an id, whatever its content is', async () => {
    const rules = compile();
    const person = { id: 'a', ...ada, email: 'ada@example.com' };

    const found = await preview([person, { ...person, firstName: 'Augusta' }, { id: 'a' }], rules, rules);

    // The rules refuse the third one.
    expect(found.figures).toMatchObject({ records: 1, repeated: 1, refusedBefore: 1, entitiesBefore: 1, unchanged: 1 });
  });

  it('links the first holders of an over-frequent key, and says how many records share it', async () => {
    const { figures: found } = await preview(alike(12), compile(), compile(), 10);

    expect(found.overFrequentKeys[0]).toMatchObject({ records: 12 });
    expect(found).toMatchObject({ unchanged: found.entitiesBefore, recordsTouched: 0, cost: { writeUnits: 0 } });
  });
});

const meta = { user: 'tester', reason: 'a test' };

async function viewsOf(service: Resolution): Promise<EntityView[]> {
  const views: EntityView[] = [];
  let after: string | undefined;
  do {
    const page = await service.listEntities({ first: 50, maxBytes: 1_000_000, after });
    views.push(...page.entities);
    after = page.after;
  } while (after !== undefined);
  return views;
}

const storedEntity = async (view: EntityView): Promise<StoredEntity> => ({
  id: view.id,
  records: view.records as StoredEntity['records'],
  removedLinks: view.removedLinks().map(({ a, b }) => [a, b] as const),
  groups: view.linkedTogether(),
  keptApartFrom: (await view.connectionBans()).flatMap(({ others }) => others),
});

async function previewStored(
  service: Resolution,
  former: CompiledRules,
  next: CompiledRules,
  genericKeyRecords = 1_000,
) {
  const previewing = new StoredPreviewing(former, next, {
    genericKeyRecords,
    examples: 20,
    pace: 2_000,
    directory: tmpdir(),
  });
  for (const view of await viewsOf(service)) previewing.add(await storedEntity(view));
  return previewing.finish();
}

/** Records by entity. */
const membersOf = (views: readonly EntityView[]) =>
  new Map(views.flatMap(({ id, records }) => records.map((record) => [String(record['id']), id] as const)));

/** Entities of all records, judged pair by pair. */
function judged(records: readonly RecordPayload[], rules: CompiledRules, removed: ReadonlySet<string>): DisjointSets {
  const sets = new DisjointSets(records.length);
  const all = records.map((record) => {
    const values = rules.resolve(record);
    return { values, keys: rules.indexKeys(values) };
  });
  for (let b = 1; b < all.length; b++) {
    for (let a = 0; a < b; a++) {
      if (removed.has(`${records[a]!['id']} ${records[b]!['id']}`)) continue;
      const hashes = new Set(all[b]!.keys.map(({ hash }) => hash));
      const isLinked = all[a]!.keys.some(
        ({ hash, plan }) => hashes.has(hash) && (plan.exact || rules.linked(plan, all[a]!.values, all[b]!.values)),
      );
      if (isLinked) sets.join(a, b);
    }
  }
  return sets;
}

describe('the preview of a change on stored records', () => {
  it.each(edited)('counts the entities that a load by the next rules gives after the edit "%s"', async (edit) => {
    const [former, next] = [compile(), compile(edits[edit])];
    const [before, after] = [await viewsOf(await load(former, people)), await viewsOf(await load(next, people))];

    const { figures } = await previewStored(await load(former, people), former, next);

    expect(figures).toMatchObject({
      records: people.length,
      moved: 0,
      entitiesBefore: before.length,
      entitiesAfter: after.length,
    });
    expect(figures.unchanged + figures.merging + figures.splitting + figures.both).toBe(before.length);
  });

  it('keeps apart what a removed link parts, and together what was submitted together', async () => {
    const [former, next] = [compile(), compile(edits.relaxed)];
    const service = await load(former, people);
    await service.submit([people[0]!, people[1]!], { linkTogether: true });
    const removed = new Set<string>();
    const cut = (await viewsOf(service)).filter(({ records }) => records.length === 2).slice(0, 8);
    for (const view of cut) {
      const links = view.links().filter(({ rule }) => rule !== 'STATIC');
      if (links.length === 0) continue;
      const { a, b } = links[0]!;
      await service.disassemble({ edges: [{ a, b }] });
      removed.add(`${a} ${b}`).add(`${b} ${a}`);
    }

    const { figures } = await previewStored(service, former, next);

    const expected = judged(people, next, removed);
    expected.join(0, 1);
    expect(removed.size).toBeGreaterThan(4);
    expect(figures.entitiesAfter).toBe(new Set(people.map((_, index) => expected.find(index))).size);
  });

  it('unites no entities that a constraint keeps apart, but what else the rules link with them', async () => {
    const [former, next] = [compile(), compile(edits.exact)];
    const adaByron = { ...ada, email: 'ada@example.com', dateOfBirth: '1815-12-10' };
    const charles = { firstName: 'Charles', lastName: 'Babbage', email: 'ada@example.com', dateOfBirth: '1791-12-26' };
    const service = await load(former, [
      { id: 'a1', ...adaByron },
      { id: 'a2', ...adaByron },
      { id: 'c', ...charles },
    ]);
    await service.disassemble({ edges: [{ a: 'a1', b: 'a2' }], createConnectionBan: true, meta });
    expect(new Set(membersOf(await viewsOf(service)).values()).size).toBe(3);

    const { figures, examples } = await previewStored(service, former, next);

    // All three have one exact key by the next rules; c joins one of the two.
    expect(figures).toMatchObject({ entitiesBefore: 3, entitiesAfter: 2, merging: 2, unchanged: 1, largestEntity: 2 });
    expect(examples).toHaveLength(1);
  });

  it('says which records come together and which part', async () => {
    const [former, next] = [compile(edits.exact), compile()];
    const service = await load(former, people);
    const before = membersOf(await viewsOf(service));

    const { examples } = await previewStored(service, former, next);

    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      if (!('parts' in example)) expect(before.get(example.a)).not.toBe(before.get(example.b));
      else expect(new Set(example.parts.flat().map((id) => before.get(id))).size).toBe(1);
    }
  });

  it('joins by an over-frequent key only what is one entity already', async () => {
    const rules = compile();
    const service = await load(rules, alike(14));

    const { figures } = await previewStored(service, rules, rules, 10);

    expect(figures.overFrequentKeys[0]).toMatchObject({ records: 14 });
    expect(figures).toMatchObject({ recordsTouched: 0, entitiesBefore: 1, entitiesAfter: 1 });
  });

  it('takes the records of entities that were united while they were read once', async () => {
    const rules = compile();
    const previewing = new StoredPreviewing(rules, rules, {
      genericKeyRecords: 1_000,
      examples: 20,
      pace: 2_000,
      directory: tmpdir(),
    });
    const [a, b] = [
      { id: 'a', ...ada, email: 'ada@example.com' },
      { id: 'b', ...ada, email: 'ada@example.com' },
    ];
    const facts = { removedLinks: [], groups: [], keptApartFrom: [] };
    previewing.add({ id: '1', records: [a], ...facts });
    previewing.add({ id: '1', records: [a, b], ...facts });

    const { figures } = await previewing.finish();

    expect(figures).toMatchObject({ records: 2, moved: 1, entitiesBefore: 1, entitiesAfter: 1, unchanged: 1 });
  });
});
