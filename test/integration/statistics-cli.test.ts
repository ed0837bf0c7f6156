import { beforeAll, expect, it } from '@jest/globals';
import { runningService } from './running-service.ts';

const service = runningService();

beforeAll(async () => {
  await (await service.caller()).submit(
    { id: 'a', firstName: 'Ada', lastName: 'Lovelace', dateOfBirth: '1815-12-10' },
    { id: 'b', firstName: 'Ada', lastName: 'Lovelace', dateOfBirth: '1815-12-10' },
    { id: 'c', firstName: 'Grace', lastName: 'Hopper', dateOfBirth: '1906-12-09' },
  );
});

const run = (...args: string[]) => service.command('statistics', ...args).finished;

it('shows statistics that the service counts in the background', async () => {
  expect((await run()).stdout).toContain('Nothing is counted yet');

  const refreshed = await run('--refresh');
  expect(refreshed).toMatchObject({ code: 0 });
  expect(refreshed.stdout).toMatch(/^3 records, 2 entities, counted from /);

  const kept = await run('--json');
  const { found } = JSON.parse(kept.stdout);
  expect(found).toMatchObject({ records: 3, entities: 2, largest: [{ records: 2 }, { records: 1 }] });
});
