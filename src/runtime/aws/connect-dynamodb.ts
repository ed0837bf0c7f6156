import type { DynamoDB } from '../../store/dynamodb/dynamodb.ts';
import { createSdkClient, throughSdk } from '../../store/dynamodb/sdk-client.ts';
import { version } from '../../version.ts';
import { clientSettings } from './client-settings.ts';

/** Calls DynamoDB as a function's environment says. Nothing is sent to AWS before the first call. */
export function connectDynamoDB(environment: Readonly<Record<string, string | undefined>>): DynamoDB {
  const settings = clientSettings('DYNAMODB', environment);
  return throughSdk(createSdkClient({ ...settings, customUserAgent: [['entity-data', version]] }));
}
