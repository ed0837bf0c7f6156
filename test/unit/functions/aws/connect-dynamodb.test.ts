import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connectDynamoDB, directAccess } from '../../../../functions/aws/connect-dynamodb.ts';
import { environmentSettings } from '../../../../functions/aws/environment-settings.ts';
import { createSdkClient } from '../../../../functions/core/store/dynamodb/sdk-client.ts';
import { version } from '../../../../functions/version.ts';
import { type HeaderServer, startHeaderServer } from '../../../setup/header-server.ts';
import { untilAnswered } from '../../../setup/until-answered.ts';

const keys = {
  AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_SESSION_TOKEN: 'token-of-the-environment',
};
const onLambda = { ...keys, AWS_REGION: 'eu-west-1' };

/** Regions of all partitions, and what is none. */
const regions = [
  ...['af-south-1', 'ap-east-1', 'ap-northeast-3', 'ap-southeast-7', 'ca-central-1', 'ca-west-1', 'eu-central-2'],
  ...['eu-north-1', 'il-central-1', 'me-south-1', 'mx-central-1', 'sa-east-1', 'us-east-1', 'us-west-2'],
  ...['us-gov-east-1', 'us-gov-west-1', 'cn-north-1', 'cn-northwest-1', 'eusc-de-east-1', 'us-iso-east-1'],
  ...['us-isob-east-1', 'eu-isoe-west-1', 'us-isof-south-1', 'aws-global', 'local', 'new-region-1'],
];

/** The address to which the SDK goes. */
async function addressOfSdk(environment: Record<string, string>): Promise<string> {
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  const client = createSdkClient({ ...environmentSettings('DYNAMODB', environment), credentials });
  let called = '';
  client.middlewareStack.add(
    () =>
      async ({ request }) => {
        const { protocol, hostname, port, path } = request as Record<string, string>;
        called = `${protocol}//${hostname}${port ? `:${port}` : ''}${path}`;
        throw new Error('far enough');
      },
    { step: 'finalizeRequest', priority: 'low' },
  );
  const { ListTablesCommand } = await import('@aws-sdk/client-dynamodb');
  await expect(client.send(new ListTablesCommand({}))).rejects.toThrow('far enough');
  return called;
}

describe('how a function calls DynamoDB', () => {
  it('is directly with what every function on Lambda has', () => {
    expect(directAccess(onLambda)).toEqual({
      region: 'eu-west-1',
      endpoint: new URL('https://dynamodb.eu-west-1.amazonaws.com'),
      credentials: {
        accessKeyId: 'AKIDEXAMPLE',
        secretAccessKey: 'secret',
        sessionToken: 'token-of-the-environment',
      },
      userAgent: `entity-data/${version}`,
    });
  });

  it.each(regions)('is by the address that the SDK has for the region %s, or by the SDK', async (region) => {
    const environment = { ...onLambda, AWS_REGION: region };

    const { endpoint } = directAccess(environment) ?? {};

    if (/^(eusc|us-iso|eu-iso|aws|local|new)/.test(region)) expect(endpoint).toBeUndefined();
    else expect(endpoint?.href).toBe(await addressOfSdk(environment));
  });

  it.each([
    [{ AWS_ENDPOINT_URL: 'http://127.0.0.1:8000' }, 'http://127.0.0.1:8000/'],
    [{ AWS_ENDPOINT_URL: 'http://[::1]:8000/' }, 'http://[::1]:8000/'],
    [
      { AWS_ENDPOINT_URL: 'https://vpce-1.dynamodb.eu-west-1.vpce.amazonaws.com', AWS_ACCOUNT_ID: '123456789012' },
      'https://vpce-1.dynamodb.eu-west-1.vpce.amazonaws.com/',
    ],
    [
      { AWS_ENDPOINT_URL: 'http://127.0.0.1:1', AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:2' },
      'http://127.0.0.1:2/',
    ],
    [{ AWS_ENDPOINT_URL: '', AWS_ENDPOINT_URL_DYNAMODB: '' }, 'https://dynamodb.eu-west-1.amazonaws.com/'],
  ])('is directly to an endpoint that is given, that of the service first: %j', async (given, expected) => {
    const environment = { ...onLambda, ...given };

    const { endpoint } = directAccess(environment)!;

    expect(endpoint.href).toBe(expected);
    expect(endpoint.href).toBe(await addressOfSdk(environment));
  });

  it.each([
    ['no region', { AWS_REGION: '' }],
    ['a region of FIPS', { AWS_REGION: 'fips-us-east-1' }],
    ['addresses of FIPS', { AWS_USE_FIPS_ENDPOINT: 'true' }],
    ['dual-stack addresses', { AWS_USE_DUALSTACK_ENDPOINT: 'true' }],
    ['both, and an endpoint', { AWS_USE_FIPS_ENDPOINT: 'true', AWS_ENDPOINT_URL: 'http://127.0.0.1:1' }],
    ["an account's own address", { AWS_ACCOUNT_ID: '123456789012' }],
    ['no key', { AWS_ACCESS_KEY_ID: undefined }],
    ['no secret', { AWS_SECRET_ACCESS_KEY: '' }],
    ['credentials that end', { AWS_CREDENTIAL_EXPIRATION: '2026-01-01T00:00:00Z' }],
    ['a path', { AWS_ENDPOINT_URL: 'http://127.0.0.1:1/dynamodb' }],
    ['a query', { AWS_ENDPOINT_URL: 'http://127.0.0.1:1/?a=b' }],
    ['a user', { AWS_ENDPOINT_URL: 'http://user:word@127.0.0.1:1' }],
    ['another protocol', { AWS_ENDPOINT_URL: 'ftp://127.0.0.1:1' }],
    ['no address', { AWS_ENDPOINT_URL: 'localhost' }],
  ])('is left to the SDK with %s', (_what, environment) => {
    expect(directAccess({ ...onLambda, ...environment })).toBeUndefined();
  });

  it.each([
    ['orders-7', `entity-data/${version} app/orders-7`],
    ['a b', `entity-data/${version}`],
    ['a\r\nhost: b', `entity-data/${version}`],
  ])('names the application %j to AWS', (application, expected) => {
    expect(directAccess({ ...onLambda, AWS_SDK_UA_APP_ID: application })!.userAgent).toBe(expected);
  });
});

describe('calling DynamoDB as the environment says', () => {
  let before: NodeJS.ProcessEnv;
  let endpoint: HeaderServer;

  beforeEach(async () => {
    before = { ...process.env };
    Object.assign(process.env, keys);
    endpoint = await startHeaderServer();
  });
  afterEach(async () => {
    process.env = before;
    await endpoint.stop();
  });

  it.each([
    ['directly', {}, /^entity-data\//],
    ['by the SDK', { AWS_REGION: 'eusc-de-east-1' }, /aws-sdk-js\//],
    ['by the SDK', { AWS_CREDENTIAL_EXPIRATION: '2126-01-01T00:00:00Z' }, /aws-sdk-js\//],
  ])('signs with the session of the environment, %s: %j', async (_how, more, userAgent) => {
    const environment = { ...onLambda, AWS_ENDPOINT_URL: endpoint.url, ...more };
    const dynamodb = connectDynamoDB(environment);

    await untilAnswered(() =>
      dynamodb.call('GetItem', { TableName: 'entities', Key: { pk: { S: 'p' }, sk: { S: 's' } } }),
    );
    dynamodb.close();

    expect(endpoint.received.at(-1)).toMatchObject({
      'x-amz-security-token': 'token-of-the-environment',
      authorization: expect.stringMatching(
        new RegExp(`^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/\\d{8}/${environment.AWS_REGION}/dynamodb/`),
      ),
      'user-agent': expect.stringMatching(userAgent),
    });
  });

  it('lets the SDK say that there are no credentials', async () => {
    for (const name of Object.keys(keys)) delete process.env[name];
    const dynamodb = connectDynamoDB({ AWS_REGION: 'eu-west-1', AWS_ENDPOINT_URL: endpoint.url });

    await expect(
      dynamodb.call('GetItem', { TableName: 'entities', Key: { pk: { S: 'p' }, sk: { S: 's' } } }),
    ).rejects.toThrow(/Unable to find environment variable credentials/);
    expect(endpoint.received).toEqual([]);
  });
});
