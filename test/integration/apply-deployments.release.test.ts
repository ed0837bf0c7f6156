import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEmulatedAws, type EmulatedAws } from '../setup/applied/emulated-aws.ts';
import { startInstance } from '../setup/applied/instance.ts';
import { type AppliedServices, appliedServices } from '../setup/applied/services.ts';
import { createWorkspace, type TerraformDirectory, type Workspace } from '../setup/applied/workspace.ts';
import { describeWith } from '../setup/requirement.ts';

describeWith('a deployment', await appliedServices(), deployments);

const root = join(import.meta.dirname, '..', '..');
const ruleConfig = readFileSync(join(root, 'examples/minimal/rule-config.json'), 'utf8');

/** The minimal instance with documents of its own, and the switches of a deployment. */
const configuration = (module: string) => `
  provider "aws" {
    region = "eu-central-1"
  }

  variable "former" {
    type    = string
    default = null
  }

  module "entity_data" {
    source = "${module}"

    resource_prefix     = "crm"
    rule_config_file    = "\${path.module}/rule-config.json"
    schema_file         = "${module}/examples/minimal/schema.graphqls"
    clients             = { backend = { allowed_scopes = ["svc/query.search"] } }
    deletion_protection = false
    functions           = { api = { provisioned_concurrent_executions = 2 } }

    gradual_deployment = var.former == null ? null : {
      share                   = 0.25
      former_versions         = jsondecode(var.former)
      former_rule_config_file = "\${path.module}/former-rule-config.json"
    }
  }

  output "function_versions" {
    value = module.entity_data.function_versions
  }
`;

/** A search as the gateway hands it over. */
const search = {
  version: '2.0',
  rawPath: '/',
  headers: { 'content-type': 'application/json' },
  requestContext: {
    requestId: 'r-1',
    http: { method: 'POST', path: '/', sourceIp: '127.0.0.1' },
    authorizer: { lambda: { scope: 'svc/query.search', clientId: 'backend' } },
  },
  body: JSON.stringify({ query: '{ search(input: { parameters: { email: "a@example.com" } }) { totalCount } }' }),
  isBase64Encoded: false,
};

interface Alias {
  readonly FunctionVersion: string;
  readonly RoutingConfig?: { readonly AdditionalVersionWeights?: Readonly<Record<string, number>> };
}

function deployments({ endpoint, database }: AppliedServices): void {
  let workspace: Workspace;
  let terraform: TerraformDirectory;
  let aws: EmulatedAws;

  beforeAll(async () => {
    workspace = createWorkspace(endpoint.url);
    terraform = workspace.directory('deployments', {
      'main.tf': configuration(workspace.module),
      'rule-config.json': ruleConfig,
    });
    aws = createEmulatedAws(endpoint.url);
    await terraform.init();
    await terraform.apply();
  });

  afterAll(async () => {
    workspace?.remove();
    await Promise.all([endpoint.stop(), database.stop()]);
  });

  const writeRules = (text: string, file = 'rule-config.json') => writeFileSync(join(terraform.directory, file), text);
  const live = (name: string) => aws.get<Alias>('lambda', `/2015-03-31/functions/${name}/aliases/live`);
  const versions = async () => (await terraform.output())['function_versions'] as Record<string, string>;

  /** The answer of a new process of the version that answers. */
  const answer = async (): Promise<unknown> => {
    const instance = await startInstance({
      awsUrl: endpoint.url,
      dynamodbUrl: endpoint.url,
      prefix: 'crm',
      archives: join(workspace.module, 'functions', 'dist'),
    });
    try {
      const { statusCode, body } = (await instance.invoke('crm-api', search)) as { statusCode: number; body: string };
      return { statusCode, body: JSON.parse(body) };
    } finally {
      await instance.stop();
    }
  };
  const answered = { statusCode: 200, body: { data: { search: { totalCount: 0 } } } };

  it('answers by a published version', async () => {
    expect((await live('crm-api')).FunctionVersion).toBe((await versions())['api']);
    expect(await answer()).toEqual(answered);
  });

  it('changes nothing when it is planned again', async () => {
    expect(await terraform.plan()).toEqual([]);
  });

  describe('with a rule-config that the linter refuses', () => {
    let message: string;
    let before: Alias;

    beforeAll(async () => {
      before = await live('crm-api');
      writeRules(ruleConfig.replaceAll('"SAME_EMAIL"], "attributes"', '"SAME_MAIL"], "attributes"'));
      message = await terraform.apply().then(
        () => 'applied',
        (error: Error) => error.message,
      );
    });

    it('fails in the apply with the finding', () => {
      expect(message).toMatch(/SAME_MAIL/);
      expect(message).toMatch(/gets no calls/);
    });

    it('leaves the former version answering, also from a new process', async () => {
      expect((await live('crm-api')).FunctionVersion).toBe(before.FunctionVersion);
      expect(await answer()).toEqual(answered);
    });

    it('is applied once the rule-config is mended', async () => {
      writeRules(ruleConfig.replace('"caseSensitive": false', '"caseSensitive": true'));

      await terraform.apply();

      expect((await live('crm-api')).FunctionVersion).not.toBe(before.FunctionVersion);
      expect(await answer()).toEqual(answered);
    });
  });

  describe('that moves calls step by step', () => {
    let former: string;

    beforeAll(async () => {
      // Two versions of the sweeper would take turns in changing the rules.
      const { sweeper: _, ...others } = await versions();
      former = JSON.stringify(others);
      writeRules(readFileSync(join(terraform.directory, 'rule-config.json'), 'utf8'), 'former-rule-config.json');
      writeRules(ruleConfig);
      await terraform.apply({ former });
    });

    it('leaves the former version of changed functions its share, and others none', async () => {
      const { api, authorizer } = JSON.parse(former) as Record<string, string>;

      expect((await live('crm-api')).RoutingConfig?.AdditionalVersionWeights).toEqual({ [api!]: 0.75 });
      expect((await live('crm-authorizer')).FunctionVersion).toBe(authorizer);
      expect((await live('crm-authorizer')).RoutingConfig?.AdditionalVersionWeights ?? {}).toEqual({});
    });

    it('keeps the documents of both versions', async () => {
      const { Items } = await aws.call<{ Items: { id: { S: string } }[] }>('dynamodb', 'DynamoDB_20120810.Scan', {
        TableName: 'crm-configuration',
      });

      expect(Items.filter(({ id }) => id.S.startsWith('rule-config/'))).toHaveLength(2);
    });

    it('changes nothing when it is planned again', async () => {
      expect(await terraform.plan({ former })).toEqual([]);
    });

    it('ends with all calls at the new version', async () => {
      await terraform.apply();

      expect((await live('crm-api')).RoutingConfig?.AdditionalVersionWeights ?? {}).toEqual({});
      expect(await terraform.plan()).toEqual([]);
    });
  });
}
