import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Service, startService } from '../../apps/service/service.ts';
import type { Person } from '../../bench/people.ts';
import { createCaller } from './api-caller.ts';
import { root, runCommand } from './service-process.ts';

const people = (file: string) => join(root, 'examples/people', file);
const person = { id: 'p-1', firstName: 'Ada', lastName: 'Lovelace', dateOfBirth: '1815-12-10' };

describe('entity-data backup', () => {
  let directory: string;
  let service: Service;
  const start = (name: string) =>
    startService({
      ruleConfigFile: people('rule-config.json'),
      schemaFile: people('schema.graphqls'),
      dataDirectory: join(directory, name),
      port: 0,
      writeLog: () => {},
    });
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'entity-data-backup-'));
    service = await start('data');
    await (await createCaller(service)).submit(person as Person);
  });
  afterAll(async () => {
    await service.close();
    rmSync(directory, { recursive: true, force: true });
  });

  it('copies the data of a running service, from which another one starts', async () => {
    const { code, stdout } = await runCommand([
      'backup',
      join(directory, 'copy'),
      '--data-dir',
      join(directory, 'data'),
    ]).finished;

    expect([code, stdout]).toEqual([0, `The backup is complete: ${join(directory, 'copy')}\n`]);
    const copy = await start('copy');
    const answer = await (await createCaller(copy)).entityByRecord(person.id);
    expect(answer.body.data.entityByRecord.entity.records).toEqual([expect.objectContaining({ id: person.id })]);
    await copy.close();
  });

  it.each([
    ['a directory that exists', 'data', 'data', 'exists already'],
    ['data that do not exist', 'none', 'other', 'There is no data in'],
  ])('refuses %s', async (_, from, to, reason) => {
    const { code, stderr } = await runCommand(['backup', join(directory, to), '--data-dir', join(directory, from)])
      .finished;

    expect([code, stderr]).toEqual([1, expect.stringContaining(reason)]);
  });

  it('leaves data that the doctor finds intact, and the doctor sees damage', async () => {
    const name = join(directory, 'checked');
    await runCommand(['backup', name, '--data-dir', join(directory, 'data')]).finished;
    const storage = async () => {
      const { stdout } = await runCommand(['doctor', '--json', '--data-dir', name]).finished;
      return JSON.parse(stdout).findings.find(({ check }: { check: string }) => check === 'storage');
    };

    expect(await storage()).toMatchObject({ status: 'ok' });
    truncateSync(join(name, 'store/entity-data.sqlite'), 8_192);
    expect(await storage()).toMatchObject({ status: 'failed', message: expect.stringContaining('is damaged') });
  });
});
