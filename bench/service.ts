import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { ServiceDescription } from '../apps/service/running-services.ts';

/** A local service in a process of its own, with the address and the client that it printed. */
export interface ServiceProcess {
  readonly apiUrl: string;
  readonly tokenUrl: string;
  readonly clientID: string;
  readonly clientSecret: string;
  readonly pid: number;
  /** Ends it as Ctrl-C does and waits for it. */
  stop(): Promise<void>;
}

/** @param env more of its environment than this process has */
export async function startServiceProcess(
  options: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, ['apps/cli/entity-data.js', 'start', '--port', '0', ...options], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed = await untilPrinted(child, /Ctrl-C/);
  const value = (name: string): string => {
    const match = new RegExp(`^${name}\\s+(.+)$`, 'm').exec(printed);
    if (match === null) throw new Error(`the service printed no ${name}:\n${printed}`);
    return match[1]!;
  };
  const description = await readFile(value('secret_file'), 'utf8');
  const { apiUrl, tokenUrl, clientId, clientSecret } = JSON.parse(description) as ServiceDescription;
  return {
    apiUrl,
    tokenUrl,
    clientID: clientId,
    clientSecret,
    pid: child.pid!,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
    },
  };
}

function untilPrinted(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stdout!.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (pattern.test(printed)) resolve(printed);
    });
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}:\n${printed}`)));
  });
}
