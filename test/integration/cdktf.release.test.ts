import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { App } from 'cdktf';
import { EntityDataStack } from '../../examples/cdktf/stack.ts';
import { terraformProblem } from '../setup/applied/terraform.ts';
import { createWorkspace, type Workspace } from '../setup/applied/workspace.ts';
import { itWith } from '../setup/requirement.ts';

const problem = terraformProblem();

describe('the cdktf example', () => {
  let outdir: string;
  let workspace: Workspace;
  let stack: string;

  beforeAll(() => {
    outdir = mkdtempSync(join(tmpdir(), 'entity-data-cdktf-'));
    workspace = createWorkspace('http://127.0.0.1:9');
    const app = new App({ outdir });
    new EntityDataStack(app, 'entity-data', {
      source: workspace.module,
      region: 'eu-central-1',
      resourcePrefix: 'crm',
      configuration: join(workspace.module, 'examples', 'cdktf'),
    });
    app.synth();
    stack = join(outdir, 'stacks', 'entity-data');
  });
  afterAll(() => {
    workspace.remove();
    rmSync(outdir, { recursive: true, force: true });
  });

  it('becomes Terraform with the module, the provider and the outputs', () => {
    const synthesised = JSON.parse(readFileSync(join(stack, 'cdk.tf.json'), 'utf8'));

    expect(synthesised.module.entity_data).toMatchObject({
      source: workspace.module,
      resource_prefix: 'crm',
      clients: { backend: { allowed_scopes: ['svc/mutation.submit', 'svc/query.search', 'svc/query.entity'] } },
    });
    expect(synthesised.provider.aws).toEqual([{ region: 'eu-central-1' }]);
    expect(Object.keys(synthesised.output).sort()).toEqual(['api_url', 'client_ids', 'mcp_url', 'token_url']);
    expect(synthesised.output.api_url.value).toBe('${' + 'module.entity_data.api_url}');
  });

  const machine = { found: problem === undefined ? 'terraform' : undefined, need: problem ?? 'terraform' };
  itWith('is valid for Terraform', machine, (command) => {
    const terraform = (...args: string[]) => spawnSync(command, args, { cwd: stack, encoding: 'utf8' });

    const init = terraform('init', '-no-color', '-input=false');
    const validation = terraform('validate', '-json');

    expect(init.stderr).toBe('');
    expect(JSON.parse(validation.stdout)).toMatchObject({ valid: true, error_count: 0 });
  });
});
