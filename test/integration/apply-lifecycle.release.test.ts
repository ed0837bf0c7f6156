import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AwsEndpoint } from '../setup/applied/aws-endpoint.ts';
import { appliedEndpoint } from '../setup/applied/services.ts';
import {
  createWorkspace,
  type PlannedChange,
  type TerraformDirectory,
  type Workspace,
} from '../setup/applied/workspace.ts';
import { describeWith } from '../setup/requirement.ts';

describeWith('two instances of one name in two regions', await appliedEndpoint(), lifecycle);

const regions = { frankfurt: 'eu-central-1', dublin: 'eu-west-1' };

/** A configuration with the same instance in each region; both depend on something that changes with `revision`. */
function configuration(module: string): string {
  const instance = ([name, region]: [string, string]) => `
    provider "aws" {
      alias  = "${name}"
      region = "${region}"
    }

    module "${name}" {
      source    = "${module}"
      providers = { aws = aws.${name} }

      resource_prefix     = var.resource_prefix
      rule_config_file    = "${module}/examples/minimal/rule-config.json"
      schema_file         = "${module}/examples/minimal/schema.graphqls"
      clients             = var.own_issuer ? {} : { backend = { allowed_scopes = ["svc/query.search"] } }
      bulk_ingest         = var.bulk_loads ? {} : null
      kms_key_arn         = aws_kms_key.${name}.arn
      deletion_protection = var.deletion_protection

      authorizer_issuer_url = var.own_issuer ? "https://login.example.com/" : null
      authorizer_audience   = var.own_issuer ? ["entity-data"] : null

      depends_on = [terraform_data.revision]
    }

    resource "aws_kms_key" "${name}" {
      provider = aws.${name}
    }

    output "${name}" {
      value = module.${name}
    }`;
  return `
    variable "revision" {
      default = "1"
    }

    variable "resource_prefix" {
      default = "crm"
    }

    variable "deletion_protection" {
      default = true
    }

    variable "own_issuer" {
      default = false
    }

    variable "bulk_loads" {
      default = true
    }

    resource "terraform_data" "revision" {
      triggers_replace = var.revision
    }
    ${Object.entries(regions).map(instance).join('\n')}
  `;
}

interface Outputs {
  readonly token_url: string;
  readonly ingest_bucket: string;
  readonly dashboard_name: string;
}

function lifecycle(endpoint: AwsEndpoint): void {
  let workspace: Workspace;
  let both: TerraformDirectory;
  let outputs: { readonly frankfurt: Outputs; readonly dublin: Outputs };

  beforeAll(async () => {
    workspace = createWorkspace(endpoint.url);
    both = workspace.directory('regions', { 'main.tf': configuration(workspace.module) });
    await both.init();
    await both.apply();
    outputs = (await both.output()) as unknown as typeof outputs;
  });

  afterAll(async () => {
    workspace?.remove();
    await endpoint.stop();
  });

  const addressesOf = (changes: readonly PlannedChange[]) => changes.map(({ address }) => address);

  it('are applied side by side, and differ in every name that is not of a region', () => {
    const { frankfurt, dublin } = outputs;

    expect(frankfurt.dashboard_name).toBe('crm-eu-central-1');
    expect(dublin.dashboard_name).toBe('crm-eu-west-1');
    expect(frankfurt.ingest_bucket).toMatch(/^crm-ingest-[0-9a-f]{8}$/);
    expect(frankfurt.ingest_bucket).not.toBe(dublin.ingest_bucket);
    expect(frankfurt.token_url).toMatch(/^https:\/\/crm-[0-9a-f]{8}\.auth\.eu-central-1\.amazoncognito\.com\//);
    expect(dublin.token_url).toMatch(/^https:\/\/crm-[0-9a-f]{8}\.auth\.eu-west-1\.amazoncognito\.com\//);
  });

  describe('while what they depend on is to change', () => {
    it('plan nothing but that change', async () => {
      const changes = await both.plan({ revision: '2' });

      expect(addressesOf(changes)).toEqual(['terraform_data.revision']);
    });
  });

  describe('while deletion protection is on', () => {
    it('lose nothing by a destroy, which says how to go on', async () => {
      const before = await both.addresses();

      const message = await both.destroy().then(
        () => 'everything was destroyed',
        (error: Error) => error.message,
      );

      expect(message).toMatch(/crm-deletion-protection.*\s.*protect/i);
      expect((await both.addresses()).filter((address) => address.startsWith('module.'))).toEqual(
        before.filter((address) => address.startsWith('module.')),
      );
      expect(await both.plan()).toEqual([]);
    });

    it('lose nothing by another name, which would replace them', async () => {
      const before = await both.addresses();
      const renamed = { resource_prefix: 'customers' };

      await expect(both.apply(renamed)).rejects.toThrow('deletion-protection');

      expect(await both.addresses()).toEqual(expect.arrayContaining(before));
      expect(await both.plan()).toEqual([]);
    });
  });

  describe('while deletion protection is on and a part is no longer wanted', () => {
    const parts = /^module\.[a-z]+\.(module\.(identity|ingest|ingest_function)\[|.*aws_s3_bucket)/;
    let before: readonly string[];
    let message: string;

    beforeAll(async () => {
      before = (await both.addresses()).filter((address) => parts.test(address));
      message = await both.apply({ own_issuer: 'true', bulk_loads: 'false' }).then(
        () => 'the parts were deleted',
        (error: Error) => error.message,
      );
    });

    it.each(['crm-identity-deletion-protection', 'crm-ingest-deletion-protection'])('are asked for %s', (name) => {
      expect(message).toContain(name);
    });

    it('lose no client, no domain, no scope, no queue and no object', async () => {
      expect(before.length).toBeGreaterThan(20);
      expect((await both.addresses()).filter((address) => parts.test(address))).toEqual(before);
    });
  });

  describe('when deletion protection is off', () => {
    it('are destroyed whole', async () => {
      const unprotected = { deletion_protection: 'false' };
      await both.apply(unprotected);

      await both.destroy(unprotected);

      expect(await both.addresses()).toEqual([]);
    });
  });
}
