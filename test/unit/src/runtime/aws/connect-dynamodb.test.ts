import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connectDynamoDB } from '../../../../../src/runtime/aws/connect-dynamodb.ts';
import { version } from '../../../../../src/version.ts';
import { type HeaderServer, startHeaderServer } from '../../../../setup/header-server.ts';
import { untilAnswered } from '../../../../setup/until-answered.ts';

const keys = {
  AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_SESSION_TOKEN: 'token-of-the-environment',
};

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

  it('signs with the session of the environment and names the service and the application', async () => {
    const environment = {
      ...keys,
      AWS_REGION: 'eu-west-1',
      AWS_ENDPOINT_URL: endpoint.url,
      AWS_SDK_UA_APP_ID: 'orders',
    };
    const dynamodb = connectDynamoDB(environment);

    await untilAnswered(() =>
      dynamodb.call('GetItem', { TableName: 'entities', Key: { pk: { S: 'p' }, sk: { S: 's' } } }),
    );
    dynamodb.close();

    expect(endpoint.received.at(-1)).toMatchObject({
      'x-amz-security-token': 'token-of-the-environment',
      authorization: expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-west-1\/dynamodb\//),
      'user-agent': expect.stringMatching(new RegExp(`aws-sdk-js/.* app/orders entity-data/${version}`)),
    });
  });

  it('says that there are no credentials', async () => {
    for (const name of Object.keys(keys)) delete process.env[name];
    const dynamodb = connectDynamoDB({ AWS_REGION: 'eu-west-1', AWS_ENDPOINT_URL: endpoint.url });

    await expect(
      dynamodb.call('GetItem', { TableName: 'entities', Key: { pk: { S: 'p' }, sk: { S: 's' } } }),
    ).rejects.toThrow(/Unable to find environment variable credentials/);
    expect(endpoint.received).toEqual([]);
  });
});
