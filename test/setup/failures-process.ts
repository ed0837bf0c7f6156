import type { DynamoDB, Metadata } from '../../src/store/dynamodb/dynamodb.ts';
import { type Fate, fateOf, type RetryCause, retryCauseOf } from '../../src/store/dynamodb/failure.ts';
import { createSdkClient, throughSdk } from '../../src/store/dynamodb/sdk-client.ts';

/** What a call that failed told. */
export interface ToldFailure {
  readonly name: string;
  readonly message: string;
  readonly code: string | undefined;
  readonly httpStatusCode: number | undefined;
  readonly fate: Fate;
  readonly cause: RetryCause;
}

// Calls each address of its command line and tells how that failed. A process of its own, because the SDK does not
// recognise errors of Node.js under Jest: there they are of another realm.
const region = 'eu-central-1';
const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };
const requestTimeout = Number(process.argv[2]);
/** No machine is too slow for it. */
const connectionTimeout = 60_000;
for (const endpoint of process.argv.slice(3)) {
  const client = createSdkClient({ region, credentials, endpoint, connectionTimeout });
  process.send!((await failureOf(throughSdk(client))) satisfies ToldFailure);
}
process.disconnect();

async function failureOf(dynamodb: DynamoDB): Promise<ToldFailure> {
  const input = { TableName: 'entities', Key: { pk: { S: 'a' }, sk: { S: 'b' } } };
  try {
    const answer = await dynamodb.call('GetItem', input, { requestTimeout });
    throw new Error(`it did not fail but answered ${JSON.stringify(answer)}`);
  } catch (failure) {
    if (!(failure instanceof Error)) throw failure;
    const { name, message, code, $metadata } = failure as Error & { code?: string; $metadata?: Metadata };
    const { httpStatusCode } = $metadata ?? {};
    return { name, message, code, httpStatusCode, fate: fateOf(failure), cause: retryCauseOf(failure) };
  } finally {
    dynamodb.close();
  }
}
