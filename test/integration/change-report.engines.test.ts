import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DisjointSets } from '../../src/disjoint-sets.ts';
import { findingsPartition } from '../../src/entities/items/rule-change-items.ts';
import { createResolution } from '../../src/entities/operations.ts';
import { Comparison } from '../../src/entities/rule-changes/report.ts';
import { createRuleChanges } from '../../src/entities/rule-changes/rule-changes.ts';
import { chooseRules } from '../../src/entities/rule-changes/versions/choose-rules.ts';
import { documentName } from '../../src/entities/rule-changes/versions/documents.ts';
import type { Store, TableScan } from '../../src/store/port.ts';
import { deployedPeople, type Edit, type EditedDocument, edits } from '../setup/edited-people.ts';
import { madeUpPeople } from '../setup/made-up-people.ts';
import { type OpenedStore, storesHere } from './api-stores.ts';

const engines = await storesHere();
const people = madeUpPeople(100);
const meta = { user: 'tester', reason: 'a test' };
const HOUR = 3_600_000;

const part = (list: readonly { id: string }[], id: string): EditedDocument => list.find((one) => one.id === id);
const changes: Readonly<Record<string, readonly [Edit | undefined, Edit | undefined]>> = {
  'threshold up': [undefined, edits.threshold],
  'threshold down': [edits.threshold, undefined],
  'one key alone links': [undefined, edits.exact],
  'one key alone no longer links': [edits.exact, undefined],
  'one rule more, with a key of its own': [undefined, edits.ownKey],
  'one rule less': [edits.ownKey, undefined],
  'a phone number alone links, and an e-mail address only with the postcode': [
    edits.exact,
    (document) => {
      part(document.rules, 'EMAIL_NAME').matcherIDs.push('SAME_POSTCODE');
      part(document.ruleSets, 'LINK').ruleIDs.push('PHONE');
    },
  ],
};

/** A table with its clock, which each pause moves on. */
class ChangingTable {
  readonly store: Store;
  readonly table: TableScan;
  private time = Date.parse('2026-02-03T04:05:06Z');

  constructor({ store, table }: OpenedStore) {
    this.store = store;
    this.table = table;
  }

  readonly now = () => this.time;

  async service(edit?: Edit) {
    const { store, table, now } = this;
    return createResolution({ store, table, now, ...(await chooseRules(store, deployedPeople(edit), { now })) });
  }

  /** The change to an edited document, with a worker. */
  change(edit?: Edit) {
    const { store, table, now } = this;
    const deployed = deployedPeople(edit);
    const pause = async (milliseconds: number) => {
      this.time += Math.ceil(milliseconds);
    };
    const change = createRuleChanges({ store, table, now, pause, deployed, segments: 2, chunk: 150, readersTime: 0 });
    return { ...change, name: documentName(deployed.text) };
  }

  async sets(edit?: Edit): Promise<DisjointSets> {
    const service = await this.service(edit);
    const sets = new DisjointSets(people.length);
    const first = new Map<string, number>();
    for (const [position, { id }] of people.entries()) {
      const { id: entity } = (await service.entityByRecord(String(id)))!;
      sets.join(first.get(entity) ?? position, position);
      if (!first.has(entity)) first.set(entity, position);
    }
    return sets;
  }
}

describe.each(engines)('the report of a change of rules, on the engine %s', (engine, open) => {
  let opened: OpenedStore;
  let table: ChangingTable;

  beforeEach(async () => {
    opened = await open();
    table = new ChangingTable(opened);
  });
  afterEach(() => opened.end());

  // One on the emulator, which is slow: its scans have pages of their own.
  const names = engine === 'embedded' ? Object.keys(changes) : Object.keys(changes).slice(-1);

  it.each(names)('says what the change then does: %s', async (name) => {
    const [from, to] = changes[name]!;
    const service = await table.service(from);
    for (let start = 0; start < people.length; start += 50) await service.submit(people.slice(start, start + 50));
    await service.submit(people.slice(0, 2), { linkTogether: true });
    const linked = (await service.entityByRecord('p0'))!.links().filter(({ rule }) => rule !== 'STATIC');
    const [link] = linked.length > 0 ? linked : (await service.entityByRecord('p5'))!.links();
    if (link !== undefined) await service.disassemble({ edges: [link], createConnectionBan: true, meta });
    const before = await table.sets(from);

    const change = table.change(to);
    await change.work(HOUR);
    const { state, report, phase } = await change.status();
    const examples = await change.examples(1_000);
    expect({ state, phase }).toEqual({ state: 'HELD', phase: 'READY' });
    expect((await table.store.query(findingsPartition({ change: 1 }))).items.length).toBeGreaterThan(0);
    await change.continue(change.name);
    await change.work(HOUR);

    expect(await change.status()).toMatchObject({ state: 'STEADY', inForce: change.name });
    expect((await table.store.query(findingsPartition({ change: 1 }))).items).toEqual([]);
    const after = new Comparison(people.length, before, await table.sets(to));
    expect(report).toEqual({ ...after.counts(), records: people.length, overFrequentKeys: 0, refused: 0 });
    expect(report!.merging + report!.splitting + report!.both).toBeGreaterThan(0);
    const positions = new Map(people.map(({ id }, position) => [String(id), position]));
    expect(examples.length).toBeGreaterThan(0);
    for (const { kind, records } of examples) expect(kind).toBe(after.kindOf(positions.get(records[0])!));
  });
});
