import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { AwsEndpoint } from '../setup/applied/aws-endpoint.ts';
import { createEmulatedAws, type EmulatedAws } from '../setup/applied/emulated-aws.ts';
import { appliedEndpoint } from '../setup/applied/services.ts';
import {
  createWorkspace,
  type PlannedChange,
  type TerraformDirectory,
  type Workspace,
} from '../setup/applied/workspace.ts';
import { describeWith } from '../setup/requirement.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { runCommand } from './service-process.ts';

const table = 'module.entity_data.module.storage.aws_dynamodb_table.entities';

/** What differs from the printed table: all that a first apply changes in place. */
const settings = (module: string) => `
  source                    = "${module}"
  resource_prefix           = "crm"
  deletion_protection       = true
  point_in_time_recovery    = true
  history_retention_in_days = 30
  entity_events             = { event_bus_arn = "arn:aws:events:eu-central-1:123456789012:event-bus/default" }
  tags                      = { team = "crm" }
  clients                   = { backend = { allowed_scopes = ["svc/query.search"] } }
`;

describeWith('a table that was imported as "resolve" says', await appliedEndpoint(), (endpoint: AwsEndpoint) => {
  const files = temporaryDirectory();
  let workspace: Workspace;
  let terraform: TerraformDirectory;
  let aws: EmulatedAws;
  let changes: readonly PlannedChange[];
  const item = { pk: { S: 'R#p001' }, sk: { S: '#' } };
  const dynamodb = <Answer>(operation: string, input: object) =>
    aws.call<Answer>('dynamodb', `DynamoDB_20120810.${operation}`, input);

  beforeAll(async () => {
    workspace = createWorkspace(endpoint.url);
    aws = createEmulatedAws(endpoint.url);
    const people = join(workspace.module, 'examples/people');
    const args = ['--instance', people, '--out', files.path('out.csv'), '--dynamodb-files', files.path('table')];
    const { stdout } = await runCommand(['resolve', join(people, 'people.csv'), ...args]).finished;
    const steps = stdout.replaceAll('PREFIX', 'crm');
    // The emulator's own import changes texts with escape sequences: the table is made as the import makes it.
    const [, parameters] = /--table-creation-parameters '(.*)'/.exec(steps)!;
    await dynamodb('CreateTable', JSON.parse(parameters!));
    await dynamodb('PutItem', { TableName: 'crm-entities', Item: item });
    const [configuration] = /^ *module "entity_data" {.*?^ *import {.*?}/ms.exec(steps)!;
    terraform = workspace.directory('imported', {
      'main.tf': `provider "aws" {\n  region = "eu-central-1"\n}\n${configuration.replace('# …', settings(workspace.module))}`,
    });
    await terraform.init();
    changes = await terraform.plan();
    await terraform.applyPlan();
  });

  afterAll(async () => {
    workspace?.remove();
    await endpoint.stop();
  });

  it('is changed in place by the first apply', () => {
    expect(changes.find(({ address }) => address === table)?.actions).toEqual(['update']);
    expect(changes.filter(({ actions }) => actions.includes('delete'))).toEqual([]);
  });

  it('has its items and every setting of the module afterwards', async () => {
    const { Item } = await dynamodb<{ Item: object }>('GetItem', { TableName: 'crm-entities', Key: item });
    expect(Item).toEqual(item);
    const { Table } = await dynamodb<{ Table: object }>('DescribeTable', { TableName: 'crm-entities' });
    expect(Table).toMatchObject({
      BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
      DeletionProtectionEnabled: true,
    });
    expect(await terraform.plan()).toEqual([]);
  });
});
