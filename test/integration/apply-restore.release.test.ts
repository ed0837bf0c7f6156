import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DynamoDBClient,
  PutItemCommand,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AwsEndpoint } from '../setup/applied/aws-endpoint.ts';
import { appliedEndpoint } from '../setup/applied/services.ts';
import { createWorkspace, type PlannedChange, type Workspace } from '../setup/applied/workspace.ts';
import { describeWith } from '../setup/requirement.ts';

const region = 'eu-west-1';

describeWith('a table that was restored under its name in a second region', await appliedEndpoint(), restored);

/** What docs/operations.md has an operator do with a backup. */
function restored(endpoint: AwsEndpoint): void {
  const TableName = 'entity-data-events-entities';
  const client = new DynamoDBClient({
    endpoint: endpoint.url,
    region,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  let workspace: Workspace;
  let changes: readonly PlannedChange[];
  let streams: (string | undefined)[];

  const table = async () => (await client.send(new DescribeTableCommand({ TableName }))).Table;

  beforeAll(async () => {
    workspace = createWorkspace(endpoint.url);
    const example = workspace.example('entity-events');
    await example.init();
    await example.apply({ region });
    const before = (await table())?.LatestStreamArn;
    await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false }));
    await client.send(new DeleteTableCommand({ TableName }));
    // A restore brings keys and items, and none of the settings.
    await client.send(
      new CreateTableCommand({
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
        AttributeDefinitions: [
          { AttributeName: 'pk', AttributeType: 'S' },
          { AttributeName: 'sk', AttributeType: 'S' },
        ],
      }),
    );
    await client.send(new PutItemCommand({ TableName, Item: { pk: { S: 'R#a' }, sk: { S: '#' } } }));
    changes = await example.plan({ region });
    await example.apply({ region });
    streams = [before, (await table())?.LatestStreamArn];
  });

  afterAll(async () => {
    client.destroy();
    workspace?.remove();
    await endpoint.stop();
  });

  describe('when Terraform is applied again', () => {
    it('is taken over by the next apply, neither replaced nor emptied', async () => {
      const ofTables = changes.filter(({ type }) => type === 'aws_dynamodb_table');

      expect(ofTables.map(({ actions }) => actions)).toEqual([['update']]);
      expect((await table())?.ItemCount).toBe(1);
    });

    it('is protected, recoverable and has a stream again', async () => {
      const { ContinuousBackupsDescription } = await client.send(new DescribeContinuousBackupsCommand({ TableName }));

      expect((await table())?.DeletionProtectionEnabled).toBe(true);
      expect(ContinuousBackupsDescription?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus).toBe('ENABLED');
      expect((await table())?.StreamSpecification).toEqual({ StreamEnabled: true, StreamViewType: 'KEYS_ONLY' });
      expect(streams.every((arn) => arn !== undefined)).toBe(true);
    });
  });
}
