import { createDynamoDBScan } from '../../src/store/dynamodb/scan.ts';
import { createDynamoDBStore, type DynamoDBStoreOptions } from '../../src/store/dynamodb/store.ts';
import type { Store, TableScan } from '../../src/store/port.ts';
import { startDynamoDB } from '../../test/setup/dynamodb-emulator.ts';
import { type Consumption, Meter } from './meter.ts';

/** A fresh table, a store on it, and what the store's calls cost. */
export interface EmulatedTable {
  readonly store: Store;
  readonly scan: TableScan;
  readonly tableName: string;
  readonly endpoint: string;
  /** What the work consumed, from its first call to its last. Nothing else may use the table meanwhile. */
  measure<Answer>(work: () => Promise<Answer>): Promise<{ readonly answer: Answer; readonly consumed: Consumption }>;
  close(): Promise<void>;
}

/** Undefined where there is neither an emulator for this platform nor `AWS_ENDPOINT_URL`. */
export async function openEmulatedTable(tableName: string): Promise<EmulatedTable | undefined> {
  const dynamoDB = await startDynamoDB();
  if (dynamoDB === undefined) return undefined;
  await dynamoDB.createTable(tableName);
  const meter = new Meter();
  const dynamodb = meter.watch(dynamoDB.connect());
  const options: DynamoDBStoreOptions = { tableName, dynamodb, onCapacity: (units, kind) => meter.add(units, kind) };
  const store = createDynamoDBStore(options);
  return {
    store,
    scan: createDynamoDBScan(options),
    tableName,
    endpoint: dynamoDB.endpoint,
    measure: async (work) => {
      meter.begin();
      const answer = await work();
      return { answer, consumed: meter.end() };
    },
    close: async () => {
      await store.close();
      dynamodb.close();
      await dynamoDB.stop();
    },
  };
}
