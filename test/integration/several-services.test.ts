import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { root, runCommand, type ServiceProcess, startServiceProcess } from './service-process.ts';

const services: ServiceProcess[] = [];
const folder = temporaryDirectory('beforeAll', () => Promise.all(services.map(({ end }) => end('SIGKILL'))));
const cache = temporaryDirectory();

const run = (...args: string[]) => runCommand(args, { XDG_CACHE_HOME: cache.path() }, [], folder.path()).finished;

async function start(...args: string[]): Promise<ServiceProcess> {
  const service = await startServiceProcess(args, [], folder.path());
  services.push(service);
  return service;
}

/** Entities that a search finds where the options lead. */
const found = async (...options: string[]) => {
  const { stdout, stderr } = await run('search', 'email=ada@example.org', '--json', ...options);
  return { count: JSON.parse(stdout).totalCount as number, stderr };
};

describe('two local services', () => {
  let own: ServiceProcess;
  let shop: ServiceProcess;
  beforeAll(async () => {
    await mkdir(folder.path('shop'));
    for (const name of ['rule-config.json', 'schema.graphqls']) {
      await copyFile(join(root, 'examples/people', name), folder.path('shop', name));
    }
    await folder.write('ada.csv', 'id,firstName,lastName,email\n1,Ada,Example,ada@example.org\n');
    own = await start();
  });

  it('while one runs, every command uses it and says so', async () => {
    const loaded = await run('load', 'ada.csv');

    expect(loaded).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`Service: ${own.printed('api_url')} on .entity-data\n`),
    });
    expect(await run('load', 'ada.csv', '--quiet')).toMatchObject({ code: 0, stderr: '' });
    expect(own.stderr()).toBe('');
  });

  it('a new one says that there are two, and how it is chosen', async () => {
    shop = await start('--instance', 'shop');

    await shop.told('Another local service runs here.');
    expect(shop.stderr()).toContain('for this one: --instance shop\n');
  });

  it('a command that writes refuses to guess, and lists them with their options', async () => {
    for (const command of [
      ['load', 'ada.csv'],
      ['link', '1', '2', '--reason', 'x'],
      ['rules', 'pause'],
      ['reviews', '--take', '1'],
      ['statistics', '--refresh'],
    ]) {
      expect(await run(...command)).toMatchObject({
        code: 1,
        stdout: '',
        stderr: [
          'SERVICE_NOT_CHOSEN: 2 local services run, and this command writes:',
          `  --instance shop          ${shop.printed('api_url')}`,
          `  --data-dir .entity-data  ${own.printed('api_url')}`,
          'Choose one with its option.\n',
        ].join('\n'),
      });
    }
  });

  it('the options choose exactly', async () => {
    expect((await found('--data-dir', '.entity-data')).count).toBe(1);
    expect((await found('--instance', 'shop')).count).toBe(0);
    expect((await found('--data-dir', 'shop/data')).count).toBe(0);

    expect((await run('load', 'ada.csv', '--instance', 'shop')).code).toBe(0);
    expect((await found('--instance', 'shop')).count).toBe(1);
  });

  it('a command that reads takes the one that was started last, and says how to choose another', async () => {
    const { stderr } = await found();

    expect(stderr).toBe(
      `Service: ${shop.printed('api_url')} on shop/data, the last one started of 2; for another: --data-dir .entity-data\n`,
    );
    const address = await run('console-url', '--data-dir', '.entity-data');
    expect(address.stdout).toContain(new URL(own.printed('api_url')).origin);
    const doctor = await run('doctor', '--instance', 'shop', '--json');
    expect(JSON.parse(doctor.stdout)).toMatchObject({ healthy: true });
    expect(doctor.stderr).toBe(`Service: ${shop.printed('api_url')} on shop/data\n`);
  });

  it('the option of one that has ended finds none, and names those that run', async () => {
    await own.end('SIGINT');

    expect(await run('search', 'email=ada@example.org', '--data-dir', '.entity-data')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        `No local service is running on .entity-data.\nThere runs:\n  --instance shop  ${shop.printed('api_url')}\n`,
      ),
    });
    expect((await run('load', 'ada.csv')).code).toBe(0);
  });
});
