import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, watch } from 'node:fs';
import { cp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { statePath, writeLoadState } from '../../apps/cli/load/state-file.ts';
import { pairwiseQuality } from '../../bench/quality/pairwise.ts';
import { listenLocally } from '../setup/local-server.ts';
import { createPatientServer } from '../setup/patient-server.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { createCaller } from './api-caller.ts';
import { type CommandProcess, root, runCommand, type ServiceProcess, startServiceProcess } from './service-process.ts';

let data: string;
let services: ServiceProcess[];

const directory = temporaryDirectory('beforeEach', () => Promise.all(services.map(({ end }) => end('SIGKILL'))));
beforeEach(() => {
  data = directory.path('data');
  services = [];
});

async function start(...args: string[]): Promise<ServiceProcess> {
  const service = await startServiceProcess(['--data-dir', data, ...args]);
  services.push(service);
  return service;
}

/** A command that talks to the service on the data directory and keeps its token in the test's directory. */
function run(...args: string[]): CommandProcess {
  return runCommand([...args, '--data-dir', data], { XDG_CACHE_HOME: directory.path('cache') });
}

const callerOf = async (service: ServiceProcess) => createCaller(await service.description());

describe('entity-data start', () => {
  it('prints commands that work when pasted, and no secret but into a file which only its owner may read', async () => {
    const service = await start();

    const { apiUrl, clientSecret, consoleUrl } = await service.description();
    const { mode } = await stat(service.printed('secret_file'));
    const printed = await run('console-url').finished;
    expect(clientSecret).toMatch(/^\w{52}$/);
    expect(consoleUrl).toMatch(/\?token=[\w-]{32}$/);
    expect(apiUrl).toBe(service.printed('api_url'));
    expect(mode & 0o777).toBe(0o600);
    expect(service.stdout()).not.toContain(clientSecret);
    expect(service.stdout()).not.toContain('token=');
    expect(service.stdout()).toContain(`npx entity-data console-url --data-dir '${data}'`);
    expect(printed).toMatchObject({ code: 0, stdout: `${consoleUrl}\n` });
    if (spawnSync('curl', ['--version']).status !== 0) {
      console.warn('This did not run: the machine has no curl.');
      return;
    }
    const commands = service.stdout().match(/^ {2}(TOKEN=|curl ).*$/gm) ?? [];

    const [submitted, found] = (await runShell(commands.join('; echo\n'))).split('\n').slice(-2);

    expect(commands).toHaveLength(3);
    expect(JSON.parse(submitted ?? '')).toEqual({ data: { submit: { recordsAdded: 1 } } });
    expect(JSON.parse(found ?? '')).toMatchObject({
      data: { search: { totalCount: 1, entities: [{ records: [{ id: 'example-1' }] }] } },
    });
  });

  it('ends cleanly at SIGINT and SIGTERM, with what it was told stored, and has another secret at every start', async () => {
    const secrets = new Set<string>();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const service = await start();
      secrets.add((await service.description()).consoleUrl.split('token=')[1]!);
      await (await callerOf(service)).submit({ id: signal, firstName: 'Ada' });

      const ended = await service.end(signal);

      expect(ended).toMatchObject({ code: 0, signal: null, stderr: '' });
      expect(ended.stdout).toMatch(/Stopped\.\n$/);
    }
    expect((await entitiesOf(await start(), ['SIGINT', 'SIGTERM'])).size).toBe(2);
    expect(secrets.size).toBe(2);
  });

  it('is found by other commands beside another one on the same data, and after that one ended or was killed', async () => {
    const [first, second, third] = [await start(), await start(), await start()];
    const issuer = async () => {
      const { code, stdout } = await run('doctor', '--json', '--samples', '1', '--timeout', '120000').finished;
      const { findings } = JSON.parse(stdout);
      return { code, url: findings.find(({ check }: { check: string }) => check === 'address.api').message };
    };

    const withAll = await issuer();
    await third.end('SIGKILL');
    const afterKill = await issuer();
    await second.end('SIGINT');
    const afterEnd = await issuer();

    expect(withAll).toEqual({ code: 0, url: third.printed('api_url') });
    expect(afterKill).toEqual({ code: 0, url: second.printed('api_url') });
    expect(afterEnd).toEqual({ code: 0, url: first.printed('api_url') });
  });

  it('does not start on a directory that cannot be made, and says why', async () => {
    const file = await directory.write('file', '');

    const ended = await runCommand(['start', '--port', '0', '--data-dir', join(file, 'below')]).finished;

    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toContain(`The data directory ${join(file, 'below')} cannot be made: `);
    expect(ended.stderr).toContain('--data-dir');
  });

  it('refuses options that make no sense', async () => {
    const { code, stderr } = await run('start', '--authorizer-result-ttl-in-seconds', '1.5').finished;

    expect(code).toBe(1);
    expect(stderr).toContain('It must be a whole number from 0 to 3600.');
  });

  it('does not take the working directory for the data directory when none is named', async () => {
    const { code, stderr } = await runCommand(['start', '--data-dir', '']).finished;

    expect(code).toBe(1);
    expect(stderr).toContain("option '--data-dir <directory>' argument '' is invalid. It names no directory.");
  });
});

describe('entity-data load', () => {
  it('loads the example people, who are resolved as they are known to be', async () => {
    const service = await start();
    const file = directory.path('people.csv');
    await cp(join(root, 'examples/people/people.csv'), file);

    const loaded = await run('load', file, '--quiet').finished;
    const again = await run('load', file).finished;

    expect(loaded.code).toBe(0);
    // A load that takes long says how far it is.
    expect(loaded.stderr.replaceAll(/^\d+%, .* left\n/gm, '')).toBe('');
    expect(loaded.stdout).toContain('300 records loaded');
    expect(again.code).toBe(0);
    expect((await readdir(directory.path())).sort()).toEqual(['cache', 'data', 'people.csv']);
    const tokens = directory.path('cache/entity-data/tokens');
    const [token, ...others] = await readdir(tokens);
    expect(others).toEqual([]);
    expect((await stat(join(tokens, token!))).mode & 0o777).toBe(0o600);

    const truth = await readTruth();
    const quality = pairwiseQuality(await entitiesOf(service, [...truth.keys()]), truth);
    expect(quality.f1).toBeGreaterThanOrEqual(0.97);

    const shown = await run('entity', '--record', [...truth.keys()][0]!).finished;
    const searched = await run('search', 'firstName=Glen', 'lastName=Koelpin', '--json').finished;
    const nothing = await run('search', 'city=Leeds').finished;
    expect(shown.stdout).toMatch(/^entity \S+ {2}\d records? /);
    expect(JSON.parse(searched.stdout)).toMatchObject({
      totalCount: 1,
      entities: [{ records: [{ lastName: 'Koelpin' }] }],
    });
    expect(nothing).toMatchObject({ code: 0, stdout: '0 entities, 0 records\n' });
    expect(nothing.stderr).toContain('A search finds a record when its values satisfy a search rule');

    const byPhone = ['search', 'phone=07700 900075'];
    const all = JSON.parse((await run(...byPhone, '--all', '--json').finished).stdout);
    const first = await run(...byPhone, '--first', '1').finished;
    const cursor = /^More follow: send the same search with --after (\S+)$/m.exec(first.stderr)![1]!;
    const next = await run(...byPhone, '--first', '1', '--after', cursor, '--json').finished;
    const both = await run(...byPhone, '--all', '--first', '2').finished;
    expect(all.totalCount).toBeGreaterThan(1);
    const paged = [/^entity (\S+)/.exec(first.stdout)![1], JSON.parse(next.stdout).entities[0].id];
    expect(new Set(paged).size).toBe(2);
    expect(all.entities.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(paged));
    expect(both).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be used with') });
  });

  it('sets bad records aside and loads the others', async () => {
    const service = await start();
    const file = directory.path('mixed.jsonl');
    const good = Array.from({ length: 30 }, (_, index) => JSON.stringify({ id: `g${index}`, firstName: 'Ada' }));
    const bad = [
      '{"id":"a:b","firstName":"x"}',
      '{"id":"n1","shoeSize":4}',
      '{"id":"n2"}',
      '{"id":',
      '{"firstName":"x"}',
    ];
    await writeFile(file, [...good.slice(0, 7), ...bad, ...good.slice(7)].join('\n'));

    const { code, stdout } = await run('load', file).finished;

    expect(code).toBe(2);
    expect(stdout).toContain(`30 records loaded`);
    expect(stdout).toContain(`5 refused: see ${file}.errors.jsonl`);
    expect(stdout).toContain('\n  line 8: RECORD_ID_INVALID: the record id "a:b" contains a colon\n');
    const errors = (await readFile(`${file}.errors.jsonl`, 'utf8')).trim().split('\n');
    expect(errors.map((line) => JSON.parse(line))).toMatchObject([
      { line: 8, code: 'RECORD_ID_INVALID', record: { id: 'a:b' } },
      { line: 9, reason: expect.stringContaining('shoeSize') },
      { line: 10, code: 'RECORD_EMPTY' },
      { line: 11, code: 'UNREADABLE', record: '{"id":' },
      { line: 12, code: 'RECORD_ID_MISSING' },
    ]);
    expect((await entitiesOf(service, ['g0', 'g29'])).size).toBe(2);
  });

  it('goes on where it was interrupted', async () => {
    const service = await start();
    const file = directory.path('many.jsonl');
    const ids = Array.from({ length: 3000 }, (_, index) => `r${index}`);
    const line = (id: string) => JSON.stringify({ id, firstName: `Name ${id}` });
    await writeFile(file, ['{"id":"bad:id"}', ...ids.map(line)].join('\n'));
    const state = `${file}.load-state.json`;

    const { clientId, clientSecret } = await service.description();
    const door = await startDoor(service.printed('api_url'), 10);
    const connection = [
      ...['--api-url', door.url, '--token-url', service.printed('token_url')],
      ...['--client-id', clientId, '--client-secret', clientSecret],
    ];
    const loading = (...args: string[]) =>
      runCommand(['load', file, ...args, ...connection], { XDG_CACHE_HOME: directory.path('cache') });
    const stateWritten = appearanceOf(directory.path(), 'many.jsonl.load-state.json');
    const first = loading('--batch-size', '5', '--concurrency', '2');
    await stateWritten;
    first.child.kill('SIGINT');
    door.open();
    const interrupted = await first.finished;
    const { offset } = (JSON.parse(await readFile(state, 'utf8')) as { state: { offset: number } }).state;
    const second = await loading('--resume').finished;
    await door.stop();

    expect(interrupted.code).toBe(130);
    expect(offset).toBeGreaterThan(0);
    expect(offset).toBeLessThan((await stat(file)).size);
    expect(second).toMatchObject({ code: 2, stderr: expect.stringContaining('Continuing after record') });
    await expect(stat(state)).rejects.toThrow('ENOENT');
    expect((await readFile(`${file}.errors.jsonl`, 'utf8')).trim().split('\n')).toHaveLength(1);
    const samples = ids.filter((_, index) => index % 50 === 0);
    expect((await entitiesOf(service, samples)).size).toBe(samples.length);
  });

  it('forgets where an earlier load was, with its errors, when it begins anew', async () => {
    const file = await directory.write('people.csv', 'number,firstName\n1:2,Ada\n3,Bob\n4,Cyd\n');
    const service = await start();
    const errors = `${file}.errors.jsonl`;
    const { size, mtimeMs: modified } = await stat(file);
    const position = { offset: size - 6, line: 4 };
    const subject = { apiUrl: service.printed('api_url'), size, modified };
    await writeLoadState(statePath(file), subject, { ...position, loaded: 1, refused: 1 });
    await writeFile(errors, '{"line":3,"code":"TRY_AGAIN"}\n');

    const withoutColumn = await run('load', file).finished;
    const kept = [await readFile(errors, 'utf8'), existsSync(statePath(file))];
    const anew = await run('load', file, '--id-column', 'number').finished;

    // A load that cannot begin leaves both, so that --resume still goes on from there.
    expect(withoutColumn).toMatchObject({ code: 1, stderr: expect.stringContaining('COLUMNS_INVALID') });
    expect(kept).toEqual(['{"line":3,"code":"TRY_AGAIN"}\n', true]);
    expect(anew).toMatchObject({ code: 2, stdout: expect.stringContaining('2 records loaded') });
    expect(
      (await readFile(errors, 'utf8'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([{ line: 2, code: 'RECORD_ID_INVALID' }]);
    await expect(stat(statePath(file))).rejects.toThrow('ENOENT');
  });

  it('says what is missing', async () => {
    const file = await directory.write('people.csv', 'id,firstName\n1,Ada\n');

    const noService = await run('load', file).finished;
    const noFile = await run('load', directory.path('none.csv')).finished;
    await writeFile(directory.path('people.xml'), '<?xml version="1.0"?><people/>');
    const noFormat = await run('load', directory.path('people.xml')).finished;

    expect([noService.code, noFile.code, noFormat.code]).toEqual([1, 1, 1]);
    expect(noService.stderr).toContain('CONNECTION_UNKNOWN: No local service is running');
    expect(noFile.stderr).toContain('cannot be read');
    expect(noFormat.stderr).toContain('people.xml is XML.\nConvert it to CSV');
  });

  it('refuses an option that would have no effect', async () => {
    const file = await directory.write('one.jsonl', '{"id":"a","firstName":"x"}\n');

    const without = await run('load', file, '--no-wait').finished;
    const withVia = await run('load', file, '--via', 's3://bucket/loads', '--batch-size', '5').finished;

    expect(without).toMatchObject({ code: 1, stderr: 'error: --no-wait has no effect without --via\n' });
    expect(withVia).toMatchObject({ code: 1, stderr: 'error: --batch-size has no effect with --via\n' });
  });

  it('says in one line what the file system refuses', async () => {
    const file = await directory.write('one.jsonl', '{"id":"a:b","firstName":"x"}\n');
    await start();

    const { code, stderr } = await run('load', file, '--errors-file', directory.path('nowhere', 'errors')).finished;

    expect(code).toBe(1);
    expect(stderr).toContain(`ENOENT: no such file or directory, open '${directory.path('nowhere', 'errors')}'\n`);
    expect(stderr).not.toContain(' at ');
  });
});

function runShell(script: string): Promise<string> {
  const { stdout, status, stderr } = spawnSync('sh', ['-c', script], { encoding: 'utf8' });
  return status === 0 ? Promise.resolve(stdout) : Promise.reject(new Error(stderr));
}

/** The person of each record, without the near matches: rules leave those to a person. */
async function readTruth(): Promise<Map<string, string>> {
  const [, ...rows] = (await readFile(join(root, 'examples/people/truth.csv'), 'utf8')).trim().split('\n');
  const columns = rows.map((row) => row.split(',') as [string, string, string]);
  return new Map(columns.flatMap(([id, person, nearMatchOf]) => (nearMatchOf === '' ? [[id, person]] : [])));
}

/** The entity of each record that is stored. */
async function entitiesOf(service: ServiceProcess, ids: readonly string[]): Promise<Map<string, string>> {
  const caller = await callerOf(service);
  const entities = new Map<string, string>();
  for (const id of ids) {
    const entity = (await caller.entityByRecord(id)).body.data.entityByRecord.entity;
    if (entity !== null) entities.set(id, entity.id);
  }
  return entities;
}

/** Stands before an API, and keeps the requests that come after so many until it is opened. */
async function startDoor(apiUrl: string, passing: number) {
  const opened = Promise.withResolvers<void>();
  let requests = 0;
  const server = createPatientServer(async (incoming, outgoing) => {
    requests += 1;
    if (requests > passing) await opened.promise;
    const { authorization = '', 'content-type': type = '' } = incoming.headers;
    const body = Buffer.concat(await incoming.toArray());
    const answer = await fetch(apiUrl, { method: 'POST', headers: { authorization, 'content-type': type }, body });
    outgoing.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    outgoing.end(await answer.text());
  });
  const local = await listenLocally(server);
  return {
    url: `${local.url}/`,
    open: opened.resolve,
    stop: local.stop,
  };
}

async function appearanceOf(folder: string, name: string): Promise<void> {
  const watcher = watch(folder);
  try {
    for (;;) {
      const [, changed] = await once(watcher, 'change');
      if (changed === name) return;
    }
  } finally {
    watcher.close();
  }
}
