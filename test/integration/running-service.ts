import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import { type ApiCaller, createCaller } from './api-caller.ts';
import { type CommandProcess, runCommand, type ServiceProcess, startServiceProcess } from './service-process.ts';

/** A service as a process with data of its own for the tests of a file, and commands that find it. */
export interface RunningService {
  caller(): Promise<ApiCaller>;
  command(...args: readonly string[]): CommandProcess;
}

export function runningService(...options: readonly string[]): RunningService {
  let directory: string;
  let service: ServiceProcess;
  const data = () => ['--data-dir', join(directory, 'data')];
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'entity-data-running-'));
    service = await startServiceProcess([...data(), ...options]);
  });
  afterAll(async () => {
    service.child.kill('SIGKILL');
    await service.finished;
    await rm(directory, { recursive: true });
  });
  return {
    caller: async () => createCaller(await service.description()),
    command: (...args) => runCommand([...args, ...data()], { XDG_CACHE_HOME: join(directory, 'cache') }),
  };
}
