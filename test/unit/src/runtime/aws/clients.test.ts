import { join } from 'node:path';
import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createS3Client } from '../../../../../functions/ingest/s3-objects.ts';
import { bundle } from '../../../../../scripts/bundle.ts';
import { clientSettings } from '../../../../../src/runtime/aws/client-settings.ts';
import { connectDynamoDB } from '../../../../../src/runtime/aws/table.ts';
import { createSdkClient } from '../../../../../src/store/dynamodb/sdk-client.ts';
import { version } from '../../../../../src/version.ts';
import { type HeaderServer, startHeaderServer } from '../../../../setup/header-server.ts';
import { untilAnswered } from '../../../../setup/until-answered.ts';

const root = join(import.meta.dirname, '../../../../..');

describe.each(['api', 'events', 'ingest', 'sweeper'] as const)('the function %s', (name) => {
  it('takes credentials from its environment alone', async () => {
    const { metafile } = await bundle(name, root);
    const packages = new Set(
      Object.keys(metafile.inputs).map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? ''),
    );

    expect([...packages]).toEqual(
      expect.arrayContaining(['@aws-sdk/client-dynamodb', '@aws-sdk/credential-provider-env']),
    );
    expect(
      [...packages].filter((path) => /credential-provider-(?!env$)|nested-clients|token-providers/.test(path)),
    ).toEqual([]);
  });
});

const keys = {
  AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_SESSION_TOKEN: 'token-of-the-environment',
  // Neither file exists: who looks for a profile fails.
  AWS_PROFILE: 'unknown',
  AWS_CONFIG_FILE: 'no-such-file',
};

/** No machine is too slow for them. */
const patience = { connectionTimeout: 300_000, requestTimeout: 300_000 };

let before: NodeJS.ProcessEnv;
let endpoint: HeaderServer;

beforeEach(async () => {
  before = { ...process.env };
  endpoint = await startHeaderServer({ TableNames: [] });
});
afterEach(async () => {
  process.env = before;
  await endpoint.stop();
});

describe('what a client is told', () => {
  // The first of all: the SDK keeps some of what it has looked up once, for every client.
  it('lets none of the clients look for a profile', async () => {
    const asked: string[] = [];
    process.env = new Proxy(Object.assign(process.env, keys), {
      get(environment, name: string) {
        if (/CONFIG_FILE|CREDENTIALS_FILE|^HOME$/.test(name)) asked.push(name);
        return environment[name];
      },
    });
    const environment = { AWS_REGION: 'eu-west-1', AWS_ENDPOINT_URL: endpoint.url };
    const settings = (service: string) => ({ ...clientSettings(service, environment), maxAttempts: 1 });
    const called = [
      createSdkClient({ ...clientSettings('DYNAMODB', environment), ...patience }).send(new ListTablesCommand({})),
      createS3Client(environment).send(new PutObjectCommand({ Bucket: 'b', Key: 'k', Body: 'text' })),
      createS3Client(environment).send(new GetObjectCommand({ Bucket: 'b', Key: 'k' })),
      new SQSClient(settings('SQS')).send(new SendMessageBatchCommand({ QueueUrl: endpoint.url, Entries: [] })),
      new EventBridgeClient(settings('EVENTBRIDGE')).send(new PutEventsCommand({ Entries: [] })),
      new SecretsManagerClient(settings('SECRETS_MANAGER')).send(new GetSecretValueCommand({ SecretId: 's' })),
    ];

    await Promise.allSettled(called);

    // S3 is called again where a machine that stands still is taken for one that does not answer.
    expect(endpoint.received.length).toBeGreaterThanOrEqual(called.length);
    expect(asked).toEqual([]);
  });

  it('takes the endpoint of the service before that of all', async () => {
    Object.assign(process.env, keys);
    const client = createSdkClient({
      ...clientSettings('DYNAMODB', {
        AWS_REGION: 'eu-west-1',
        AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
        AWS_ENDPOINT_URL_DYNAMODB: endpoint.url,
      }),
      ...patience,
    });

    await client.send(new ListTablesCommand({}));
    client.destroy();

    expect(endpoint.received).toHaveLength(1);
  });

  it.each([
    [{}, 'dynamodb.eu-west-1.amazonaws.com'],
    [{ AWS_USE_FIPS_ENDPOINT: 'true' }, 'dynamodb-fips.eu-west-1.amazonaws.com'],
    [{ AWS_USE_DUALSTACK_ENDPOINT: 'true' }, 'dynamodb.eu-west-1.api.aws'],
    [{ AWS_REGION: 'cn-north-1' }, 'dynamodb.cn-north-1.amazonaws.com.cn'],
  ])('leaves the address of AWS to the SDK: %j', async (environment, host) => {
    Object.assign(process.env, keys);
    const client = createSdkClient(clientSettings('DYNAMODB', { AWS_REGION: 'eu-west-1', ...environment }));
    let called: string | undefined;
    client.middlewareStack.add(
      () =>
        async ({ request }) => {
          called = (request as { hostname: string }).hostname;
          throw new Error('far enough');
        },
      { step: 'finalizeRequest', priority: 'low' },
    );

    await expect(client.send(new ListTablesCommand({}))).rejects.toThrow('far enough');

    expect(called).toBe(host);
  });
});

const getItem = { TableName: 'entities', Key: { pk: { S: 'p' }, sk: { S: 's' } } };

describe('calling DynamoDB as the environment says', () => {
  it('signs with the session of the environment, whatever profile there is, and names service and application', async () => {
    Object.assign(process.env, keys);
    const environment = {
      ...keys,
      AWS_REGION: 'eu-west-1',
      AWS_ENDPOINT_URL: endpoint.url,
      AWS_SDK_UA_APP_ID: 'orders',
    };
    const dynamodb = connectDynamoDB(environment);

    await untilAnswered(() => dynamodb.call('GetItem', getItem));
    dynamodb.close();

    expect(endpoint.received.at(-1)).toMatchObject({
      'x-amz-security-token': 'token-of-the-environment',
      authorization: expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-west-1\/dynamodb\//),
      'user-agent': expect.stringMatching(new RegExp(`aws-sdk-js/.* app/orders entity-data/${version}`)),
    });
  });

  it('says that credentials are missing instead of looking elsewhere', async () => {
    for (const name of Object.keys(keys)) delete process.env[name];
    const dynamodb = connectDynamoDB({ AWS_REGION: 'eu-west-1', AWS_ENDPOINT_URL: endpoint.url });

    await expect(dynamodb.call('GetItem', getItem)).rejects.toThrow(/Unable to find environment variable credentials/);
    expect(endpoint.received).toEqual([]);
  });
});
