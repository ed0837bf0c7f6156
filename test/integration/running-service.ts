import { beforeAll } from '@jest/globals';
import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { type ApiCaller, createCaller } from './api-caller.ts';
import { type CommandProcess, runCommand, type ServiceProcess, startServiceProcess } from './service-process.ts';

/** A service as a process with data of its own for the tests of a file, and commands that find it. */
export interface RunningService {
  caller(): Promise<ApiCaller>;
  command(...args: readonly string[]): CommandProcess;
}

export function runningService(...options: readonly string[]): RunningService {
  let service: ServiceProcess;
  const directory = temporaryDirectory('beforeAll', () => service.end('SIGKILL'));
  const data = () => ['--data-dir', directory.path('data')];
  beforeAll(async () => {
    service = await startServiceProcess([...data(), ...options]);
  });
  return {
    caller: async () => createCaller(await service.description()),
    command: (...args) => runCommand([...args, ...data(), '--quiet'], { XDG_CACHE_HOME: directory.path('cache') }),
  };
}
