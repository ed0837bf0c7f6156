import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * What keeps Terraform from working here; undefined when it can be used. Its provider comes from a registry or a
 * mirror, which a machine may not reach: then nothing can be planned either.
 */
export function terraformProblem(): string | undefined {
  if (spawnSync('terraform', ['version'], { stdio: 'ignore' }).status !== 0) return 'terraform on the path';
  const kept = keptProviders();
  // Terraform does not bear that several processes fill one cache: each fills its own, and that of the first is kept.
  const cache = kept === undefined || existsSync(kept) ? kept : mkdtempSync(`${kept}-`);
  const directory = mkdtempSync(join(tmpdir(), 'entity-data-provider-'));
  try {
    copyFileSync(join(import.meta.dirname, '..', '..', '..', 'versions.tf'), join(directory, 'versions.tf'));
    const { status } = spawnSync('terraform', ['init', '-backend=false', '-input=false'], {
      cwd: directory,
      stdio: 'ignore',
      timeout: 300_000,
      env: { ...process.env, ...settingsOf(cache) },
    });
    if (status !== 0) return 'the AWS provider from a Terraform registry or mirror';
    if (kept !== undefined && cache !== kept) keep(cache!, kept);
    Object.assign(process.env, settingsOf(kept));
    return undefined;
  } finally {
    rmSync(directory, { recursive: true, force: true });
    if (cache !== kept) rmSync(cache!, { recursive: true, force: true });
  }
}

/** Without a configuration of its own, Terraform would download the provider for every directory anew. */
function keptProviders(): string | undefined {
  if (process.env['TF_CLI_CONFIG_FILE'] || process.env['TF_PLUGIN_CACHE_DIR']) return undefined;
  return join(tmpdir(), 'entity-data-terraform-providers');
}

/** Where there is no lock file yet, Terraform would fill even a full cache again, under the hands of others. */
function settingsOf(cache: string | undefined): Readonly<Record<string, string>> {
  if (cache === undefined) return {};
  return { TF_PLUGIN_CACHE_DIR: cache, TF_PLUGIN_CACHE_MAY_BREAK_DEPENDENCY_LOCK_FILE: '1' };
}

function keep(cache: string, kept: string): void {
  try {
    renameSync(cache, kept);
  } catch {
    // Another process was faster, and what it has got is as good.
  }
}
