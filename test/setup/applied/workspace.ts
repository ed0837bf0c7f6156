import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundle } from '../../../scripts/bundle.ts';
import { zip } from '../../../scripts/zip.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..', '..');

/** The files of a user who copied the module: only what is published. */
const published = ['main.tf', 'variables.tf', 'outputs.tf', 'versions.tf', 'modules', 'examples', 'functions/dist'];

/** One change that a plan would make. */
export interface PlannedChange {
  readonly address: string;
  readonly type: string;
  readonly actions: readonly string[];
  /** Names of the attributes that would differ. */
  readonly attributes: readonly string[];
}

export interface TerraformDirectory {
  readonly directory: string;
  init(): Promise<void>;
  /** @param replaced addresses of resources to make anew */
  apply(variables?: Readonly<Record<string, string>>, replaced?: readonly string[]): Promise<void>;
  /** The changes that the next apply would make. */
  plan(variables?: Readonly<Record<string, string>>): Promise<PlannedChange[]>;
  /** Applies the last plan, which found changes, as pipelines do. */
  applyPlan(): Promise<void>;
  output(): Promise<Record<string, unknown>>;
  /** Addresses of the resources that the state has. */
  addresses(): Promise<string[]>;
  /** Loses these resources from the state. */
  forget(addresses: readonly string[]): Promise<void>;
  /** @throws Error with what Terraform says when it cannot destroy everything */
  destroy(variables?: Readonly<Record<string, string>>): Promise<void>;
}

export interface Workspace {
  /** A fresh copy of the module, which may be applied from. */
  readonly module: string;
  example(name: string): TerraformDirectory;
  /** Makes another copy of the module, which differs in these files by their path. Returns its folder. */
  variant(name: string, files: ReadonlyMap<string, Uint8Array>): string;
  /** Makes the archives of functions anew from the code as it stands here. Returns the folder that they are in. */
  bundle(...functions: readonly Parameters<typeof bundle>[0][]): Promise<string>;
  /** Another directory, with its own files by name. */
  directory(name: string, files: Readonly<Record<string, string>>): TerraformDirectory;
  remove(): void;
}

/** Copies what is published of the module into a new directory, away from the checkout. */
export function createWorkspace(endpoint: string): Workspace {
  if (!existsSync(join(root, 'functions', 'dist', 'manifest.json'))) {
    throw new Error('functions/dist holds no archives to apply: run npm run build first.');
  }
  const base = mkdtempSync(join(tmpdir(), 'entity-data-terraform-'));
  const copy = (from: string, name: string): string => {
    for (const path of published) {
      cpSync(join(from, path), join(base, name, path), {
        recursive: true,
        filter: (source) => !/[/\\](\.terraform|node_modules)([/\\]|$)|\.tfstate|\.terraform\.lock\.hcl$/.test(source),
      });
    }
    return join(base, name);
  };
  const module = copy(root, 'module');
  return {
    module,
    variant: (name, files) => {
      const folder = copy(module, name);
      for (const [path, content] of files) writeFileSync(join(folder, path), content);
      return folder;
    },
    bundle: async (...functions) => {
      const archives = join(module, 'functions', 'dist');
      for (const name of functions) {
        writeFileSync(join(archives, `${name}.zip`), zip((await bundle(name, root)).files));
      }
      return archives;
    },
    example: (name) => terraformIn(join(module, 'examples', name), endpoint),
    directory: (name, files) => {
      const directory = join(base, name);
      mkdirSync(directory, { recursive: true });
      for (const [file, text] of Object.entries(files)) writeFileSync(join(directory, file), text);
      return terraformIn(directory, endpoint);
    },
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

/** Has a plan tell by its exit code whether it has changes. */
const DETAILED = '-detailed-exitcode';
const CHANGES = 2;
const PLAN = 'next.tfplan';

function terraformIn(directory: string, endpoint: string): TerraformDirectory {
  const env = {
    ...process.env,
    AWS_ENDPOINT_URL: endpoint,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_EC2_METADATA_DISABLED: 'true',
    TF_IN_AUTOMATION: '1',
    CHECKPOINT_DISABLE: '1',
  };
  const terraform = async (...args: string[]): Promise<{ readonly stdout: string; readonly isChange: boolean }> => {
    try {
      const { stdout } = await run('terraform', args, { cwd: directory, env, maxBuffer: 256 * 1024 * 1024 });
      return { stdout, isChange: false };
    } catch (failure) {
      const { code, stdout = '', stderr } = failure as { code?: unknown; stdout?: string; stderr?: string };
      if (code === CHANGES && args.includes(DETAILED)) return { stdout, isChange: true };
      throw new Error(`terraform ${args[0]} failed\n${stdout.slice(-2_000)}\n${stderr}`, { cause: failure });
    }
  };
  const options = (variables: Readonly<Record<string, string>>) =>
    Object.entries(variables).flatMap(([name, value]) => ['-var', `${name}=${value}`]);
  return {
    directory,
    init: async () => {
      await terraform('init', '-no-color', '-input=false');
      // What was just installed need not be hashed anew by every command: the provider has 700 MB.
      const lock = join(directory, '.terraform.lock.hcl');
      writeFileSync(lock, readFileSync(lock, 'utf8').replace(/^ *hashes = \[[^\]]*\]\n/gm, ''));
    },
    apply: async (variables = {}, replaced = []) => {
      const flags = ['-auto-approve', '-no-color', '-input=false', '-parallelism=30'];
      await terraform('apply', ...flags, ...replaced.map((address) => `-replace=${address}`), ...options(variables));
    },
    applyPlan: async () => {
      await terraform('apply', '-no-color', '-input=false', '-parallelism=30', PLAN);
    },
    plan: async (variables = {}) => {
      const flags = ['-no-color', '-input=false', DETAILED, `-out=${PLAN}`];
      const { isChange } = await terraform('plan', ...flags, ...options(variables));
      // To show a plan, Terraform reads the provider's schema anew, as for every command: seconds of processor time.
      if (!isChange) return [];
      const plan = JSON.parse((await terraform('show', '-json', PLAN)).stdout) as Plan;
      return (plan.resource_changes ?? [])
        .filter(({ change }) => change.actions.some((action) => action !== 'no-op' && action !== 'read'))
        .map(({ address, type, change }) => ({
          address,
          type,
          actions: change.actions,
          attributes: differing(change.before ?? {}, change.after ?? {}, change.after_unknown ?? {}),
        }));
    },
    addresses: async () => (await terraform('state', 'list')).stdout.split('\n').filter((line) => line !== ''),
    forget: async (addresses) => {
      await terraform('state', 'rm', ...addresses);
    },
    destroy: async (variables = {}) => {
      await terraform(
        'destroy',
        '-auto-approve',
        '-no-color',
        '-input=false',
        '-parallelism=30',
        ...options(variables),
      );
    },
    output: async () => {
      const outputs = JSON.parse((await terraform('output', '-json')).stdout) as Record<string, { value: unknown }>;
      return Object.fromEntries(Object.entries(outputs).map(([name, { value }]) => [name, value]));
    },
  };
}

type Attributes = Record<string, unknown>;
interface Plan {
  readonly resource_changes?: readonly {
    readonly address: string;
    readonly type: string;
    readonly change: {
      readonly actions: readonly string[];
      readonly before: Attributes | null;
      readonly after: Attributes | null;
      readonly after_unknown?: Attributes;
    };
  }[];
}

function differing(before: Attributes, after: Attributes, unknown: Attributes): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after), ...Object.keys(unknown)]);
  return [...names].filter(
    (name) => unknown[name] === true || JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
}
