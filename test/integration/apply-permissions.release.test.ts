import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { AwsEndpoint } from '../setup/applied/aws-endpoint.ts';
import { appliedEndpoint } from '../setup/applied/services.ts';
import { createWorkspace, type Workspace } from '../setup/applied/workspace.ts';
import { describeWith } from '../setup/requirement.ts';

const { found, need } = await appliedEndpoint();
// What another endpoint was asked for is not known.
const endpoint = found?.actions === undefined ? undefined : found;
describeWith('the policy of the role that applies', { found: endpoint, need: `${need}, of which moto` }, permissions);

/** An instance with everything that makes a resource of its own. */
const configuration = (module: string) => `
  provider "aws" {
    region = "eu-central-1"
  }

  variable "deletion_protection" {
    default = true
  }

  variable "log_level" {
    default = "INFO"
  }

  resource "aws_sqs_queue" "entities" {
    name       = "entities.fifo"
    fifo_queue = true
  }

  module "entity_data" {
    source = "${module}"

    resource_prefix     = "crm"
    rule_config_file    = "${module}/examples/minimal/rule-config.json"
    schema_file         = "${module}/examples/minimal/schema.graphqls"
    clients             = { backend = { allowed_scopes = ["svc/query.search"] } }
    functions           = { api = { provisioned_concurrent_executions = 2 } }
    bulk_ingest         = {}
    entity_events       = { queue_arn = aws_sqs_queue.entities.arn }
    domain_name         = "api.example.com"
    certificate_arn     = "arn:aws:acm:eu-central-1:123456789012:certificate/0a1b"
    create_alarms       = true
    log_level           = var.log_level
    deletion_protection = var.deletion_protection
  }

  module "deployer_policy" {
    source = "${module}/modules/deployer-policy"

    resource_prefix = "crm"
    account_id      = "123456789012"
    region          = "eu-central-1"
  }

  output "policy" {
    value = module.deployer_policy.json
  }
`;

interface Statement {
  readonly Sid: string;
  readonly Action: readonly string[];
  readonly Resource: readonly string[];
  readonly Condition?: object;
}

function permissions(emulator: AwsEndpoint): void {
  let workspace: Workspace;
  let statements: readonly Statement[];

  beforeAll(async () => {
    workspace = createWorkspace(emulator.url);
    const terraform = workspace.directory('deployer', { 'main.tf': configuration(workspace.module) });
    await terraform.init();
    await terraform.apply();
    const { policy } = await terraform.output();
    statements = (JSON.parse(String(policy)) as { Statement: Statement[] }).Statement;
    const changed = { log_level: 'WARN', deletion_protection: 'false' };
    await terraform.apply(changed);
    await terraform.destroy(changed);
  });

  afterAll(async () => {
    workspace?.remove();
    await emulator.stop();
  });

  it('allows every action that an apply, a change and a destroy ask for', () => {
    const allowed = new Set(statements.flatMap(({ Action }) => Action));
    const asked = [...emulator.actions!()].filter((action) => action !== 'sts:GetCallerIdentity');

    expect(asked.length).toBeGreaterThan(50);
    expect(asked.filter((action) => !allowed.has(action)).sort()).toEqual([]);
  });

  it('names resources of the instance, but for actions that AWS documents without a resource, or with random ids', () => {
    const everywhere = statements.filter(({ Resource }) => Resource.includes('*'));

    expect(everywhere.map(({ Sid }) => Sid)).toEqual([
      'EventSourceMappings',
      'ReadEventSourceMappings',
      'AccessLogs',
      'UserPoolDomains',
      'ReadAlarms',
      'ReadNetworks',
    ]);
    expect(everywhere[0]!.Condition).toBeDefined();
  });

  it('fits a role as an inline policy', () => {
    expect(JSON.stringify({ Version: '2012-10-17', Statement: statements }).length).toBeLessThan(10_240);
  });
}
