import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { WrittenStore } from '../../src/batch/first-store.ts';
import type { Resolution } from '../../src/entities/operations.ts';
import { createResolution } from '../../src/entities/operations.ts';
import { chooseRules } from '../../src/entities/rule-changes/versions/choose-rules.ts';
import type { DynamoDB } from '../../src/store/dynamodb/dynamodb.ts';
import { marshalItem } from '../../src/store/dynamodb/marshal.ts';
import { createDynamoDBScan } from '../../src/store/dynamodb/scan.ts';
import { createDynamoDBStore } from '../../src/store/dynamodb/store.ts';
import type { Item, Store } from '../../src/store/port.ts';
import { buildFirstStore, submitAll } from '../setup/build-first-store.ts';
import { canonicalItems } from '../setup/canonical-items.ts';
import { type DynamoDBUnderTest, requireDynamoDB } from '../setup/dynamodb-emulator.ts';
import { deployedPeople } from '../setup/edited-people.ts';
import { readImportFiles } from '../setup/import-files.ts';
import { madeUpPeople } from '../setup/made-up-people.ts';
import { describeWith } from '../setup/requirement.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';

describeWith('a table that was imported', await requireDynamoDB(), (dynamoDB: DynamoDBUnderTest) => {
  const directory = temporaryDirectory();
  const deployed = deployedPeople();
  const all = madeUpPeople(260);
  const [first, later] = [all.slice(0, 200), all.slice(200)];
  const cap = 3;
  let dynamodb: DynamoDB;
  let written: WrittenStore;
  let items: readonly Item[];

  /** What a process of the service has of a table. */
  async function served(tableName: string): Promise<{ store: Store; resolution: Resolution; findings: number }> {
    const store = createDynamoDBStore({ tableName, dynamodb });
    const { rules, register } = await chooseRules(store, deployed);
    const table = createDynamoDBScan({ tableName, dynamodb });
    const resolution = createResolution({ store, table, rules, register, genericKeyRecords: cap });
    return { store, resolution, findings: register.status.findings.length };
  }

  const linesOf = (tableName: string) => canonicalItems(createDynamoDBScan({ tableName, dynamodb }));

  beforeAll(async () => {
    dynamodb = dynamoDB.connect();
    for (const name of ['imported', 'submitted']) await dynamoDB.createTable(name);
    written = await buildFirstStore(deployed, first, { kind: 'import', directory: directory.path('files') }, cap);
    items = readImportFiles(directory.path('files'));
    for (let at = 0; at < items.length; at += 25) {
      const puts = items.slice(at, at + 25).map((item) => ({ PutRequest: { Item: marshalItem(item) } }));
      const { UnprocessedItems } = await dynamodb.call('BatchWriteItem', { RequestItems: { imported: puts } });
      expect(UnprocessedItems ?? {}).toEqual({});
    }
    const { store, resolution } = await served('submitted');
    await submitAll(resolution, first, 1);
    await store.close();
  });

  afterAll(async () => {
    dynamodb?.close();
    await dynamoDB.stop();
  });

  it('has each item once, and those of a table that got the same submits', async () => {
    const expected = await linesOf('submitted');

    expect(written.files?.items).toBe(items.length);
    expect(await linesOf('imported')).toEqual(expected);
    for (const kind of ['Q#', 'R#', 'E#', 'B#', 'G#', 'Y#'])
      expect(expected.some((line) => line.startsWith(kind))).toBe(true);
  });

  it('is served by the deployed rules, without a finding', async () => {
    const { store, resolution, findings } = await served('imported');

    expect(findings).toBe(0);
    expect(await resolution.metrics()).toMatchObject({ recordCount: 200 });
    await store.close();
  });

  it('answers reads and searches, and goes on with submits and erasures, as the other one', async () => {
    const answers = async (tableName: string) => {
      const { store, resolution } = await served(tableName);
      const seen: unknown[] = [];
      const members = async (id: string) =>
        (await resolution.entityByRecord(id))?.records.map((record) => record['id']).sort();
      for (const { id } of first.slice(0, 30)) seen.push(await members(id as string));
      for (const { id: _id, ...parameters } of all.slice(150, 220)) {
        const { entities, incomplete } = await resolution.search({ parameters });
        seen.push(entities.map(({ records }) => String(records.map(({ id }) => id).sort())).sort());
        // How many had a value when it was marked depends on the batches.
        seen.push(incomplete.map(({ rules, reason }) => [rules, reason]));
      }
      await submitAll(resolution, later, 7);
      for (const { id } of first.slice(0, 20)) await resolution.disassemble({ recordIDs: [id as string], edges: [] });
      await resolution.sweep();
      for (const { id } of all.slice(10, 60)) seen.push(await members(id as string));
      await store.close();
      return seen;
    };

    expect(await answers('imported')).toEqual(await answers('submitted'));
    expect(await linesOf('imported')).toEqual(await linesOf('submitted'));
  });
});
