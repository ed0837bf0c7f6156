import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDynamoDBScan } from '../../src/store/dynamodb/scan.ts';
import { createDynamoDBStore } from '../../src/store/dynamodb/store.ts';
import { openEmbeddedStore } from '../../src/store/embedded/store.ts';
import { DYNAMODB_NEED, startDynamoDB } from '../setup/dynamodb-emulator.ts';
import type { Engine } from '../setup/recording.ts';

/** An engine with an empty table. */
export interface OpenEngine {
  readonly opened: Engine;
  close(): Promise<void>;
}

/** @param name `embedded` or `dynamodb` */
export async function openEngine(name: string): Promise<OpenEngine> {
  if (name === 'embedded') return openEmbedded();
  if (name === 'dynamodb') return openDynamoDB();
  throw new Error(`there is no engine ${name}, only embedded and dynamodb`);
}

async function openEmbedded(): Promise<OpenEngine> {
  const directory = mkdtempSync(join(tmpdir(), 'entity-data-histories-'));
  const opened = await openEmbeddedStore({ directory });
  const close = async () => {
    await opened.close();
    rmSync(directory, { recursive: true });
  };
  return { opened, close };
}

async function openDynamoDB(): Promise<OpenEngine> {
  const found = await startDynamoDB();
  if (found === undefined) throw new Error(`there is no DynamoDB: ${DYNAMODB_NEED}`);
  const tableName = `histories-${randomUUID()}`;
  await found.createTable(tableName);
  const dynamodb = found.connect();
  const options = { tableName, dynamodb };
  const opened = Object.assign(createDynamoDBStore(options), createDynamoDBScan(options));
  const close = async () => {
    dynamodb.close();
    await found.stop();
  };
  return { opened, close };
}
