import { join } from 'node:path';
import { TerraformHclModule, TerraformOutput, TerraformStack } from 'cdktf';
import type { Construct } from 'constructs';

export interface EntityDataStackOptions {
  /** Where the module comes from: an address of git with `?ref=`, or an absolute path. */
  readonly source: string;
  readonly region: string;
  readonly resourcePrefix: string;
  /** Folder with rule-config.json and schema.graphqls. */
  readonly configuration: string;
}

/** An instance of the service, and the addresses that its callers need. */
export class EntityDataStack extends TerraformStack {
  constructor(scope: Construct, id: string, options: EntityDataStackOptions) {
    super(scope, id);
    // Declares the aws provider in two lines; its generated bindings would take many megabytes.
    this.addOverride('terraform.required_providers.aws', { source: 'hashicorp/aws', version: '>= 5.100' });
    this.addOverride('provider.aws', [{ region: options.region }]);

    const entityData = new TerraformHclModule(this, 'entity_data', {
      source: options.source,
      // Uses the module in place, with its archives, instead of copying it next to this stack.
      skipAssetCreationFromLocalModules: true,
      variables: {
        resource_prefix: options.resourcePrefix,
        rule_config_file: join(options.configuration, 'rule-config.json'),
        schema_file: join(options.configuration, 'schema.graphqls'),
        clients: {
          backend: { allowed_scopes: ['svc/mutation.submit', 'svc/query.search', 'svc/query.entity'] },
        },
      },
    });

    for (const name of ['api_url', 'token_url', 'mcp_url', 'client_ids']) {
      new TerraformOutput(this, name, { staticId: true, value: entityData.get(name) });
    }
  }
}
