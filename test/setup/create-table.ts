import {
  CreateTableCommand,
  type DynamoDBClient,
  ResourceInUseException,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { tableDefinition } from '../../src/store/dynamodb/import-files.ts';

const MOST_SECONDS = 60;

/** Creates the table and waits until it can be used. Leaves an existing table as it is. */
export async function createTable(client: DynamoDBClient, tableName: string): Promise<void> {
  try {
    await client.send(new CreateTableCommand({ TableName: tableName, ...tableDefinition }));
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  }
  await waitUntilTableExists({ client, maxWaitTime: MOST_SECONDS, minDelay: 1, maxDelay: 2 }, { TableName: tableName });
}
