import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DisjointSets } from '../../src/disjoint-sets.ts';
import { examplePartition, problemPartition, readExample } from '../../src/entities/items/rule-change-items.ts';
import { createResolution } from '../../src/entities/operations.ts';
import { evaluationPass } from '../../src/entities/rule-changes/evaluate/evaluation-pass.ts';
import { noCounts } from '../../src/entities/rule-changes/passes/pass.ts';
import { Comparison } from '../../src/entities/rule-changes/report.ts';
import type { RuleChangeExample, RuleChangeReport } from '../../src/entities/rule-changes/types.ts';
import { compileRuleConfig } from '../../src/rules/compile/compile.ts';
import type { CompiledRules } from '../../src/rules/compile/compiled-rules.ts';
import { lintRuleConfig } from '../../src/rules/lint/lint-rule-config.ts';
import type { RecordPayload } from '../../src/rules/types.ts';
import { type Key, queryAll } from '../../src/store/port.ts';
import { type Edit, type EditedDocument, editedText, edits } from '../setup/edited-people.ts';
import { madeUpPeople } from '../setup/made-up-people.ts';
import { MemoryStore } from '../setup/memory-store.ts';
import { publishKeys } from '../setup/publish-keys.ts';
import { type OpenedStore, storesHere } from './api-stores.ts';

const engines = await storesHere();
const people = madeUpPeople(150);
const meta = { user: 'tester', reason: 'a test' };
const SEGMENTS = 3;

const compile = (edit: Edit = () => {}): CompiledRules => {
  const { config } = lintRuleConfig(editedText(edit));
  return compileRuleConfig(config!);
};

const part = (list: readonly { id: string }[], id: string): EditedDocument => list.find((one) => one.id === id);

/** Ordinary edits, and the other way round of most of them. */
const changes: Readonly<Record<string, readonly [Edit | undefined, Edit | undefined]>> = {
  'threshold up': [undefined, edits.threshold],
  'threshold down': [edits.threshold, undefined],
  'rule relaxed': [undefined, edits.relaxed],
  'rule tightened': [undefined, edits.tightened],
  'one key alone links': [undefined, edits.exact],
  'one key alone no longer links': [edits.exact, undefined],
  'a phone number alone links': [
    undefined,
    (document) => {
      part(document.ruleSets, 'LINK').ruleIDs.push('PHONE');
    },
  ],
  'a rule more, another one less': [
    (document) => {
      part(document.rules, 'EMAIL_NAME').matcherIDs = ['SAME_EMAIL'];
    },
    (document) => {
      part(document.rules, 'EMAIL_NAME').matcherIDs.push('SAME_POSTCODE');
      part(document.ruleSets, 'LINK').ruleIDs.push('PHONE');
    },
  ],
  'a new rule': [
    undefined,
    (document) => {
      document.rules.push({ id: 'BIRTHDAY_POSTCODE', matcherIDs: ['SAME_BIRTHDAY', 'SAME_POSTCODE'] });
      for (const set of ['INDEX', 'LINK']) part(document.ruleSets, set).ruleIDs.push('BIRTHDAY_POSTCODE');
    },
  ],
  'a placeholder more': [
    undefined,
    (document) => {
      part(document.transformers, 'LAST_NAME_KNOWN').attributes.values.push('lovelace');
    },
  ],
  'another order of resolvers': [undefined, edits.reordered],
  'scores and searches only': [undefined, edits.scores],
};

type Table = Omit<OpenedStore, 'end'>;

function inMemory(): Table {
  const store = new MemoryStore();
  return { store, table: store };
}

/** Loads records under rules, and says which entity each is in. */
async function load({ store, table }: Table, rules: CompiledRules, records: readonly RecordPayload[]) {
  const service = createResolution({ store, table, rules });
  for (let start = 0; start < records.length; start += 50) await service.submit(records.slice(start, start + 50));
  return service;
}

async function setsOf(service: ReturnType<typeof createResolution>, records: readonly RecordPayload[]) {
  const sets = new DisjointSets(records.length);
  const first = new Map<string, number>();
  for (const [position, { id }] of records.entries()) {
    const entity = (await service.entityByRecord(String(id)))!.id;
    sets.join(first.get(entity) ?? position, position);
    if (!first.has(entity)) first.set(entity, position);
  }
  return sets;
}

/** What a load under rules is to come to, by the rules; for all engines, which is why it is counted once. */
const expectedSets = new Map<string, Promise<DisjointSets>>();
function expectedUnder(edit: Edit | undefined): Promise<DisjointSets> {
  const text = editedText(edit ?? (() => {}));
  const expected = expectedSets.get(text) ?? load(inMemory(), compile(edit), people).then((one) => setsOf(one, people));
  expectedSets.set(text, expected);
  return expected;
}

const items = { change: 1 };

/** Scans all segments, some chunks twice, as after a crash. */
async function evaluate(
  { store, table }: Table,
  from: CompiledRules,
  to: CompiledRules,
  genericKeyRecords = 1_000,
): Promise<RuleChangeReport> {
  const context = { store, table, from, to, genericKeyRecords, items, now: Date.now };
  for (let segment = 0; segment < SEGMENTS; segment++) {
    let chunks = 0;
    for (let cursor: Key | undefined; ; ) {
      const chunk = { cursor, limit: 60, before: noCounts };
      if (chunks % 3 === 0) await evaluationPass.chunk(context, { segment, segments: SEGMENTS }, chunk);
      const step = await evaluationPass.chunk(context, { segment, segments: SEGMENTS }, chunk);
      chunks += 1;
      if (!('cursor' in step)) break;
      cursor = step.cursor;
    }
  }
  return evaluationPass.report(context);
}

async function examplesOf({ store }: Table): Promise<RuleChangeExample[]> {
  const examples: RuleChangeExample[] = [];
  for await (const item of queryAll(store, examplePartition(items))) examples.push(readExample(item));
  return examples;
}

describe.each(engines)('the scan that counts what a change does, on the engine %s', (_name, open) => {
  const ends: (() => Promise<void>)[] = [];
  let table: Table;

  // A table for each test costs less than to delete every item.
  beforeEach(async () => {
    const { end, ...opened } = await open();
    table = opened;
    ends.push(end);
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });

  it.each(Object.keys(changes))('reports the difference of two loads: %s', async (name) => {
    const [from, to] = changes[name]!.map((edit) => compile(edit)) as [CompiledRules, CompiledRules];
    const before = await setsOf(await load(table, from, people), people);
    const after = await expectedUnder(changes[name]![1]);
    await publishKeys(table.store, table.table, to);

    const report = await evaluate(table, from, to);

    const expected = new Comparison(people.length, before, after);
    expect(report).toEqual({ ...expected.counts(), records: people.length, overFrequentKeys: 0, refused: 0 });
    const positions = new Map(people.map(({ id }, position) => [String(id), position]));
    for (const { kind, records, rules } of await examplesOf(table)) {
      const [a, b] = records.map((id) => positions.get(id)!) as [number, number];
      expect([kind, rules.length > 0]).toEqual([expected.kindOf(a), true]);
      expect(before.find(a) === before.find(b)).not.toBe(after.find(a) === after.find(b));
    }
  });

  it('counts no union across a removed link or a constraint', async () => {
    const [from, to] = [compile(), compile(edits.exact)];
    const alike = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', dateOfBirth: '1815-12-10' };
    const other = { firstName: 'Mary', lastName: 'King', email: 'mary@example.com', dateOfBirth: '1780-12-26' };
    const service = await load(table, from, [
      { id: 'a1', ...alike },
      { id: 'a2', ...alike },
      { id: 'b1', ...other },
      { id: 'b2', ...other },
      { id: 'b3', email: 'mary@example.com', lastName: 'Ford', dateOfBirth: '1799-01-01' },
    ]);
    await service.disassemble({ edges: [{ a: 'a1', b: 'a2' }] });
    await service.disassemble({ edges: [{ a: 'b1', b: 'b2' }], createConnectionBan: true, meta });
    await publishKeys(table.store, table.table, to);

    const report = await evaluate(table, from, to);

    // b3 has the key of b1 and b2, and comes to one of them.
    expect(report).toMatchObject({ entitiesBefore: 5, entitiesAfter: 4, unchanged: 3, merging: 2, largestEntity: 2 });
  });

  it('counts over-frequent keys and refused records, and links nothing by such a key', async () => {
    const from = compile(edits.threshold);
    const to = compile((document) => {
      edits.demanding(document);
      part(document.comparers, 'LOOKS_ALIKE').attributes.threshold = 0.5;
    });
    const alike = Array.from({ length: 14 }, (_, index) => ({
      id: `x${String(index).padStart(2, '0')}`,
      firstName: `${'abcdefghijklmn'[index]}${'opqrstuvwxyzab'[index]}x`,
      lastName: 'Lovelace',
      dateOfBirth: '1815-12-10',
    }));
    await load(table, from, alike);
    await publishKeys(table.store, table.table, to);

    const report = await evaluate(table, from, to, 10);

    expect(report).toMatchObject({ records: 14, refused: 14, merging: 0 });
    expect(report.overFrequentKeys).toBeGreaterThan(0);
    let problems = 0;
    for await (const _problem of queryAll(table.store, problemPartition(items))) problems += 1;
    expect(problems).toBe(14);
  });

  it('reports an empty table', async () => {
    expect(await evaluate(table, compile(), compile(edits.exact))).toMatchObject({ records: 0, entitiesBefore: 0 });
  });
});
