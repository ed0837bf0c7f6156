import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createClient } from '../../functions/core/store/dynamodb/client.ts';
import { createDynamoDBStore } from '../../functions/core/store/dynamodb/store.ts';
import { createTable } from '../../functions/core/store/dynamodb/table.ts';
import type { Store } from '../../functions/core/store/port.ts';
import { EMULATOR_CREDENTIALS, EMULATOR_REGION, startDynamoDB } from '../../test/setup/dynamodb-emulator.ts';
import { type Consumption, Meter } from './meter.ts';

/** A fresh table, a store on it, and what the store's calls cost. */
export interface EmulatedTable {
  readonly store: Store;
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
  const { endpoint, correct, stop } = dynamoDB;
  const client: DynamoDBClient = correct(
    createClient({ endpoint, region: EMULATOR_REGION, credentials: EMULATOR_CREDENTIALS }),
  );
  await createTable(client, tableName);
  const meter = new Meter();
  meter.watch(client);
  const store = createDynamoDBStore({ tableName, client, onCapacity: (units, kind) => meter.add(units, kind) });
  return {
    store,
    tableName,
    endpoint,
    measure: async (work) => {
      meter.begin();
      const answer = await work();
      return { answer, consumed: meter.end() };
    },
    close: async () => {
      await store.close();
      client.destroy();
      await stop();
    },
  };
}
