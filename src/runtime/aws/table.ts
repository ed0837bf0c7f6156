import type { WritePace } from '../../entities/rule-changes/worker.ts';
import { endless, type TimeLeft } from '../../request-time.ts';
import type { DynamoDB } from '../../store/dynamodb/dynamodb.ts';
import type { RetryCause } from '../../store/dynamodb/failure.ts';
import { createDynamoDBScan } from '../../store/dynamodb/scan.ts';
import { createSdkClient, throughSdk } from '../../store/dynamodb/sdk-client.ts';
import { createDynamoDBStore } from '../../store/dynamodb/store.ts';
import type { Store, TableScan } from '../../store/port.ts';
import { version } from '../../version.ts';
import type { Telemetry } from '../lambda.ts';
import { traceCalls } from '../traces.ts';
import { clientSettings } from './client-settings.ts';

/** The table of a function. */
export interface OpenTable {
  readonly dynamodb: DynamoDB;
  readonly store: Store;
  readonly table: TableScan;
}

export interface OpenTableOptions {
  readonly timeLeft?: TimeLeft;
  /** Told when DynamoDB throttles a call. */
  readonly pace?: WritePace | undefined;
}

/** Opens a table with the settings of the function's environment. Traces calls and counts retries. Sends nothing yet. */
export function openTable(
  tableName: string,
  { meter, requestId }: Pick<Telemetry, 'meter' | 'requestId'>,
  { timeLeft = endless, pace }: OpenTableOptions = {},
): OpenTable {
  const dynamodb = traceCalls(connectDynamoDB(process.env), process.env, requestId);
  const onRetry = (cause: RetryCause) => {
    meter.record('StoreRetries', 1, cause);
    if (cause === 'throttled') pace?.noteThrottled();
  };
  const options = { tableName, dynamodb, timeLeft, onRetry };
  return { dynamodb, store: createDynamoDBStore(options), table: createDynamoDBScan(options) };
}

/** Connects to DynamoDB with the settings of a function's environment. Sends nothing before the first call. */
export function connectDynamoDB(environment: Readonly<Record<string, string | undefined>>): DynamoDB {
  const settings = clientSettings('DYNAMODB', environment);
  return throughSdk(createSdkClient({ ...settings, customUserAgent: [['entity-data', version]] }));
}
