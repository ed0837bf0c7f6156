import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDynamoDBScan } from '../../src/store/dynamodb/scan.ts';
import { createDynamoDBStore } from '../../src/store/dynamodb/store.ts';
import { openEmbeddedStore } from '../../src/store/embedded/store.ts';
import type { Store, TableScan } from '../../src/store/port.ts';
import { requireDynamoDB } from '../setup/dynamodb-emulator.ts';
import { describeWith } from '../setup/requirement.ts';

/** A store of one engine, empty, and how to be rid of it. */
export interface OpenedStore {
  readonly store: Store;
  readonly table: TableScan;
  end(): Promise<void>;
}

/** The name of an engine, and how to open a store of it. */
export type NamedStore = readonly [engine: string, open: () => Promise<OpenedStore>];

async function embedded(): Promise<OpenedStore> {
  const directory = await mkdtemp(join(tmpdir(), 'api-'));
  const store = await openEmbeddedStore({ directory });
  return {
    store,
    table: store,
    end: async () => {
      await store.close();
      await rm(directory, { recursive: true });
    },
  };
}

/** The engines of a suite that runs on each in turn: the embedded one by `npm test`, DynamoDB by `npm run test:release`. */
export async function storesHere(): Promise<readonly NamedStore[]> {
  return process.env['ENTITY_DATA_ENGINE'] === 'dynamodb' ? onDynamoDB() : [['embedded', embedded]];
}

/** DynamoDB where this machine can run it; elsewhere a skipped test says what it needs. */
async function onDynamoDB(): Promise<readonly NamedStore[]> {
  const requirement = await requireDynamoDB();
  const { found: dynamoDB } = requirement;
  if (dynamoDB === undefined) {
    describeWith('the DynamoDB engine', requirement, () => undefined);
    return [];
  }
  const open = async (): Promise<OpenedStore> => {
    const dynamodb = dynamoDB.connect();
    // A DynamoDB of the environment has the tables of all suites, and of other runs.
    const tableName = `api-${randomUUID()}`;
    await dynamoDB.createTable(tableName);
    const store = createDynamoDBStore({ tableName, dynamodb });
    return {
      store,
      table: createDynamoDBScan({ tableName, dynamodb }),
      end: async () => {
        await store.close();
        dynamodb.close();
        await dynamoDB.stop();
      },
    };
  };
  return [['dynamodb', open]];
}
