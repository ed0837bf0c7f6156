import { afterAll, describe, expect, it } from '@jest/globals';
import { openEmulatedTable } from '../../bench/store/emulated-table.ts';
import { readRegister, writeChanges, writeRegister } from '../../src/entities/items/rules-register.ts';
import type { Resolution } from '../../src/entities/operations.ts';
import { createResolution } from '../../src/entities/operations.ts';
import { NoSuchRuleChangeError } from '../../src/entities/rule-changes/errors.ts';
import { createRuleChanges } from '../../src/entities/rule-changes/rule-changes.ts';
import type { RuleChanges } from '../../src/entities/rule-changes/types.ts';
import { chooseRules, type DeployedRules } from '../../src/entities/rule-changes/versions/choose-rules.ts';
import { documentName, writeDocument } from '../../src/entities/rule-changes/versions/documents.ts';
import { compileRuleConfig } from '../../src/rules/compile/compile.ts';
import { INDEX_VERSION } from '../../src/rules/compile/index-plan.ts';
import type { CompiledRuleConfig, RecordPayload } from '../../src/rules/types.ts';
import { openEmbeddedStore } from '../../src/store/embedded/store.ts';
import type { Item, Store, TableScan } from '../../src/store/port.ts';
import { DYNAMODB_NEED } from '../setup/dynamodb-emulator.ts';
import { deployedPeople, edits } from '../setup/edited-people.ts';
import { idsText } from '../setup/ids-text.ts';
import { madeUpPeople } from '../setup/made-up-people.ts';
import { MemoryStore } from '../setup/memory-store.ts';
import { describeWith } from '../setup/requirement.ts';
import { submitInBatches } from '../setup/submit-in-batches.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';

/** A table with its clock, which moves when something waits. */
interface Table {
  readonly store: Store;
  readonly table: TableScan;
  readonly clock: { now: number };
}

const tableOf = (store: Store & TableScan): Table => ({ store, table: store, clock: { now: Date.now() } });

const waiting = ({ clock }: Table) => ({
  now: () => clock.now,
  pause: async (milliseconds: number) => {
    clock.now += milliseconds;
  },
});

async function open(table: Table, deployed: DeployedRules): Promise<Resolution> {
  const chosen = await chooseRules(table.store, deployed, { now: () => table.clock.now });
  return createResolution({ store: table.store, ...chosen, ...waiting(table), updateRecords: true });
}

const changesOf = (table: Table, deployed: DeployedRules): RuleChanges =>
  createRuleChanges({ store: table.store, table: table.table, deployed, ...waiting(table), segments: 4, chunk: 500 });

const load = (resolution: Resolution, people: readonly RecordPayload[]): Promise<void> =>
  submitInBatches(resolution, people, [50]);

/** The ids of each entity's records, and the entities' ids by record. */
async function entitiesOf(resolution: Resolution, people: readonly RecordPayload[]) {
  const ids = new Map<string, string>();
  const members = new Map<string, string>();
  for (const person of people) {
    const view = (await resolution.entityByRecord(person['id'] as string))!;
    ids.set(person['id'] as string, view.id);
    members.set(view.id, idsText(view.records));
  }
  return { ids, partition: [...members.values()].sort() };
}

/** How many records have another entity. */
const movedBetween = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): number =>
  [...before].filter(([record, entity]) => after.get(record) !== entity).length;

/** The entities of a fresh load. */
async function loaded(deployed: DeployedRules, people: readonly RecordPayload[]): Promise<readonly string[]> {
  const resolution = createResolution({ store: new MemoryStore(), rules: compileRuleConfig(deployed.config) });
  await load(resolution, people);
  return (await entitiesOf(resolution, people)).partition;
}

/** Works until nothing is left to do. */
async function workOn(changes: RuleChanges, table: Table): Promise<void> {
  for (let round = 0; round < 5; round++) {
    table.clock.now += 70_000;
    await changes.work(10 * 60_000);
  }
}

const former = deployedPeople();

/** The hashes of all keys that are stored, and of those that rules give. */
function keysIn({ store }: Table): readonly string[] {
  const items: readonly Item[] = [...(store as MemoryStore).items.values()];
  return [...new Set(items.filter(({ pk }) => /^[BK]#/.test(pk)).map(({ pk }) => pk.slice(2)))].sort();
}
const keysGiven = (rules: CompiledRuleConfig, people: readonly RecordPayload[]): readonly string[] =>
  [...new Set(people.flatMap((person) => rules.indexKeys(rules.resolve(person)).map(({ hash }) => hash)))].sort();

/** Loads people by the former rules, changes to others, and checks every step. */
async function changeAndCheck(table: Table, deployed: DeployedRules, count: number): Promise<void> {
  const people = madeUpPeople(count, 7);
  await load(await open(table, former), people);
  const before = await entitiesOf(await open(table, former), people);
  expect(before.partition).toEqual(await loaded(former, people));
  const changes = changesOf(table, deployed);

  await workOn(changes, table);
  const held = await changes.status();
  expect(held).toMatchObject({ state: 'HELD', heldBecause: 'MODE', phase: 'READY' });
  expect(await entitiesOf(await open(table, deployed), people)).toEqual(before);

  await changes.continue(held.to!);
  await workOn(changes, table);

  expect(await changes.status()).toMatchObject({ state: 'STEADY', inForce: held.to });
  const resolution = await open(table, deployed);
  const after = await entitiesOf(resolution, people);
  expect(after.partition).toEqual(await loaded(deployed, people));
  const { recordsChanged } = await changes.status();
  expect(recordsChanged).toBeGreaterThanOrEqual(movedBetween(before.ids, after.ids));
  expect(recordsChanged > 0).toBe(after.partition.join() !== before.partition.join());
  for (const id of new Set(before.ids.values())) expect(await resolution.entity(id)).toBeDefined();
  const metrics = await resolution.metrics();
  expect(metrics).toMatchObject({ recordCount: count, entityCount: after.partition.length, oldestUnfinished: null });

  await changes.rollBack(held.to);
  await expect(changes.rollBack(held.to)).rejects.toThrow(NoSuchRuleChangeError);
  await workOn(changes, table);
  const back = await entitiesOf(await open(table, former), people);
  expect(back.partition).toEqual(before.partition);
  expect((await readRegister(table.store))!.changes.history.length).toBe(2);
}

/** The others make the same keys and links of these people. */
const changed = (['relaxed', 'tightened', 'exact', 'reordered', 'threshold', 'ownKey'] as const).map(
  (name) => [name, edits[name]] as const,
);

describe.each(changed)('a change of rules, %s', (_name, edit) => {
  it('gives the entities of a fresh load, and can be taken back', async () => {
    await changeAndCheck(tableOf(new MemoryStore()), deployedPeople(edit), 80);
  });
});

describe('a change of rules', () => {
  it.each([
    ['split off', edits.exact, undefined],
    ['united', undefined, edits.exact],
  ] as const)('says when it is done, and of the way back, how many records were %s', async (_what, from, to) => {
    const table = tableOf(new MemoryStore());
    // Only their address links the three of each family.
    const people = Array.from({ length: 23 }, (_, family) =>
      ['Ann', 'Bob', 'Cleo'].map((firstName) => ({ id: `${firstName}${family}`, firstName, email: `${family}@x.org` })),
    ).flat();
    await load(await open(table, deployedPeople(from)), people);
    const changes = changesOf(table, deployedPeople(to));
    await workOn(changes, table);
    const held = await changes.status();
    const examples = await changes.examples(1_000);
    await changes.continue(held.to!);
    await workOn(changes, table);
    const done = await changes.status();

    await changes.rollBack(held.to);
    await workOn(changes, table);

    expect(new Set(examples.map(({ records: [a] }) => a.replace(/\D/g, ''))).size).toBe(examples.length);
    expect(examples.length).toBeGreaterThan(10);
    expect(done).toMatchObject({ state: 'STEADY', recordsChanged: 46 });
    expect(done.writeUnits).toBeGreaterThan(0);
    expect(await changes.status()).toMatchObject({ state: 'HELD', recordsChanged: 46 });
  });

  it('indexes anew what a release with other keys has stored', async () => {
    const table = tableOf(new MemoryStore());
    const people = madeUpPeople(60, 3);
    const { name, fingerprint } = { name: documentName(former.text), fingerprint: 'of the former release' };
    const register = { version: 1, document: name, fingerprint, since: 0, formerPlans: new Map(), inUse: true };
    await writeDocument(table.store, former.text);
    await writeRegister(table.store, { ...register, indexVersion: INDEX_VERSION - 1 }, undefined);
    await load(await open(table, former), people);
    const before = await entitiesOf(await open(table, former), people);
    const changes = changesOf(table, former);

    await workOn(changes, table);
    await changes.continue((await changes.status()).to!);
    await workOn(changes, table);

    expect(await readRegister(table.store)).toMatchObject({ document: name, indexVersion: INDEX_VERSION });
    const { rules, register: access } = await chooseRules(table.store, former);
    expect(access.status.findings).toEqual([]);
    expect(await entitiesOf(await open(table, former), people)).toEqual(before);
    expect(keysIn(table)).toEqual(keysGiven(rules, people));
  });

  it('is left to the later release that began it', async () => {
    const table = tableOf(new MemoryStore());
    await load(await open(table, former), madeUpPeople(10, 7));
    const deployed = deployedPeople(edits.relaxed);
    const changes = changesOf(table, deployed);
    await workOn(changes, table);
    const register = (await readRegister(table.store))!;
    const change = register.changes.change!;
    const to = { ...change.to, indexVersion: INDEX_VERSION + 1 };
    await writeChanges(table.store, register, { ...register.changes, change: { ...change, phase: 'UNITE', to } });
    const isLeft = { code: 'TRY_AGAIN', message: 'a later release of this service is changing the rules' };

    await expect(open(table, deployed)).rejects.toMatchObject(isLeft);
    await expect(changes.work(60_000)).rejects.toMatchObject(isLeft);

    await changes.rollBack();
    await workOn(changes, table);
    expect((await readRegister(table.store))!.changes.change).toBeUndefined();
  });

  it('is taken back by a copy of the rules in force that is laid out in another way', async () => {
    const table = tableOf(new MemoryStore());
    const people = madeUpPeople(10, 7);
    await load(await open(table, former), people);
    const keys = keysIn(table);
    await workOn(changesOf(table, deployedPeople(edits.relaxed)), table);
    const copy = { ...former, text: `${former.text}\n` };

    await workOn(changesOf(table, copy), table);

    expect(await changesOf(table, copy).status()).toMatchObject({
      state: 'STEADY',
      inForce: documentName(copy.text),
    });
    expect(keysIn(table)).toEqual(keys);
  });

  it('says that taking it back waits until the former keys are deleted', async () => {
    const table = tableOf(new MemoryStore());
    await load(await open(table, former), madeUpPeople(10));
    const changes = changesOf(table, deployedPeople(edits.relaxed));
    await workOn(changes, table);
    const held = await changes.status();
    await changes.continue(held.to!);
    await changes.work(1_000);
    const { phase } = await changes.status();

    const takenBack = await changes.rollBack(held.to);
    expect(await changes.rollBack(held.to)).toEqual(takenBack);
    table.clock.now += 70_000;
    await changes.work(60_000);
    const queued = await changes.status();
    await workOn(changes, table);

    expect([phase, takenBack.phase, takenBack.waiting]).toEqual(['CLEAN', 'CLEAN', held.from]);
    expect(queued).toMatchObject({ state: 'WAITING', inForce: held.to, waiting: held.from, phase: undefined });
    expect(await changes.status()).toMatchObject({ phase: undefined, inForce: held.from, waiting: held.to });
  });

  it('unites again what has too many keys under rules that are taken back', async () => {
    const table = tableOf(new MemoryStore());
    const before = deployedPeople(edits.exact);
    const email = 'ada@example.com';
    const city = Array.from({ length: 25 }, (_, index) => `word${index}`).join(' ');
    const people = [
      { id: 'many', email, city },
      { id: 'few', email },
    ];
    await load(await open(table, before), people);
    const changes = changesOf(
      table,
      deployedPeople((document) => {
        edits.exact(document);
        edits.manyKeys(document);
        const links = document.ruleSets.find(({ id }: { id: string }) => id === 'LINK');
        links.ruleIDs = [...links.ruleIDs.filter((id: string) => id !== 'PHONE_NAME'), 'CITY'];
      }),
    );
    await workOn(changes, table);
    await changes.continue((await changes.status()).to!);
    await workOn(changes, table);
    const parted = await entitiesOf(await open(table, before), people);

    await changes.rollBack();
    await workOn(changes, table);

    const back = await entitiesOf(await open(table, before), people);
    expect([parted.partition, back.partition]).toEqual([['few', 'many'], ['few many']]);
  });

  it('leaves no key of the former rules, and none of a record that is erased', async () => {
    const table = tableOf(new MemoryStore());
    const people = madeUpPeople(60, 3);
    await load(await open(table, former), people);
    const deployed = deployedPeople(edits.relaxed);
    const changes = changesOf(table, deployed);
    await workOn(changes, table);
    await changes.continue((await changes.status()).to!);
    await workOn(changes, table);

    const { rules } = await chooseRules(table.store, deployed);
    expect(keysIn(table)).toEqual(keysGiven(rules, people));

    const resolution = await open(table, deployed);
    for (const { id } of people) await resolution.disassemble({ recordIDs: [id as string] });
    const left = [...(table.store as MemoryStore).items.values()].filter(({ pk }) => /^[BKR]#/.test(pk));
    expect(left).toEqual([]);
  });

  const directory = temporaryDirectory();

  it('runs on the embedded engine', async () => {
    const store = await openEmbeddedStore({ directory: directory.path() });
    await changeAndCheck(tableOf(store), deployedPeople(edits.relaxed), 120);
    await store.close();
  });
});

const found = await openEmulatedTable(`rules-${process.pid}`);
describeWith('a change of rules at DynamoDB', { found, need: DYNAMODB_NEED }, (emulated) => {
  afterAll(async () => emulated.close());

  it('gives the entities of a fresh load, and can be taken back', async () => {
    const { store, scan } = emulated;
    await changeAndCheck({ store, table: scan, clock: { now: Date.now() } }, deployedPeople(edits.relaxed), 30);
  });
});
