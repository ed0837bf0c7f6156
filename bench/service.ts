import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

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

export async function startServiceProcess(options: readonly string[]): Promise<ServiceProcess> {
  const child = spawn(process.execPath, ['local/entity-data.js', 'start', '--port', '0', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed = await untilPrinted(child, /Ctrl-C/);
  const value = (name: string): string => {
    const match = new RegExp(`^${name}\\s+(\\S+)$`, 'm').exec(printed);
    if (match === null) throw new Error(`the service printed no ${name}:\n${printed}`);
    return match[1]!;
  };
  return {
    apiUrl: value('api_url'),
    tokenUrl: value('token_url'),
    clientID: value('client_id'),
    clientSecret: value('client_secret'),
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
