import type { DynamoDB } from '../../store/dynamodb/dynamodb.ts';
import { createSdkClient, throughSdk } from '../../store/dynamodb/sdk-client.ts';
import { version } from '../../version.ts';
import { clientSettings } from './client-settings.ts';

/** Connects to DynamoDB with the settings of a function's environment. Sends nothing before the first call. */
export function connectDynamoDB(environment: Readonly<Record<string, string | undefined>>): DynamoDB {
  const settings = clientSettings('DYNAMODB', environment);
  return throughSdk(createSdkClient({ ...settings, customUserAgent: [['entity-data', version]] }));
}
