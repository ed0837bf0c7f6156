import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Finished } from './service-process.ts';
import { root } from './service-process.ts';

interface LockedPackage {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
}

/** Where the Node of the development dependencies is: a test may run under an older one. */
const packagedNode = join(root, 'node_modules/node/bin');

/** The environment of a shell whose `node` can run the package, and which asks no registry. */
export const environment = (extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => {
  const { NODE_OPTIONS: _, ...inherited } = process.env;
  return {
    ...inherited,
    PATH: `${existsSync(join(packagedNode, 'node')) ? packagedNode : dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
    ...extra,
  };
};

/** Runs a line of a shell to its end. */
export async function shell(line: string, cwd: string, env = environment()): Promise<Finished> {
  const child = spawn('sh', ['-c', line], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  const [stdout, stderr, [code, signal]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, signal, stdout, stderr };
}

/**
 * Makes the package as `npm pack` does, and installs it into an empty folder without a registry: with links to those
 * packages of this checkout that are in its production tree. The package itself is no link, so that it finds no other.
 *
 * @returns the folder of the installed package
 */
export async function packAndInstall(folder: string): Promise<string> {
  const packed = await shell(`npm pack --json --pack-destination ${JSON.stringify(folder)}`, root);
  if (packed.code !== 0) throw new Error(packed.stderr);
  const archive = (await readdir(folder)).find((name) => name.endsWith('.tgz'))!;
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, '.bin'), { recursive: true });
  const unpacked = await shell(`tar -xzf ${archive} && rm ${archive}`, folder);
  if (unpacked.code !== 0) throw new Error(unpacked.stderr);
  const { name, bin } = JSON.parse(await readFile(join(folder, 'package/package.json'), 'utf8')) as {
    name: string;
    bin: Readonly<Record<string, string>>;
  };
  const installed = join(modules, name);
  await rename(join(folder, 'package'), installed);
  for (const [command, file] of Object.entries(bin)) {
    await symlink(join('..', name, file), join(modules, '.bin', command));
  }
  for (const path of await productionPackages()) {
    await mkdir(dirname(join(modules, path)), { recursive: true });
    await symlink(join(root, 'node_modules', path), join(modules, path), 'dir');
  }
  return installed;
}

/** Names of the packages that an installation without development dependencies has at its top, and that are here. */
async function productionPackages(): Promise<string[]> {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, LockedPackage>>;
  };
  const names: string[] = [];
  for (const [path, { dev, devOptional }] of Object.entries(packages)) {
    const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1];
    if (name === undefined || dev || devOptional) continue;
    // Optional packages of other platforms are not installed.
    if (await readdir(join(root, path)).catch(() => undefined)) names.push(name);
  }
  return names;
}
