import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type ApiCaller, createCaller } from './api-caller.ts';
import { runCommand, type ServiceProcess, startServiceProcess } from './service-process.ts';

let directory: string;
let service: ServiceProcess;
let caller: ApiCaller;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'entity-data-statistics-'));
  service = await startServiceProcess(['--data-dir', join(directory, 'data')]);
  caller = await createCaller(await service.description());
  await caller.submit(
    { id: 'a', firstName: 'Ada', lastName: 'Lovelace', dateOfBirth: '1815-12-10' },
    { id: 'b', firstName: 'Ada', lastName: 'Lovelace', dateOfBirth: '1815-12-10' },
    { id: 'c', firstName: 'Grace', lastName: 'Hopper', dateOfBirth: '1906-12-09' },
  );
});

afterAll(async () => {
  service.child.kill('SIGKILL');
  await service.finished;
  await rm(directory, { recursive: true });
});

const run = (...args: string[]) =>
  runCommand(['statistics', ...args, '--data-dir', join(directory, 'data')], {
    XDG_CACHE_HOME: join(directory, 'cache'),
  }).finished;

it('shows statistics that the service counts in the background', async () => {
  expect((await run()).stdout).toContain('Nothing is counted yet');

  const refreshed = await run('--refresh');
  expect(refreshed).toMatchObject({ code: 0 });
  expect(refreshed.stdout).toMatch(/^3 records, 2 entities, counted from /);

  const kept = await run('--json');
  const { found } = JSON.parse(kept.stdout);
  expect(found).toMatchObject({ records: 3, entities: 2, largest: [{ records: 2 }, { records: 1 }] });
});
