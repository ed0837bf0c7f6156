import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * What keeps Terraform from working here; undefined when it can be used. Its provider comes from a registry or a
 * mirror, which a machine may not reach: then nothing can be planned either.
 */
export function terraformProblem(): string | undefined {
  if (spawnSync('terraform', ['version'], { stdio: 'ignore' }).status !== 0) return 'terraform on the path';
  keepProviders();
  const directory = mkdtempSync(join(tmpdir(), 'entity-data-provider-'));
  try {
    copyFileSync(join(import.meta.dirname, '..', '..', '..', 'versions.tf'), join(directory, 'versions.tf'));
    const { status } = spawnSync('terraform', ['init', '-backend=false', '-input=false'], {
      cwd: directory,
      stdio: 'ignore',
      timeout: 300_000,
    });
    return status === 0 ? undefined : 'the AWS provider from a Terraform registry or mirror';
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Without a configuration of its own, Terraform would download the provider for every directory anew. */
function keepProviders(): void {
  if (process.env['TF_CLI_CONFIG_FILE'] || process.env['TF_PLUGIN_CACHE_DIR']) return;
  const directory = join(tmpdir(), 'entity-data-terraform-providers');
  mkdirSync(directory, { recursive: true });
  process.env['TF_PLUGIN_CACHE_DIR'] = directory;
}
