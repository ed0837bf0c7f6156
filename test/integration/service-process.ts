import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServiceDescription } from '../../apps/service/running-services.ts';

export const root = join(import.meta.dirname, '../..');

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command line as a process of its own. */
export interface CommandProcess {
  readonly child: ChildProcess;
  /** What it has written so far. */
  stdout(): string;
  stderr(): string;
  /** Resolves when it has written this to standard error; rejects if it ends before. */
  told(text: string): Promise<void>;
  readonly finished: Promise<Finished>;
  /** Sends a signal, and resolves when it has ended. */
  end(signal: NodeJS.Signals): Promise<Finished>;
}

export function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  nodeArgs: readonly string[] = [],
  workingDirectory?: string,
): CommandProcess {
  const child = spawn(process.execPath, [...nodeArgs, join(root, 'apps/cli/entity-data.js'), ...args], {
    cwd: workingDirectory,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const finished = once(child, 'close').then(([code, signal]) => ({ code, signal, stdout, stderr }) as Finished);
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return finished;
  };
  async function told(text: string): Promise<void> {
    while (!stderr.includes(text)) {
      const isOver = await Promise.race([once(child.stderr, 'data').then(() => false), finished.then(() => true)]);
      if (isOver) throw new Error(`the command ended, and did not say ${JSON.stringify(text)}: ${stderr}`);
    }
  }
  return { child, stdout: () => stdout, stderr: () => stderr, told, finished, end };
}

export interface ServiceProcess extends CommandProcess {
  /** What the service prints under this name. */
  printed(name: string): string;
  /** Where the service is and the client that it names, whose secret stands in the file that it prints. */
  description(): Promise<ServiceDescription>;
}

/** Starts the service as a process and resolves when it has printed where it is. */
export async function startServiceProcess(
  args: readonly string[],
  nodeArgs: readonly string[] = [],
  workingDirectory?: string,
): Promise<ServiceProcess> {
  const command = runCommand(['start', '--port', '0', ...args], {}, nodeArgs, workingDirectory);
  await new Promise<void>((resolve, reject) => {
    command.child.stdout?.on('data', () => {
      if (command.stdout().includes('Ctrl-C')) resolve();
    });
    void command.finished.then(({ code, stderr }) => reject(new Error(`the service ended with ${code}: ${stderr}`)));
  });
  const printed = (name: string) => {
    const value = new RegExp(`^${name}\\s+(.+)$`, 'm').exec(command.stdout())?.[1];
    if (value === undefined) throw new Error(`the service did not print ${name}`);
    return value;
  };
  const description = async () => JSON.parse(await readFile(printed('secret_file'), 'utf8')) as ServiceDescription;
  return { ...command, printed, description };
}
