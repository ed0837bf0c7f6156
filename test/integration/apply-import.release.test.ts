import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../apps/service/identity/credentials.ts';
import type { AwsEndpoint } from '../setup/applied/aws-endpoint.ts';
import { createEmulatedAws, type EmulatedAws } from '../setup/applied/emulated-aws.ts';
import { clientsOf } from '../setup/applied/instance.ts';
import { appliedEndpoint } from '../setup/applied/services.ts';
import {
  createWorkspace,
  type PlannedChange,
  type TerraformDirectory,
  type Workspace,
} from '../setup/applied/workspace.ts';
import { describeWith } from '../setup/requirement.ts';

/** What holds data, ids or secrets that no apply can make again, by the address within the module. */
const kept = {
  'module.storage.aws_dynamodb_table.entities': 'crm-entities',
  'module.identity[0].aws_cognito_user_pool.this': 'POOL',
  'module.identity[0].aws_cognito_user_pool_domain.this': 'crm-tokens',
  'module.identity[0].aws_cognito_resource_server.this': 'POOL|svc',
  'module.identity[0].aws_cognito_user_pool_client.this["backend"]': 'POOL/BACKEND',
  'module.identity[0].aws_cognito_user_pool_client.console[0]': 'POOL/CONSOLE',
  'module.identity[0].aws_cognito_user_group.this["office"]': 'POOL/office',
  'module.ingest[0].aws_s3_bucket.this': 'BUCKET',
};

const configuration = (module: string) => `
  provider "aws" {
    region = "eu-central-1"
  }

  module "entity_data" {
    source = "${module}"

    resource_prefix       = "crm"
    cognito_domain_prefix = "crm-tokens"
    rule_config_file      = "${module}/examples/minimal/rule-config.json"
    schema_file           = "${module}/examples/minimal/schema.graphqls"
    clients               = { backend = { allowed_scopes = ["svc/query.search"] } }
    console               = { groups = { office = { role = "reader" } } }
    bulk_ingest           = {}
  }

  output "bucket" {
    value = module.entity_data.ingest_bucket
  }

  output "pool" {
    value = module.entity_data.user_pool_id
  }
`;

describeWith('an instance whose state was lost', await appliedEndpoint(), imports);

/** What docs/operations.md has an operator do. */
function imports(endpoint: AwsEndpoint): void {
  let workspace: Workspace;
  let terraform: TerraformDirectory;
  let aws: EmulatedAws;
  let pool: string;
  let before: readonly Client[];
  let changes: readonly PlannedChange[];

  const address = (inside: string) => `module.entity_data.${inside}`;
  const isKept = (change: PlannedChange) => Object.keys(kept).some((inside) => change.address === address(inside));

  beforeAll(async () => {
    workspace = createWorkspace(endpoint.url);
    aws = createEmulatedAws(endpoint.url);
    terraform = workspace.directory('import', { 'main.tf': configuration(workspace.module) });
    await terraform.init();
    await terraform.apply();
    const outputs = (await terraform.output()) as { bucket: string; pool: string };
    pool = outputs.pool;
    before = await clientsOf(endpoint.url, pool, 'crm');
    await terraform.forget(Object.keys(kept).map(address));
    writeFileSync(join(terraform.directory, 'import.tf'), importBlocks(outputs.bucket, await consoleClient()));
    changes = await terraform.plan();
    await terraform.applyPlan();
  });

  afterAll(async () => {
    workspace?.remove();
    await endpoint.stop();
  });

  async function consoleClient(): Promise<string> {
    const target = 'AWSCognitoIdentityProviderService.ListUserPoolClients';
    const { UserPoolClients } = await aws.call<{ UserPoolClients: { ClientId: string; ClientName: string }[] }>(
      'cognito-idp',
      target,
      { UserPoolId: pool, MaxResults: 60 },
    );
    return UserPoolClients.find(({ ClientName }) => ClientName === 'crm-console')!.ClientId;
  }

  function importBlocks(bucket: string, consoleId: string): string {
    const idOf = (pattern: string) =>
      pattern
        .replace('POOL', pool)
        .replace('BACKEND', before[0]!.clientId)
        .replace('CONSOLE', consoleId)
        .replace('BUCKET', bucket);
    return Object.entries(kept)
      .map(([inside, pattern]) => `import {\n  to = ${address(inside)}\n  id = ${JSON.stringify(idOf(pattern))}\n}\n`)
      .join('\n');
  }

  it('is imported by the resources that the documentation names', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
    const named = Object.keys(kept).map((inside) => inside.replace('backend', '<client>').replace('office', '<group>'));

    expect(named.filter((inside) => !page.includes(`| \`${inside}\``))).toEqual([]);
  });

  describe('after an import', () => {
    it('replaces, creates and deletes nothing that holds data, ids or secrets', () => {
      const destructive = changes.filter(isKept).filter(({ actions }) => actions.join() !== 'update');

      expect(destructive).toEqual([]);
    });

    it('has its clients with their ids and secrets', async () => {
      expect(before.map(({ name }) => name)).toEqual(['backend']);
      expect(await clientsOf(endpoint.url, pool, 'crm')).toEqual(before);
    });

    it('changes nothing when it is planned again', async () => {
      expect(await terraform.plan()).toEqual([]);
    });
  });
}
