import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { startCorrections } from './moto-corrections.ts';

/** Something that speaks AWS's APIs and can be applied to. */
export interface AwsEndpoint {
  readonly url: string;
  /** IAM actions that were asked for, such as `lambda:CreateFunction`; undefined where the endpoint is not ours. */
  readonly actions?: () => ReadonlySet<string>;
  stop(): Promise<void>;
}

/** Where to apply to: `AWS_ENDPOINT_URL`, else moto's server where it is installed, else nowhere (undefined). */
export async function startAwsEndpoint(): Promise<AwsEndpoint | undefined> {
  const url = process.env['AWS_ENDPOINT_URL'];
  if (url) return { url, stop: async () => {} };
  return startMoto();
}

/** With which a shell ends that does not find the program, as wrappers of Python's versions do. */
const NOT_FOUND = 127;

async function startMoto(): Promise<AwsEndpoint | undefined> {
  // The system chooses its port: one that was found free could be another's before moto takes it.
  const moto = spawn('moto_server', ['-H', '127.0.0.1', '-p', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // What it says is to come at once.
    env: { ...process.env, PYTHONUNBUFFERED: '1' },
  });
  // Also when the tests end before they can stop it.
  const end = () => moto.kill('SIGKILL');
  process.once('exit', end);
  const port = await portOf(moto);
  if (port === undefined) return undefined;
  const { server: proxy, actions } = await startCorrections(port);
  return {
    actions: () => actions,
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    stop: async () => {
      proxy.closeAllConnections();
      proxy.close();
      process.removeListener('exit', end);
      if (moto.exitCode === null && end()) await once(moto, 'exit');
    },
  };
}

/**
 * Resolves when it says where it listens; what it says later is dropped. Undefined where it is not installed: Python takes
 * seconds to start, so this is the only start.
 *
 * @throws Error with what it said when it ends instead
 */
function portOf(moto: ChildProcess): Promise<number | undefined> {
  let said = '';
  return new Promise((resolve, reject) => {
    moto.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? resolve(undefined) : reject(error),
    );
    moto.once('close', (code) => {
      if (code === NOT_FOUND) resolve(undefined);
      reject(new Error(`moto_server ended with code ${code}: ${said}`));
    });
    const read = (chunk: Buffer) => {
      said += chunk;
      const port = /Running on http:\/\/127\.0\.0\.1:(\d+)\s/.exec(said)?.[1];
      if (port === undefined) return;
      moto.stderr!.off('data', read).resume();
      resolve(Number(port));
    };
    moto.stderr!.on('data', read);
  });
}
